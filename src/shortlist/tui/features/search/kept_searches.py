"""The dialog that lists saved and past searches: to run, rename and compare them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import key_of, keys
from shortlist.tui.kit.query.kept_search import KeptSearch, body_of
from shortlist.tui.kit.query.syntax import write_query
from shortlist.tui.kit.table import Column, Table
from shortlist.tui.kit.words import ago, count, plain

_HINTED = ("saved.run", "saved.edit", "saved.name", "saved.remove", "saved.compare")


class Searches(Dialog[None]):
    """A list with its keys. What is removed comes back with undo."""

    AUTO_FOCUS = "#searches"
    WIDEST = 110
    BINDINGS: ClassVar[list[BindingType]] = keys(
        "saved.run",
        "saved.edit",
        "saved.mark",
        "saved.compare",
        "saved.name",
        "saved.remove",
        "saved.undo",
    )

    def __init__(self) -> None:
        super().__init__()
        self._marked: list[KeptSearch] = []
        self._removed: list[KeptSearch] = []

    def compose(self) -> ComposeResult:
        columns = [
            Column("name", "Name", lambda k: plain(k.name) or ("–", "dim"), 8, 24),
            Column("line", "Search", lambda k: plain(write_query(k.asked)), 20, 60),
            Column("how", "How", lambda k: (f"{k.asked.type} {k.asked.count}", "dim"), 8, 12, 1),
            Column("at", "Asked", self._when, 10, 14, 2),
        ]
        with self.frame("Searches", "wide", fixed=True):
            yield Table(
                columns,
                key=lambda kept: kept.key,
                marked=lambda key: any(kept.key == key for kept in self._marked),
                id="searches",
            )
            yield Static(id="told", classes="label", markup=False)

    def _when(self, kept: KeptSearch) -> tuple[str, str]:
        if not kept.at:
            return "saved", "accent"
        return ago(datetime.fromisoformat(kept.at), self.app.clock()), "dim"

    def on_mount(self) -> None:
        self._draw()

    def keys_told(self) -> Sequence[Content]:
        return hints(self, *_HINTED, "dialog.leave", saved_name="name")

    def _draw(self) -> None:
        table = self.query_one(Table)
        table.empty = [
            "No searches yet.",
            ("What you search for comes here; b on Search saves one under a name.", "dim"),
        ]
        table.show([*self.app.searches.saved_searches(), *self.app.searches.past_searches()])
        table.repaint()
        table.styles.height = max(4, min(len(table.rows) + 1, self.app.size.height - 8))
        words = f"{key_of(self, 'saved.mark')} marks two to compare"
        if self._marked:
            compare = key_of(self, "saved.compare")
            words = f"{count(len(self._marked), 'search', 'searches')} marked"
            words += f": {compare} compares them" if len(self._marked) == 2 else ": mark one more"
        if self._removed:
            undo = key_of(self, "saved.undo")
            words += f" · {plain(self._removed[-1].name, 40)} removed, {undo} brings it back"
        self.query_one("#told", Static).update(words)

    @property
    def _here(self) -> KeptSearch | None:
        here: KeptSearch | None = self.query_one(Table).current
        return here

    def action_run(self) -> None:
        if (kept := self._here) is not None:
            self.dismiss(None)
            self.app.searches.run_kept(kept.asked)

    def on_table_opened(self) -> None:
        self.action_run()

    def action_edit(self) -> None:
        if (kept := self._here) is not None:
            self.dismiss(None)
            self.app.searches.run_kept(kept.asked, run=False)

    def action_mark(self) -> None:
        self._mark()
        self.query_one(Table).action_down()

    def on_table_mark_clicked(self) -> None:
        self._mark()

    def _mark(self) -> None:
        kept = self._here
        if kept is None:
            return
        if kept in self._marked:
            self._marked.remove(kept)
        else:
            self._marked = [*self._marked[-1:], kept]
        self._draw()

    def action_compare(self) -> None:
        """The two that are marked; or the one that is marked and the one under the cursor."""
        two = list(self._marked)
        if len(two) == 1 and self._here is not None and self._here not in two:
            two.append(self._here)
        if len(two) != 2:
            self.app.say("Mark two searches with space; then they can be compared.")
            return
        self.dismiss(None)
        self.app.searches.compare(two[0].asked, two[1].asked)

    def action_name(self) -> None:
        """Rename a saved search; save one of the past."""
        kept = self._here
        if kept is None:
            return
        if not kept.name:
            self.app.searches.ask_save(kept.asked)
            return
        from shortlist.tui.kit.dialogs.prompts import NamePrompt

        taken = {other.name for other in self.app.searches.saved_searches()} - {kept.name}

        def named(name: str | None) -> None:
            if name and self.app.tracker.store is not None:
                with self.app.keeping():
                    self.app.tracker.store.rename_search(kept.name, name)
                    self._draw()

        ask = NamePrompt("Rename this search", write_query(kept.asked), "Rename", kept.name, taken)
        self.app.push_screen(ask, named)

    def on_screen_resume(self) -> None:
        if self.query(Table):
            self._draw()

    def action_remove(self) -> None:
        kept, store = self._here, self.app.tracker.store
        if kept is None or store is None:
            return
        if not kept.name:
            self.app.say("A past search goes by itself, when newer ones come.")
            return
        store.forget_search(kept.name)
        self._marked = [other for other in self._marked if other != kept]
        self._removed.append(kept)
        self._draw()

    def action_undo(self) -> None:
        store = self.app.tracker.store
        if self._removed and store is not None:
            kept = self._removed.pop()
            store.save_search(kept.name, body_of(kept.asked))
            self._draw()
