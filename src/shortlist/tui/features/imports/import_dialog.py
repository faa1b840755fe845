"""The dialog of an import: the columns and first people of a file, then how far the import is and
which lines were left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Button, Static

from shortlist.desk.file_import import LEAVE_OUT
from shortlist.tui.features.imports.choose_field import ChooseField, field_words
from shortlist.tui.features.imports.work import OTHER_ENCODING, ImportWork, summary_of
from shortlist.tui.kit.dialogs.base import Dialog, buttons
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import key_of, keys
from shortlist.tui.kit.meter import FULL, meter
from shortlist.tui.kit.table import Cell, Column, Table
from shortlist.tui.kit.text_parts import Part
from shortlist.tui.kit.words import count, plain

_KEPT_WORDS = "kept, found by its words"
_NO_HEADINGS = (
    "No column is known to say who somebody is: a name, a profile address or an e-mail. Say which "
    "is: enter on it."
)
_WHO = frozenset({"name", "last_name", "first_name", "profile_url", "email", "work_email"})
"""Fields that say who somebody is."""
_ONE_KNOWN = (
    "Only {} is known. By that alone the first line may be headings or a person: say what one more "
    "column is, or that this is what it seems: enter on it."
)
_WHAT = {"people": "Bringing in people", "vectors": "Reading them for the search"}


class ImportDialog(Dialog[bool]):
    """Draws the file that is at hand. Leaving stops nothing that has begun. Answers whether another
    file is to be picked."""

    AUTO_FOCUS = "#columns"
    WIDEST = 110
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("import.stop", "import.likely", "import.encoding", "dialog.close")
    ]

    def compose(self) -> ComposeResult:
        columns = [
            Column("name", "Column", lambda c: plain(c["name"], 80), 16, 34),
            Column("field", "Becomes", _becomes, 16, 28),
            Column("value", "In its first row", self._first, 10, 40, rank=1),
        ]
        with self.frame("Bring in a file of people", "wide import", fixed=True):
            yield Static(id="head", markup=False)
            yield Table(columns, key=lambda column: column["name"], id="columns")
            yield Table(_PEOPLE, key=lambda person: person["line"], id="people")
            yield Table(_SKIPPED, key=lambda line: line["line"], id="skipped")
            yield from buttons(
                ("import", "Import"), ("another", "Another file"), ("leave", "Leave")
            )

    def on_mount(self) -> None:
        self.changed("import")

    def keys_told(self) -> Sequence[Content]:
        work = self._work
        leave = hints(self, "dialog.leave")
        if work is not None and work.stage == "importing":
            return [*hints(self, "import.stop"), *leave]
        if isinstance(self.focused, Table) and self.focused.id == "columns":
            own = ["import.likely"] if work is not None and work.likely else []
            keys = (*self._encoding_key(work), "dialog.enter", *own, "go.next")
            return [*hints(self, *keys, dialog_enter="say what it is"), *leave]
        if not isinstance(self.focused, Table) or self.focused.id == "people":
            verb = self.on_button() or "to the button"
            leave = [*hints(self, "dialog.enter", dialog_enter=verb), *leave]
        return [*hints(self, *self._encoding_key(work)), *leave]

    def _encoding_key(self, work: ImportWork | None) -> list[str]:
        return ["import.encoding"] if work is not None and (work.garbled or work.encoding) else []

    def _key(self, id_: str) -> str:
        return key_of(self, id_) or "the palette"

    def is_changed(self) -> bool:
        return False

    @property
    def _work(self) -> ImportWork | None:
        return self.app.imports.work

    def _first(self, column: dict[str, Any]) -> Cell:
        """What the first person has of the field, or by the heading among what is kept."""
        work = self._work
        found = (work.told.get("people") or [{}])[0] if work is not None else {}
        value = found.get(column["field"]) if column["field"] else None
        value = value or (found.get("facts") or {}).get(column["name"]) or _contact(found, column)
        return plain(value if isinstance(value, str | int | float) else "", 120), "dim"

    def changed(self, topic: str) -> None:
        """Something is known anew."""
        work = self._work
        if topic != "import" or work is None:
            return
        self.query_one("#head", Static).update(
            _head(work, min(40, self.app.size.width // 4), self._key)
        )
        begun, reads = work.stage in ("importing", "ended"), work.stage == "reading"
        columns, people = self.query_one("#columns", Table), self.query_one("#people", Table)
        skipped = self.query_one("#skipped", Table)
        columns.display = not begun and bool(work.columns or reads)
        people.display = not begun and bool(columns.display or not work.error)
        skipped.display = begun
        left = [plain(each.get("reason"), 200) for each in work.told.get("skipped") or ()]
        nobody = [(f"The first line left out: {left[0]}", "dim")] if left else []
        columns.empty = ["Reading it…"]
        people.empty = [] if reads else ["Nobody is read of it as it is.", *nobody]
        if not (reads or nobody or work.error):
            people.empty = ["It has headings, and nobody under them."]
        ended = work.stage == "ended"
        skipped.empty = ["Nobody was left out." if ended else "Nobody was left out so far."]
        columns.show(work.columns)
        people.show(list(work.told.get("people") or ()))
        skipped.show(work.skipped)
        button = self.query_one("#import", Button)
        button.display = not begun and (columns.display or people.display)
        button.disabled = work.stage != "read" or bool(work.error) or not work.told.get("people")
        another = self.query_one("#another", Button)
        another.display = ended or bool(work.error and not columns.display)
        if begun and self.focused in (None, columns, people, button):
            self.set_focus(skipped)
        elif another.display and not people.display and not begun:
            self.set_focus(another)
        elif self.focused in (None, another, skipped) and not begun:
            self.set_focus(columns if columns.display else people)
        self.query_one(".import").set_class(not (button.display or begun), "-bare")
        self.draw_foot()

    def on_table_opened(self, event: Table.Opened) -> None:
        if event.table.id == "columns":
            self.action_open()

    async def action_enter(self) -> None:
        if isinstance(self.focused, Table):
            if self.focused.id == "columns":
                self.action_open()
            elif self.focused.id == "people":
                self.query_one("#import", Button).focus()
        else:
            await super().action_enter()

    def action_open(self) -> None:
        """Say what the column under the cursor is."""
        work, column = self._work, self.query_one("#columns", Table).current
        if work is None or work.stage != "read" or column is None:
            return
        name = str(column["name"])

        def chosen(field: str | None) -> None:
            if field is not None:
                self.app.imports.map_column(name, field)

        fields = [str(each) for each in work.told.get("fields") or ()]
        likely = str(column.get("likely") or "")
        self.app.push_screen(ChooseField(name, fields, name in work.mapping, likely), chosen)

    def action_likely(self) -> None:
        self.app.imports.map_likely()

    def action_encoding(self) -> None:
        self.app.imports.change_encoding()

    def action_stop(self) -> None:
        self.app.imports.stop()

    def pressed(self, id_: str) -> None:
        if id_ == "another":
            self.dismiss(True)
        else:
            self.app.imports.start()


def _head(work: ImportWork, width: int, key: Callable[[str], str]) -> Content:
    """Which file, and how it stands. `key` gives the key of a binding as it is bound now."""
    other = f"not UTF-8: {key('import.encoding')} reads it as {OTHER_ENCODING}"
    name = (plain(work.path.name, 60), "bold")
    kind = plain(work.told.get("format"), 40) + (f", {work.encoding}" if work.encoding else "")
    if work.stage == "reading":
        return Content.assemble(name, ("  being read…", "$quiet-text"))
    if work.stage == "importing":
        if not work.part:
            return Content.assemble(name, "\nThe import begins…")
        bar = meter(width, 1.0, (work.part, FULL, "$lead"))
        words = f"\n{_WHAT.get(work.what, work.what)} "
        gone = f"  {count(len(work.skipped), 'line')} left out" if work.skipped else ""
        return Content.assemble(name, words, bar, f" {work.part:.0%}", (gone, "$warn"))
    if work.stage == "ended":
        told = summary_of(work) if work.report else work.error
        tone = "$bad" if work.error else "$good"
        mark = "✗" if work.error else "✓"
        more = f"\n{work.error}" if work.error and work.report else ""
        told_other = f"\n{other}" if work.garbled else ""
        return Content.assemble(
            name, "\n", (f"{mark} ", tone), told, (more, "$bad"), (told_other, "$warn")
        )
    if work.error:
        if work.columns:
            many = "one is" if len(work.likely) == 1 else f"{len(work.likely)} are"
            offer = f" Or {key('import.likely')}: {many} likely known." if work.likely else ""
            return Content.assemble(name, "\n", ("? ", "$warn"), _lacking(work), offer)
        return Content.assemble(name, "\n", ("✗ ", "$bad"), work.error)
    unknown = sum(not column["field"] for column in work.columns)
    left = len(work.told.get("skipped") or ())
    parts: list[Part] = [name, (f"  {kind}", "$quiet-text")]
    if unknown:
        parts.append((f" · {count(unknown, 'column')} not known", "$warn"))
        if work.likely:
            many = "one is" if len(work.likely) == 1 else f"{len(work.likely)} are"
            parts.append(
                (f", {key('import.likely')} takes what {many} likely to be", "$quiet-text")
            )
    if left:
        parts.append((f" · {count(left, 'line')} of the first 20 left out", "$warn"))
    if work.garbled:
        parts.append((f" · {other}", "$warn"))
    return Content.assemble(*parts)


def _lacking(work: ImportWork) -> str:
    """What is not known of the columns of a file that cannot be read as it is."""
    who = [column for column in work.columns if column["field"] in _WHO]
    return _ONE_KNOWN.format(f"“{plain(who[0]['name'], 60)}”") if who else _NO_HEADINGS


def _contact(person: dict[str, Any], column: dict[str, Any]) -> Any:
    """What is read of them as an address or a number, where the column is one."""
    contacts, field = person.get("contacts") or {}, str(column["field"])
    found = next((contacts[name] for name in contacts if name.endswith(field)), None)
    return (found or {}).get("value") if field else None


def _becomes(column: dict[str, Any]) -> Cell:
    of = column["field"]
    if of == LEAVE_OUT:
        return "– left out", "dim"
    if of:
        return field_words(of)
    likely = column.get("likely")
    return (f"? likely {field_words(str(likely))}" if likely else f"? {_KEPT_WORDS}"), "warn"


_PEOPLE = [
    Column("name", "First people", lambda p: plain(p.get("name"), 80) or ("–", "dim"), 14, 26),
    Column("title", "Title", lambda p: plain(p.get("title"), 80), 12, 30),
    Column("company", "Company", lambda p: plain(p.get("company"), 80), 12, 26, rank=1),
    Column("location", "Location", lambda p: (plain(p.get("location"), 80), "dim"), 10, 24, rank=2),
]
_SKIPPED = [
    Column("line", "Line", lambda s: (f"{s.get('line', '')}", "dim"), 6, 9, right=True),
    Column("reason", "Left out, because", lambda s: plain(s.get("reason"), 300), 30, 90),
]
