"""The controller of the list that People shows: from this machine's file first, then page by page.

What a finished Set has is kept in the file as it comes, so that it opens at once the next time and
can be looked through while the service is away. A kept list that is small is compared with the
service once; a person who asked to be left out meanwhile is gone from it then.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from shortlist.contract.times import format_time, parse_time
from shortlist.tui.kit.roster import Roster
from shortlist.tui.live import messages
from shortlist.tui.live.context import Controller
from shortlist.tui.live.state import PeopleWork

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterable, Sequence

    from shortlist.contract.sets import PeopleSet, SetItem
    from shortlist.desk.store import Store

FIRST_READ: Final = 200
READ: Final = 25_000
COMPARED_AT_MOST: Final = 1_000


class ListController(Controller):
    """The list of People: the items of one Set, or people kept on this machine."""

    def people_of(self, the_set: PeopleSet) -> PeopleWork:
        """An empty list for the items of a Set."""
        store = self.tracker.store
        read = partial(store.item, the_set.id) if store is not None else None
        return PeopleWork(set_id=the_set.id, items=Roster(the_set, read))

    def fill(self, codes: Sequence[str]) -> bool:
        work = self.state.people
        lacks = work.trouble is not None and work.trouble.code in codes
        if lacks and not work.loading:
            self.load_more_items()
        return lacks

    def open(self, the_set: PeopleSet) -> None:
        """Show the items of a Set, in place of another's, or of a list that is no Set."""
        if self.state.people.set_id != the_set.id:
            self.state.people = self.people_of(the_set)

    def take_live(self, set_id: str, items: list[SetItem]) -> bool:
        """Take in who was admitted just now, where the list is whole; whether any is new."""
        shown = self.state.people
        return shown.set_id == set_id and shown.complete and bool(shown.items.add(items))

    def settle(self, set_id: str) -> None:
        """A Set has ended: put what came live into the file."""
        work = self.state.people
        if work.set_id != set_id:
            return
        work.stale = True
        if self._keep(set_id, work.items.held()):
            work.items.release()
            if work.complete:
                self._note_walked(set_id)

    def load_more_items(self) -> None:
        """The next page of the Set in view, unless it is on its way or there is none."""
        entry, work = self.state.set_in_view, self.state.people
        if entry is None or work.title:
            return
        the_set = entry.the_set
        if work.set_id != the_set.id:
            work = self.state.people = self.people_of(the_set)
        if work.loading or work.complete:
            return
        if not work.looked and self._kept_will_do(the_set, work):
            work.loading = work.kept = True
            self._start(self._read_kept(the_set.id, work.items))
        elif self.tracker.ready and not (work.kept and self._away):
            work.loading = True
            self.tracker.load_items(the_set.id, work.cursor)

    def show_list(self, title: str, items: Iterable[SetItem]) -> None:
        """Have People show these people under a title, until a Set is opened."""
        roster = Roster()
        roster.add(items)
        self.show_roster(title, roster)

    def show_roster(self, title: str, roster: Roster, shortlist: str = "") -> None:
        self.state.people = PeopleWork(
            items=roster, title=title, shortlist=shortlist, complete=True, looked=True
        )
        self.go("people")
        self.tell("people")

    def show_the_set(self) -> None:
        """Have People show the Set in view again."""
        entry = self.state.set_in_view
        self.state.people = self.people_of(entry.the_set) if entry is not None else PeopleWork()
        self.load_more_items()
        self.tell("people")

    @property
    def _away(self) -> bool:
        """Whether the service is not there to ask."""
        return not self.tracker.ready or self.state.link.offline is not None

    def read_items_again(self) -> None:
        """Read the Set in view from the service; what is kept of it stays until that answers."""
        work, entry = self.state.people, self.state.set_in_view
        if entry is None or not self.tracker.ready:
            return
        self.state.people = again = self.people_of(entry.the_set)
        again.looked, again.before = True, work.before or work
        self.load_more_items()

    def _kept_will_do(self, the_set: PeopleSet, work: PeopleWork) -> bool:
        """Whether the file has the whole finished Set, or all there is while the service is away.

        A part that is kept of a Set that has more by now is forgotten: it is read anew.
        """
        store = self.tracker.store
        if store is None:
            return False
        work.looked = True
        kept = store.item_count(the_set.id)
        search = the_set.newest
        finished = search.finished if search is not None else True
        whole = kept >= (the_set.item_count or 0) and store.recall(_mark(the_set.id)) == kept
        if kept and ((finished and whole) or self._away):
            work.kept_at = parse_time(store.recall(_time(the_set.id)))
            return True
        if kept:
            self.tracker.ledger.keep(lambda store: store.forget_items(the_set.id))
        return False

    async def _read_kept(self, set_id: str, roster: Roster) -> None:
        store = self.tracker.store
        assert store is not None
        after, size = -1, FIRST_READ
        while self.state.people.items is roster:
            run = await asyncio.to_thread(store.lines, set_id, after, size)
            done = len(run.lines) < size
            self.context.post(messages.ItemsKept(roster, run, done))
            if done:
                return
            after, size = run.last, READ

    def on_items_kept(self, event: messages.ItemsKept) -> None:
        work, entry = self.state.people, self.state.set_in_view
        if work.items is not event.roster:
            return
        work.items.take(event.run)
        if event.done:
            work.loading = False
            work.complete = not self._away
            if work.complete and len(work.items) <= COMPARED_AT_MOST and entry is not None:
                self._start(self._compare(entry.the_set, work.items))
        self.tell("people")

    async def _compare(self, the_set: PeopleSet, roster: Roster) -> None:
        """Read the Set once more; where it differs from what is kept, keep the former."""
        tracker, state = self.tracker, self.state
        try:
            items = await tracker.all_items(the_set.id)
        except Exception:
            return  # What is kept stays; R reads again, and says what is wrong.
        at = format_time(self.context.clock())
        if len(items) == len(roster) and all(item.id in roster for item in items):
            state.people.kept, state.people.kept_at = False, None
            tracker.ledger.keep(lambda store: store.remember(_time(the_set.id), at))
            self.tell("people")
            return
        if await asyncio.to_thread(tracker.ledger.keep, partial(_replace, the_set.id, items, at)):
            self.context.post(messages.ItemsDiffer(the_set.id))

    def on_items_differ(self, event: messages.ItemsDiffer) -> None:
        entry = self.state.set_in_view
        if entry is not None and self.state.people.set_id == event.set_id:
            self.state.people = self.people_of(entry.the_set)
            self.tell("people")

    def on_items_loaded(self, event: messages.ItemsLoaded) -> None:
        work = self.state.people
        if work.set_id != event.set_id or work.title:
            return
        if event.page is None and work.before is not None and work.before.set_id == event.set_id:
            work = self.state.people = work.before
        work.loading, work.trouble = False, event.trouble
        if event.page is not None:
            if work.before is not None:
                work.before = None
                self.tracker.ledger.keep(lambda store: store.forget_items(event.set_id))
            kept = self._keep(event.set_id, event.page.data)
            work.items.add(event.page.data, kept=kept)
            following = event.page.next_cursor
            work.complete = not following or following == work.cursor
            work.cursor = following or work.cursor
            if work.complete and kept:
                self._note_walked(event.set_id)
        self.tell("people")

    def _note_walked(self, set_id: str) -> None:
        found = len(self.state.people.items)
        at = format_time(self.context.clock())

        def keep(store: Store) -> None:
            store.remember(_mark(set_id), found)
            store.remember(_time(set_id), at)

        self.tracker.ledger.keep(keep)

    def _keep(self, set_id: str, items: list[SetItem]) -> bool:
        """Whether the items are in the file; a file that cannot be written costs only that."""
        wires = [item.to_wire() for item in items]
        return self.tracker.ledger.keep(lambda store: store.remember_items(set_id, wires))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self.context.run(work, group="items", exit_on_error=False)


def _mark(set_id: str) -> str:
    """Where the file says that the walk of a Set came to its end, and with how many."""
    return f"walked/{set_id}"


def _time(set_id: str) -> str:
    """Where the file says when that was."""
    return f"walked_at/{set_id}"


def _replace(set_id: str, items: list[SetItem], at: str, store: Store) -> None:
    store.forget_items(set_id)
    store.remember_items(set_id, [item.to_wire() for item in items])
    store.remember(_mark(set_id), len(items))
    store.remember(_time(set_id), at)
