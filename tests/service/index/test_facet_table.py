"""The table of facets answers what Qdrant's own payload filters answer, all its life long."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
import qdrant_edge as edge

from shortlist.service.index.edge_points import FILTERS
from shortlist.service.index.points import Point, point_id
from shortlist.service.index.port import IndexUnavailable
from shortlist.service.index.retrieval import All, AnyOf, Between, Exists, Ids, Not, Some, Where
from shortlist.service.index.shard import EmbeddedShard, EmbeddedStore
from shortlist.service.index.table import _MERGE_FROM, Table

COLOURS = ("red", "green", "blue", "café au lait")
PEOPLE = [f"person-{n}" for n in range(300)]


def point(person_id: str, seed: random.Random) -> Point:
    facets: dict[str, object] = {"title": seed.choice(COLOURS)}
    if seed.random() < 0.5:
        facets["skill"] = seed.sample(COLOURS, 2)
    if seed.random() < 0.5:
        facets["since"] = seed.randrange(20000101, 20000110)
    return Point.of(person_id, "words", "A Name", facets, [1.0, 0.0], change=1)


def where(seed: random.Random, depth: int = 2) -> Where:
    kind = seed.randrange(7 if depth else 4)
    if kind == 0:
        return AnyOf(seed.choice(("title", "skill")), tuple(seed.sample(COLOURS, 2)))
    if kind == 1:
        low = seed.choice((None, seed.randrange(20000101, 20000110)))
        return Between("since", low, seed.randrange(20000101, 20000110))
    if kind == 2:
        return Exists(seed.choice(("skill", "title", "company")))
    if kind == 3:
        return Ids(tuple(seed.sample(PEOPLE, 40)))
    if kind == 6:
        return Not(where(seed, depth - 1))
    parts = tuple(where(seed, depth - 1) for _ in range(seed.randrange(1, 4)))
    return All(parts) if kind == 4 else Some(parts)


def by_qdrant(shard: EmbeddedShard, asked: Where) -> list[int]:
    points, _ = shard._points._shard.scroll(
        edge.ScrollRequest(limit=1000, filter=FILTERS.where(asked), with_payload=False)
    )
    return [int(found.id) for found in points]


def check(shard: EmbeddedShard, seed: random.Random) -> None:
    for _ in range(60):
        asked = where(seed)
        expected = by_qdrant(shard, asked)
        assert [point_id(i) for i in shard.scan(asked, None)] == expected, asked
        assert shard.count(asked) == len(expected)
        assert [point_id(i) for i in shard.scan(asked, 5)] == expected[:5]
    people = {point_id(i): names for i, names, _ in shard._points.everyone()}
    for asked in (None, *(where(seed) for _ in range(10))):
        among = people if asked is None else by_qdrant(shard, asked)
        counted = Counter(name for number in among for name in people[number])
        for key in ("title", "skill", "company"):
            told = shard.facet(key, 100, asked)
            assert told == sorted(told, key=lambda each: (-each[1], each[0]))
            named = {f"{key}={value}": count for value, count in told}
            assert named == {name: n for name, n in counted.items() if name.startswith(f"{key}=")}


def test_filters_answer_as_qdrant_does_while_people_come_change_and_go(tmp_path: Path) -> None:
    seed = random.Random(20261121)
    shard = EmbeddedStore(2).create(tmp_path)
    shard.put(point(i, seed) for i in PEOPLE[:200])
    check(shard, seed)
    shard.put(point(i, seed) for i in PEOPLE[150:])  # some anew, some changed
    shard.remove([*PEOPLE[40:90], "nobody"])
    check(shard, seed)
    shard.optimise()  # saved: from here on out of the mapped arrays
    check(shard, seed)
    shard.put(point(i, seed) for i in PEOPLE[80:100])
    shard.remove(PEOPLE[:10])
    check(shard, seed)
    shard.close()
    shard = EmbeddedStore(2).load(tmp_path)
    check(shard, seed)
    shard.close()


def test_what_a_crash_left_behind_is_read_from_the_shard(tmp_path: Path) -> None:
    seed = random.Random(1)
    shard = EmbeddedStore(2).create(tmp_path)
    shard.put(point(i, seed) for i in PEOPLE)
    shard.optimise()
    assert (tmp_path / "facets").is_dir()
    shard.remove(PEOPLE[:50])
    # Saved before the removal: it must not bring anybody back.
    assert not (tmp_path / "facets").exists()
    shard.flush(1)
    shard._points._shard.close()  # as a crash does: nothing of ours is written
    shard = EmbeddedStore(2).load(tmp_path)
    assert len(shard) == len(PEOPLE) - 50
    check(shard, seed)
    shard.close()


def test_a_damaged_table_is_read_anew(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    seed = random.Random(2)
    shard = EmbeddedStore(2).create(tmp_path)
    shard.put(point(i, seed) for i in PEOPLE[:20])
    shard.close()
    damage(tmp_path / "facets" / "values.npy")
    shard = EmbeddedStore(2).load(tmp_path)
    assert "is read anew from the points: its files are damaged" in caplog.text
    assert len(shard) == 20
    check(shard, seed)
    shard.close()


def damage(file: Path) -> None:
    """Change a value, where the array is still one and only says something else."""
    content = file.read_bytes()
    file.write_bytes(content[:-8] + bytes([content[-8] ^ 1]) + content[-7:])


def test_damage_to_any_file_of_a_table_is_found(tmp_path: Path) -> None:
    table, folder = Table(point_id), tmp_path / "facets"
    for each in (point(i, random.Random(3)) for i in PEOPLE[:20]):
        table.put(each.person_id, each.tokens, each.numbers)
    table.save(folder)
    whole = {file: file.read_bytes() for file in folder.iterdir()}
    assert len(whole) > 5
    for file, content in whole.items():
        damage(file)
        with pytest.raises(ValueError):
            Table.load(folder, point_id)
        for left in (content[: len(content) // 2], b""):
            file.write_bytes(left)
            with pytest.raises(ValueError):
                Table.load(folder, point_id)
        file.unlink()
        with pytest.raises(FileNotFoundError):
            Table.load(folder, point_id)
        file.write_bytes(content)
    assert len(Table.load(folder, point_id)) == 20


def test_rows_are_merged_once_enough_of_them_changed() -> None:
    table = Table(point_id)
    people = [f"p{n}" for n in range(_MERGE_FROM + 1)]
    for n, person_id in enumerate(people):
        table.put(person_id, [f"title={n % 7}"], {})
    before = table.view
    assert len(table._ids) == 0
    table.put("p0", ["title=9"], {"since": 20200101})
    after = table.view
    nines = AnyOf("title", ("9",))
    assert after.ids(after.in_order(after.holds(nines), None)) == ["p0"]
    assert not before.holds(nines).any()  # a view never changes
    assert after.rows(["nobody"]).tolist() == [-1]


def test_two_ids_of_one_point_are_refused() -> None:
    table = Table(lambda _: 7)
    table.put("a", [], {})
    with pytest.raises(IndexUnavailable, match="collide"):
        table.put("b", [], {})
