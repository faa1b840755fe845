"""The help dialog: what is done most where one is, every key that works there, and what the place
is for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import key_of, keys
from shortlist.tui.kit.tasks import about, tasks_content
from shortlist.tui.kit.text_parts import Part


class Guide(Dialog[None]):
    BINDINGS: ClassVar[list[BindingType]] = keys("guide.close", "guide.ids", "guide.find")
    AUTO_FOCUS = "VerticalScroll"

    def __init__(self, place: Screen[object]) -> None:
        super().__init__()
        self._place = place
        self._named = False
        """What each key is called in the configuration stands in place of its help."""

    def compose(self) -> ComposeResult:
        wide = self.app.size.width >= _TWO_COLUMNS
        with self.frame("Help", "guide wide" if wide else "guide tall", reads=True):
            field = Field(placeholder="part of a key, or of what it does", id="sought")
            field.display = False
            yield field
            text, tasks = about(type(self._place))
            if tasks:
                head = Content.styled("Done here most\n", "bold $lead")
                shown = tasks_content(self._place, tasks, self._width(wide))
                yield Static(Content.assemble(head, shown, "\n"), markup=False, classes="place")
            with Horizontal(classes="columns"):
                for column in self._columns(wide):
                    yield Static(column, markup=False, classes="column")
            if text:
                head = Content.styled("\nAbout this place\n", "bold $lead")
                yield Static(Content.assemble(head, text), markup=False, classes="place")

    def keys_told(self) -> Sequence[Content]:
        own = ("guide.find", "guide.ids", "guide.close")
        return hints(self, *own, guide_ids="names for [keys]")

    def is_changed(self) -> bool:
        return False

    def action_leave(self) -> None:
        self.action_close()

    def action_ids(self) -> None:
        """Help, or the names to rebind the keys by."""
        self._named = not self._named
        self._draw()

    def action_find(self) -> None:
        """Only the keys that hold what is typed."""
        field = self.query_one(Field)
        field.display = True
        self.set_focus(field)

    def action_close(self) -> None:
        """Out of what is sought, then out of help."""
        field = self.query_one(Field)
        if not field.display:
            self.dismiss(None)
            return
        field.value, field.display = "", False
        self.set_focus(self.query_one(VerticalScroll))

    def on_input_changed(self, event: Input.Changed) -> None:
        for place in self.query(".place"):
            place.display = not event.value
        self._draw()

    def on_input_submitted(self) -> None:
        """What was found stays; the page has the keys again."""
        self.set_focus(self.query_one(VerticalScroll))

    def _draw(self) -> None:
        columns = list(self.query(".column").results(Static))
        for shown, column in zip(columns, self._columns(len(columns) > 1), strict=False):
            shown.update(column)

    def _columns(self, wide: bool) -> list[Content]:
        blocks = self._blocks(self._room(wide))
        if not blocks:
            palette = key_of(self, "app.palette")
            words = f"No key does that here. {palette} finds all that the app does."
            nothing = Content.styled(words, "$quiet-text")
            return [nothing, Content()] if wide else [nothing]
        columns = _shared(blocks, 2 if wide else 1)
        return [Content("\n\n").join(column) for column in columns]

    @property
    def _sought(self) -> str:
        return next((field.value for field in self.query(Field)), "")

    def _width(self, wide: bool) -> int:
        """The cells of a line."""
        return min(110 if wide else 80, int(self.app.size.width * 0.94)) - 8

    def _room(self, wide: bool) -> int:
        """The cells that the help of a key has."""
        return 33 if wide else min(80, int(self.app.size.width * 0.94)) - 22

    def _blocks(self, room: int) -> list[Content]:
        """The keys that work where the focus is and hold the words sought, a block a group."""
        words = self._sought.casefold().split()
        groups: dict[str, dict[str, tuple[list[str], str]]] = {}
        for active in self._place.active_bindings.values():
            binding = active.binding
            if binding.id is None or not active.enabled:
                continue
            group = binding.group.description if binding.group else "The app"
            shown, _ = groups.setdefault(group, {}).setdefault(
                binding.id,
                ([], binding.id if self._named else binding.tooltip or binding.description),
            )
            shown.append(self.app.get_key_display(binding))
        for title, rows in list(groups.items()):
            told = {id_: " ".join([title, *row[0], row[1], id_]) for id_, row in rows.items()}
            groups[title] = {
                id_: row
                for id_, row in rows.items()
                if all(word in told[id_].casefold() for word in words)
            }
            if not groups[title]:
                del groups[title]
        # What is done here comes first; moving about, which all know, last.
        titles = sorted(groups, key=lambda title: _LAST.get(title, 0))
        return [_block(title, groups[title].values(), room) for title in titles]


_TWO_COLUMNS = 116
_LAST = {"Move": 1, "Go to": 2, "The app": 3}


def _block(title: str, rows: Iterable[tuple[list[str], str]], room: int) -> Content:
    parts: list[Part] = [(title, "bold $lead")]
    for bound, help_ in rows:
        parts += [(f"\n  {' '.join(bound):<12}", "bold"), " "]
        parts.append(("\n" + " " * 15).join(wrap(help_, max(16, room))))
    return Content.assemble(*parts)


def _shared(blocks: list[Content], columns: int) -> list[list[Content]]:
    """The blocks in so many columns of about the same height, in order."""
    if columns == 1:
        return [blocks]
    heights = [len(block.plain.splitlines()) + 1 for block in blocks]
    split = min(
        range(len(blocks) + 1), key=lambda n: abs(sum(heights[:n]) - sum(heights[n:])), default=0
    )
    return [blocks[:split], blocks[split:]]
