"""Research of one person as a durable job.

The second piece reads, and commits what it found in one transaction that moves only a run which
has not ended: attempted twice, after a crash or by a process that was frozen, it counts once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Engine

from shortlist.service.clock import moment, now_ms
from shortlist.service.db.engine import AWAY, reading, writing
from shortlist.service.errors import NotReady
from shortlist.service.identity import others_of, people_of
from shortlist.service.index.port import IndexTimeout, IndexUnavailable, PeopleIndex, Record
from shortlist.service.index.store import suppressed_ids
from shortlist.service.person import repository
from shortlist.service.person.dossier import Findings, compose
from shortlist.service.person.doubt import nobody, several, too_little
from shortlist.service.person.proof import PIECES_NEEDED, evidence_of
from shortlist.service.person.repository import (
    COMPLETED,
    FAILED,
    QUEUED,
    RUNNING,
    UNFINISHED,
)
from shortlist.service.person.service import ResearchOutcome, finish_run
from shortlist.service.web.pages import Page, WebPages, WebUnavailable

PERSON_WORK = "person"
"""The name of this kind of durable work."""


class PersonJob:
    """Runs the research of persons (interface, section 4.4)."""

    transient: tuple[type[Exception], ...] = (IndexUnavailable, IndexTimeout, *AWAY)
    awaited: tuple[type[Exception], ...] = (NotReady,)

    def __init__(self, engine: Engine, index: PeopleIndex, web: WebPages | None = None) -> None:
        self._engine = engine
        self._index = index
        self._web = web

    def unfinished(self, created_before: int) -> Sequence[str]:
        with reading(self._engine) as connection:
            return repository.unfinished_runs(connection, created_before)

    def advance(self, id: str) -> bool:
        with reading(self._engine) as connection:
            run = repository.get_run(connection, id)
        if run is None or run.status not in UNFINISHED:
            return False
        if run.status == QUEUED:
            with writing(self._engine) as connection:
                repository.move_run(connection, id, (QUEUED,), {"status": RUNNING})
            return True
        found = self._research(run.identifier)
        with writing(self._engine) as connection:
            if found.dossier and suppressed_ids(connection, [found.dossier.person_id]):
                # Asked to be left out while others were asked about them.
                found = ResearchOutcome(None, nobody(run.identifier))
            finish_run(connection, id, COMPLETED, now_ms(), found=found)
        return False

    def fail(self, id: str, error: Exception | None) -> None:  # noqa: ARG002
        with writing(self._engine) as connection:
            finish_run(connection, id, FAILED, now_ms())

    def _research(self, anchor: Mapping[str, str]) -> ResearchOutcome:
        people = people_of(self._index, anchor)
        if not people:
            return ResearchOutcome(None, nobody(anchor))
        if len(people) > 1:
            return ResearchOutcome(None, several(people))
        record = people[0]
        pages, web_asked = self._pages(record)
        evidence = evidence_of(
            record, anchor, page_shared=self._page_is_shared(record), pages=pages
        )
        doubt = too_little(record, anchor, evidence) if len(evidence) < PIECES_NEEDED else None
        if not evidence:
            return ResearchOutcome(None, doubt)
        with reading(self._engine) as connection:
            synthetic = repository.is_synthetic(connection, str(record.get("dataset")))
        others = others_of(self._index, record)
        findings = Findings(record, others, evidence, pages, web_asked, synthetic, moment(now_ms()))
        return ResearchOutcome(compose(findings), doubt, tuple(other["id"] for other in others))

    def _page_is_shared(self, record: Record) -> bool:
        url = record.get("profile_url")
        return bool(url) and len(self._index.find_by_anchor("profile", str(url))) > 1

    def _pages(self, record: Record) -> tuple[list[Page], bool]:
        """Pages of the web that name this person, and whether it could be asked."""
        if self._web is None:
            return [], True
        name, company = str(record.get("name") or ""), str(record.get("company") or "")
        try:
            pages = self._web.pages(f'"{name}" {company}'.strip())
        except WebUnavailable:
            return [], False
        left_out = self._index.suppressed("profile_url", [page.found_at for page in pages])
        return [page for page in pages if page.names(name) and page.found_at not in left_out], True
