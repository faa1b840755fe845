"""Removal of the API key from what a service sends: some quote it in errors or traces, which are
shown, logged and kept. Pure."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable
from typing import Final

_INSTEAD: Final = b"[API key]"
_LEAST_CHARS: Final = 10
"""A shorter key could be part of an ordinary word."""


class Scrub:
    """Puts `[API key]` where `key` stands, as it is or as JSON writes it.

    It guards against a careless service. One that wants its caller's key to be seen knows other
    ways to write it down.
    """

    def __init__(self, key: str) -> None:
        written = json.dumps(key)[1:-1]
        # Some writers of JSON escape a slash as well.
        forms = dict.fromkeys((key, written, written.replace("/", "\\/")))
        known = forms if len(key) >= _LEAST_CHARS else ()
        self._forms = tuple(form.encode() for form in known)

    def clean(self, text: bytes) -> bytes:
        for form in self._forms:
            if form in text:
                text = text.replace(form, _INSTEAD)
        return text

    def quoted_in(self, values: Iterable[bytes]) -> bool:
        return any(form in value for value in values for form in self._forms)

    async def chunks(self, chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """The same body in pieces: only an end that may be the key's beginning is held back."""
        held = b""
        async for chunk in chunks:
            text = self.clean(held + chunk)
            ready = self._begins(text)
            held = text[ready:]
            if ready:
                yield text[:ready]
        if held:
            yield held

    def _begins(self, text: bytes) -> int:
        """Where the end of `text` begins that may be the beginning of the key."""
        found = len(text)
        for form in self._forms:
            at = text.find(form[0], max(0, len(text) - len(form) + 1))
            while 0 <= at < found:
                if form.startswith(text[at:]):
                    found = at
                at = text.find(form[0], at + 1)
        return found
