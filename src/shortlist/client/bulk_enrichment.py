"""Enrichment of many people as one async iterator (section 4.3)."""

from __future__ import annotations

import asyncio
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from shortlist.client.errors import (
    AuthRequired,
    CreditsShort,
    JournalFailed,
    NotUnderstood,
    Parked,
    ShortlistError,
    Unreachable,
)
from shortlist.client.limiter import MOST

if TYPE_CHECKING:
    from shortlist.client.api import Shortlist
    from shortlist.contract.enrich import EnrichResponse

People = Iterable[Mapping[str, str]] | AsyncIterable[Mapping[str, str]]

_STOPS: Final = (AuthRequired, CreditsShort, JournalFailed, NotUnderstood, Parked, Unreachable)
"""What the next person would meet as well."""


@dataclass(frozen=True, slots=True)
class EnrichedPerson:
    """What became of one person: an answer, or the error that there was instead."""

    person: Mapping[str, str]
    """As it was given."""
    answer: EnrichResponse | None
    error: ShortlistError | None = None


async def enrich_many(
    client: Shortlist, people: People, fields: Sequence[str]
) -> AsyncGenerator[EnrichedPerson, None]:
    """See `Shortlist.enrich_many`."""
    waiting = _each(people)
    running: dict[asyncio.Task[EnrichResponse], Mapping[str, str]] = {}
    stopped: ShortlistError | None = None
    try:
        while True:
            while stopped is None and len(running) < MOST:
                person = await anext(waiting, None)
                if person is None:
                    break
                running[asyncio.create_task(client.enrich(fields=fields, **person))] = person
            if not running:
                break
            done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                person = running.pop(task)
                try:
                    result = EnrichedPerson(person, task.result())
                except ShortlistError as error:
                    result = EnrichedPerson(person, None, error)
                    if isinstance(error, _STOPS):
                        stopped = stopped or error
                yield result
    finally:
        # What has left goes on under the client; what has not is taken back.
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
    if stopped is not None:
        raise stopped


async def _each(people: People) -> AsyncIterator[Mapping[str, str]]:
    if isinstance(people, AsyncIterable):
        async for person in people:
            yield person
    else:
        for person in people:
            yield person
