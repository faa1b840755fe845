"""The dialogs of shortlists: one to put people on one, and one to open, rename and delete them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Input, Static

from shortlist.desk.places import DeskError
from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.dialogs.confirm import Confirm
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.resting_cursor import Options
from shortlist.tui.kit.words import people, plain

if TYPE_CHECKING:
    from shortlist.desk.store import Store

LONGEST_NAME = 60
Shortlisted = Sequence[tuple[str, int]]


def _line(name: str, words: str) -> Content:
    return Content(f" {plain(name, 30):<32}{words:>12}")


class ChooseShortlist(Dialog[str]):
    """Answers a name: one that is there, or a new one as it was typed."""

    AUTO_FOCUS = "#name"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("pick.up", "pick.down"),
    ]

    def __init__(self, chosen: int, known: Shortlisted) -> None:
        super().__init__()
        self._chosen, self._known = chosen, known

    def compose(self) -> ComposeResult:
        with self.frame("Put on a shortlist"):
            yield Static(Content.assemble((people(self._chosen), "bold"), "\n"), markup=False)
            placeholder = "a name: a new one, or one of these" if self._known else "a name for it"
            yield Field(id="name", placeholder=placeholder, max_length=LONGEST_NAME)
            yield Options(id="lines", markup=False)

    def on_mount(self) -> None:
        self._draw()

    def keys_told(self) -> Sequence[Content]:
        own = ("dialog.enter", "pick.up+pick.down", "dialog.leave")
        return hints(self, *own, dialog_enter="put", pick_down="choose")

    @property
    def _typed(self) -> str:
        return plain(self.query_one("#name", Input).value).strip()

    @property
    def _rows(self) -> list[tuple[str, str]]:
        """The shortlists whose name holds what is typed; the new one last."""
        typed = self._typed
        rows = [(n, people(c)) for n, c in self._known if typed.casefold() in n.casefold()]
        if typed and typed not in [name for name, _ in self._known]:
            rows.append((typed, "new"))
        return rows

    def _draw(self) -> None:
        self.query_one(Options).show([_line(*row) for row in self._rows], top=True)

    def on_input_changed(self) -> None:
        self._draw()

    def action_move(self, step: int) -> None:
        self.query_one(Options).move(step)

    def on_option_list_option_selected(self) -> None:
        self.submit()

    def submit(self) -> None:
        at = self.query_one(Options).highlighted
        if at is not None:
            self.dismiss(self._rows[at][0])


class Shortlists(Dialog[str]):
    """Answers the one to open. Renaming and deleting happen here."""

    AUTO_FOCUS = "#lines"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("shortlists.down", "shortlists.up", "shortlists.open", "shortlists.rename"),
        *keys("shortlists.delete", "dialog.close"),
    ]

    def __init__(
        self, store: Store, goes: Callable[[str], None], renamed: Callable[[str, str], None]
    ) -> None:
        """`goes` is called before one is deleted, `renamed` after one has another name."""
        super().__init__()
        self._store, self._goes, self._renamed = store, goes, renamed
        self._known: Shortlisted = store.shortlists()

    def compose(self) -> ComposeResult:
        with self.frame("Shortlists"):
            yield Options(id="lines", markup=False)
            yield Field(id="name", max_length=LONGEST_NAME)
            yield Static(id="note", markup=False)

    def on_mount(self) -> None:
        self.query_one("#name", Input).display = False
        self._draw()

    def keys_told(self) -> Sequence[Content]:
        if isinstance(self.focused, Input):
            labels = {"dialog_enter": "rename", "dialog_leave": "keep the old name"}
            return hints(self, "dialog.enter", "dialog.leave", **labels)
        own = ("shortlists.open", "shortlists.rename", "shortlists.delete", "dialog.leave")
        return hints(self, *own, dialog_leave="close")

    def _draw(self) -> None:
        self.query_one(Options).show([_line(n, people(c)) for n, c in self._known])
        told = Content()
        if not self._known:
            told = Content.assemble(
                "No shortlists yet.\n",
                ("Select people with space, in Search or any Set, and press l.", "$quiet-text"),
            )
        self.query_one("#note", Static).update(told)

    @property
    def _here(self) -> str:
        at = self.query_one(Options).highlighted
        return self._known[at][0] if at is not None else ""

    def action_move(self, step: int) -> None:
        self.query_one(Options).move(step)

    def action_open(self) -> None:
        if self._here:
            self.dismiss(self._here)

    def on_option_list_option_selected(self) -> None:
        self.action_open()

    def action_rename(self) -> None:
        if self._here:
            field = self.query_one("#name", Input)
            field.display = True
            field.value = self._here
            self.set_focus(field)

    def submit(self) -> None:
        before, new = self._here, plain(self.query_one("#name", Input).value).strip()
        if new and new != before:
            try:
                self._store.rename_shortlist(before, new)
            except DeskError as error:
                note = Content.styled(plain(error, 300), "$warn")
                self.query_one("#note", Static).update(note)
                return
            self._renamed(before, new)
        self._leave_field()

    def _leave_field(self) -> None:
        self.query_one("#name", Input).display = False
        self.query_one("#lines").focus()
        self._known = self._store.shortlists()
        self._draw()

    def action_delete(self) -> None:
        name = self._here
        if not name:
            return
        on_it = dict(self._known)[name]
        content = Content.assemble(
            (name, "bold"),
            f"\n\n{people(on_it)} on it. Notes and tags stay; the list itself is gone for good. "
            "Write it to a file first to keep it: open it, then w.",
        )

        def decided(yes: bool | None) -> None:
            if yes:
                with self.app.keeping():
                    self._goes(name)
                    self._store.delete_shortlist(name)
                    self._leave_field()

        self.app.push_screen(Confirm("Delete this shortlist?", content, "Delete", "Keep"), decided)

    def action_leave(self) -> None:
        if self.query_one("#name", Input).display:
            self._leave_field()
        else:
            self.dismiss(None)
