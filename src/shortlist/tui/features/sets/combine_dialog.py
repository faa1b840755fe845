"""The dialog that combines Sets: their union, their intersection, a difference, or who was seen
before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from shortlist.desk.list_combination import OPERATIONS, Operation
from shortlist.tui.features.sets.combination import SetComparison, name_of
from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.table import Column, Table
from shortlist.tui.kit.words import count, number, people

if TYPE_CHECKING:
    from shortlist.contract.sets import PeopleSet

_SAID: Final[dict[Operation, str]] = {
    "any": "In any of them (union)",
    "all": "In all of them (intersection)",
    "first": "Only in {n}, in no other (difference)",
    "seen": "In {n} and seen before in another",
}


class Combination(NamedTuple):
    """What was chosen: the operation, and the Set the others are compared with."""

    operation: Operation
    first: int


class Choice(NamedTuple):
    operation: Operation
    words: str
    people: int


class Combine(Dialog[Combination]):
    """Answers what to show, or nothing. Nothing here asks the service for anything paid."""

    AUTO_FOCUS = "#choices"
    WIDEST = 80
    BINDINGS: ClassVar[list[BindingType]] = keys("combine.show", "combine.first", "combine.changes")

    def __init__(self, sets: list[PeopleSet], operation: Operation) -> None:
        super().__init__()
        self.sets = sets
        self.comparison: SetComparison | None = None
        self._first, self._begin = 0, operation
        self.wants_changes = False
        """What changed from one to the other was asked for in its place."""

    def compose(self) -> ComposeResult:
        with self.frame("Compare and combine", "tall", fixed=True):
            yield Static(id="those", markup=False)
            yield Table(
                [
                    Column("words", "Who", lambda c: c.words, least=30, most=60),
                    Column("people", "People", lambda c: number(c.people), 6, 9, right=True),
                ],
                key=lambda choice: choice.operation,
                id="choices",
            )
            yield Static(id="how", markup=False)

    def on_mount(self) -> None:
        table = self.query_one(Table)
        table.empty = [(f"Reading the people of {count(len(self.sets), 'Set')}…", "accent")]
        self._draw()

    def keys_told(self) -> Sequence[Content]:
        labels = {"combine_show": "show these people", "combine_first": "the next Set first"}
        changes: tuple[str, ...] = ()
        if len(self.sets) == 2:
            changes = ("combine.changes",)
            labels = {"combine_show": "show these", "combine_first": "the other first"}
        return hints(self, "combine.show", "combine.first", *changes, "dialog.leave", **labels)

    def load(self, comparison: SetComparison) -> None:
        """The people have come."""
        self.comparison = comparison
        table = self.query_one(Table)
        begin = table.current is None
        self._draw()
        if begin:
            table.move_to(OPERATIONS.index(self._begin))

    def _draw(self) -> None:
        lines = []
        for at, the_set in enumerate(self.sets[:8]):
            mark = "▸" if at == self._first else " "
            style = "bold" if at == self._first else ""
            lines.append(
                Content.assemble(
                    (f"{mark}{at + 1:>2}  ", "$lead"),
                    (name_of(the_set), style),
                    (f"  {_people(the_set)}{self._note(the_set)}", "$quiet-text"),
                )
            )
        if len(self.sets) > 8:
            lines.append(Content.styled(f"     and {len(self.sets) - 8} more", "$quiet-text"))
        self.query_one("#those", Static).update(Content("\n").join(lines))
        how = (
            "What is shown can be browsed, exported or kept as a shortlist.\nThe same person: by "
            "person id or profile page, by e-mail where there is no id, never by name."
        )
        self.query_one("#how", Static).update(Content.styled(how, "$quiet"))
        comparison = self.comparison
        if comparison is not None:
            self.query_one(Table).show(
                [
                    Choice(
                        operation,
                        _SAID[operation].format(n=self._first + 1),
                        len(comparison.chosen(operation, self._first)),
                    )
                    for operation in OPERATIONS
                ]
            )

    def _note(self, the_set: PeopleSet) -> str:
        if self.comparison is None:
            return ""
        if the_set.id in self.comparison.missing:
            return ", not to be read now"
        return ", as kept on this machine" if the_set.id in self.comparison.kept else ""

    def action_first(self) -> None:
        self._first = (self._first + 1) % len(self.sets)
        self._draw()

    def action_changes(self) -> None:
        if len(self.sets) == 2:
            self.wants_changes = True
            self.dismiss(None)

    def action_show(self) -> None:
        choice: Choice | None = self.query_one(Table).current
        if choice is not None:
            self.dismiss(Combination(choice.operation, self._first))

    def on_table_opened(self) -> None:
        self.action_show()


def _people(the_set: PeopleSet) -> str:
    return "" if the_set.item_count is None else people(the_set.item_count)
