"""The controller of searches: run, kept under a name, run again, and two of them compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shortlist.contract.limits import people_price
from shortlist.contract.times import parse_time
from shortlist.desk.seen_values import SEEN
from shortlist.tui.kit.funds import fund_words, tightest
from shortlist.tui.kit.keys import key_of
from shortlist.tui.kit.query.facet_book import FacetAsked, OfferedValues, seen_values
from shortlist.tui.kit.query.kept_search import (
    KeptSearch,
    SearchAnswer,
    asked_of,
    body_of,
    count_of,
    key_of_answer,
    response_of,
    type_of,
)
from shortlist.tui.kit.query.question import Question
from shortlist.tui.kit.query.syntax import Unreadable, read_query, whole, write_query
from shortlist.tui.kit.query.vocabulary import Vocabulary
from shortlist.tui.kit.words import count, credits, plain
from shortlist.tui.live import messages
from shortlist.tui.live.context import Controller
from shortlist.tui.live.enrichment import new_key
from shortlist.tui.live.reach import UNREACHED
from shortlist.tui.live.troubles import is_spent, trouble_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from shortlist.desk.store import Store
    from shortlist.tui.features.search.screen import SearchScreen
    from shortlist.tui.live.context import AppContext

_PAST_SHOWN = 200


class SearchController(Controller):
    """The question at hand and the searches that are kept."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        settings = context.settings
        self.first_question = Question(
            type=settings.search_type if settings else "auto",
            count=settings.search_results if settings else 25,
        )

    def note_query(self, asked: Question) -> None:
        """Have a line first among those that are gone back to, newest first."""
        line = asked.typed.strip()
        rest = [earlier for earlier in self.state.search.past if earlier != line]
        self.state.search.past = [line, *rest][:_PAST_SHOWN]

    def _remember(self, asked: Question) -> None:
        """Keep what is asked of the service now, and when. What opens as it was kept keeps the
        date of its answer."""
        self.note_query(asked)
        line = asked.typed.strip()
        self.tracker.ledger.keep(
            lambda store: store.remember_query(line, type=asked.type, count=asked.count)
        )

    def recall(self) -> None:
        store, work = self.tracker.store, self.state.search
        if store is None:
            return
        if work.may_be_kept and work.waiting and work.asked is not None:
            # Asked before this machine's file was open: what it has of it costs nothing.
            work.may_be_kept = work.running = False
            work.running = not self.show_kept(work.asked)
        self.state.search.past = store.queries(_PAST_SHOWN)
        self.state.search.seen = Vocabulary(store.recall(SEEN))

    def changed_elsewhere(self) -> None:
        self.recall()

    def _note_answer(self, event: messages.SearchAnswered) -> None:
        """Keep who was found, and the values to complete from; open a comparison that waits."""
        if event.answer is None:
            if event.trouble is not None and self._awaits(event.asked):
                self.state.search.comparing = None
                self.say(f"They cannot be compared. {trouble_line(event.trouble)}", "error")
            return
        people = [result.person for result in event.answer.data.results]
        self.state.search.seen.take(event.answer)
        self.state.search.answers[whole(event.asked)] = SearchAnswer(event.asked, people)
        wire = event.answer.to_wire()

        def keep(store: Store) -> None:
            store.remember(SEEN, self.state.search.seen.kept())
            store.keep_answer(key_of_answer(event.asked), wire)

        self.tracker.ledger.keep(keep)
        if self._awaits(event.asked):
            self._compare_when_known()

    def _awaits(self, asked: Question) -> bool:
        return whole(asked) in map(whole, self.state.search.comparing or ())

    def listed(self, name: str, begins: str, filters: Mapping[str, str]) -> OfferedValues:
        """What `name` can be given that begins so, among whom the other filters find: as the
        service lists it, asked for where that is not known yet; else as answers held it."""
        work, asked = self.state.search, FacetAsked.of(name, begins, filters)
        told = work.facets.find(asked)
        if told is not None:
            return OfferedValues(told, counted=True)
        if asked in work.facets.failed or not self.tracker.facets.can_ask:
            return seen_values(work.seen, asked)
        self.tracker.facets.ask(asked)
        before = work.facets.last_before(asked)
        if before is not None:
            return OfferedValues(before, counted=True, asking=True)
        return seen_values(work.seen, asked, asking=True)

    def forget_facets(self) -> None:
        """Have what filters can be given listed anew."""
        self.state.search.facets.forget()

    def on_facet_read(self, event: messages.FacetRead) -> None:
        if event.facet is not None:
            self.state.search.facets.note(event.asked, event.facet)
        else:
            why = event.trouble.code if event.trouble is not None else ""
            self.state.search.facets.note_failed(event.asked, why)
        self.tell("facets")

    def saved_searches(self) -> list[KeptSearch]:
        store = self.tracker.store
        saved = store.saved_searches() if store is not None else {}
        read_ = ((name, asked_of(body, self.first_question)) for name, body in saved.items())
        return [KeptSearch(name, asked) for name, asked in read_ if asked is not None]

    def past_searches(self) -> list[KeptSearch]:
        store = self.tracker.store
        found = []
        for past in store.searches(_PAST_SHOWN) if store is not None else ():
            given = Question(
                type=type_of(past.get("type"), self.first_question.type),
                count=count_of(past.get("count"), self.first_question.count),
            )
            try:
                found.append(KeptSearch("", read_query(past["text"], given), past["at"]))
            except Unreadable:
                continue
        return found

    def ask_save(self, asked: Question) -> None:
        """Keep a search under a name that is asked for."""
        from shortlist.tui.kit.dialogs.prompts import NamePrompt

        if self.open_store() is None:
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
        self.show(
            NamePrompt("Save this search", line, "Save", write_query(asked)[:60], taken), named
        )

    def open_searches(self) -> None:
        """The list of saved and past searches."""
        from shortlist.tui.features.search.kept_searches import Searches

        if self.open_store() is not None:
            self.show(Searches())

    @property
    def in_line(self) -> Question | None:
        """The search that stands in the line of the Search screen, where that is in view."""
        asked = getattr(self.context.screens()[0], "asked", None)
        return asked if isinstance(asked, Question) else None

    def run_line(self) -> None:
        """Search for what stands in the line of the Search screen."""
        self.go("search")

        def run() -> None:
            screen: SearchScreen = self.context.screens()[0]  # type: ignore[assignment]
            screen.search(screen.line.value)

        self.context.after_refresh(run)

    def run_kept(self, asked: Question, *, run: bool = True) -> None:
        """Put a search into the line of the Search screen, and run it."""
        self.go("search")

        def put() -> None:
            screen: SearchScreen = self.context.screens()[0]  # type: ignore[assignment]
            screen.put(asked, run=run)
            if not run:
                screen.line.begin()

        self.context.after_refresh(put)

    def find(self, asked: Question) -> None:
        """Show who a search found before, where this machine kept that; else run it."""
        if not self.show_kept(asked):
            self.start_search(asked)
            self.state.search.may_be_kept = self.tracker.store is None

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

    def why_found(self, person_id: str) -> dict[str, Any] | None:
        """Why the search at hand found somebody, to be kept with them: the question, when, and each
        part of it. `None` where it did not."""
        from shortlist.contract.times import format_time
        from shortlist.tui.features.search.match_reasons import kept_parts

        work = self.state.search
        found = next((r for r in work.results if r.person.person_id == person_id), None)
        if found is None or work.answer is None or work.answered is None:
            return None
        echo = work.answer.data.request
        at = format_time(work.kept_at or self.context.clock())
        query = work.answered.typed or work.answered.query
        parts = kept_parts(found, echo.plan if echo is not None else None)
        return {"query": query, "at": at, "parts": parts}

    def known_answer(self, asked: Question) -> SearchAnswer | None:
        """Who a search found when it was last run, without those who are left out since."""
        store = self.tracker.store
        answer = self.state.search.answers.get(whole(asked))
        if answer is None and store is not None:
            kept = store.answer(key_of_answer(asked))
            if kept is not None:
                people = [result.person for result in response_of(kept).data.results]
                answer = SearchAnswer(asked, people, str(kept["at"]))
        if answer is not None and store is not None:
            people = store.left_out().without(answer.people)
            answer = SearchAnswer(answer.asked, people, answer.at)
        return answer

    def compare(self, first: Question, second: Question, *, anew: bool = False) -> None:
        """Compare who two searches find; what is not known is asked for, at a price told first."""
        from textual.content import Content

        from shortlist.tui.kit.dialogs.confirm import Confirm

        missing = [a for a in (first, second) if anew or self.known_answer(a) is None]
        self.state.search.comparing = (first, second)
        if not missing:
            self._compare_when_known()
            return
        if not self.tracker.ready:
            self.say("The service is not ready yet.")
            return
        if not self.may_spend():
            return
        cost = sum(people_price(asked.count) for asked in missing)
        content = Content.assemble(
            *(f"  {plain(whole(asked), 200)}\n" for asked in missing),
            (f"\nup to {credits(cost)}; none where nobody is found. ", "bold"),
            (fund_words(tightest(self.state)), "$quiet-text"),
        )

        def decided(yes: bool | None) -> None:
            if not yes:
                self.state.search.comparing = None
                return
            for asked in missing:
                self.state.search.answers.pop(whole(asked), None)
            self._run_for_comparison(missing)

        words = f"Run {count(len(missing), 'search', 'searches')} to compare"
        label = f"Run · up to {credits(cost)}"
        self.show(Confirm(words, content, label, "Leave"), decided)

    def _run_for_comparison(self, missing: Iterable[Question]) -> None:
        self.state.search.awaited = {whole(asked) for asked in missing}
        for asked in missing:
            # Generation -1 is none of the screen's: the answer goes to the comparison alone.
            self.tracker.search(-1, asked, new_key())
        self.say("Searching…")

    def _compare_when_known(self) -> None:
        from shortlist.tui.features.search.comparison import Comparison

        work = self.state.search
        if work.comparing is None:
            return
        work.awaited -= work.answers.keys()
        answers = [self.known_answer(asked) for asked in work.comparing]
        if work.awaited or answers[0] is None or answers[1] is None:
            return
        work.comparing = None
        if isinstance(self.screen, Comparison):
            self.screen.dismiss()
        self.show(Comparison(answers[0], answers[1]))

    def start_search(self, asked: Question) -> None:
        """Run a search; before the service is ready it waits, and runs then."""
        if not self.may_spend():
            return
        work = self.state.search
        work.generation += 1
        if work.asked != asked or is_spent(work.trouble) or not work.key:
            work.key = new_key()
        work.revived = work.may_be_kept = self.state.key_asked = False
        work.asked, work.running, work.trouble = asked, True, None
        work.waiting = not self.tracker.ready
        if self.tracker.ready:
            self._remember(asked)
            self.tracker.search(work.generation, asked, work.key)
        elif self.state.link.stage == "failed":
            self.tracker.open()
        self.tell("search")

    def on_search_answered(self, event: messages.SearchAnswered) -> None:
        self._note_answer(event)
        work = self.state.search
        if event.generation != work.generation:
            return
        work.running, work.trouble = False, event.trouble
        if event.answer is not None:
            work.answer, work.answered, work.kept_at = event.answer, event.asked, None
            echo = event.answer.data.request
            if echo is not None and echo.synthetic is not None:
                self.state.synthetic = bool(echo.synthetic)
        self.tell("search", "credits")

    def _revive(self) -> None:
        """Run a search whose answer was lost, once, under its own key."""
        search = self.state.search
        lost = search.trouble is not None and search.trouble.code in UNREACHED
        if search.asked is not None and lost and not search.revived:
            self.start_search(search.asked)
            search.revived = True

    def ready(self) -> None:
        search = self.state.search
        if search.asked is not None and search.waiting:
            self.start_search(search.asked)
        else:
            self._revive()

    def reached_again(self) -> None:
        self._revive()

    def ask_what_was_refused(self) -> None:
        """Run the search again whose key was refused: there is another one now."""
        search = self.state.search
        if search.trouble is not None and search.asked is not None:
            self.start_search(search.asked)

    def rate_limit_ended(self) -> None:
        self._run_refused(("rate_limited",))

    def fill(self, codes: Sequence[str]) -> bool:
        # One whose answer was lost is asked for once alone, by `reached_again`.
        if codes != UNREACHED:
            self._run_refused(codes)
        return False

    def _run_refused(self, codes: Sequence[str]) -> None:
        """Run the search again that was refused for one of these reasons: nothing was charged."""
        search = self.state.search
        refused = search.trouble is not None and search.trouble.code in codes
        if refused and search.asked is not None:
            self.start_search(search.asked)

    def question_at_hand(self) -> Question | None:
        """What stands in the line of the Search screen, where that is in view, else the last."""
        asked: Question | None = getattr(self.context.screens()[0], "asked", None)
        return asked or self.state.search.asked
