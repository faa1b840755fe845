"""Closed-loop clients in a process of their own: each sends its next request once it was answered.

Reads one JSON object, `{host, port, key, clients, requests: [{body, headers}]}`, from standard
input and writes one: `{seconds: [...], elapsed, cpu}`. Plain sockets and one thread on purpose:
clients and service share the machine, and what a client library costs would be taken for what the
service costs. Of an answer the status and the length are checked; nobody parses it. `cpu` is what
the clients themselves took of the processor, in seconds.
"""

from __future__ import annotations

import json
import selectors
import socket
import sys
import time
from collections.abc import Iterator
from typing import Any

_ANSWER_MOST = 1 << 20


class Client:
    """One connection, kept alive."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.socket = socket.create_connection(address, timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.began = 0.0
        self._answer = memoryview(bytearray(_ANSWER_MOST))
        self._have = self._whole = 0

    def send(self, request: bytes) -> None:
        """Send a request; its answer is awaited."""
        self._have = self._whole = 0
        self.began = time.perf_counter()
        self.socket.sendall(request)

    def read(self) -> bool:
        """Read what has come; whether that is all. Raises unless it is a 200."""
        received = self.socket.recv_into(self._answer[self._have :])
        if not received:
            raise ConnectionError("the service closed the connection")
        self._have += received
        if not self._whole:
            head, found, _ = bytes(self._answer[: min(self._have, 4096)]).partition(b"\r\n\r\n")
            if not found:
                return False
            if b" 200 " not in head.split(b"\r\n", 1)[0]:
                raise RuntimeError(bytes(self._answer[: self._have]))
            length = head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0]
            self._whole = len(head) + 4 + int(length)
        return self._have >= self._whole


def requests_of(told: dict[str, Any]) -> Iterator[bytes]:
    """Each request in bytes."""
    start = (
        f"POST /v1/search HTTP/1.1\r\nHost: {told['host']}\r\n"
        f"Authorization: Bearer {told['key']}\r\nContent-Type: application/json\r\n"
    )
    for request in told["requests"]:
        content = json.dumps(request["body"])
        headers = {"Content-Length": len(content), **request.get("headers", {})}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        yield f"{start}{lines}\r\n{content}".encode()


def run(told: dict[str, Any]) -> dict[str, Any]:
    """Send every request once, from `clients` clients."""
    waiting = iter(list(requests_of(told)))
    seconds: list[float] = []
    selector = selectors.DefaultSelector()
    clients = [Client((told["host"], told["port"])) for _ in range(told["clients"])]
    began, spent = time.perf_counter(), time.process_time()
    for client in clients:
        if (request := next(waiting, None)) is not None:
            selector.register(client.socket, selectors.EVENT_READ, client)
            client.send(request)
    while selector.get_map():
        for key, _ in selector.select(60):
            client = key.data
            if client.read():
                seconds.append(time.perf_counter() - client.began)
                if (request := next(waiting, None)) is None:
                    selector.unregister(client.socket)
                else:
                    client.send(request)
    elapsed, cpu = time.perf_counter() - began, time.process_time() - spent
    return {"seconds": seconds, "elapsed": elapsed, "cpu": cpu}


if __name__ == "__main__":
    json.dump(run(json.load(sys.stdin)), sys.stdout)
