"""The dialog that chooses columns: which, in which order, how wide; and views kept by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.widgets import Input, Static

from shortlist.tui.features.people.columns import NARROWEST, TITLES, WIDEST, Layout
from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import BETWEEN, ClickableText, hints
from shortlist.tui.kit.keys import key_of, keys
from shortlist.tui.kit.resting_cursor import RestingCursor
from shortlist.tui.kit.text_parts import Part
from shortlist.tui.kit.words import plain

if TYPE_CHECKING:
    from shortlist.desk.store import Store

VIEWS = "people.views"
_FIRST_WIDTH = 20


class Choices(RestingCursor, Static, can_focus=True):
    """The columns, one a line, and a cursor."""

    cursor = 0

    @property
    def place_of_cursor(self) -> Offset:
        return Offset(2, self.cursor)


class ColumnChooser(Dialog[Layout]):
    """Every change shows at once behind it; `esc` takes them all back."""

    AUTO_FOCUS = "#column-list"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("columns.down", "columns.up", "columns.show", "columns.lower", "columns.raise"),
        *keys("columns.wider", "columns.narrower", "columns.natural", "columns.next_view"),
        *keys("columns.name_view", "columns.forget_view", "columns.usual", "columns.keep"),
    ]

    def __init__(self, layout: Layout, store: Store | None, show: Callable[[Layout], None]) -> None:
        super().__init__()
        self._layout, self._store, self._show = layout, store, show
        self._before = layout
        self._keys = [*layout.shown, *(key for key in TITLES if key not in layout.shown)]
        self._cursor = 0
        self._view = ""
        self._views = {
            str(name): Layout.from_dict(kept)
            for name, kept in ((store.recall(VIEWS) if store else None) or {}).items()
        }

    def compose(self) -> ComposeResult:
        with self.frame("Columns", "columns"):
            yield Choices(id="column-list", markup=False)
            yield Static(id="views", markup=False)
            yield Field(placeholder="a name for this view, then enter", id="name")
            yield ClickableText(id="hints", markup=False)

    def _hints(self) -> Content:
        first = ("columns.show", "columns.lower+columns.raise", "columns.narrower+columns.wider")
        labels = {"columns_raise": "move", "columns_wider": "width"}
        views = ("columns.next_view", "columns.name_view", "columns.forget_view", "columns.usual")
        lines = (hints(self, *first, "columns.natural", **labels), hints(self, *views))
        return Content("\n").join(Content(BETWEEN).join(line) for line in lines)

    def keys_told(self) -> Sequence[Content]:
        if isinstance(self.focused, Input):
            return hints(self, "dialog.enter", "dialog.leave", dialog_enter="keep this view")
        labels = {"columns_keep": "keep the columns", "dialog_leave": "as they were"}
        return hints(self, "columns.keep", "dialog.leave", **labels)

    def is_changed(self) -> bool:
        return self._layout != self._before

    def on_mount(self) -> None:
        self.query_one("#name", Input).display = False
        self.query_one("#hints", ClickableText).update(self._hints())
        self._draw()

    def _draw(self) -> None:
        shown, widths = self._layout.shown, self._layout.widths
        parts: list[Part] = []
        for at, key in enumerate(self._keys):
            on, here = key in shown, at == self._cursor
            line = f"{'▌' if here else ' '} [{'x' if on else ' '}] {TITLES[key]:<14}"
            width = f"{widths[key]:>4} wide" if key in widths else "  natural"
            style = "bold $cursor-ink on $cursor-ground" if here else ""
            parts += [(line + (width if on else " " * 9), style or ("" if on else "$quiet-text"))]
            parts.append("\n")
        choices = self.query_one(Choices)
        choices.cursor = self._cursor
        choices.update(Content.assemble(*parts[:-1]))
        views: list[Part] = [("\nViews  ", "$quiet-text")]
        for name in self._views:
            here = name == self._view
            views += [(f" {plain(name, 30)} ", "$tab-ink on $tab-ground" if here else ""), " "]
        if not self._views:
            key = key_of(self, "columns.name_view")
            views.append((f"none yet: {key} saves this one", "$quiet-text"))
        self.query_one("#views", Static).update(Content.assemble(*views))

    def _take(self, layout: Layout, *, view: str = "") -> None:
        self._layout, self._view = layout, view
        self._show(layout)
        self._draw()

    def _ordered(self, shown: set[str]) -> tuple[str, ...]:
        return tuple(key for key in self._keys if key in shown)

    def action_move(self, step: int) -> None:
        self._cursor = max(0, min(self._cursor + step, len(self._keys) - 1))
        self._draw()

    def action_flip(self) -> None:
        """Show a column or not; one always stays."""
        shown = set(self._layout.shown) ^ {self._keys[self._cursor]}
        if shown:
            self._take(replace(self._layout, shown=self._ordered(shown)))

    def action_carry(self, step: int) -> None:
        """Move the column under the cursor, with the cursor."""
        to = self._cursor + step
        if not 0 <= to < len(self._keys):
            return
        keys = self._keys
        keys[self._cursor], keys[to] = keys[to], keys[self._cursor]
        self._cursor = to
        self._take(replace(self._layout, shown=self._ordered(set(self._layout.shown))))

    def action_widen(self, step: int) -> None:
        key = self._keys[self._cursor]
        width = self._layout.widths.get(key, _FIRST_WIDTH - step) + step
        widths = {**self._layout.widths, key: max(NARROWEST, min(width, WIDEST))}
        self._take(replace(self._layout, widths=widths))

    def action_natural(self) -> None:
        rest = {k: w for k, w in self._layout.widths.items() if k != self._keys[self._cursor]}
        self._take(replace(self._layout, widths=rest))

    def action_usual(self) -> None:
        self._wear(Layout(order=self._layout.order))

    def _wear(self, layout: Layout, *, view: str = "") -> None:
        self._keys = [*layout.shown, *(key for key in TITLES if key not in layout.shown)]
        self._take(layout, view=view)

    # Views

    def action_next_view(self) -> None:
        names = list(self._views)
        if names:
            at = names.index(self._view) + 1 if self._view in names else 0
            name = names[at % len(names)]
            self._wear(self._views[name], view=name)

    def action_name_view(self) -> None:
        field = self.query_one("#name", Input)
        field.display = True
        field.value = self._view
        self.set_focus(field)

    def action_forget_view(self) -> None:
        if self._views.pop(self._view, None) is not None:
            self._keep_views()
            self._view = ""
            self._draw()

    def submit(self) -> None:
        name = plain(self.query_one("#name", Input).value, 40).strip()
        if name:
            self._views[name] = self._layout
            self._view = name
            self._keep_views()
        self._leave_field()

    def _leave_field(self) -> None:
        self.query_one("#name", Input).display = False
        self.query_one("#column-list").focus()
        self._draw()

    def _keep_views(self) -> None:
        if self._store is not None:
            views = {name: view.to_dict() for name, view in self._views.items()}
            with self.app.keeping():
                self._store.remember(VIEWS, views)

    def on_click(self, event: events.Click) -> None:
        if event.widget is self.query_one("#column-list") and event.y < len(self._keys):
            self._cursor = event.y
            self.action_flip()
            self._draw()

    def action_keep(self) -> None:
        self.dismiss(self._layout)

    def action_leave(self) -> None:
        if self.query_one("#name", Input).display:
            self._leave_field()
        else:
            self.dismiss(self._before)
