"""The base of all screens: the two bars, and what is done to people anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Input

from shortlist.tui.kit.bars import Foot, Head
from shortlist.tui.kit.counts import Counts
from shortlist.tui.kit.debounce import Debounced
from shortlist.tui.kit.focus import FocusKeeper
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.person import Reasons, person_content
from shortlist.tui.kit.query.line import QueryLine
from shortlist.tui.kit.table import Table
from shortlist.tui.kit.terminal.size import sized
from shortlist.tui.kit.words import masked, number, people, plain

if TYPE_CHECKING:
    from textual.content import Content
    from textual.widget import Widget

    from shortlist.contract.person import Person
    from shortlist.tui.app import ShortlistApp
    from shortlist.tui.kit.export_rows import Group
    from shortlist.tui.kit.roster import PersonAt
    from shortlist.tui.live.state import SetWork

EVERYWHERE = keys("go.back", "select.text")
OF_PEOPLE = keys("do.shortlist", "do.remark", "do.leave_out", "look.unmask")
"""What is done to people wherever they are listed."""
_OF_ONE = frozenset(
    {"do.open", "select.one", "do.research", "look.sort", "look.zoom", "look.matrix"}
)
_OF_SOME = frozenset({"do.enrich", "do.export"})
"""What needs somebody under the cursor, and what somebody selected will do for."""
WIDE = 110
"""Cells from which the pane stands beside the list; below it the pane is low."""


async def run_own(screen: Screen[Any], event: Key) -> None:
    """Run the program of `[commands]` that has the key, where nothing else on the screen has it."""
    name = screen.app.own.keys.get(event.key)  # type: ignore[attr-defined]
    if name is not None and event.key not in screen.active_bindings:
        event.stop()
        await screen.app.run_action(f"own_command({name!r})", screen)


class FeatureScreen(FocusKeeper, Screen[Any]):
    """A screen of a feature. It draws the app's state, and holds none that matters."""

    app: ShortlistApp
    BINDINGS: ClassVar[list[BindingType]] = EVERYWHERE
    AUTO_FOCUS: ClassVar[str | None] = None
    SPENDS: ClassVar[frozenset[str]] = frozenset({"do.new"})
    """The names of bindings that lead to what costs credits."""
    lists_people: ClassVar[bool] = False
    """What its keys do, they do to the people of its list."""

    def __init__(self) -> None:
        super().__init__()
        self._detail = Debounced(self, self._follow_cursor)

    def compose(self) -> ComposeResult:
        sized(self)
        yield Head()
        yield from self.body()
        yield Foot()

    def body(self) -> ComposeResult:
        """The screen between the bars."""
        return
        yield

    composed = False

    def on_mount(self) -> None:
        self.composed = True
        if (table := self.table()) is not None:
            table.struck = self.is_left_out
        self.draw()

    async def on_key(self, event: Key) -> None:
        if self.lists_people:
            await run_own(self, event)

    def on_screen_resume(self) -> None:
        if self.composed:
            self.query_one(Head).refresh()
            self.draw()
            self.offer_what_can_be_done()

    def changed(self, topic: str) -> None:
        """Something changed in the app's state while this screen was in view."""
        if not self.composed:
            return
        if topic == "marks":
            self._marks_changed()
            return
        head = self.query_one(Head)
        if topic in ("link", "credits") or head.is_behind():
            head.refresh()
        self.draw(topic)
        self.offer_what_can_be_done()

    def lacks(self) -> frozenset[str]:
        """The names of bindings that could do nothing now: the line of keys does not offer them.
        Pressed all the same, they say what they lack."""
        if not self.lists_people or self.person_here() is not None:
            return frozenset()
        return _OF_ONE if len(self.app.state.selection) else _OF_ONE | _OF_SOME

    def labels(self) -> Mapping[str, str]:
        """What keys do now where that changes, by the names of their bindings."""
        return {}

    def offer_what_can_be_done(self) -> None:
        """Have the line of keys follow what there is."""
        if self.composed and (foot := self.query_one(Foot)).is_behind():
            foot.refresh()

    def draw(self, topic: str = "") -> None:
        """Bring the screen in line with the app's state; all of it when `topic` is empty."""

    def on_resize(self) -> None:
        if self.composed:
            self._show_detail()

    # People, on whichever screen

    @property
    def compact(self) -> bool:
        """Whether the pane is below the list, and a few lines high."""
        return self.app.size.width < WIDE and not self.has_class("-page-alone")

    def action_zoom(self) -> None:
        """The page alone where it has the focus, else the list alone; both again after that.

        What went wrong is told in the pane, and shows it whatever is chosen here.
        """
        alone = {"-list-alone", "-page-alone"} & self.classes
        in_page = self.focused is not None and self.focused.has_class("pane")
        self.remove_class(*alone)
        if not alone:
            self.add_class("-page-alone" if in_page else "-list-alone")
        self.call_after_refresh(self.draw)

    def _show_detail(self) -> None:
        """Show in the pane who or what the cursor is on."""

    def on_table_moved(self, event: Table.Moved) -> None:
        del event
        self._detail.soon()

    def _follow_cursor(self) -> None:
        """Tell the place of the cursor below the list, and show beside it what it is on."""
        if (table := self.table()) is not None:
            for counts in self.query(Counts):
                counts.tell_place(table)
        self._show_detail()

    def page_of(
        self, person: Person, *, why: Content | None = None, more: Sequence[tuple[str, str]] = ()
    ) -> Content:
        """A person as the pane shows them, with all that is kept here of them."""
        state = self.app.state
        return person_content(
            person,
            person.person_id in state.selection,
            state.remarks.get(person.person_id),
            why=why,
            more=more,
            contacts=self.app.enrichment.contacts_of(person),
            masks=self.app.masks,
            compact=self.compact,
        )

    def person_here(self) -> Person | None:
        """The person under the cursor."""
        return None

    def reasons_here(self) -> Reasons:
        """Why that person is on this list, for their page."""
        return Reasons()

    def _anybody(self) -> Person | None:
        """The person under the cursor; where there is none, that is said."""
        person = self.person_here()
        if person is None:
            self.app.say("There is nobody under the cursor.")
        return person

    def at_cursor(self) -> Person | PersonAt | None:
        """The same person, as one is chosen: where the list knows more, with the list."""
        return self.person_here()

    def people_here(self) -> Sequence[Person | PersonAt]:
        """Everybody that is shown, in the order shown."""
        return ()

    def whole_set(self) -> SetWork | None:
        """The Set whose people are all shown, loaded or not; then an export reads them all."""
        return None

    def export_groups(self) -> list[Group]:
        """Who can be written to a file from here, the likeliest first."""
        from shortlist.tui.kit.export_rows import Group

        chosen, shown, whole = self.app.state.selection, self.people_here(), self.whole_set()
        groups = [Group("selected", len(chosen), chosen.entries)] if len(chosen) else []
        if whole is not None:
            groups.append(Group("in the Set", whole.the_set.item_count, the_set=whole))
        elif shown:
            groups.append(Group("shown", len(shown), shown))
        return groups

    def table(self) -> Table | None:
        found = self.query(Table)
        return found.first() if found else None

    def _marks_changed(self) -> None:
        table = self.table()
        if table is not None:
            table.repaint()
        self.draw("selection")
        self.offer_what_can_be_done()

    def mark_here(self) -> bool:
        """Select, or let go, what the cursor is on; whether there is anything."""
        person = self.at_cursor()
        if person is not None:
            self.app.state.selection.toggle(person)
        return person is not None

    def action_mark(self) -> None:
        table = self.table()
        if table is not None and self.mark_here():
            table.action_down()
            self._marks_changed()

    def on_table_mark_clicked(self) -> None:
        if self.mark_here():
            self._marks_changed()

    def action_mark_all(self) -> None:
        added = self._select_all()
        self._marks_changed()
        if added:
            self.app.say(f"{people(added)} more selected. u undoes it.")
        else:
            already = "Everybody here is selected already." if self.people_here() else ""
            self.app.say(already or "Nobody is here to be selected.")

    def _select_all(self) -> int:
        return self.app.state.selection.add(self.people_here())

    def action_mark_none(self) -> None:
        let_go = self.app.state.selection.clear()
        self._marks_changed()
        if let_go:
            self.app.say(f"{people(let_go)} let go. u undoes it.")

    def action_unmark(self) -> None:
        if self.app.state.selection.undo():
            self._marks_changed()

    def action_mark_again(self) -> None:
        if self.app.state.selection.redo():
            self._marks_changed()

    def action_enrich(self) -> None:
        """Take the selection, or the person under the cursor, to the Enrich screen."""
        chosen: Iterable[Person] = self.app.state.selection
        person = self.person_here()
        if not len(self.app.state.selection):
            if person is None:
                self.app.say("Select people with space first, or put the cursor on one.")
                return
            chosen = [person]
        self.app.enrichment.bring_to_enrich(chosen)
        self.app.action_go("enrich")

    def chosen_here(self) -> list[Person | PersonAt]:
        """The selection, or the person under the cursor."""
        at = self.at_cursor()
        return self.app.state.selection.entries or ([at] if at is not None else [])

    def action_shortlist(self) -> None:
        self.app.shortlists.put_on_shortlist(self.chosen_here())

    def chosen_people(self) -> list[Person]:
        """The same, read whole; where there is nobody, that is said."""
        if len(self.app.state.selection):
            return list(self.app.state.selection)
        person = self._anybody()
        return [person] if person is not None else []

    def action_remark(self) -> None:
        if chosen := self.chosen_people():
            self.app.shortlists.ask_remark(chosen)

    def action_leave_out(self) -> None:
        self.app.left_out.leave_out(self.chosen_here())

    def is_left_out(self, row: Any) -> bool:
        """Whether the person of a row is left out on this machine."""
        return (getattr(row, "person", None) or row) in self.app.state.left_out

    def action_own_command(self, name: str) -> None:
        """A program of one's own, on the person under the cursor."""
        self.app.own.start(name, self.person_here())

    def action_research(self) -> None:
        if (person := self._anybody()) is not None:
            self.app.persons.show_person(person, self.reasons_here())

    def action_open(self) -> None:
        self.action_research()

    def on_table_opened(self) -> None:
        self.action_open()

    def action_copy(self) -> None:
        """The lines of the selection, or of the person under the cursor, to the clipboard."""
        lines, found = [], False
        for person in self.chosen_people():
            fields = (person.name, person.title, person.company, person.location)
            told = [plain(value) for value in (*fields, person.profile_url) if value]
            resolved = [work.result for work in self.app.enrichment.contacts_of(person).values()]
            shown = masked if self.app.masks else plain
            values = [shown(each.value) for each in resolved if each is not None and each.value]
            lines.append("\t".join(told + values))
            found = found or bool(values)
        if lines:
            what = "The line" if len(lines) == 1 else f"{number(len(lines))} lines"
            self.app.copy("\n".join(lines), f"{what} and contact details" if found else what)

    def action_open_page(self) -> None:
        if (person := self._anybody()) is not None:
            self.app.persons.open_page(person)

    def action_new_set(self) -> None:
        self.app.sets.new_set()

    def action_export(self) -> None:
        self.app.exports.export_people(self)

    # Fields and focus

    def first_place(self) -> Widget:
        table = self.table()
        return table if table in self.focus_chain and table is not None else super().first_place()

    def action_query(self) -> None:
        fields = self.query(Input)
        if not fields:
            self.app.action_go("search")
            self.app.screen.query_one(QueryLine).begin()
        elif isinstance(field := fields.first(), QueryLine):
            field.begin()
        else:
            # At once: `focus()` would come after a key that was typed right behind this one.
            self.set_focus(field)

    def action_back(self) -> None:
        """Leave a field, or the page, for the list."""
        if self.has_class("-page-alone"):
            self.action_zoom()
        table = self.table()
        if table is not None and table is not self.focused:
            table.focus()


def tell_screens(stack: Sequence[Screen[Any]], topics: Iterable[str]) -> None:
    """Have a screen draw what changed, and the dialog above it, if it draws any of that."""
    base, top = next(iter(stack), None), next(reversed(stack), None)
    for topic in topics:
        # Under a dialog nothing needs to move; what it covers is drawn when it closes.
        if isinstance(base, FeatureScreen) and (topic != "live" or base is top):
            base.changed(topic)
        if top is not base and (changed := getattr(top, "changed", None)) is not None:
            changed(topic)
