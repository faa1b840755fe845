"""Evidence pages from the public web, where one is configured (`[web]`): SearXNG.

Without one the service stands on the index's own source pages, and asks nobody.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol, TypeGuard
from urllib.parse import urlsplit

import orjson

from shortlist.contract.anchors import fold
from shortlist.contract.times import parse_time
from shortlist.service.config import WebConfig
from shortlist.service.contact_redaction import url_without_contacts, without_contacts
from shortlist.service.remote_content import ENCODINGS, content_of

if TYPE_CHECKING:
    import httpx

PAGES_MAX = 20
"""How many pages of one answer are looked at."""
ANSWER_MAX_BYTES = 1024 * 1024
_URL_MAX_CHARS = 2_048
_TEXT_MAX = {"title": 300, "snippet": 500}
_READ_MAX_CHARS = 4_000
"""Of a text that a page is told by: contact values are looked for before it is cut short."""


class WebUnavailable(Exception):
    """The web could not be asked, or not in time; the text says why."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the public web that answers a query, without contact values."""

    url: str
    title: str
    snippet: str
    source: str
    """Who found it, such as the engine's name."""
    observed_at: datetime | None
    found_at: str = ""
    """Its whole address, to look it up by; shown is `url`."""

    def names(self, *phrases: str | None) -> bool:
        """Whether title and snippet hold every one of `phrases`, accents and case aside."""
        text = f" {fold(self.title)} {fold(self.snippet)} "
        folded = [fold(phrase or "") for phrase in phrases]
        return all(phrase and f" {phrase} " in text for phrase in folded)


class WebPages(Protocol):
    """Somebody who finds pages. Thread-safe."""

    def pages(self, query: str) -> Sequence[Page]:
        """Pages for `query`, best first. Raises `WebUnavailable`; bounded in time and size."""
        ...

    def close(self) -> None: ...


def open_web(config: WebConfig | None) -> WebPages | None:
    """The configured web; None where none is."""
    return None if config is None else SearxNg(config)


class SearxNg:
    """A SearXNG instance that answers `format=json`."""

    def __init__(self, config: WebConfig) -> None:
        # Imported here: a service without a web need not load it.
        import httpx

        self._url = config.url.rstrip("/") + "/search"
        self._timeout = config.timeout_seconds
        self._client: httpx.Client = httpx.Client(
            headers=ENCODINGS, follow_redirects=False, trust_env=False
        )

    def pages(self, query: str) -> Sequence[Page]:
        import httpx

        try:
            content = self._get({"q": query, "format": "json", "safesearch": "1"})
        except httpx.TimeoutException:
            raise WebUnavailable("it did not answer in time") from None
        except httpx.HTTPError as error:
            raise WebUnavailable(f"it could not be reached ({type(error).__name__})") from None
        try:
            told = orjson.loads(content)
        except orjson.JSONDecodeError:
            raise WebUnavailable("it answered something that is not JSON") from None
        results = told.get("results") if isinstance(told, dict) else None
        if not isinstance(results, list):
            raise WebUnavailable("it answered without results")
        read = (_page(result) for result in results[:PAGES_MAX])
        pages = {page.url: page for page in read if page is not None}
        if not pages and told.get("unresponsive_engines"):
            raise WebUnavailable("none of its engines answered")
        return list(pages.values())

    def close(self) -> None:
        self._client.close()

    def _get(self, parameters: dict[str, str]) -> bytes:
        until = time.monotonic() + self._timeout
        with self._client.stream(
            "GET", self._url, params=parameters, timeout=self._timeout
        ) as answer:
            if answer.status_code != 200:
                raise WebUnavailable(f"it answered {answer.status_code}")
            too_much = WebUnavailable("it answered too much")
            return content_of(answer, until, ANSWER_MAX_BYTES, too_much)


def is_page(url: object) -> TypeGuard[str]:
    """Whether `url` leads to a page: http or https, nothing in it that is not printable, and in
    parts that can be told apart."""
    if not (
        isinstance(url, str)
        and url.lower().startswith(("https://", "http://"))
        and len(url) <= _URL_MAX_CHARS
        and url.isprintable()
        and " " not in url
    ):
        return False
    try:
        urlsplit(url)
    except ValueError:  # `https://[x`
        return False
    return True


def _page(result: Any) -> Page | None:
    if not isinstance(result, dict):
        return None
    url = result.get("url")
    if not is_page(url):
        return None
    return Page(
        url=url_without_contacts(url),
        title=_text(result.get("title"), "title"),
        snippet=_text(result.get("content"), "snippet"),
        source=_text(result.get("engine"), "title") or "searxng",
        observed_at=parse_time(result.get("publishedDate")),
        found_at=url,
    )


def _text(value: object, kind: str) -> str:
    """`value` as one line of printable text, cut to what is kept of it."""
    if not isinstance(value, str):
        return ""
    printable = "".join(c if c.isprintable() else " " for c in value[:_READ_MAX_CHARS])
    return without_contacts(" ".join(printable.split()))[: _TEXT_MAX[kind]]
