"""The controller that notices changes made by other programs in the same files.

SQLite counts who else has changed a file, and asking for that number reads next to nothing: so it
is asked every few seconds, and when somebody comes back to this terminal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from shortlist.tui.live import messages
from shortlist.tui.live.context import Controller

if TYPE_CHECKING:
    from shortlist.contract.sets import PeopleSet
    from shortlist.desk.store import Store
    from shortlist.tui.live.context import AppContext

LOOKED_EVERY_SECONDS: Final = 4.0


class OtherPrograms(Controller):
    """Notices them, and has everybody take over what this machine remembers now."""

    _watched: Store | None = None
    _seen = 0
    _begun = False

    def __init__(self, context: AppContext, others: Callable[[], Sequence[Controller]]) -> None:
        super().__init__(context)
        self._others = others

    def recall(self) -> None:
        """Begin to look, once there is a file."""
        if not self._begun:
            self._begun = True
            self.context.every(LOOKED_EVERY_SECONDS, self.look)
        if self.tracker.store is not self._watched:
            self._watched = self.tracker.store
            self._seen = self._watched.changed_elsewhere() if self._watched is not None else 0

    def look(self) -> None:
        """See whether another program has changed the file since, and what."""
        store = self.tracker.store
        if store is None or store is not self._watched:
            return
        with self.context.keeping():
            now = store.changed_elsewhere()
            if now == self._seen:
                return
            self._seen = now
            self.tracker.left_out.read()
            for each in self._others():
                each.changed_elsewhere()
        self.context.run(self._read_sets(store), group="others", exit_on_error=False)
        self.tracker.read_receipts()
        if self.tracker.ready:
            self.tracker.read_usage()  # what they spent
        # What is kept of each person is read where it is drawn.
        self.tell("search", "sets", "people", "remarks", "research", "usage")

    async def _read_sets(self, store: Store) -> None:
        sets = await asyncio.to_thread(_sets_of, store)
        fresh = [each for each in sets if each.id not in self.state.sets.known]
        if fresh:
            self.context.post(messages.SetsSeen(fresh))


def _sets_of(store: Store) -> list[PeopleSet]:
    from shortlist.contract.sets import PeopleSet

    return [PeopleSet.model_validate(body) for body in store.sets()]
