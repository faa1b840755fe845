"""The builder of a Set: what to look for, what to check, how many, and what it may cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, Label, Static, TextArea

from shortlist.contract.limits import (
    CRITERIA_MAX,
    CRITERION_MAX_CHARS,
    QUERY_MAX_CHARS,
    SET_COUNT_MAX,
    people_paid_by,
    people_price,
)
from shortlist.tui.dialogs.parts import Dialog, Spend
from shortlist.tui.troubles import trouble_content
from shortlist.tui.words import credits, number, people

if TYPE_CHECKING:
    from shortlist.contract.account import KeyBudget
    from shortlist.tui.app import ShortlistApp
    from shortlist.tui.state import AppState, Trouble


@dataclass(slots=True)
class Wish:
    """A Set to be made."""

    query: str
    count: int
    criteria: list[str] = field(default_factory=list)
    budget: int | None = None


class NewSet(Dialog[Wish]):
    """Answers the wish, or nothing. Nothing is spent before its button is pressed."""

    AUTO_FOCUS = "#query"
    app: ShortlistApp

    def __init__(self, wish: Wish, trouble: Trouble | None = None) -> None:
        super().__init__()
        self._wish, self._trouble = wish, trouble

    def compose(self) -> ComposeResult:
        wish = self._wish
        with VerticalScroll(classes="dialog tall", can_focus=False) as box:
            box.border_title = "New Set"
            if self._trouble is not None:
                yield Static(trouble_content(self._trouble), markup=False, id="trouble")
            yield Label("Who are you looking for?", classes="label", markup=False)
            yield Input(
                wish.query,
                id="query",
                select_on_focus=False,
                placeholder="heads of engineering at software companies",
            )
            yield Label(
                "Criteria to check, one a line; empty: derived from the query",
                classes="label",
                markup=False,
            )
            yield TextArea("\n".join(wish.criteria), id="criteria", tab_behavior="focus")
            with Horizontal(classes="row"):
                with Vertical():
                    yield Label(f"How many, 1 to {SET_COUNT_MAX}", classes="label", markup=False)
                    yield Input(str(wish.count), id="count", type="integer", max_length=3)
                with Vertical():
                    yield Label("Budget in credits, or empty", classes="label", markup=False)
                    budget = "" if wish.budget is None else str(wish.budget)
                    yield Input(budget, id="budget", type="integer", max_length=7)
            yield Static(id="arithmetic", markup=False)
            with Horizontal(classes="buttons"):
                yield Spend("Create", id="create")
                yield Button("Leave", id="leave", compact=True)

    def on_mount(self) -> None:
        self._reckon()

    def on_input_changed(self) -> None:
        self._reckon()

    def on_text_area_changed(self) -> None:
        self._reckon()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """`enter` leads to the button, which a second press at once does not reach."""
        event.stop()
        self.query_one("#create", Spend).focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        if event.button.id == "leave":
            self.dismiss(None)
        elif not self._problems():
            self.dismiss(self._read())

    def _read(self) -> Wish:
        def whole(id_: str) -> int | None:
            text = self.query_one(f"#{id_}", Input).value.strip()
            return int(text) if text.isdecimal() else None

        lines = self.query_one("#criteria", TextArea).text.splitlines()
        return Wish(
            query=self.query_one("#query", Input).value.strip(),
            count=whole("count") or 0,
            criteria=[line.strip() for line in lines if line.strip()],
            budget=whole("budget"),
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
        button = self.query_one("#create", Spend)
        button.disabled = bool(problems)
        if problems:
            content = Content("\n").join(Content.styled(text, "$warn") for text in problems)
        else:
            button.label = Content(f"Create · up to {credits(_most(wish))}")
            content = arithmetic(wish, self.app.state)
        self.query_one("#arithmetic", Static).update(content)


def _most(wish: Wish) -> int:
    estimate = people_price(wish.count)
    return min(estimate, wish.budget) if wish.budget is not None else estimate


def arithmetic(wish: Wish, state: AppState) -> Content:
    """The estimate against balance, day and month, and a warning where it does not fit.

    The service reserves the full count against the key's budgets, whatever the Set's own budget.
    """
    estimate = people_price(wish.count)
    parts: list[str | tuple[str, str]] = [
        (f"{people(wish.count)} cost up to {credits(estimate)}", "bold"),
        (": 1 for each 10 admitted, rounded up, charged at the end.\n", "$quiet-text"),
    ]
    if wish.budget is not None:
        paid = people_paid_by(wish.budget)
        if paid < wish.count:
            parts.append((f"The budget pays for {people(paid)}: it stops there.\n", "$warn"))
        else:
            parts.append((f"The budget of {credits(wish.budget)} covers it.\n", "$quiet-text"))
    lines = [("Balance", state.credits)]
    if state.usage.usage is not None:
        key = state.usage.usage.api_key
        lines += [("This key today", _left(key.daily)), ("This key this month", _left(key.monthly))]
    for label, left in lines:
        parts.append((f"{label:<22}", "$quiet-text"))
        if left is None:
            parts.append(("not known yet" if label == "Balance" else "no limit", "$quiet-text"))
        elif left < estimate:
            parts.append((f"{number(left)}, which is too little", "bold $bad"))
        else:
            parts.append(f"{number(left)} → {number(left - estimate)}")
        parts.append("\n")
    return Content.assemble(*parts).rstrip()


def _left(budget: KeyBudget) -> float | None:
    return budget.remaining if budget.budget is not None else None
