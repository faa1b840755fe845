"""The resolver of contacts: the configured providers, and who an anchor means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from shortlist.contract.enrich import NOT_FOUND, FieldResult
from shortlist.service.config import Config
from shortlist.service.enrich.providers import Directory, HttpProvider, Identity, Provider
from shortlist.service.enrich.service import Resolved
from shortlist.service.identity import each_once, is_left_out, names_of, others_of
from shortlist.service.index.port import PeopleIndex
from shortlist.service.index.store import anybody_listed, listed_among, suppression_hashes

if TYPE_CHECKING:
    import httpx

THREADS = 64
"""How many look-ups run at once."""


class ContactResolver:
    """The providers of one service, in the order of its configuration. Thread-safe."""

    def __init__(self, config: Config) -> None:
        self._client = _client(config)
        self.providers: list[Provider] = [
            Directory(provider.name, provider.fields)
            if self._client is None or provider.type == "directory"
            else HttpProvider(provider, self._client)
            for provider in config.enrichment.providers
        ]
        self.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="enrich")

    def close(self) -> None:
        """Give up what is still running."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        if self._client is not None:
            self._client.close()


def _client(config: Config) -> httpx.Client | None:
    """What providers over HTTP are asked with; None where there are none."""
    if all(provider.type == "directory" for provider in config.enrichment.providers):
        return None
    # Imported here: most services ask their own directory alone, and start sooner without it.
    import httpx

    return httpx.Client(follow_redirects=False, trust_env=False)


def identify(index: PeopleIndex, anchor: Mapping[str, str]) -> Identity | None:
    """Who `anchor` means; None when that person, address or profile asked to be left out."""
    if is_left_out(index, anchor):
        return None
    records = each_once(index, anchor)
    others = others_of(index, records[0]) if len(records) == 1 else []
    return Identity(anchor, records, others)


def hashes_of(anchor: Mapping[str, str], identity: Identity | None) -> set[str]:
    """Whom an answer about `anchor` is about, as the list of those left out would have them."""
    records = [*identity.records, *identity.others] if identity else []
    names = [*names_of(anchor), *(("person_id", str(record["id"])) for record in records)]
    return {digest for kind, value in names for digest in suppression_hashes(kind, value)}


def clean_miss(fields: Sequence[str]) -> Resolved:
    """A clean miss of every field."""
    return Resolved({name: FieldResult(status=NOT_FOUND) for name in fields})


def leave_out_suppressed(connection: Connection, identity: Identity, resolved: Resolved) -> None:
    """Forget all that providers found, and what they said of it, where the person meant, or
    whoever anything of it belongs to, asked to be left out."""
    if not anybody_listed(connection):
        return
    records = [*identity.records, *identity.others]
    found = {name: result.value for name, result in resolved.fields.items()}
    names = [
        *names_of(identity.given),
        *(("person_id", record["id"]) for record in records),
        *names_of_found(found),
    ]
    if any(listed_among(connection, kind, [value]) for kind, value in names):
        clean = clean_miss(list(resolved.fields))
        resolved.fields, resolved.warnings = clean.fields, clean.warnings


def names_of_found(found: Mapping[str, object]) -> list[tuple[str, str]]:
    """What the values of contact fields, by field, can be on the list of those left out by: kind
    and value."""
    return [
        ("phone" if name == "phone" else "email", str(value))
        for name, value in found.items()
        if value
    ]
