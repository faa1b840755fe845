"""The changes from one Set to another, as lines: who came, who left, who is told otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from textual.content import Content

from shortlist.desk.set_differences import Change, Difference, compare_sets, notes_on, why_not_there
from shortlist.tui.kit.words import VERDICTS, count, in_words, people, plain, prose

if TYPE_CHECKING:
    from shortlist.contract.person import Person
    from shortlist.contract.sets import PeopleSet, SetItem, Verification
    from shortlist.tui.features.sets.combination import SetComparison
    from shortlist.tui.live.left_out import LeftOutCheck
    from shortlist.tui.live.tracker import Tracker

_LONGEST: Final = 300


@dataclass
class SetChanges:
    """From the first Set to the second."""

    before: PeopleSet
    after: PeopleSet
    found: Difference
    reasons: list[str] = field(default_factory=list)
    """Why each of those who left is not in the second."""
    hidden: int = 0
    """How many were not compared, since they are left out on this machine."""
    kept: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    """As `SetComparison` has them."""


async def read_changes(
    tracker: Tracker, comparison: SetComparison, left_out: LeftOutCheck
) -> SetChanges:
    """What changed between the two Sets of `comparison`, and why, where that can be known."""
    from shortlist.desk.reasons import explain_absence

    lists: list[list[SetItem]] = [[], []]
    hidden = 0
    for person in comparison.people:
        if any(left_out.holds(entry.person) for entry in person.entries):
            hidden += 1
            continue
        for at, entry in zip(person.lists, person.entries, strict=True):
            lists[at].append(entry)
    before, after = comparison.sets
    found = compare_sets(*lists)
    reasons = [why_not_there(after)] * len(found.left)
    if tracker.ready and tracker.is_local:
        reasons = await explain_absence(tracker.client, after, found.left, is_local=True)
    return SetChanges(
        before, after, found, reasons, hidden, list(comparison.kept), list(comparison.missing)
    )


def change_lines(changes: SetChanges) -> list[Content]:
    """The whole of it, a paragraph a line; each is folded to the width there is."""
    found = changes.found
    told = f"{len(found.came):,} came, {len(found.left):,} left, {len(found.changed):,} changed"
    lines = [Content.styled(f"{told}, {people(found.same)} the same", "bold")]
    lines += [Content.styled(f"! {text}", "$warn") for text in _warnings(changes)]
    if not found and not changes.missing:
        lines.append(Content("Nobody came, left or is told otherwise."))
    if found.came:
        lines += [Content(), _head("Came", len(found.came))]
        lines.append(_quiet(f"Not there before: {why_not_there(changes.before)}."))
        for item in found.came:
            lines.append(_who("+", "$good", item.person))
            lines += [_verdict(each) for each in item.verification]
    if found.left:
        lines += [Content(), _head("Left", len(found.left))]
        for item, why in zip(found.left, changes.reasons, strict=True):
            lines += [_who("−", "$bad", item.person), _quiet(f"not there any more: {why}")]
    if found.changed:
        lines += [Content(), _head("Told otherwise", len(found.changed))]
        for each in found.changed:
            lines.append(_who("~", "$warn", each.after.person))
            lines += [_change(change) for change in each.fields]
            lines += [_change(change, verdict=True) for change in each.verdicts]
    return lines


def _warnings(changes: SetChanges) -> list[str]:
    told = [plain(note, _LONGEST) for note in notes_on(changes.before, changes.after)]
    for what, ids in (
        ("could not be read now, so nobody of it is compared", changes.missing),
        ("is as this machine kept it", changes.kept),
    ):
        names = {changes.before.id: "The first", changes.after.id: "The second"}
        told += [f"{names.get(id_, id_)} {what}." for id_ in ids]
    if changes.hidden:
        told.append(f"{people(changes.hidden)} left out on this machine: not compared.")
    return told


def _head(text: str, many: int) -> Content:
    told = count(many, "person", "people")
    return Content.assemble((text, "bold $lead"), (f"  {told}", "$quiet-text"))


def _who(mark: str, tone: str, person: Person) -> Content:
    name = plain(person.name, 80) or plain(person.person_id, 80)
    rest = " · ".join(t for t in (plain(person.title, 100), plain(person.company, 80)) if t)
    return Content.assemble(
        (f"{mark} ", f"bold {tone}"), (name, "bold"), (f"  {rest}" if rest else "", "")
    )


def _quiet(text: str) -> Content:
    return Content.styled(f"    {prose(text, _LONGEST)}", "$quiet-text")


def _verdict(verdict: Verification) -> Content:
    mark, _, tone = VERDICTS.get(verdict.status, ("·", "", ""))
    name = plain(verdict.criterion or verdict.criterion_id, 120)
    why = prose(verdict.reasoning, _LONGEST)
    told = (f"  {why}" if why else "", "$quiet-text")
    return Content.assemble((f"    {mark} ", tone and f"${tone}"), name, told)


def _change(change: Change, *, verdict: bool = False) -> Content:
    old, new = change.before or "not given", change.after or "not given"
    tone = VERDICTS[new][2] if verdict and new in VERDICTS else ""
    why = f"  {prose(change.why, _LONGEST)}" if change.why else ""
    return Content.assemble(
        (f"    {plain(change.what, 120)}: ", "$quiet-text"),
        (in_words(old, 100) if verdict else plain(old, 100), "$quiet-text"),
        " → ",
        (in_words(new, 100) if verdict else plain(new, 100), tone and f"${tone}"),
        (why, "$quiet-text"),
    )


def names_of(changes: Sequence[PeopleSet]) -> str:
    """What the two are called."""
    search = changes[-1].newest
    return plain(search.query if search else changes[-1].id, 60)
