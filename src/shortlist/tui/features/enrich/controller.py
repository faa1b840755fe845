"""What a person asks of the app on any screen: a new Set, enrichment, an export, a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shortlist.tui.kit.funds import fund_words, tightest
from shortlist.tui.kit.query.syntax import as_sentence
from shortlist.tui.kit.words import count, credits, people
from shortlist.tui.live.contacts import (
    fields_words,
    is_left_out,
    most_cost,
    new_key,
    note_asking,
    note_known,
    requests_of,
    subject_of,
    what_to_ask,
    within_cap,
)
from shortlist.tui.live.state import FieldWork
from shortlist.tui.live.troubles import is_spent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from textual.app import App

    from shortlist.contract.person import Person
    from shortlist.desk.config import Settings
    from shortlist.tui.features.sets.builder import SetDraft
    from shortlist.tui.kit.query.question import Question
    from shortlist.tui.live.state import AppState, Subject, Trouble
    from shortlist.tui.live.tracker import Tracker

    class _Base(App[None]):
        state: AppState
        tracker: Tracker
        settings: Settings | None
        clock: Callable[[], datetime]
        masks: bool

        def tell(self, *topics: str) -> None: ...
        def action_go(self, mode: str) -> None: ...
        def note_person(self, person: Person) -> None: ...
        def start_search(self, asked: Question) -> None: ...
        def note_purpose(self, set_id: str, text: str) -> None: ...
        def say(self, text: str, severity: Any = "information") -> None: ...
else:
    _Base = object


class Acts(_Base):
    """Mixed into the app."""

    _wish: SetDraft | None = None
    _key_asked = False

    def ask_for_key(self, trouble: Trouble) -> None:
        """One prompt for another key, however many requests were refused. Where none was given,
        the next comes with what a person asks for that has to be paid."""
        from shortlist.tui.features.usage.key_prompt import KeyPrompt

        if self._key_asked or isinstance(self.screen, KeyPrompt):
            return
        self._key_asked = True

        def given(key: str | None) -> None:
            if key is None:
                return
            self._key_asked = False
            self.tracker.use_key(key)
            self.tracker.read_usage()
            self.tracker.list_sets()
            search = self.state.search
            if search.trouble is not None and search.asked is not None:
                self.start_search(search.asked)

        self.push_screen(KeyPrompt(trouble, self.state.link.profile), given)

    # Sets

    def new_set(self, wish: SetDraft | None = None, trouble: Trouble | None = None) -> None:
        """Open the builder: with the query at hand, or with a wish that was refused."""
        from shortlist.tui.features.search.screen import SearchScreen
        from shortlist.tui.features.sets.builder import NewSet, SetDraft

        if wish is None:
            base = self.screen_stack[0]
            asked = base.asked if isinstance(base, SearchScreen) else self.state.search.asked
            query = as_sentence(asked) if asked is not None else ""
            wish = SetDraft(query, self.settings.set_count if self.settings else 25)

        sets = self.state.sets
        again = self._wish if trouble is not None and not is_spent(trouble) else None

        def decided(wish: SetDraft | None) -> None:
            if wish is not None:
                if wish != again:
                    sets.key = new_key()
                self._wish = wish
                sets.creating = sets.waiting = True
                self.start_set()
                self.action_go("sets")
                self.tell("sets")

        self.push_screen(NewSet(wish, trouble), decided)

    def start_set(self) -> None:
        """Make the Set that was decided on: now, or when the service is ready."""
        sets = self.state.sets
        if sets.waiting and self._wish is not None and self.tracker.ready:
            sets.waiting = self._key_asked = False
            self.tracker.create_set(self._wish, sets.key)

    def keep_purpose(self, set_id: str) -> None:
        """The Set was made: what it is for goes with it."""
        if self.tracker.store is not None:
            self.state.purposes = self.tracker.store.purposes()
        elif self._wish is not None and self._wish.purpose:
            self.note_purpose(set_id, self._wish.purpose)

    def set_refused(self, trouble: Trouble) -> None:
        """A Set was not made: the builder again, as it was filled in, with the reason."""
        self.new_set(self._wish, trouble)

    # Enrichment

    def bring_to_enrich(self, persons: Iterable[Person]) -> None:
        """Put people on the Enrich screen; what is known of them stays known."""
        self.add_subjects([subject_of(person) for person in persons])

    def contacts_of(self, person: Person) -> dict[str, FieldWork]:
        """What was resolved of a person, by field: as the list here has it, or as it was kept."""
        subject, store = self.state.enrich.subjects.get(person.person_id), self.tracker.store
        if subject is None:
            subject = subject_of(person)
            if store is not None:
                note_known({subject.key: subject}, store.contacts([subject.key]))
        return subject.fields

    def action_unmask(self) -> None:
        """Show contact values, or mask them again; only where the configuration masks them."""
        if self.settings and self.settings.mask_contacts:
            self.masks = not self.masks
            self.tell("enrich")
        else:
            self.say("Contact values are shown. mask_contacts = true in config.toml masks them.")

    def add_subjects(self, subjects: Iterable[Subject]) -> None:
        """Put subjects on the Enrich screen, with what this machine has resolved before."""
        work, store = self.state.enrich, self.tracker.store
        asked = list(subjects)
        self.tracker.read_left_out()
        allowed = [s for s in asked if not is_left_out(s, self.state.left_out)]
        if len(allowed) < len(asked):
            self.say(
                f"{people(len(asked) - len(allowed))} left out on this machine: not asked for."
            )
        new = {s.key: s for s in allowed if s.key not in work.subjects}
        if store is not None:
            note_known(new, store.contacts(list(new)))
            note_asking(new, store, self.clock().timestamp())
        work.subjects.update(new)

    def ask_enrichment(self, *, retry: bool = False) -> None:
        """Say what it costs at most, and ask before anything is spent."""
        from textual.content import Content

        from shortlist.tui.kit.dialogs.confirm import Confirm

        work = self.state.enrich
        wished = what_to_ask(work, retry=retry, left_out=self.state.left_out)
        asked, waiting = within_cap(work, wished)
        if not asked:
            if waiting:
                self.say(f"The cap of {credits(work.cap)} is reached. b raises it.")
            else:
                self.say("There is nothing to ask for: add people, or choose another field.")
            return
        if not self.tracker.ready:
            self.say("The service is not ready yet.")
            return
        what = fields_words([name for names in asked.values() for name in names])
        cost = sum(most_cost(names) for names in asked.values())
        content = Content.assemble(
            (f"{what[0].upper()}{what[1:]} of {people(len(asked))}", "bold"),
            f", at most {credits(cost)}. Only what is found is charged.\n",
            "What your own import holds is free.\n" if self._has_own_import else "",
            (fund_words(tightest(self.state)), "$quiet-text"),
            (_cap_words(work.cap, waiting), "$quiet-text"),
        )

        def decided(yes: bool | None) -> None:
            if yes:
                self.start_enrichment(retry=retry)

        verb = "Ask again" if retry else "Resolve"
        label = f"{verb} · up to {credits(cost)}"
        self.push_screen(Confirm("Resolve contact details", content, label, "Leave"), decided)

    @property
    def _has_own_import(self) -> bool:
        """Whether the service is this machine's, with people who were imported here."""
        store = self.tracker.store
        return store is not None and store.account == "local" and not self.state.synthetic

    def start_enrichment(self, *, retry: bool = False) -> int:
        """Ask for what is wanted and not settled; with `retry`, for what was unavailable.

        Returns how many requests left.
        """
        work = self.state.enrich
        self.tracker.read_left_out()
        wished = what_to_ask(work, retry=retry, left_out=self.state.left_out)
        asked, _ = within_cap(work, wished)
        work.trouble, self._key_asked = None, False
        for key, fields in asked.items():
            subject = work.subjects[key]
            for name in fields:
                subject.fields[name] = FieldWork("asking")
            for part in requests_of(subject, fields):
                work.running += 1
                self.tracker.enrich(subject, part)
        self.tell("enrich")
        return len(asked)

    def ask_cap(self) -> None:
        """The most that this list may cost."""
        from shortlist.tui.kit.dialogs.line import LinePrompt

        work = self.state.enrich

        def given(text: str | None) -> None:
            if text is None:
                return
            if text and not (text.isascii() and text.isdigit()):
                self.say("A cap is a whole number of credits, or nothing for none.", "warning")
                return
            work.cap = int(text) if text else None
            self.tell("enrich")

        label = "The most credits that this list may cost; empty for no cap"
        text = "" if work.cap is None else str(work.cap)
        self.push_screen(LinePrompt("Cap", label, text, longest=9), given)

    # A person's page

    def show_person(self, person: Person) -> None:
        from shortlist.tui.features.people.person_page import PersonPage

        self.note_person(person)
        self.push_screen(PersonPage(person))


def _cap_words(cap: int | None, waiting: int) -> str:
    if cap is None:
        return ""
    rest = f" {count(waiting, 'field')} beyond it wait." if waiting else ""
    return f" Cap: {credits(cap)}.{rest}"
