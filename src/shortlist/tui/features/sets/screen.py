"""The Sets screen: the list with its live states, and the live view of the one under the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.content import Content
from textual.timer import Timer

from shortlist.tui.features.sets.columns import ORDERS, by_time, columns_of, ordered
from shortlist.tui.features.sets.live_view import folded, live_lines
from shortlist.tui.kit.counts import Counts
from shortlist.tui.kit.keys import key_of, keys
from shortlist.tui.kit.pane import Pane
from shortlist.tui.kit.screen import EVERYWHERE, FeatureScreen
from shortlist.tui.kit.table import Cell, Table
from shortlist.tui.kit.words import count, duration, number, plain
from shortlist.tui.live.set_progress import is_finished
from shortlist.tui.live.troubles import trouble_content

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shortlist.tui.live.state import SetWork

LOOK_SECONDS: Final = 0.8
"""After the cursor has rested so long on a running Set, it is followed event by event."""
_ON_A_SET: Final = frozenset(
    {
        *("open", "mark", "combine", "set_again", "purpose", "reword", "cancel_set", "replay"),
        *("sort", "export", "zoom"),
    }
)
"""What is done to the Set under the cursor: not offered where there is none."""


class SetsScreen(FeatureScreen):
    """Moving shows a Set; enter opens its people."""

    CSS_PATH = "sets.tcss"
    AUTO_FOCUS = "#list"
    BINDINGS: ClassVar[list[BindingType]] = [
        *EVERYWHERE,
        *keys("do.open", "do.new", "do.cancel", do_open="people"),
        *keys("do.replay", "do.combine", "do.set_again", "select.one", select_one="choose"),
        *keys("do.purpose", "do.reword", "select.none", "look.sort", "do.export", "do.refresh"),
        *keys("look.zoom", "go.query", go_query="search"),
    ]
    _seen: str | None = None
    _order: tuple[str, bool] = ("", False)
    _look_timer: Timer | None = None
    _some_run = False
    _could: tuple[bool, ...] = ()

    def body(self) -> ComposeResult:
        marked = self.app.state.sets.marked
        with Container(id="sets"):
            yield Table(
                columns_of(self.app.clock, running=False),
                key=lambda entry: entry.the_set.id,
                marked=lambda set_id: set_id in marked,
                id="list",
            )
            yield Pane(id="live")
        yield Counts(id="counts", classes="line")

    # Drawing

    def draw(self, topic: str = "") -> None:
        sets = self.app.state.sets
        table = self.query_one(Table)
        if topic in ("", "sets", "link", "people"):
            table.empty = self._emptiness()
            before = table.current
            rows = ordered(list(sets.known.values()), self._order)
            running = any(not is_finished(entry.the_set) for entry in rows)
            if running != self._some_run:
                self._some_run = running
                table.show_columns(columns_of(self.app.clock, running=running))
            table.sorted_by = self._order if self._order[0] else None
            # Where the list is above the live view, it takes no more lines than it fills.
            below = self.has_class("-narrow") or self.has_class("-slim")
            stacked = below and not self.has_class("-list-alone")
            table.styles.max_height = max(4, len(rows) + 1) if stacked else None
            table.show(rows)
            wanted = sets.opened if not topic or before is None or sets.creating else None
            if topic == "sets" and sets.opened and sets.opened != self._seen:
                wanted = sets.opened
            self._seen = sets.opened
            if wanted in sets.known:
                table.move_to([entry.the_set.id for entry in rows].index(wanted))
        elif topic == "live":
            table.touch(i for i, entry in enumerate(table.rows) if entry.connection)
        if topic != "credits":
            self.query_one("#counts", Counts).update(self._counts(), layout=False)
            self._draw_live(top=not topic)

    def _emptiness(self) -> list[Cell]:
        state = self.app.state
        if state.sets.waiting:
            return [("The Set is made as soon as the service is ready.", "accent")]
        if state.sets.creating:
            return [("Making the Set…", "accent")]
        if state.link.stage == "failed":
            return [("The service could not be started; see Search.", "bad")]
        if state.link.stage != "ready":
            return [(plain(state.link.text, 100) or "Looking for the service", "accent")]
        if state.sets.trouble is not None and state.sets.trouble.is_over_soon:
            return [("The service is not ready yet.", "accent"), "Its Sets come by themselves."]
        if state.sets.trouble is not None and not state.sets.listing:
            return [("The list of Sets could not be read.", "warn"), ("R reads it again.", "dim")]
        if not state.sets.listed:
            return [("Reading the list of Sets…", "accent")] if state.sets.listing else []
        return ["No Sets yet.", ("n makes one, from the query at hand.", "dim")]

    def _counts(self) -> Content:
        sets = self.app.state.sets
        if not sets.listed and not sets.known:
            return Content("making one…" if sets.creating else "Sets are not read yet")
        running = sum(1 for e in sets.known.values() if not is_finished(e.the_set))
        parts = [count(len(sets.known), "Set"), f"{number(running)} running"]
        if sets.read_every:
            followed = len(self.app.tracker.following)
            parts[-1] += (
                f": {number(followed)} followed live, {number(running - followed)} read every "
                f"{duration(sets.read_every)}"
            )
        if sets.marked:
            does = "combines" if len(sets.marked) > 1 else "compares"
            parts.append(f"{number(len(sets.marked))} chosen, {key_of(self, 'do.combine')} {does}")
        if sets.creating:
            parts.append("making one more…")
        return Content(" · ".join(parts))

    def _draw_live(self, *, top: bool = False) -> None:
        page = self.query_one("#live", Pane)
        entry, state = self.here, self.app.state
        lines: list[Content] = []
        width = page.text_width
        page.set_class(state.sets.trouble is not None, "-trouble")
        if state.sets.trouble is not None:
            lines += [*folded(trouble_content(state.sets.trouble), width), Content()]
        if entry is not None:
            purpose = state.purposes.get(entry.the_set.id, "")
            room = page.size.height - len(lines)
            lines += live_lines(
                entry, width, room, self.app.clock(), purpose, self.app.sets.agreement.of(entry)
            )
        page.show(Content("\n").join(lines), top=top)
        could = tuple(
            bool(self.check_action(name, ())) for name in ("open", "cancel_set", "replay")
        )
        if could != self._could:
            self._could = could
            self.refresh_bindings()

    def on_resize(self) -> None:
        if self.composed:
            self.call_after_refresh(self.draw, "sets")

    def on_table_moved(self, event: Table.Moved) -> None:
        del event
        self._draw_live(top=True)
        if self._look_timer is not None:
            self._look_timer.stop()
        entry = self.here
        if entry is not None and entry.connection == "listed":
            self._look_timer = self.set_timer(LOOK_SECONDS, self._look)

    def _look(self) -> None:
        if self.here is not None:
            self.app.sets.look_at(self.here.the_set.id)

    # Acting

    @property
    def here(self) -> SetWork | None:
        entry: SetWork | None = self.query_one(Table).current
        return entry

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        del parameters
        if action not in _ON_A_SET:
            return True
        if not self.composed or self.here is None:
            return False
        if action in ("cancel_set", "replay"):
            return is_finished(self.here.the_set) == (action == "replay")
        return True

    def action_open(self) -> None:
        if self.here is not None:
            self.app.sets.open_set(self.here.the_set.id)
            self.app.action_go("people")

    def action_cancel_set(self) -> None:
        if self.here is not None:
            self.app.sets.ask_cancel(self.here)

    def action_reload(self) -> None:
        if self.app.tracker.ready:
            self.app.state.sets.trouble = None
            self.app.state.sets.listing = True
            self.app.tracker.list_sets()
        else:
            self.app.say("The service is not ready yet.")

    def action_sort(self) -> None:
        """The next column; then the order one begins with: what runs first, the newest first."""
        at = ORDERS.index(self._order) if self._order in ORDERS else 0
        self._order = ORDERS[(at + 1) % len(ORDERS)]
        self.draw("sets")

    def on_table_head_clicked(self, event: Table.HeadClicked) -> None:
        self._order = (event.column, self._order == (event.column, False))
        self.draw("sets")

    def mark_here(self) -> bool:
        """Choose the Set under the cursor for comparing, or let it go."""
        if self.here is not None:
            self.app.state.sets.marked ^= {self.here.the_set.id}
        return self.here is not None

    def action_mark_none(self) -> None:
        self.app.state.sets.marked.clear()
        self._marks_changed()

    def action_replay(self) -> None:
        if self.here is not None:
            self.app.sets.replay_set(self.here)

    def action_combine(self) -> None:
        if chosen := self.chosen():
            self.app.comparisons.compare(chosen)

    def action_set_again(self) -> None:
        if self.here is not None:
            self.app.sets.make_again(self.here.the_set)

    def action_purpose(self) -> None:
        if self.here is not None:
            self.app.sets.ask_purpose(self.here)

    def action_reword(self) -> None:
        if self.here is not None:
            self.app.sets.agreement.offer_other_words(self.here)

    def chosen(self) -> list[SetWork]:
        """The Sets that were chosen, else the one under the cursor; newest first."""
        sets = self.app.state.sets
        marked = [entry for id_, entry in sets.known.items() if id_ in sets.marked]
        here = [self.here] if self.here is not None else []
        return sorted(marked, key=by_time, reverse=True) or here

    def labels(self) -> Mapping[str, str]:
        return {"do.combine": "combine"} if len(self.app.state.sets.marked) > 1 else {}

    def whole_set(self) -> SetWork | None:
        return self.here
