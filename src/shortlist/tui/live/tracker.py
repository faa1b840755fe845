"""The tracker of requests and live Sets, which belong to the app and outlive every screen.

Workers never touch a widget: each posts what happened to the app. A worker's group says what it
is, and none is exclusive where a request costs credits: a paid request that has left is let finish.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from shortlist.contract.limits import SEARCH_FIELDS, SEARCH_FIELDS_SHOWN
from shortlist.tui.kit.query.question import Question
from shortlist.tui.live import messages
from shortlist.tui.live.enrichment import forget_asking, keep_asking, key_for
from shortlist.tui.live.networks import NetworkRequests
from shortlist.tui.live.opener import Opener
from shortlist.tui.live.research import ResearchRequests
from shortlist.tui.live.session import Session
from shortlist.tui.live.state import Subject, Trouble
from shortlist.tui.live.troubles import is_spent, outcome_of, refuses_all, trouble_of
from shortlist.tui.live.while_typing import CountRequests, FacetRequests

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.contract.person import Person
    from shortlist.contract.search import SearchResponse
    from shortlist.contract.sets import CreatedSet, PeopleSet, SetItem, SetList
    from shortlist.tui.features.sets.builder import SetDraft
    from shortlist.tui.kit.roster import PersonAt
    from shortlist.tui.live.context import AppContext

PAGE: Final = 100
SETS_LISTED: Final = 100
FIELDS: Final = "search.fields"
"""Where the file of this machine keeps the fields of a person that a deployment knows."""
ENRICHED_AT_ONCE: Final = 4
RECEIPTS_SHOWN: Final = 10_000


def _as_wished(wish: SetDraft, created: CreatedSet) -> CreatedSet:
    """A Set that was made, with what it was asked to be where the answer does not repeat it."""
    from shortlist.client.merging import merge_set
    from shortlist.contract.sets import Criterion, SetBudget, SetSearch

    criteria = [
        Criterion(id=f"c{at}", description=text) for at, text in enumerate(wish.criteria or (), 1)
    ]
    search = SetSearch(query=wish.query, count=wish.count, criteria=criteria)
    budget = SetBudget(credits=wish.budget)
    asked = type(created)(id=created.id, searches=[search], budget=budget)
    return cast("CreatedSet", merge_set(asked, created))


class Tracker(Session):
    """Starts the app's requests and follows its live Sets."""

    def __init__(self, context: AppContext, profile: str | None, opener: Opener) -> None:
        super().__init__(context, profile, opener)
        self.research, self.networks = ResearchRequests(self), NetworkRequests(self)
        self.facets, self.counts = FacetRequests(self), CountRequests(self)
        self._fields: dict[str, list[str]] = {}
        """What searches without an answer asked for, by their idempotency keys."""
        self._learned: list[str] = []
        """Fields of a person to ask for, where there is no file to keep them in."""
        self._enriching = asyncio.Semaphore(ENRICHED_AT_ONCE)
        self._lookups = 0
        """How many were asked for and have not ended."""
        self._refused = False
        """One of these was refused for what the others would be too, or they were stopped."""

    # Search

    def search(self, generation: int, asked: Question, key: str) -> None:
        self.run(self._search(generation, asked, key), "search")

    async def _search(self, generation: int, asked: Question, key: str) -> None:
        from shortlist.client.search_fields import search_with_fields
        from shortlist.desk.charges import search_receipts

        client = self.client
        answer, trouble = None, None
        # A search that is asked again is the same to the letter, whatever was learned meanwhile.
        fields = self._fields.setdefault(key, self._known_fields())
        try:
            answer, served = await search_with_fields(
                client,
                asked.query or None,
                fields,
                type=asked.type,
                num_results=asked.count,
                filters=dict(asked.filters) or None,
                idempotency_key=key,
            )
            del self._fields[key]
            self._note_fields(answer, served)
            words, found = asked.typed or asked.query, len(answer.data.results)
            self.ledger.keep_receipts(
                search_receipts(words, found, answer.meta, key, self.context.clock())
            )
        except Exception as error:
            trouble = trouble_of(error)
        self.post(messages.SearchAnswered(generation, asked, answer, trouble))

    def _known_fields(self) -> list[str]:
        """The fields of a person that this deployment has shown that it knows."""
        if self.is_local:  # this program's own service
            return list(SEARCH_FIELDS)
        kept = self.store.recall(FIELDS, []) if self.store is not None else self._learned
        names = [str(name) for name in kept] if isinstance(kept, list) else []
        return names or list(SEARCH_FIELDS_SHOWN)

    def _note_fields(self, answer: SearchResponse, served: Sequence[str]) -> None:
        from shortlist.client.search_fields import known_fields

        before = self._known_fields()
        self._learned = known_fields(answer, served)
        if self._learned != before and not self.is_local:
            self.ledger.keep(lambda store: store.remember(FIELDS, self._learned))

    # Sets

    def list_sets(self) -> None:
        self.run(self._list_sets(), "sets")

    async def _list_sets(self) -> None:
        page, trouble = await outcome_of(self._read_sets(self.client))
        if page is not None:
            self.ledger.note_sets(page.data)
            await self.ledger.keep_sets(page.data)
        self.post(messages.SetsListed(page, trouble))

    async def _read_sets(self, client: Shortlist) -> SetList:
        """The newest Sets, page by page: how long one is to be is not in the interface, and
        deployments may refuse to be told."""
        page = await client.list_sets(limit=SETS_LISTED if self.is_local else None)
        from shortlist.client.pagination import (
            Pagination,  # no part of the client before the first paint
        )

        walk, sets = Pagination(), list(page.data)
        walk.advance(page, len(page.data))
        while not walk.over and len(sets) < SETS_LISTED:
            page = await client.list_sets(cursor=walk.cursor)
            walk.advance(page, len(page.data))
            sets += page.data
        return page.model_copy(update={"data": sets})

    def create_set(self, wish: SetDraft, key: str) -> None:
        self.run(self._create_set(wish, key), "set-creation")

    async def _create_set(self, wish: SetDraft, key: str) -> None:
        client = self.client
        # Before it leaves: this program may end before the answer comes.
        self.ledger.keep(lambda store: store.expect_set(key, wish.purpose))
        created, trouble = await outcome_of(
            client.create_set(
                wish.query,
                count=wish.count,
                criteria=wish.criteria or None,
                budget=wish.budget,
                idempotency_key=key,
            )
        )
        if created is not None:
            made = created = _as_wished(wish, created)
            self.ledger.note_asked(made.id, key)
            self.ledger.keep(lambda store: store.set_came(key, made.id))
            self.ledger.keep_set(made)
        self.post(messages.SetCreated(created, trouble))

    def read_recording(self, the_set: PeopleSet) -> None:
        """The events of a finished Set, from the service or as they were kept."""
        self.run(self._read_recording(the_set), "recording")

    async def _read_recording(self, the_set: PeopleSet) -> None:
        from shortlist.tui.live.recording import read_recording

        recording, trouble = await outcome_of(read_recording(self._client, self.store, the_set))
        self.context.post(messages.RecordingRead(the_set.id, recording, trouble))

    def cancel_set(self, set_id: str) -> None:
        self.run(self._cancel_set(set_id), "set-cancel")

    async def _cancel_set(self, set_id: str) -> None:
        the_set, trouble = await outcome_of(self.client.cancel_set(set_id))
        self.post(messages.SetCanceled(set_id, the_set, trouble))

    # Items

    def load_items(self, set_id: str, cursor: str | None) -> None:
        self.run(self._load_items(set_id, cursor), "items")

    async def _load_items(self, set_id: str, cursor: str | None) -> None:
        asked = self.client.list_items(set_id, cursor=cursor, limit=PAGE)
        page, trouble = await outcome_of(asked)
        self.post(messages.ItemsLoaded(set_id, page, trouble))

    async def all_items(self, set_id: str) -> list[SetItem]:
        """Every item of a Set, from the service."""
        client = self.client
        if not self.away:
            self.pulse.begin()
        return [item async for item in client.items(set_id)]

    # Enrichment

    def enrich(self, subject: Subject, fields: Sequence[str]) -> None:
        """One request: the anchor of one person, and the fields that are not known yet."""
        if not self._lookups:
            self._refused = False
        self._lookups += 1
        self.run(self._enrich(subject, list(fields)), "enrich")

    def stop_enriching(self) -> None:
        """What has not left yet does not leave, until all that has is answered."""
        self._refused = self._lookups > 0

    async def _enrich(self, subject: Subject, fields: list[str]) -> None:
        try:
            async with self._enriching:
                if self._refused:  # This one would be too: it does not leave.
                    self.post(messages.FieldsResolved(subject.key, fields, None, None))
                else:
                    await self._look_up(subject, fields)
        finally:
            self._lookups -= 1

    async def _look_up(self, subject: Subject, fields: list[str]) -> None:
        client = self.client
        answer, trouble = None, None
        key = key_for(subject, fields)
        now = self.context.clock().timestamp()
        self.ledger.keep(lambda store: keep_asking(store, subject, fields, key, now))
        try:
            answer = await client.enrich(
                fields=fields, idempotency_key=key, **subject.anchor.fields
            )
            told, answer = answer, self.left_out.without(answer)
            # Kept before it is told: it is paid, whatever becomes of this program.
            self.ledger.keep_contacts(subject.key, answer)
            self.ledger.keep_lookup(subject, told, key, hidden=answer is not told)
        except Exception as error:
            trouble = trouble_of(error)
            self._refused = self._refused or refuses_all(error)
        if is_spent(trouble):
            self.ledger.keep(lambda store: forget_asking(store, subject, fields))
        self.post(messages.FieldsResolved(subject.key, fields, answer, trouble))

    # Usage

    def read_usage(self) -> None:
        self.run(self._read_usage(), "usage")

    async def _read_usage(self) -> None:
        answer, trouble = await outcome_of(self.client.usage())
        if answer is None:
            self.post(messages.UsageRead(None, trouble))
            return
        self.facets.note_offers(answer.meta.offers)
        self.counts.note_offers(answer.meta.offers)
        self.post(messages.UsageRead(answer.data, trouble, answer.meta.synthetic))

    def read_receipts(self) -> None:
        self.run(self._read_receipts(), "receipts")

    async def _read_receipts(self) -> None:
        if self.store is not None:
            receipts = await asyncio.to_thread(self.store.receipts, RECEIPTS_SHOWN)
            self.post(messages.ReceiptsRead(receipts))

    # Requests of earlier whose answer never came

    def read_journal(self) -> None:
        self.run(self._read_journal(), "journal")

    async def _read_journal(self) -> None:
        client = self.client
        rows = [row for row in await client.unresolved() if not row.stale]
        self.post(messages.JournalRead(len(rows)))

    def resume_journal(self) -> None:
        self.run(self._resume_journal(), "journal")

    async def _resume_journal(self) -> None:
        from shortlist.desk.erasure import Theirs
        from shortlist.desk.left_out import LeftOut
        from shortlist.desk.replayed_answers import keep_replayed_answer, refusal_of_replay

        client, store = self._client, self.store
        assert client is not None
        outcomes: dict[str, int] = {}
        trouble: Trouble | None = None
        try:
            theirs = Theirs(self.left_out.read() or LeftOut())
            async for resumed in client.resume(why_not=refusal_of_replay(theirs)):
                outcomes[resumed.outcome] = outcomes.get(resumed.outcome, 0) + 1
                if resumed.outcome == "done" and store is not None:
                    keep_replayed_answer(store, resumed.row, resumed.value, theirs)
        except Exception as error:
            trouble = trouble_of(error)
        self.post(messages.JournalResumed(outcomes, trouble))

    # Files

    def rows_for(self, people: Iterable[Person | PersonAt]) -> list[dict[str, Any]]:
        from shortlist.tui.kit.export_rows import rows_for

        return rows_for(people, self.context.state, self.deployment)
