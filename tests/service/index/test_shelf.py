"""What lies ready of each person: scores as the points give them, cards as the records say."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.service.index.people import RECORDS, WordVectors, make_small_index, put_records

from shortlist.service.db.engine import writing
from shortlist.service.index.card import Card
from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.open import open_index
from shortlist.service.index.points import Among, Point
from shortlist.service.index.retrieval import Ask, Channel, Ranked
from shortlist.service.index.shelf import Shelf
from shortlist.service.index.store import remove_people

SAYINGS = ("water and energy policy", "budget of the state", "open source databases", "zzyzx")


def invented(number: int, said: str = "policy") -> dict[str, Any]:
    topics = ("water", "energy", "budget", "health", "state", "open source", "databases")
    chosen = [topic for n, topic in enumerate(topics) if number >> n & 1]
    title = "Director" if number % 3 else "Analyst"
    summary = f"Works on {' and '.join(chosen)} {said}." * (1 + number % 4)
    person = {"id": f"s{number}", "dataset": "invented", "name": f"Name {number}"}
    return {**person, "title": title, "summary": summary if number % 11 else ""}


def asks_of(index: EmbeddedIndex, where: Any, limit: int) -> list[Ask]:
    vectors = index.embed(SAYINGS)
    by_words = [Ask(Channel.WORDS, limit, text=text, where=where) for text in SAYINGS]
    return by_words + [Ask(Channel.MEANING, limit, vector=v, where=where) for v in vectors]


def by_points(index: EmbeddedIndex, asks: list[Ask]) -> list[Ranked]:
    """The same, of the points alone."""
    shard = index._projection.shard
    view = shard.view
    among = [Among(None, view.points(ask.where).tolist()) for ask in asks]
    answers = shard._points.query(asks, among)
    return [(view.rows_of_points(numbers), scores) for numbers, scores in answers]


def assert_as_the_points(index: EmbeddedIndex) -> None:
    everyone = index.candidates(None, (), (), 0)
    there = np.flatnonzero(everyone.holds(None)).astype(np.int32)
    for rows in (there, there[::3], there[:1]):
        asks = asks_of(index, rows, len(rows))
        for ours, theirs in zip(index.ranked(everyone, asks), by_points(index, asks), strict=True):
            assert set(ours[0]) == set(theirs[0])
            wanted = dict(zip(theirs[0].tolist(), theirs[1].tolist(), strict=True))
            assert list(ours[1]) == sorted(ours[1], reverse=True)
            for row, score in zip(*ours, strict=True):
                assert score == pytest.approx(wanted[row], rel=1e-5, abs=1e-6)


def refuse(*_: object) -> Any:
    raise AssertionError("the points were asked")


def test_few_are_scored_as_the_points_score_them_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_small_index(tmp_path / "d", [*RECORDS, *map(invented, range(200))], follow=False)
    assert_as_the_points(made.index)
    everyone = made.index.candidates(None, (), (), 0)
    rows = np.arange(0, 40, dtype=np.int32)
    asks = asks_of(made.index, rows, 5)
    shard = made.index._projection.shard
    wanted = [len(found) for found, _ in by_points(made.index, asks)]
    monkeypatch.setattr(shard._points, "query", refuse)
    assert [len(found) for found, _ in made.index.ranked(everyone, asks)] == wanted
    monkeypatch.undo()
    made.close()


def test_it_follows_changes_and_is_taken_up_again(tmp_path: Path) -> None:
    made = make_small_index(tmp_path / "d", [invented(n) for n in range(60)], follow=False)
    put_records(made.engine, [invented(n, "water treatment") for n in range(40, 80)])
    made.index.catch_up()
    assert_as_the_points(made.index)
    with writing(made.engine) as connection:
        remove_people(connection, ["s3", "s70"])
    made.index.catch_up()
    assert_as_the_points(made.index)
    made.index.close()
    made.index = open_index(
        made.engine, made.data_dir, embedder=WordVectors(), sample=False, follow=False
    )
    assert_as_the_points(made.index)
    shown = made.index._projection.shard.cards(["s1", "s50", "s70"])
    assert shown == {
        "s1": Card.of(invented(1)),
        "s50": Card.of(invented(50, "water treatment")),
    }
    cards = tmp_path / "d" / "index" / "shard" / "shelf" / "cards"
    assert b"Name 69" in cards.read_bytes()
    assert b"Name 70" not in cards.read_bytes()  # who went left nothing
    made.close()


def point(number: int, card: bytes, *, words: int = 2) -> Point:
    said = (list(range(1, words + 1)), [1.0 / (number + n) for n in range(words)])
    vector = [float(number), 1.0, 0.5, 0.0]
    return Point(f"p{number}", [], {}, {str(Channel.WORDS): said}, vector, card, number)


def test_room_is_given_back_once_most_is_of_people_who_changed(tmp_path: Path) -> None:
    folder = tmp_path / "shelf"
    shelf = Shelf(folder, 4)
    people = [point(n, b"first %d" % n, words=n % 4) for n in range(1, 30)]
    numbers = np.array([each.number for each in people], np.uint64)
    shelf.put(people)
    for again in range(3):
        shelf.put([replace(each, card=b"now %d" % again) for each in people[:20]])
    shelf.remove([people[5].number])
    vector, words = [1.0, 2.0, 0.0, 0.0], {1: 1.0, 2: 3.0}

    def told() -> list[Any]:
        here = shelf.of(numbers).places >= 0
        there = shelf.of(numbers[here])
        return [here, there.cards(), *there.by_meaning(vector), there.by_words(words)]

    before, size = told(), (folder / "vectors").stat().st_size
    looked_up = shelf.of(numbers)
    cards = looked_up.cards()
    shelf.settle()
    assert looked_up.cards() == cards, "who was looked up before is not somebody else now"
    for one, other in itertools.zip_longest(before, told()):
        np.testing.assert_array_equal(one, other)
    assert (folder / "vectors").stat().st_size == 28 * 8 < size
    shelf.put([point(77, b"later")])
    shelf.flush()
    shelf.close()
    shelf = Shelf(folder, 4)
    assert shelf.of(np.array([people[25].number], np.uint64)).cards() == [b"first 26"]
    shelf.put_vectors([(people[25].number, [0.0, 8.0, 0.0, 0.0])])
    scores, _ = shelf.of(np.array([people[25].number], np.uint64)).by_meaning(vector)
    assert scores.tolist() == [16.0]
    shelf.close()


def test_a_shelf_that_is_not_whole_is_refused(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "shelf", 4)
    shelf.put([point(1, b"one"), point(2, b"two")])
    shelf.close()
    for name in ("cards", "weights", "vectors"):
        file = tmp_path / "shelf" / name
        whole = file.read_bytes()
        file.write_bytes(whole[:-8])
        with pytest.raises(ValueError, match="not whole"):
            Shelf(tmp_path / "shelf", 4)
        file.write_bytes(whole)
    Shelf(tmp_path / "shelf", 4).close()
