"""The dialog that builds a Set: what to look for, what to check, how many, and what it may cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Label, Static

from shortlist.contract.limits import (
    CRITERIA_MAX,
    CRITERION_MAX_CHARS,
    QUERY_MAX_CHARS,
    SET_COUNT_MAX,
)
from shortlist.desk.match_counts import describe_count
from shortlist.desk.pass_counts import PassCounts
from shortlist.tui.features.sets.criteria import Criteria, CriteriaLines
from shortlist.tui.features.sets.suggestions import found_passing, suggested
from shortlist.tui.kit.dialogs.base import Dialog, SpendButton, buttons
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.funds import arithmetic, fits, most
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.terminal.editor import EditorError, as_lines, edit_text, from_lines
from shortlist.tui.kit.words import credits
from shortlist.tui.live.troubles import trouble_content
from shortlist.tui.live.while_typing import CountAsked

if TYPE_CHECKING:
    from textual.timer import Timer

    from shortlist.contract.search import Counted
    from shortlist.contract.sets import PeopleSet
    from shortlist.tui.live.state import Trouble

_LINE_KEYS: Final = (
    *("line.take", "line.add", "line.edit", "line.editor", "line.raise", "line.lower"),
)

_TYPED_SECONDS: Final = 0.3
"""Without a key, after which a query is counted."""


@dataclass(slots=True)
class SetDraft:
    """A Set to be made."""

    query: str
    count: int
    criteria: list[str] = field(default_factory=list)
    budget: int | None = None
    purpose: str = field(default="", compare=False)
    """Kept on this machine; another purpose does not make it another Set."""


def draft_of(the_set: PeopleSet, purpose: str = "") -> SetDraft | None:
    """What a Set asked for and checked, to be made again; `None` where that is not told."""
    search = the_set.newest
    count = (search.count or search.progress.requested) if search is not None else None
    if search is None or not search.query.strip() or not count:
        return None
    criteria = [each.description for each in search.criteria if each.description.strip()]
    of_old = the_set.budget.credits if the_set.budget else None
    budget = None if of_old is None else max(1, int(of_old))
    return SetDraft(search.query, count, criteria[:CRITERIA_MAX], budget, purpose)


class NewSet(Dialog[SetDraft]):
    """Answers the wish, or nothing. Nothing is spent before its button is pressed."""

    AUTO_FOCUS = "#query"
    WIDEST = 80

    def __init__(self, wish: SetDraft, trouble: Trouble | None = None) -> None:
        super().__init__()
        self._wish, self._trouble = wish, trouble
        self._found = PassCounts()
        self._counting = False
        self._typing: Timer | None = None

    def compose(self) -> ComposeResult:
        wish = self._wish
        with self.frame("New Set", "tall"):
            if self._trouble is not None:
                yield Static(trouble_content(self._trouble), markup=False, id="trouble")
            yield Label("Who are you looking for?", classes="label", markup=False)
            yield Field(
                wish.query,
                id="query",
                select_on_focus=False,
                placeholder="engineering leaders in Europe",
            )
            yield Label(classes="label", markup=False, id="criteria-label")
            yield Criteria(wish.criteria, id="criteria")
            yield Static(id="counted", markup=False)
            with Horizontal(classes="row"):
                with Vertical():
                    yield Label(f"How many, 1 to {SET_COUNT_MAX}", classes="label", markup=False)
                    yield Field(str(wish.count), id="count", type="integer", max_length=3)
                with Vertical():
                    yield Label("Budget in credits, if any", classes="label", markup=False)
                    budget = "" if wish.budget is None else str(wish.budget)
                    yield Field(budget, id="budget", type="integer", max_length=7)
            yield Field(
                wish.purpose,
                id="purpose",
                select_on_focus=False,
                max_length=500,
                placeholder="What is it for? Kept on this machine, and written into exports",
            )
            yield Static(id="arithmetic", markup=False)
            yield from buttons(SpendButton("Create", id="create"), ("leave", "Leave"))

    def on_mount(self) -> None:
        self._suggest()
        self._count()
        self.call_after_refresh(self._reckon)  # once more, with the width there is
        if self._trouble is not None:
            # What came of it is read first; the field in focus would be scrolled into the middle.
            self.call_after_refresh(self.query_one(".dialog").scroll_home, animate=False)
        if self.app.tracker.ready:
            self.app.tracker.read_usage()

    def changed(self, topic: str) -> None:
        """What is known of the account, or the last search, changed under the dialog."""
        if topic in ("usage", "credits"):
            self._count()
        elif topic == "search":
            self._suggest()
            self._count()
        elif topic == "counts":
            self._counting = False
            self._look()
            self._reckon()

    def on_resize(self) -> None:
        self._reckon()

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.input.id == "query":
            self._suggest()
            if self._typing is not None:
                self._typing.stop()
            self._typing = self.set_timer(_TYPED_SECONDS, self._count)
        self._reckon()

    @on(CriteriaLines.Changed)
    def _criteria_changed(self) -> None:
        self._count()

    @on(CriteriaLines.EditorAsked)
    def _edit_criteria(self) -> None:
        """All criteria in the person's own editor, beside which the app goes on."""
        self.run_worker(self._edit(), group="editor", exclusive=True, exit_on_error=False)

    async def _edit(self) -> None:
        criteria = self.query_one(CriteriaLines)
        try:
            text = await edit_text(self.app, as_lines(criteria.criteria))
        except EditorError as error:
            self.app.say(str(error), "warning")
            return
        criteria.replace(from_lines(text))

    def _suggest(self) -> None:
        query, search = self.query_one("#query", Input).value, self.app.state.search
        self._found = found_passing(query, search)
        self._look()
        self.query_one(CriteriaLines).suggest(suggested(query, search))

    def _look(self) -> None:
        """Say of each criterion what is known of whom it lets pass."""
        query = self._asked().query
        counted: dict[str, Counted | None] = {}
        for asked, told in self.app.state.sets.counts.items():
            if told is not None and asked.query == query:
                counted |= zip(asked.criteria, told.each, strict=False)
        self.query_one(CriteriaLines).look_at(self._found, counted)

    def _asked(self) -> CountAsked:
        wish = self._read()
        return CountAsked(wish.query, tuple(wish.criteria))

    def _count(self) -> None:
        """Have it counted how many people meet what is ticked, where no search told that now."""
        asked = self._asked()
        told = self.app.state.search.kept_at is None and self._found.whole(asked.criteria)
        self._counting = not (told or self._problems()) and self.app.sets.count(asked)
        self._reckon()

    def _whole(self) -> Counted | None:
        """How many people of the whole index meet what is ticked."""
        asked = self._asked()
        told = self.app.state.sets.counts.get(asked)
        return told.together if told is not None else self._found.whole(asked.criteria)

    def on_input_submitted(self) -> None:
        """`enter` leads to the button, which a second press at once does not reach."""
        self.query_one("#create", SpendButton).focus()

    def pressed(self, id_: str) -> None:
        del id_
        if not self._problems():
            self.dismiss(self._read())

    def _read(self) -> SetDraft:
        def whole(id_: str) -> int | None:
            text = self.query_one(f"#{id_}", Input).value.strip()
            return int(text) if text.isdecimal() else None

        return SetDraft(
            query=self.query_one("#query", Input).value.strip(),
            count=whole("count") or 0,
            criteria=list(self.query_one(CriteriaLines).criteria),
            budget=whole("budget"),
            purpose=self.query_one("#purpose", Input).value.strip(),
        )

    def _problems(self) -> list[str]:
        wish = self._read()
        problems = []
        if not wish.query:
            problems.append("Say who you are looking for.")
        if len(wish.query) > QUERY_MAX_CHARS:
            problems.append(f"The query takes up to {QUERY_MAX_CHARS:,} characters.")
        if not 1 <= wish.count <= SET_COUNT_MAX:
            problems.append(f"How many is a number from 1 to {SET_COUNT_MAX}.")
        if self.query_one("#budget", Input).value.strip() and not wish.budget:
            problems.append("A budget is a number of credits, 1 or more.")
        if len(wish.criteria) > CRITERIA_MAX:
            problems.append(f"Up to {CRITERIA_MAX} criteria; there are {len(wish.criteria)}.")
        if any(len(line) > CRITERION_MAX_CHARS for line in wish.criteria):
            problems.append(f"A criterion takes up to {CRITERION_MAX_CHARS} characters.")
        return problems

    def _reckon(self) -> None:
        if not self.query("#arithmetic"):
            return
        problems = self._problems()
        wish = self._read()
        button = self.query_one("#create", SpendButton)
        button.disabled = bool(problems)
        if problems:
            button.label = "Create"
            content = Content("\n").join(Content.styled(text, "$warn") for text in problems)
        else:
            state = self.app.state
            short = "" if fits(wish, state) else " · does not fit"
            button.label = Content(f"Create · up to {credits(most(wish))}{short}")
            button.refresh(layout=True)
            width = self.query_one("#arithmetic").size.width or 60
            content = arithmetic(wish, state, width, self.app.clock())
        self.query_one("#arithmetic", Static).update(content)
        told = "Nothing is ticked: the service derives what it checks, unknown beforehand"
        if wish.criteria:
            told = f"Checked of each person, {len(wish.criteria)} of {CRITERIA_MAX}{self._pass()}"
        if len(told) > (self.query_one("#arithmetic").size.width or 60):
            told = told.replace(" of each person", "")
        self.query_one("#criteria-label", Label).update(told)
        counted = self.query_one("#counted", Static)
        whole = describe_count(self._whole())
        counted.update(Content.styled(whole[:1].upper() + whole[1:], "$quiet-text"))
        # Its line stays while it is counted anew, so that what is below does not move.
        counted.display = bool(whole) or self._counting

    def _pass(self) -> str:
        """How many of those whom the search found pass all that is ticked: free, and known now."""
        found, criteria = self._found, self.query_one(CriteriaLines).criteria
        both = found.all(criteria)
        if both is not None:
            return f" · {both:,} of the {found.of:,} found pass all"
        return f" · how many of the {found.of:,} found pass" if found.of else ""

    def keys_told(self) -> Sequence[Content]:
        lines, leave = self.query_one(CriteriaLines), hints(self, "dialog.leave")
        if lines.has_focus:
            return [*hints(lines, *_LINE_KEYS), *leave]
        verb = self.on_button() or "to the button"
        return [*hints(self, "dialog.enter", "go.next", dialog_enter=verb), *leave]

    def is_changed(self) -> bool:
        lines = self.query_one(CriteriaLines)
        chosen = lines.touched and lines.criteria != list(self._wish.criteria)
        return super().is_changed() or chosen
