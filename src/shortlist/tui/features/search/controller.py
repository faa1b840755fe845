"""Searches that are kept: saved under a name, run again, and two of them compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from shortlist.contract.limits import people_price
from shortlist.contract.times import parse_time
from shortlist.tui.kit.funds import fund_words, tightest
from shortlist.tui.kit.keys import key_of
from shortlist.tui.kit.query.kept import (
    Answer,
    KeptSearch,
    asked_of,
    body_of,
    count_of,
    key_of_answer,
    response_of,
    type_of,
)
from shortlist.tui.kit.query.question import Question
from shortlist.tui.kit.query.syntax import Unreadable, read, whole, write
from shortlist.tui.kit.words import count, credits, plain
from shortlist.tui.live.contacts import new_key
from shortlist.tui.live.troubles import trouble_line

if TYPE_CHECKING:
    from textual.app import App

    from shortlist.contract.person import Person
    from shortlist.desk.store import Store
    from shortlist.tui.features.search.screen import SearchScreen
    from shortlist.tui.live.messages import SearchAnswered
    from shortlist.tui.live.state import AppState
    from shortlist.tui.live.tracker import Tracker

    class _Base(App[None]):
        state: AppState
        tracker: Tracker
        first_search: Question

        def action_go(self, mode: str) -> None: ...
        def tell(self, *topics: str) -> None: ...
        def say(self, text: str, severity: Any = "information") -> None: ...
else:
    _Base = object

_PAST_SHOWN = 200
RECENT_PEOPLE = 30


class SearchActs(_Base):
    """Mixed into the app."""

    past_queries: list[str]
    recent_people: list[Person]
    _answers: dict[str, Answer]
    _comparing: tuple[Question, Question] | None = None

    # The past

    def note_query(self, asked: Question) -> None:
        """Remember a search for completion and for the list of searches, newest first."""
        line = asked.typed.strip()
        if line in self.past_queries:
            self.past_queries.remove(line)
        self.past_queries.insert(0, line)
        del self.past_queries[_PAST_SHOWN:]
        self.tracker.keep(
            lambda store: store.remember_query(line, type=asked.type, count=asked.count)
        )

    def recall_searches(self) -> None:
        """Take over what this machine remembers of this account: lines, values, people."""
        from shortlist.contract.person import Person
        from shortlist.tui.kit.query.vocabulary import Vocabulary

        store = self.tracker.store
        if store is None:
            return
        self.past_queries[:] = store.queries(_PAST_SHOWN)
        self.state.search.seen = Vocabulary(store.recall("seen"))
        self.recent_people[:] = []
        for wire in store.recall("people", []):
            if isinstance(wire, dict) and wire.get("person_id"):
                self.recent_people.append(Person.model_validate(wire))

    def note_person(self, person: Person) -> None:
        """Put a person first among those of late, for the palette."""
        rest = [p for p in self.recent_people if p.person_id != person.person_id]
        self.recent_people[:] = [person, *rest][:RECENT_PEOPLE]
        wires = [p.model_dump(mode="json") for p in self.recent_people]
        self.tracker.keep(lambda store: store.remember("people", wires))

    def note_answer(self, event: SearchAnswered) -> None:
        """Keep who was found, and the values to complete from; open a comparison that waits."""
        if event.answer is None:
            if event.trouble is not None and self._awaits(event.asked):
                self._comparing = None
                self.say(f"They cannot be compared. {trouble_line(event.trouble)}", "error")
            return
        people = [result.person for result in event.answer.data.results]
        self.state.search.seen.take(event.answer)
        self._answers[whole(event.asked)] = Answer(event.asked, people)
        wire = event.answer.to_wire()

        def keep(store: Store) -> None:
            store.remember("seen", self.state.search.seen.kept())
            store.keep_answer(key_of_answer(event.asked), wire)

        self.tracker.keep(keep)
        if self._awaits(event.asked):
            self._compare_when_known()

    def _awaits(self, asked: Question) -> bool:
        return self._comparing is not None and whole(asked) in map(whole, self._comparing)

    # Saved under a name

    def saved_searches(self) -> list[KeptSearch]:
        store = self.tracker.store
        saved = store.saved_searches() if store is not None else {}
        read_ = ((name, asked_of(body, self.first_search)) for name, body in saved.items())
        return [KeptSearch(name, asked) for name, asked in read_ if asked is not None]

    def past_searches(self) -> list[KeptSearch]:
        store = self.tracker.store
        found = []
        for past in store.searches(_PAST_SHOWN) if store is not None else ():
            given = Question(
                type=type_of(past.get("type"), self.first_search.type),
                count=count_of(past.get("count"), self.first_search.count),
            )
            try:
                found.append(KeptSearch("", read(past["text"], given), past["at"]))
            except Unreadable:
                continue
        return found

    def ask_save(self, asked: Question) -> None:
        """Keep a search under a name that is asked for."""
        from shortlist.tui.kit.dialogs.name import NamePrompt

        if self.tracker.store is None:
            self.say("Nothing can be kept until the service is ready.")
            return
        if not (asked.query or asked.filters):
            self.say("Type a search first; then it can be saved.")
            return
        taken = {kept.name for kept in self.saved_searches()}

        def named(name: str | None) -> None:
            store = self.tracker.store
            if name and store is not None:
                store.save_search(name, body_of(asked))
                key = key_of(self.screen, "look.searches") or "The palette"
                self.say(f"Saved as {plain(name, 60)}. {key} lists the saved searches.")

        line = whole(asked)
        self.push_screen(
            NamePrompt("Save this search", line, "Save", write(asked)[:60], taken), named
        )

    def open_searches(self) -> None:
        """The list of saved and past searches."""
        from shortlist.tui.features.search.kept_searches import Searches

        if self.tracker.store is None:
            self.say("What is kept on this machine can be read when the service is ready.")
            return
        self.push_screen(Searches())

    def run_line(self) -> None:
        """Search for what stands in the line of the Search screen."""
        self.action_go("search")

        def run() -> None:
            screen: SearchScreen = self.screen_stack[0]  # type: ignore[assignment]
            screen.search(screen.line.value)

        self.call_after_refresh(run)

    def run_kept(self, asked: Question, *, run: bool = True) -> None:
        """Put a search into the line of the Search screen, and run it."""
        self.action_go("search")

        def put() -> None:
            screen: SearchScreen = self.screen_stack[0]  # type: ignore[assignment]
            screen.put(asked, run=run)
            if not run:
                screen.line.begin()

        self.call_after_refresh(put)

    def show_kept(self, asked: Question) -> bool:
        """Show who the very same search found before, as it is kept on this machine: that is free,
        and needs no service. False where nothing is kept, or its answer is awaited now."""
        work, store = self.state.search, self.tracker.store
        if store is None or (work.asked == asked and (work.running or work.trouble is not None)):
            return False
        kept = store.answer(key_of_answer(asked))
        if kept is None:
            return False
        work.generation += 1
        work.asked = work.answered = asked
        work.answer, work.kept_at = response_of(kept), parse_time(kept["at"])
        work.running = work.waiting = False
        work.trouble, work.key = None, ""
        echo = work.answer.data.request
        if echo is not None and echo.synthetic is not None:
            self.state.synthetic = bool(echo.synthetic)
        self.tell("search")
        return True

    # Two of them compared

    def known_answer(self, asked: Question) -> Answer | None:
        """Who a search found when it was last run, without those who are left out since."""
        store = self.tracker.store
        answer = self._answers.get(whole(asked))
        if answer is None and store is not None:
            kept = store.answer(key_of_answer(asked))
            if kept is not None:
                people = [result.person for result in response_of(kept).data.results]
                answer = Answer(asked, people, str(kept["at"]))
        if answer is not None and store is not None:
            people = store.left_out().without(answer.people)
            answer = Answer(answer.asked, people, answer.at)
        return answer

    def compare(self, first: Question, second: Question, *, anew: bool = False) -> None:
        """Compare who two searches find; what is not known is asked for, at a price told first."""
        from textual.content import Content

        from shortlist.tui.kit.dialogs.confirm import Confirm

        missing = [a for a in (first, second) if anew or self.known_answer(a) is None]
        self._comparing = (first, second)
        if not missing:
            self._compare_when_known()
            return
        if not self.tracker.ready:
            self.say("The service is not ready yet.")
            return
        cost = sum(people_price(asked.count) for asked in missing)
        content = Content.assemble(
            *(f"  {plain(whole(asked), 200)}\n" for asked in missing),
            (f"\nup to {credits(cost)}; none where nobody is found. ", "bold"),
            (fund_words(tightest(self.state)), "$quiet-text"),
        )

        def decided(yes: bool | None) -> None:
            if not yes:
                self._comparing = None
                return
            for asked in missing:
                self._answers.pop(whole(asked), None)
            self._run_for_comparison(missing)

        words = f"Run {count(len(missing), 'search', 'searches')} to compare"
        label = f"Run · up to {credits(cost)}"
        self.push_screen(Confirm(words, content, label, "Leave"), decided)

    def _run_for_comparison(self, missing: Iterable[Question]) -> None:
        self._anew = {whole(asked) for asked in missing}
        for asked in missing:
            # Generation -1 is none of the screen's: the answer goes to the comparison alone.
            self.tracker.search(-1, asked, new_key())
        self.say("Searching…")

    _anew: set[str] = set()  # noqa: RUF012

    def _compare_when_known(self) -> None:
        from shortlist.tui.features.search.comparison import Comparison

        if self._comparing is None:
            return
        self._anew = {key for key in self._anew if key not in self._answers}
        answers = [self.known_answer(asked) for asked in self._comparing]
        if self._anew or answers[0] is None or answers[1] is None:
            return
        self._comparing = None
        if isinstance(self.screen, Comparison):
            self.pop_screen()
        self.push_screen(Comparison(answers[0], answers[1]))
