"""The people of an answer: as their records say, each once, and gone the moment they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.service.index.people import SmallIndex, make_small_index, put_records
from tests.service.search.directory import person

from shortlist.contract.limits import SEARCH_FIELDS, SEARCH_FIELDS_DEFAULT
from shortlist.contract.search import SearchResult
from shortlist.service.db.engine import writing
from shortlist.service.index.port import Filters
from shortlist.service.index.store import remove_people
from shortlist.service.index.suppress import suppress
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
def test_an_answer_is_of_the_fields_that_were_asked_for(
    made: SmallIndex, fields: tuple[str, ...]
) -> None:
    records = made.index.get([str(record["id"]) for record in RECORDS])
    hits = [Hit(record, 1 / 3 + at, 0.97 - at / 7) for at, record in enumerate(records.values())]
    told = results_of(hits, fields, frozenset({"bare"}))
    assert told == [
        {
            "score": round(hit.score, 6),
            "person": person_of(
                hit.record,
                hit.confidence,
                fields,
                "public_web" if hit.person_id == "bare" else "service_people_index",
            ),
        }
        for hit in hits
    ]
    for each in told:
        SearchResult.model_validate(each)
    made.close()


def editors(finder: IndexFinder) -> list[str]:
    hits = finder.find("editors", Filters(), type="fast", limit=10, timeout_seconds=60).hits
    return [hit.person_id for hit in hits if hit.record.get("title") == "Editor"]


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
    finder = open_finder(made.index)

    def names() -> set[str]:
        found = finder.find("editors", Filters(), type="fast", limit=10, timeout_seconds=60)
        return {str(hit.record["name"]) for hit in found.hits}

    assert ODD in names()
    put_records(made.engine, [person(1, "Ann Ray", "Editor", "Gazette")])
    made.index.catch_up()
    assert "Ann Ray" in names() and ODD not in names()
    made.close()


def test_each_person_once(made: SmallIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    same = {"p01": ("p02",), "p02": ("p01",)}
    monkeypatch.setattr(made.index, "same_as", lambda person_id: same.get(person_id, ()))
    assert len(editors(open_finder(made.index))) == 1
    made.close()
