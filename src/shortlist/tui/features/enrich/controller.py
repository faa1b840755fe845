"""The controller of enrichment: who is on the list, what it costs at most, what was answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from shortlist.contract.limits import ENRICH_FIELDS
from shortlist.tui.features.enrich.forecast import (
    begin_run,
    count_answer,
    found_before,
    stopped_words,
)
from shortlist.tui.kit.funds import fund_words, tightest
from shortlist.tui.kit.words import count, credits, people
from shortlist.tui.live import messages
from shortlist.tui.live.context import Controller
from shortlist.tui.live.enrichment import (
    charged_words,
    fields_words,
    is_left_out,
    limit_to_cap,
    most_cost,
    note_asking,
    note_known,
    note_lost,
    requests_of,
    subject_of,
    take_lost,
    take_over_answer,
    tally,
    unknown_outcomes,
    what_to_ask,
)
from shortlist.tui.live.reach import UNREACHED
from shortlist.tui.live.state import FieldWork

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from textual.content import Content

    from shortlist.contract.person import Person
    from shortlist.desk.store import Store
    from shortlist.tui.live.state import Subject


class EnrichController(Controller):
    """Contact details: each asked for once, and paid once."""

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

    def add_subjects(self, subjects: Iterable[Subject]) -> None:
        """Put subjects on the Enrich screen, with what this machine has resolved before."""
        work, store = self.state.enrich, self.tracker.store
        asked = list(subjects)
        self.tracker.left_out.read()
        allowed = [s for s in asked if not is_left_out(s, self.state.left_out)]
        if len(allowed) < len(asked):
            self.say(
                f"{people(len(asked) - len(allowed))} left out on this machine: not asked for."
            )
        new = {s.key: s for s in allowed if s.key not in work.subjects}
        if store is not None:
            self._note_kept(new, store)
        work.subjects.update(new)

    def _note_kept(self, subjects: Mapping[str, Subject], store: Store) -> None:
        note_known(subjects, store.contacts(list(subjects)))
        note_asking(subjects, store, self.context.clock().timestamp())

    def recall(self) -> None:
        """Who was put here before this machine's file was open may have been resolved before."""
        if (store := self.tracker.store) is not None:
            self._note_kept(self.state.enrich.subjects, store)

    def ask_enrichment(self, *, retry: bool = False) -> None:
        """Say what it costs at most, and ask before anything is spent."""
        if not self.may_spend():
            return
        from textual.content import Content

        from shortlist.tui.kit.dialogs.confirm import Confirm

        work = self.state.enrich
        wished = what_to_ask(work, retry=retry, left_out=self.state.left_out)
        asked, waiting = limit_to_cap(work, wished)
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
            self._found_before(asked),
            (fund_words(tightest(self.state)), "$quiet-text"),
            (_cap_words(work.cap, waiting), "$quiet-text"),
        )

        def decided(yes: bool | None) -> None:
            if yes:
                self.start_enrichment(retry=retry)

        verb = "Ask again" if retry else "Resolve"
        label = f"{verb} · up to {credits(cost)}"
        self.show(Confirm("Resolve contact details", content, label, "Leave"), decided)

    def _found_before(self, asked: Mapping[str, Sequence[str]]) -> Content | str:
        """What is known of how often these fields are found, and what they will likely cost."""
        store = self.tracker.store
        if store is None:
            return ""
        return found_before(store, asked, map(self.state.enrich.subjects.__getitem__, asked))

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
        self.tracker.left_out.read()
        wished = what_to_ask(work, retry=retry, left_out=self.state.left_out)
        asked, _ = limit_to_cap(work, wished)
        if not work.running:
            begin_run(work, self.tracker.store, ENRICH_FIELDS)
        work.trouble, self.state.key_asked = None, False
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
        label = "The most credits that this list may cost; empty for no cap"
        refusal = "A cap is a whole number of credits, or nothing for none."
        self._ask_number("Cap", label, "cap", 999_999_999, refusal)

    def ask_floor(self) -> None:
        """Under which share of people found the rest is not asked for."""
        label = "At least so many found in 100, judged after 20; empty for no end"
        refusal = "It is a number from 0 to 100, or nothing for no end."
        self._ask_number("Stop where too little is found", label, "floor", 100, refusal)

    def _ask_number(
        self, title: str, label: str, name: Literal["cap", "floor"], most: int, refusal: str
    ) -> None:
        """Ask for a whole number, at most `most`, or for none."""
        from shortlist.tui.kit.dialogs.prompts import LinePrompt

        work = self.state.enrich

        def given(text: str | None) -> None:
            if text is None:
                return
            if text and not (text.isascii() and text.isdigit() and int(text) <= most):
                self.say(refusal, "warning")
                return
            setattr(work, name, int(text) if text else None)
            self.tell("enrich")

        now: int | None = getattr(work, name)
        text = "" if now is None else str(now)
        self.show(LinePrompt(title, label, text, longest=len(str(most))), given)

    def on_fields_resolved(self, event: messages.FieldsResolved) -> None:
        work = self.state.enrich
        work.running = max(0, work.running - 1)
        take_over_answer(work, event)
        if event.answer is not None and count_answer(work, event.answer):
            self.tracker.stop_enriching()
        if event.trouble and event.trouble.code in UNREACHED:
            note_lost(work, event)
        if event.trouble and event.trouble.code != "upstream_unavailable":
            work.trouble = event.trouble
        if not work.running:
            failed = tally(work).get("failed", 0)
            ended = f"has ended, with {count(failed, 'field')} failed" if failed else "is done"
            told = f"Enrichment {ended}: {charged_words(work)} so far."
            if unknown := unknown_outcomes(work):
                told = (
                    f"Enrichment has ended; what became of {count(unknown, 'field')}, and whether "
                    "that was charged, is not known. Asked again, it is paid once."
                )
            if work.stopped:
                left = people(len(what_to_ask(work, left_out=self.state.left_out)))
                told = f"{stopped_words(work)}. {left} not asked about; {charged_words(work)}."
            if work.lost:
                told = (
                    f"{count(failed, 'field')} got no answer. They are asked for again when the "
                    "service is back, and paid once."
                )
            self.say(told, "warning" if failed or work.stopped else "information")
            self.context.tell_end(told)
            self.tracker.read_usage()
        self.tell("enrich")

    def ready(self) -> None:
        self._ask_again()

    def reached_again(self) -> None:
        self._ask_again()

    def _ask_again(self) -> None:
        """Ask again, once, for what was agreed to and got no answer, under the same keys."""
        work = self.state.enrich
        again = take_lost(work)
        for subject, fields in again:
            for name in fields:
                subject.fields[name] = FieldWork("asking")
            work.running += 1
            self.tracker.enrich(subject, fields)
        if again:
            work.trouble = None
            fields_ = count(sum(len(fields) for _, fields in again), "field")
            self.say(f"The service is back: {fields_} asked for again, and paid once.")
            self.tell("enrich")


def _cap_words(cap: int | None, waiting: int) -> str:
    if cap is None:
        return ""
    wait = "waits" if waiting == 1 else "wait"
    rest = f" {count(waiting, 'field')} beyond it {wait}." if waiting else ""
    return f" Cap: {credits(cap)}.{rest}"
