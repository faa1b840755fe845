"""Whoever holds the port of this machine's service is not waited for without end."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

import pytest

from shortlist.desk import service_proof


@pytest.mark.parametrize("begun", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n"])
def test_who_answers_byte_by_byte_is_hung_up_on(
    begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_proof, "ANSWER_SECONDS", 0.3)
    hung_up = threading.Event()

    def drip(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection, suppress(OSError):
            connection.sendall(begun)
            while True:
                connection.sendall(b"H")
                hung_up.wait(0.01)
        hung_up.set()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = threading.Thread(target=drip, args=(listener,), daemon=True)
        serving.start()
        port = listener.getsockname()[1]
        status, body = service_proof.ask_loopback(f"http://127.0.0.1:{port}", "/proof")
        assert hung_up.wait(30)
    assert len(body) < 9000
    assert status in (0, 200)
