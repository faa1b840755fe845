"""Addresses: validation of the base URL, and paths built from ids."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote, urlencode, urlsplit

from shortlist.client.errors import WrongUse

_LOOPBACK_NAMES: Final = frozenset({"localhost"})
_ID_MAX_CHARS: Final = 512
_UNQUOTE_ROUNDS: Final = 5


@dataclass(frozen=True, slots=True)
class BaseUrl:
    """Where a deployment is: an origin and an optional path prefix."""

    origin: str
    """`scheme://host[:port]`, lower case, as the journal and the limiter name it."""
    prefix: str
    loopback: bool

    @classmethod
    def parse(cls, text: str) -> BaseUrl:
        """Check a base URL: `https`, or `http` to this machine; no credentials, query, fragment.

        Raises `WrongUse`, whose message never repeats what may hold a password.
        """
        cleaned = text.strip()
        if any(ord(char) <= 32 or ord(char) == 127 for char in cleaned) or "\\" in cleaned:
            raise _bad("it has a space or a control character in it")
        try:
            parts = urlsplit(cleaned)
            port = parts.port
        except ValueError:
            raise _bad("it is not an address") from None
        if parts.scheme not in ("https", "http") or not parts.hostname:
            raise _bad("it starts with https:// and a host, such as https://people.example.com")
        if parts.username is not None or parts.password is not None or "@" in parts.netloc:
            raise _bad("it holds a user or a password; the key is given apart")
        if "?" in cleaned or "#" in cleaned:
            raise _bad("it holds a query or a fragment")
        if _has_dots(parts.path):
            raise _bad("its path holds a dot segment")
        loopback = _is_loopback(parts.hostname)
        if parts.scheme == "http" and not loopback:
            raise _bad("http:// would send the key in the clear; use https://")
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        default_port = 443 if parts.scheme == "https" else 80
        origin = f"{parts.scheme}://{host}"
        if port is not None and port != default_port:
            origin = f"{origin}:{port}"
        return cls(origin, parts.path.rstrip("/"), loopback)

    def url(self, path: str) -> str:
        return f"{self.origin}{self.prefix}{path}"


def path_of(*segments: str) -> str:
    """`/v1/…` from segments; each id is quoted whole, dot segments in any encoding refused.

    >>> path_of("sets", "set_1/..?x", "items")
    '/v1/sets/set_1%2F..%3Fx/items'
    """
    return "/v1/" + "/".join(_quoted(segment) for segment in segments)


def with_query(path: str, **values: str | int | Sequence[str] | None) -> str:
    """`path` with the values that are given as its query string; one of several, each time."""
    given = {name: value for name, value in values.items() if value is not None}
    return f"{path}?{urlencode(given, doseq=True, quote_via=quote)}" if given else path


def last_segment(address: str) -> str | None:
    """The id at the end of an address that a server gave; nothing else of it is used."""
    try:
        path = urlsplit(address).path
    except ValueError:
        return None
    tail = unquote(path.rstrip("/").rpartition("/")[2])
    return tail if tail and not _is_dots(tail) else None


def _quoted(segment: str) -> str:
    if not segment or not segment.strip():
        raise WrongUse("An id is missing.", advice="Give the id as the service gave it.")
    if len(segment) > _ID_MAX_CHARS:
        raise WrongUse("An id is longer than any id is.", advice="Check what was given as the id.")
    if _is_dots(segment):
        raise WrongUse("An id cannot be `.` or `..`.", advice="Give the id as the service gave it.")
    try:
        return quote(segment, safe="")
    except UnicodeEncodeError:
        raise WrongUse("An id is not text.", advice="Check what was given as the id.") from None


def _is_dots(segment: str) -> bool:
    for _ in range(_UNQUOTE_ROUNDS):
        if segment.strip() in (".", ".."):
            return True
        decoded = unquote(segment)
        if decoded == segment:
            return False
        segment = decoded
    return True


def _has_dots(path: str) -> bool:
    return any(_is_dots(part) for part in path.replace("%2f", "/").replace("%2F", "/").split("/"))


def _is_loopback(host: str) -> bool:
    if host in _LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _bad(why: str) -> WrongUse:
    return WrongUse(
        f"This base URL cannot be used: {why}.",
        code="bad_base_url",
        advice="Correct SHORTLIST_BASE_URL or the profile.",
    )
