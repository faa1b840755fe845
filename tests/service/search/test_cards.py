"""What is kept ready of people: as the records say, and gone the moment they are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import orjson
import pytest
from tests.service.index.people import SmallIndex, make_small_index, put_records
from tests.service.search.directory import person

from shortlist.contract.limits import SEARCH_FIELDS, SEARCH_FIELDS_DEFAULT
from shortlist.contract.search import SearchResult
from shortlist.service.db.engine import writing
from shortlist.service.index.port import Filters, Record
from shortlist.service.index.store import remove_people
from shortlist.service.index.suppress import suppress
from shortlist.service.search.cards import Card, Cards, once
from shortlist.service.search.finder import IndexFinder, open_finder
from shortlist.service.search.port import Hit
from shortlist.service.search.results import person_of, results_of

ODD = 'Ann "Q" Lee\n\u2028<b>\\'
RECORDS = [
    person(1, ODD, "Editor", "Gazette"),
    person(2, "Bo Ray", "Editor", "Herald"),
    {"id": "bare", "dataset": "invented"},
]


@pytest.fixture
def made(tmp_path: Path) -> SmallIndex:
    return make_small_index(tmp_path / "cards", RECORDS)


@pytest.mark.parametrize("fields", [SEARCH_FIELDS_DEFAULT, ("title",), (), SEARCH_FIELDS])
def test_the_ready_answer_is_the_one_that_models_give(
    made: SmallIndex, fields: tuple[str, ...]
) -> None:
    records = made.index.get([str(record["id"]) for record in RECORDS])
    hits = [
        Hit(i, 1 / 3 + at, 0.97 - at / 7, Card.of(record))
        for at, (i, record) in enumerate(records.items())
    ]
    web = frozenset({"bare"})
    people, results = results_of(hits, fields, made.index, web)
    told = orjson.loads(results)
    assert people == len(told)
    assert told == [
        {
            "score": round(hit.score, 6),
            "person": person_of(
                records[hit.person_id],
                hit.confidence,
                fields,
                "public_web" if hit.person_id in web else "service_people_index",
            ),
        }
        for hit in hits
    ]
    for each in told:
        SearchResult.model_validate(each)
    made.close()


def editors(finder: IndexFinder) -> list[str]:
    hits = finder.find("editors", Filters(), type="fast", limit=10, timeout_seconds=60).hits
    return [hit.person_id for hit in hits if "Editor" in hit.card.shown]


def test_who_asked_to_be_left_out_is_gone_at_once(made: SmallIndex) -> None:
    finder = open_finder(made.index)
    assert set(editors(finder)) == {"p01", "p02"}
    suppress(made.engine, "person_id", "p01")
    made.index.catch_up()
    assert editors(finder) == ["p02"]
    with writing(made.engine) as connection:
        remove_people(connection, ["p02"])
    made.index.catch_up()
    assert editors(finder) == []
    made.close()


def test_a_changed_record_shows_at_once(made: SmallIndex) -> None:
    cards = Cards(made.index)
    assert cards.of(["p01", "nobody"])["p01"].name == ODD
    assert cards.of(["p01"])["p01"] is cards.of(["p01"])["p01"]  # it is kept
    put_records(made.engine, [person(1, "Ann Ray", "Editor", "Gazette")])
    made.index.catch_up()
    assert cards.of(["p01"])["p01"].name == "Ann Ray"
    made.close()


def test_what_was_read_before_a_change_does_not_outlive_it(made: SmallIndex) -> None:
    class Overtaken:
        """An index that changes while it is read."""

        generation = made.index.generation

        def get(self, person_ids: Sequence[str]) -> dict[str, Record]:
            found = made.index.get(person_ids)
            self.generation += 1
            return found

    overtaken = Overtaken()
    cards = Cards(overtaken)  # type: ignore[arg-type]
    assert cards.of(["p01"])["p01"].name == ODD
    assert not cards._known
    made.close()


def test_each_person_once() -> None:
    class Index:
        def same_as(self, person_id: str) -> tuple[str, ...]:
            return tuple({"p01", "p02", "p03"} - {person_id}) if person_id < "p04" else ()

    records = [person(number, "Jo Bramwell", "Editor", "Gazette") for number in (1, 2, 3, 4)]
    cards = {str(record["id"]): Card.of(record) for record in records}
    assert once(["p02", "gone", "p01", "p04", "p03"], cards, Index()) == ["p02", "p04"]  # type: ignore[arg-type]
