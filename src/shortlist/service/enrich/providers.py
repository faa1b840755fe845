"""Providers of contact fields: the index's published contacts, and HTTP providers."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, Protocol

import orjson

from shortlist.contract.times import parse_time
from shortlist.service.config import ProviderConfig as ProviderConfig
from shortlist.service.index.port import Record
from shortlist.service.remote_content import ENCODINGS, content_of

if TYPE_CHECKING:
    import httpx

VALUE_MAX_CHARS = 320
ANSWER_MAX_BYTES = 64 * 1024

VERIFIED_DAYS = 365
"""A contact of somebody in office that was seen this recently is `verified`."""
STALE_DAYS = 3 * 365


class ProviderFailure(Exception):
    """The provider could not be asked, or answered nothing that can be used; the text says what,
    never a contact value."""


@dataclass(frozen=True, slots=True)
class Identity:
    """The person meant: what the request gave, and who in the index that is."""

    given: Mapping[str, str]
    """The anchor as the request gave it: `profile_url`, `person_id`, `email`, or `name` with
    `company_domain`."""
    records: Sequence[Record]
    """Everyone in the index it fits; more than one where the anchor is ambiguous."""
    others: Sequence[Record] = ()
    """The other records of the one person, where it is one."""

    @property
    def record(self) -> Record | None:
        """The one person in the index, if it is one."""
        return self.records[0] if len(self.records) == 1 else None


@dataclass(frozen=True, slots=True)
class Contact:
    """A contact value that a provider found."""

    value: str
    confidence: str | None
    source: str
    last_seen: datetime | None
    person_id: str | None = None
    """The other record of the same person that says so; None: the one that was asked about."""


class Provider(Protocol):
    """Someone to ask. Thread-safe."""

    @property
    def name(self) -> str: ...

    @property
    def fields(self) -> Sequence[str]: ...

    def lookup(self, field: str, identity: Identity, deadline: float) -> Contact | None:
        """The contact; None for a clean miss. Raises `ProviderFailure`.

        `deadline` is on the monotonic clock; nothing waits past it.
        """
        ...


class Directory:
    """The contacts that were published with the people in the index."""

    def __init__(self, name: str, fields: Sequence[str]) -> None:
        self.name = name
        self.fields = fields

    def lookup(self, field: str, identity: Identity, deadline: float) -> Contact | None:  # noqa: ARG002
        """The best that any record of the person says; of two as good, that of the one asked."""
        if identity.record is None:
            return None
        known = [self._said(identity.record, field)]
        for other in identity.others:
            contact = self._said(other, field)
            known.append(contact and replace(contact, person_id=other["id"]))
        found = [contact for contact in known if contact is not None]
        return min(found, key=lambda each: _BEST.index(each.confidence), default=None)

    def _said(self, record: Record, field: str) -> Contact | None:
        value = published_contact(record, field)
        if value is None:
            return None
        contact = record["contacts"][field]
        last_seen = parse_time(contact.get("last_seen") or record.get("as_of"))
        return Contact(value, _confidence(record, last_seen), self.name, last_seen)


def published_contact(record: Record, field: str) -> str | None:
    """The value that a record was imported with for a contact field."""
    contact = (record.get("contacts") or {}).get(field)
    return _clean(contact.get("value")) if isinstance(contact, dict) else None


_BEST: Final[Sequence[str | None]] = ("verified", "likely", "stale")


def _confidence(record: Record, last_seen: datetime | None) -> str:
    age = None if last_seen is None else datetime.now(UTC) - last_seen
    if record.get("status") == "former" or (age and age > timedelta(days=STALE_DAYS)):
        return "stale"
    recent = age is not None and age <= timedelta(days=VERIFIED_DAYS)
    return "verified" if recent and record.get("status") == "current" else "likely"


class HttpProvider:
    """A provider over HTTP: `POST url {"field", "identity"}` answers 200 with
    `{"value", "confidence", "source", "last_seen"}`, 404 for a miss; all else is a failure."""

    def __init__(self, config: ProviderConfig, client: httpx.Client) -> None:
        assert config.url is not None
        self.name = config.name
        self.fields = config.fields
        self._url = config.url
        self._timeout = config.timeout_seconds
        self._client = client

    def lookup(self, field: str, identity: Identity, deadline: float) -> Contact | None:
        # Imported here: a service without providers over HTTP need not load it.
        import httpx

        until = min(deadline, time.monotonic() + self._timeout)
        body = {"field": field, "identity": _told(identity)}
        try:
            status, content = self._post(orjson.dumps(body), until)
        except httpx.TimeoutException:
            raise ProviderFailure("did not answer in time") from None
        except httpx.HTTPError as error:
            raise ProviderFailure(f"could not be reached ({type(error).__name__})") from None
        if status == 404:
            return None
        if status != 200:
            raise ProviderFailure(f"answered {status}")
        return self._read(content)

    def _post(self, body: bytes, until: float) -> tuple[int, bytes]:
        left = max(until - time.monotonic(), 0.001)
        headers = {**ENCODINGS, "Content-Type": "application/json", "Accept": "application/json"}
        with self._client.stream(
            "POST", self._url, content=body, headers=headers, timeout=left
        ) as answer:
            too_much = ProviderFailure("answered too much")
            return answer.status_code, content_of(answer, until, ANSWER_MAX_BYTES, too_much)

    def _read(self, content: bytes) -> Contact | None:
        try:
            told = orjson.loads(content)
        except orjson.JSONDecodeError:
            raise ProviderFailure("answered something that is not JSON") from None
        if not isinstance(told, dict) or "value" not in told:
            raise ProviderFailure("answered without a value")
        if told["value"] is None or told["value"] == "":
            return None
        value = _clean(told["value"])
        if value is None:
            raise ProviderFailure("answered a value that is no contact")
        source, confidence = _clean(told.get("source")), _clean(told.get("confidence"))
        return Contact(value, confidence, source or self.name, parse_time(told.get("last_seen")))


def _told(identity: Identity) -> dict[str, Any]:
    """What a provider hears of the person: the anchor, and what is public of them here."""
    record = identity.record or {}
    public = ("name", "title", "company", "company_domain", "profile_url")
    known = {key: record[key] for key in public if record.get(key)}
    return {**known, **identity.given}


def _clean(value: object) -> str | None:
    """`value` as one line of text, or None when it is none."""
    if not isinstance(value, str):
        return None
    text = value.strip()
    return text if 0 < len(text) <= VALUE_MAX_CHARS and text.isprintable() else None
