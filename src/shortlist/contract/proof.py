"""How a service on this machine proves that it is the one a key belongs to, before it is sent the
key: an HMAC over a number that was never used before and the port that was asked at, made with
what both have of the key. Whoever else holds the port cannot make it, nor have it made by the
service itself, which proves itself for its own port only. Pure.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Final

PATH: Final = "/proof"
"""`GET /proof?key_id=…&nonce=…` → `{"proof": "…"}`; needs no key."""


class Challenge:
    """What is asked of whoever listens at `port` before it is sent `api_key`, and what it has to
    answer. `nonce`: 32 to 128 hexadecimal digits that nobody was ever asked with."""

    def __init__(self, api_key: str, port: int, nonce: str) -> None:
        prefix, _, rest = api_key.partition("_")
        key_id, _, secret = rest.partition("_")
        # A key that is not of this service's making proves nothing.
        self.path = f"{PATH}?key_id={key_id if key_id.isalnum() else 'none'}&nonce={nonce}"
        made = prefix == "sl" and key_id and secret
        self._expected = proof_of(hash_of(secret), nonce, port) if made else ""

    def is_met(self, status: int, body: bytes) -> bool:
        """Whether this answer could only come from a service that knows the key."""
        try:
            given = json.loads(body)["proof"]
            matches = hmac.compare_digest(given.encode(), self._expected.encode())
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return False
        return status == 200 and bool(self._expected) and matches


def hash_of(secret: str) -> str:
    """What a service keeps of the secret of a key."""
    return hashlib.sha256(secret.encode()).hexdigest()


def proof_of(secret_hash: str, nonce: str, port: int) -> str:
    """The proof, in hexadecimal digits, of a service that listens at `port`."""
    said = f"shortlist service\n{nonce}\n{port}".encode()
    return hmac.new(secret_hash.encode(), said, hashlib.sha256).hexdigest()
