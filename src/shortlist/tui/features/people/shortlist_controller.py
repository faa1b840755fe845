"""The controller of shortlists, notes and tags, which are kept on this machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from shortlist.tui.kit.roster import PersonAt, Roster
from shortlist.tui.kit.words import count, people, plain
from shortlist.tui.live.context import Controller

if TYPE_CHECKING:
    from shortlist.contract.person import Person
    from shortlist.desk.store import Store
    from shortlist.tui.live.context import AppContext


class ShortlistController(Controller):
    """Shortlists, notes and tags, of people from any Set and any search."""

    def __init__(
        self,
        context: AppContext,
        show_roster: Callable[[str, Roster, str], None],
        show_the_set: Callable[[], None],
        why_found: Callable[[str], dict[str, Any] | None],
    ) -> None:
        """What the list of people does: show a roster under a title, as the shortlist of a name;
        and the Set in view again. `why_found`: why the search at hand found somebody, by their
        id."""
        super().__init__(context)
        self._show_roster, self._show_the_set = show_roster, show_the_set
        self._why_found = why_found

    def recall(self) -> None:
        if self.tracker.store is not None:
            self.state.remarks = self.tracker.store.remarks()

    def changed_elsewhere(self) -> None:
        self.recall()
        if shown := self.state.people.shortlist:
            self._show_roster(shown, self._roster_of(shown), shown)

    # Onto a shortlist, and off it

    def put_on_shortlist(self, chosen: Sequence[Person | PersonAt]) -> None:
        """Ask which shortlist, a new one too, and put these people on it."""
        from shortlist.tui.features.people.shortlist_dialogs import ChooseShortlist

        store = self.open_store()
        if store is None:
            return
        if not chosen:
            self.say("Select people with space first, or put the cursor on one.")
            return

        def named(name: str | None) -> None:
            if not name:
                return
            new = store.add_to(name, self._members(chosen))
            there = len(chosen) - new
            already = f"; {people(there)} on it already" if there else ""
            self.say(f"{people(new)} put on {name}{already}. L opens it.")
            self._refresh_shortlist(name)

        self.show(ChooseShortlist(len(chosen), store.shortlists()), named)

    def take_off_shortlist(self, name: str, indices: Sequence[int]) -> None:
        """Take people off the shortlist that is shown; they are selected, so `l` puts them back."""
        store, roster = self.open_store(), self.state.people.items
        if store is None or not indices:
            return
        roster.hold(indices)
        gone = [PersonAt(roster, index) for index in indices]
        self.state.selection.add(gone)
        store.remove_from(name, [at.person_id for at in gone])
        self.say(f"{people(len(gone))} taken off {name}, and selected: l puts them back.")
        self._refresh_shortlist(name)

    def _members(self, chosen: Sequence[Person | PersonAt]) -> list[dict[str, Any]]:
        """Whole items, with their evidence, and where each was found."""
        from shortlist.desk.person_rows import PROVENANCE_COLUMNS

        members = []
        for entry, row in zip(chosen, self.tracker.rows_for(chosen), strict=True):
            if isinstance(entry, PersonAt):
                item = entry.item.to_wire()
            else:
                item = {"person": entry.to_wire()}
                if why := self._why_found(entry.person_id):
                    item["why"] = why
            item["found"] = {k: row[k] for k in PROVENANCE_COLUMNS if row.get(k) is not None}
            members.append({"person_id": entry.person_id, "item": item})
        return members

    # Shortlists as lists

    def open_list(self) -> None:
        """All shortlists: open, rename, delete."""
        from shortlist.tui.features.people.shortlist_dialogs import Shortlists

        store = self.open_store()
        if store is None:
            return

        def opened(name: str | None) -> None:
            if name:
                self.open_shortlist(name)

        self.show(Shortlists(store, self.shortlist_goes, self.shortlist_renamed), opened)

    def open_shortlist(self, name: str) -> None:
        """Have People show a shortlist."""
        store = self.open_store()
        if store is None:
            return
        self._show_roster(name, self._roster_of(name), name)

    def _roster_of(self, name: str) -> Roster:
        store = self.tracker.store
        assert store is not None
        roster = Roster(read=partial(_read_member, store, name))
        roster.put(_as_item(member) for member in store.members(name))
        return roster

    def _refresh_shortlist(self, name: str) -> None:
        if self.state.people.shortlist == name:
            self.open_shortlist(name)

    def shortlist_renamed(self, name: str, new: str) -> None:
        """It was given another name: what shows it follows."""
        self._refresh_shortlist_as(name, new)
        self.say(f"{name} is called {new} now.")

    def _refresh_shortlist_as(self, name: str, new: str) -> None:
        self._hold_chosen_of(name)
        if self.state.people.shortlist == name:
            self.open_shortlist(new)

    def shortlist_goes(self, name: str) -> None:
        """It is about to be deleted: who is selected on it stays selected, and whole."""
        self._hold_chosen_of(name)
        if self.state.people.shortlist == name:
            self._show_the_set()

    def _hold_chosen_of(self, name: str) -> None:
        roster = self.state.people.items if self.state.people.shortlist == name else None
        for entry in self.state.selection.entries:
            if isinstance(entry, PersonAt) and entry.roster is roster:
                entry.roster.hold([entry.index])

    # Notes and tags

    def ask_remark(self, chosen: Sequence[Person]) -> None:
        """A note and tags of these people, in one dialog."""
        from shortlist.tui.features.people.remark_dialog import Remark, RemarkDialog, shared

        store = self.open_store()
        if store is None or not chosen:
            return
        known = {each.person_id: self.state.remarks.get(each.person_id) or {} for each in chosen}
        before = shared(list(known.values()))
        tags = sorted({str(t) for r in self.state.remarks.values() for t in r.get("tags") or ()})

        def given(remark: Remark | None) -> None:
            if remark is None:
                return
            for person_id, own in known.items():
                kept = remark.applied_to(own, before)
                store.remark(person_id, note=kept.note, tags=kept.tags)
            self.state.remarks = store.remarks()
            self.tell("remarks")
            said = [count(len(remark.tags), "tag")] * bool(remark.tags)
            said += ["a note"] * bool(remark.note)
            name = plain(chosen[0].name, 60) or "this person"
            whom = name if len(chosen) == 1 else f"each of {people(len(chosen))}"
            self.say(f"Kept for {whom}: {' and '.join(said) or 'nothing any more'}.")

        lists = store.shortlists_of(chosen[0].person_id) if len(chosen) == 1 else []
        self.show(RemarkDialog(chosen, before, tags, lists), given)


def _as_item(member: Mapping[str, Any]) -> dict[str, Any]:
    """A member as an item of a list; its person is what it is known by there."""
    given = member.get("item")
    item = dict(given) if isinstance(given, Mapping) else {"person": dict(member)}
    return {**item, "id": member["person_id"]}


def _read_member(store: Store, shortlist: str, person_id: str) -> dict[str, Any] | None:
    member = store.member(shortlist, person_id)
    return _as_item(member) if member is not None else None
