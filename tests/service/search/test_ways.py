"""Whom ways of asking hold for is remembered, and only as long as it is so."""

from __future__ import annotations

from pathlib import Path

from tests.service.index.people import SmallIndex, make_small_index, put_records
from tests.service.search.directory import person

from shortlist.service.index.retrieval import AnyOf
from shortlist.service.search.ways import Pool

EDITORS = AnyOf("title_word", ("editor",))
AT_THE_GAZETTE = AnyOf("company", ("gazette",))


def found(pool: Pool, made: SmallIndex) -> tuple[list[float], list[tuple[str, bool, bool]]]:
    """The shares, and of each person whether they are an editor there, and an editor at all."""
    everyone = made.index.everyone
    ways = [(1.0, (EDITORS, AT_THE_GAZETTE)), (0.5, (EDITORS,))]
    shares, rows, within = pool.few(everyone, ways, 10)
    return shares, sorted(zip(everyone.ids(rows), *within.tolist(), strict=True))


def test_who_changed_came_or_went_is_told_anew(tmp_path: Path) -> None:
    records = [
        person(1, "Ann Ray", "Editor", "Gazette"),
        person(2, "Bo Lund", "Editor", "Herald"),
        person(3, "Cy Moss", "Printer", "Gazette"),
    ]
    made = make_small_index(tmp_path / "ways", records)
    pool = Pool()
    before = [1.0, 0.5], [("p01", True, True), ("p02", False, True)]
    assert found(pool, made) == before
    assert found(pool, made) == before
    changed = [
        person(2, "Bo Lund", "Editor", "Gazette"),
        person(1, "Ann Ray", "Printer", "Gazette"),
        person(4, "Di Orr", "Editor", "Herald"),
    ]
    put_records(made.engine, changed)
    made.index.catch_up()
    assert found(pool, made) == ([1.0, 0.5], [("p02", True, True), ("p04", False, True)])
    made.close()


def test_without_ways_nobody_is_found(tmp_path: Path) -> None:
    made = make_small_index(tmp_path / "ways", [person(1, "Ann Ray", "Editor", "Gazette")])
    shares, rows, within = Pool().few(made.index.everyone, (), 10)
    assert (shares, rows.tolist(), within.shape) == ([], [], (0, 0))
    made.close()
