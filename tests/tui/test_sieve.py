"""Filter and order while somebody types."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from tests.tui.fakes import item

from shortlist.tui.features.people.row_filter import SLICE, RowFilter
from shortlist.tui.kit.roster import Brief, PersonAt, Roster
from shortlist.tui.kit.selection import Selection


def roster(*names: str) -> Roster:
    made = Roster()
    made.put(
        {"id": f"i{n}", "person": {"person_id": f"p{n}", "name": name}}
        for n, name in enumerate(names)
    )
    return made


MANY = [f"row {n} {'odd' if n % 2 else 'even'}" for n in range(2 * SLICE + 7)]
BY_NAME = ("name", lambda brief: brief.name.casefold())


async def names(sieve: RowFilter, *words: str, **given: Any) -> list[str]:
    found: Sequence[int] | None = await sieve.sift(words, **given)
    assert found is not None
    return [brief.name for brief in sieve.roster.briefs(found)]


async def test_every_word_must_be_there_in_any_case() -> None:
    wanted = [name for name in MANY if "odd" in name and "77" in name]
    assert await names(RowFilter(roster(*MANY)), "ODD", "row", "77") == wanted


async def test_nothing_typed_shows_everybody() -> None:
    assert await RowFilter(roster("a", "b")).sift([]) == range(2)


async def test_a_longer_text_narrows_and_a_shorter_one_widens() -> None:
    sieve = RowFilter(roster(*MANY))
    for needle in ("1", "12", "123", "12", "odd", "od", "o"):
        assert await names(sieve, needle) == [name for name in MANY if needle in name], needle


async def test_who_comes_later_is_sifted_too() -> None:
    sieve = RowFilter(roster(*MANY[:10]))
    assert len(await names(sieve, "odd")) == 5
    sieve.roster.add([item(99, name="row 10 odd")])
    assert len(await names(sieve, "odd")) == 6
    assert len(await names(sieve, "odd", order=BY_NAME)) == 6


async def test_the_order_is_by_what_is_asked_either_way() -> None:
    sieve = RowFilter(roster("b x", "c", "A x"))
    assert await names(sieve, "x", order=BY_NAME) == ["A x", "b x"]
    assert await names(sieve, order=BY_NAME, turned=True) == ["c", "b x", "A x"]
    company = ("company", lambda brief: brief.company)
    assert await names(sieve, order=company) == ["b x", "c", "A x"]


async def test_an_order_of_many_is_whole() -> None:
    sieve = RowFilter(roster(*MANY))
    assert await names(sieve, order=BY_NAME) == sorted(MANY)


async def test_what_else_must_be_true_is_asked_of_the_person() -> None:
    sieve = RowFilter(roster("a x", "b x", "c"))
    assert await names(sieve, "x", only={"p1", "p2"}.__contains__) == ["b x"]


async def test_letters_beyond_ascii_are_found_whatever_their_case() -> None:
    sieve = RowFilter(roster("Joaquín Ñandú", "Straße", "日本 太郎"))
    assert await names(sieve, "JOAQUÍN") == ["Joaquín Ñandú"]
    assert await names(sieve, "STRASSE") == ["Straße"]
    assert await names(sieve, "太郎") == ["日本 太郎"]


async def test_a_new_text_makes_the_running_pass_give_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shortlist.tui.features.people.row_filter.LOOKED_THROUGH", len(MANY) // 4)
    sieve = RowFilter(roster(*MANY))
    first = asyncio.ensure_future(sieve.sift(["row"]))
    await asyncio.sleep(0)
    found = await sieve.sift(["odd"])
    assert await first is None
    assert found is not None
    assert len(found) == len(MANY) // 2


def test_a_roster_holds_each_item_once_and_gives_it_back_whole() -> None:
    made = Roster()
    assert made.add([item(1), item(3), item(1)]) == 2
    assert made.add([item(3)]) == 0
    assert len(made) == 2
    assert made[1] == item(3)
    assert made.criteria == ["works in financial services", "leads a team of engineers"]
    assert [made.verdict(at, 1) for at in (0, 1)] == ["s", "u"]


def test_a_roster_reads_what_is_kept_from_where_it_is_kept() -> None:
    kept = {item(n).id: item(n).to_wire() for n in range(3)}
    made = Roster(read=kept.get)
    made.add([item(n) for n in range(3)], kept=True)
    assert made.held() == []
    assert made[2] == item(2)
    del kept[item(2).id]
    assert made[2].person.name == item(2).person.name


def test_verdicts_stand_under_their_criterion_in_whatever_order_they_came() -> None:
    made = Roster()
    one, two = item(0), item(3)
    turned = two.model_copy(update={"verification": list(reversed(two.verification))})
    made.add([one, turned])
    assert [made.brief(at).verdicts for at in (0, 1)] == ["ss", "su"]


def test_what_a_line_shows_is_cleaned() -> None:
    made = roster("\x1b[31mRed\x1fName")
    brief: Brief = made.brief(0)
    assert brief.name == "[31mRedName"
    assert brief.company == ""


def test_of_many_the_ids_and_the_verdicts_are_those_of_each() -> None:
    made = Roster()
    made.add([item(n) for n in range(9)])
    made.put([{"id": "unchecked", "person": {"person_id": "nobody asked"}}])
    rows = (9, 3, 4, 0)
    assert list(made.person_ids(rows)) == [made.brief(at).person_id for at in rows]
    for criterion in (0, 1, 2):
        assert list(made.verdicts(rows, criterion)) == [made.verdict(at, criterion) for at in rows]


def test_many_of_a_list_are_chosen_as_each_would_be() -> None:
    made = roster("Ada", "Grace", "Zoë", "Jean")
    made.put([{"id": "again", "person": {"person_id": "p2", "name": "Zoë"}}])
    one, all_at_once = Selection(), Selection()
    for chosen in (one, all_at_once):
        chosen.toggle(PersonAt(made, 1))
    assert one.add(PersonAt(made, at) for at in (3, 2, 1, 4)) == 2
    assert all_at_once.add_at(made, (3, 2, 1, 4)) == 2
    assert all_at_once.entries == one.entries
    assert all_at_once.undo()
    assert all_at_once.ids == ["p1"]
