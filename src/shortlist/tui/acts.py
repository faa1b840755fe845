"""What a person asks of the app on any screen: a new Set, enrichment, an export, a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shortlist.tui.contacts import key_for, plan, subject_of, to_retry
from shortlist.tui.query import as_sentence
from shortlist.tui.state import FieldWork

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from textual.app import App

    from shortlist.contract.person import Person
    from shortlist.desk.config import Settings
    from shortlist.tui.screens.room import Room
    from shortlist.tui.state import AppState, Subject
    from shortlist.tui.tracker import Tracker

    class _Base(App[None]):
        state: AppState
        tracker: Tracker
        settings: Settings | None

        def tell(self, *topics: str) -> None: ...
        def say(self, text: str, severity: Any = "information") -> None: ...
else:
    _Base = object


class Acts(_Base):
    """Mixed into the app."""

    past_queries: list[str]

    def note_query(self, line: str) -> None:
        """Remember a query for completion, newest first."""
        line = line.strip()
        if line in self.past_queries:
            self.past_queries.remove(line)
        self.past_queries.insert(0, line)
        del self.past_queries[200:]

    # Sets

    def new_set(self) -> None:
        """Open the builder, with the query at hand."""
        from shortlist.tui.dialogs.new_set import NewSet, Wish
        from shortlist.tui.screens.search import SearchScreen

        base = self.screen_stack[0]
        asked = base.asked if isinstance(base, SearchScreen) else self.state.search.asked
        query = as_sentence(asked) if asked is not None else ""
        count = self.settings.set_count if self.settings else 25

        def decided(wish: Wish | None) -> None:
            if wish is not None:
                self.tracker.create_set(wish.query, wish.count, wish.criteria, wish.budget)
                self.state.sets.creating = True
                self.action_go("sets")  # type: ignore[attr-defined]
                self.tell("sets")

        self.push_screen(NewSet(query, count), decided)

    # Enrichment

    def bring_to_enrich(self, people: Iterable[Person]) -> None:
        """Put people on the Enrich screen; what is known of them stays known."""
        work = self.state.enrich
        for person in people:
            if person.person_id not in work.subjects:
                work.subjects[person.person_id] = self.with_known(subject_of(person))

    def with_known(self, subject: Subject) -> Subject:
        """The subject with what this machine knows already."""
        return subject

    def start_enrichment(self, *, retry: bool = False) -> int:
        """Ask for what is wanted and not settled; with `retry`, for what was unavailable.

        Returns how many requests left.
        """
        work = self.state.enrich
        asked = plan(work)
        if retry:
            asked = {key: to_retry(s) for key, s in work.subjects.items()}
            asked = {key: fields for key, fields in asked.items() if fields}
        work.trouble = None
        for key, fields in asked.items():
            subject = work.subjects[key]
            key_for(subject, fields)
            for name in fields:
                subject.fields[name] = FieldWork("asking")
            work.running += 1
            self.tracker.enrich(subject, fields)
        self.tell("enrich")
        return len(asked)

    # A person's page

    def show_person(self, person: Person) -> None:
        from shortlist.tui.dialogs.person import PersonPage

        self.push_screen(PersonPage(person))

    # Files

    def export_people(self, room: Room) -> None:
        """Ask where, in which format and how many; then write."""
        from shortlist.tui.dialogs.export import Export, ExportOrder
        from shortlist.tui.exporting import rows_for, write_rows

        chosen = list(self.state.selection)
        shown = list(room.people_here())
        if not chosen and not shown:
            self.say("There is nobody here to write. Search, or open a Set, first.")
            return

        def decided(order: ExportOrder | None) -> None:
            if order is None:
                return
            people = chosen if order.selection else shown
            rows = rows_for(people, self.state)
            self.tracker.write_file(str(order.path), lambda: write_rows(order.path, rows))

        self.push_screen(Export(len(chosen), len(shown), self.export_folder), decided)

    export_folder: Path
