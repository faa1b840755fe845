"""The controller of exports: it asks who, where and how, and writes the file on a thread."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shortlist.tui.kit.words import count, people, plain
from shortlist.tui.live import messages
from shortlist.tui.live.context import Controller
from shortlist.tui.live.troubles import trouble_line, trouble_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from shortlist.tui.kit.dialogs.export import ExportOrder
    from shortlist.tui.kit.export_rows import Group
    from shortlist.tui.kit.screen import FeatureScreen
    from shortlist.tui.live.context import AppContext
    from shortlist.tui.live.state import AppState
    from shortlist.tui.live.tracker import Tracker


class ExportController(Controller):
    """Writing people to a file: who, where and how are asked for first."""

    def __init__(self, context: AppContext, masks: Callable[[], bool]) -> None:
        """`masks`: whether contact values are masked in the file, unless that is chosen."""
        super().__init__(context)
        self._masks = masks

    def export_people(self, screen: FeatureScreen) -> None:
        """Ask who, where, in which format and with what; then write."""
        from shortlist.tui.kit.dialogs.export import Export

        groups = screen.export_groups()
        if not groups:
            self.say("There is nobody here to write. Search, or open a Set, first.")
            return

        def decided(order: ExportOrder | None) -> None:
            if order is not None:
                self.context.run(self._write(order), group="export", exit_on_error=False)

        name = f"{groups[0].unit}s" if groups[0].unit else "people"
        self.show(Export(groups, Path.cwd(), name=name, masks=self._masks()), decided)

    async def _write(self, order: ExportOrder) -> None:
        # Another profile may come into view meanwhile; what is written is of this one.
        state, tracker, group = self.state, self.tracker, order.group
        from shortlist.desk.person_rows import with_kept
        from shortlist.tui.kit.export_rows import write_file

        rows, path = list(group.rows), order.path
        try:
            if group.unit:
                expected, columns = len(rows), list(rows[0])
            else:
                rows, expected = await _rows_of(group, state, tracker)
                rows, columns = await asyncio.to_thread(with_kept, rows, tracker.store), None
            left_out = () if group.unit else state.left_out
            given = (path, order.format, rows, expected, order.shape, left_out, columns)
            written = await asyncio.to_thread(write_file, *given)
        except Exception as error:
            told = messages.FileWritten(str(path), 0, 0, trouble_of(error), group.unit)
        else:
            told = messages.FileWritten(str(path), written, len(rows), what=group.unit)
        self.context.post(told)

    def on_file_written(self, event: messages.FileWritten) -> None:
        if event.trouble:
            self.say(f"Nothing was written. {trouble_line(event.trouble)}", "error")
        else:
            gone = event.asked - event.rows
            left_out = f"; {people(gone)} left out on this machine" if gone > 0 else ""
            what = count(event.rows, event.what) if event.what else people(event.rows)
            self.say(f"{what} written to {plain(event.path, 200)}{left_out}")


async def _rows_of(
    group: Group, state: AppState, tracker: Tracker
) -> tuple[list[dict[str, Any]], int]:
    """The rows, and how many there must be."""
    from shortlist.tui.kit.export_rows import item_row, rows_for

    if group.the_set is None:
        rows = await asyncio.to_thread(rows_for, group.people, state, tracker.deployment)
        return rows, len(rows)
    the_set = group.the_set.the_set
    items = await tracker.all_items(the_set.id)
    rows = [item_row(item, the_set, state, tracker.deployment) for item in items]
    search = the_set.newest
    finished = search is not None and search.finished
    told = the_set.item_count if finished else None
    return rows, len(rows) if told is None else told
