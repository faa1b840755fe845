"""Closed-loop clients in a process of their own: each sends its next request once it was answered.

Reads one JSON object, `{host, port, key, clients, requests: [{body, headers}]}`, from standard
input and writes one: `{seconds: [...], elapsed}`. Plain sockets on purpose: clients and service
share the machine, and what a client library costs would be taken for what the service costs.
"""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from typing import Any


class Client:
    """One connection, kept alive."""

    def __init__(self, host: str, port: int, key: str) -> None:
        self._socket = socket.create_connection((host, port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._head = f"POST /v1/search HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {key}\r\n"

    def post(self, body: Any, headers: dict[str, str] | None = None) -> bytes:
        """The body of the answer; raises unless it is a 200."""
        content = json.dumps(body).encode()
        head = self._head + "".join(
            f"{name}: {value}\r\n" for name, value in (headers or {}).items()
        )
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        self._socket.sendall(head.encode() + content)
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self._more()
        head_bytes, _, rest = answer.partition(b"\r\n\r\n")
        lowered = head_bytes.lower()
        length = int(lowered.partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        parts, have = [rest], len(rest)
        while have < length:
            parts.append(self._more())
            have += len(parts[-1])
        whole = b"".join(parts)
        if b" 200 " not in head_bytes.split(b"\r\n", 1)[0]:
            raise RuntimeError(whole[:300])
        return whole

    def _more(self) -> bytes:
        received = self._socket.recv(1 << 18)
        if not received:
            raise ConnectionError("the service closed the connection")
        return received


def run(told: dict[str, Any]) -> dict[str, Any]:
    """Send every request once, from `clients` clients."""
    waiting = iter(told["requests"])
    lock = threading.Lock()
    seconds: list[float] = []
    failed: list[BaseException] = []

    def one() -> None:
        try:
            client = Client(told["host"], told["port"], told["key"])
            while True:
                with lock:
                    request = next(waiting, None)
                if request is None:
                    return
                began = time.perf_counter()
                client.post(request["body"], request.get("headers"))
                seconds.append(time.perf_counter() - began)
        except BaseException as error:
            failed.append(error)

    clients = [threading.Thread(target=one) for _ in range(told["clients"])]
    began = time.perf_counter()
    for each in clients:
        each.start()
    for each in clients:
        each.join()
    if failed:
        raise failed[0]
    return {"seconds": seconds, "elapsed": time.perf_counter() - began}


if __name__ == "__main__":
    json.dump(run(json.load(sys.stdin)), sys.stdout)
