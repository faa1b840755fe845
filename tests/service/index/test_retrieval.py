"""Retrieval, look-ups and following, on a real shard."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from qdrant_client import QdrantClient
from tests.service.index.people import RECORDS, WordVectors, make_small_index, put_records

from shortlist.service.db.engine import writing
from shortlist.service.identity import how_many
from shortlist.service.index import embedded as embedded_module
from shortlist.service.index import watch as watch_module
from shortlist.service.index.cluster import ClusterStore
from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.open import StoreOf, embedded, open_index
from shortlist.service.index.persons import groups
from shortlist.service.index.port import ANCHOR_PEOPLE_MAX, IndexUnavailable
from shortlist.service.index.retrieval import (
    All,
    AnyOf,
    Ask,
    Channel,
    Exists,
    Ids,
    Not,
    Some,
)
from shortlist.service.index.store import remove_people

# The local mode needs no payload indexes, and says so.
pytestmark = pytest.mark.filterwarnings("ignore:Payload indexes have no effect")


def until(holds: Callable[[], bool], seconds: float = 60) -> bool:
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


@pytest.fixture(params=["edge", "cluster"])
def store_of(request: pytest.FixtureRequest) -> Iterator[StoreOf]:
    """Vectors in Qdrant Edge, and in a cluster, played by its client's own local mode."""
    if request.param == "edge":
        yield embedded
        return
    client = QdrantClient(":memory:", force_disable_check_same_thread=True)
    yield lambda made: ClusterStore(client, "test", made)
    client.close()


@pytest.fixture
def small_index(tmp_path: Path, store_of: StoreOf) -> Iterator[EmbeddedIndex]:
    small = make_small_index(tmp_path, store_of=store_of)
    yield small.index
    small.close()


def test_each_channel_finds_who_it_should(small_index: EmbeddedIndex) -> None:
    meaning, words, names = small_index.retrieve(
        [
            Ask(Channel.MEANING, 10, text="State Senator at Minnesota Senate"),
            Ask(Channel.WORDS, 10, text="education finance"),
            Ask(Channel.NAMES, 5, text="Bjoern Ostergaard"),
        ]
    )
    senators = {r["id"] for r in RECORDS if r["seniority"] == "legislator"}
    assert {person_id for person_id, _ in meaning} == senators
    assert {person_id for person_id, _ in words} == senators
    found = small_index.get([person_id for person_id, _ in names])
    assert {record["name"] for record in found.values()} == {"Björn Østergård"}
    assert [score for _, score in meaning] == sorted((s for _, s in meaning), reverse=True)


def test_filters_hold_in_every_channel_and_alone(small_index: EmbeddedIndex) -> None:
    funds = AnyOf("seniority", ("c_level",))
    [hits] = small_index.retrieve([Ask(Channel.WORDS, 50, text="Virtanen", where=funds)])
    assert [small_index.get([i])[i]["title"] for i, _ in hits] == ["Chief Financial Officer"]
    assert small_index.count() == len(RECORDS)
    assert small_index.count(funds) == 10
    assert small_index.count(Not(funds)) == 40
    assert small_index.count(Some((funds, AnyOf("seniority", ("manager",))))) == 20
    assert small_index.count(Some(())) == 0
    assert small_index.count(All((funds, Ids(("inv-001", "inv-002"))))) == 1
    assert small_index.count(Exists("committee")) == 10
    assert small_index.count(All((funds, Exists("committee")))) == 0
    assert set(small_index.scan(funds)) == {r["id"] for r in RECORDS if r["seniority"] == "c_level"}
    assert len(small_index.scan(funds, limit=3)) == 3


def test_facets_are_counted_most_first(small_index: EmbeddedIndex) -> None:
    assert dict(small_index.facet("dataset")) == {"invented": 50}
    seniority = small_index.facet("seniority")
    assert sum(count for _, count in seniority) == 50
    chairs = AnyOf("seniority", ("legislator",))
    assert small_index.facet("seniority", where=chairs) == [("legislator", 10)]


def test_looking_up_by_id_and_by_anchor(small_index: EmbeddedIndex) -> None:
    assert list(small_index.get(["inv-003", "nobody", "inv-001"])) == ["inv-003", "inv-001"]
    for kind, value in (
        ("email", "  AINO.virtanen@senate.mn.EXAMPLE "),
        ("profile", "http://www.people.example/0/"),
        ("name_domain", "aino  VIRTANEN|https://www.senate.mn.example/about"),
    ):
        assert [r["id"] for r in small_index.find_by_anchor(kind, value)] == ["inv-000"], kind
    assert small_index.find_by_anchor("email", "no address") == []


def test_it_follows_the_database(tmp_path: Path, store_of: StoreOf) -> None:
    small = make_small_index(tmp_path, store_of=store_of)
    index, before = small.index, small.index.generation
    assert index.get(["inv-000"])["inv-000"]["name"] == "Aino Virtanen"
    newcomer = {**RECORDS[0], "id": "inv-new", "name": "Zeynep Yılmaz"}
    put_records(small.engine, [newcomer, {**RECORDS[0], "name": "Aino Korhonen"}])
    assert until(lambda: index.count() == len(RECORDS) + 1)
    assert until(lambda: index.generation > before)
    assert index.get(["inv-000"])["inv-000"]["name"] == "Aino Korhonen"
    [hits] = index.retrieve([Ask(Channel.NAMES, 3, text="Zeynep Yilmas")])
    assert hits[0][0] == "inv-new"
    [near] = index.retrieve([Ask(Channel.MEANING, 50, text="State Senator")])
    assert "inv-new" in {person_id for person_id, _ in near}
    with writing(small.engine) as connection:
        assert remove_people(connection, ["inv-new", "nobody"]) == 1
    assert until(lambda: index.count() == len(RECORDS))
    assert index.get(["inv-new"]) == {}
    assert index.stats().people == index.stats().searchable_by_meaning == len(RECORDS)
    small.close()


def test_it_goes_on_following_after_whatever_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing_once(module: object, name: str) -> None:
        works = getattr(module, name)

        def fails(*_given: object) -> None:
            monkeypatch.setattr(module, name, works)
            raise OSError("the disk is away")

        monkeypatch.setattr(module, name, fails)

    for module in (watch_module, embedded_module):
        monkeypatch.setattr(module, "_AGAIN_SECONDS", 0.01)
    small = make_small_index(tmp_path)
    before = small.index.generation
    for module, name in ((watch_module, "last_number"), (embedded_module, "groups")):
        failing_once(module, name)
    put_records(small.engine, [{**RECORDS[0], "id": "inv-new"}])
    assert until(lambda: small.index.generation > before)
    assert small.index.count() == len(RECORDS) + 1
    small.close()


def test_it_has_followed_only_once_nothing_older_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever compares what was found with `followed` must not take an older answer for new."""
    small = make_small_index(tmp_path, follow=False)
    index, before = small.index, (small.index.generation, small.index.followed)
    put_records(small.engine, [{**RECORDS[0], "id": "inv-new"}])
    seen: list[tuple[int, int]] = []
    monkeypatch.setattr(
        embedded_module,
        "groups",
        lambda connection: seen.append((index.generation, index.followed)) or groups(connection),
    )
    index.catch_up()
    assert index.count() == len(RECORDS) + 1
    assert seen == [before]
    assert index.generation > before[0] and index.followed > before[1]
    small.close()


def test_a_shard_is_kept_taken_up_again_and_rebuilt_for_another_model(tmp_path: Path) -> None:
    make_small_index(tmp_path).close()
    mark = tmp_path / "index" / "shard" / "points" / "mark"
    mark.touch()
    again = make_small_index(tmp_path)
    assert mark.exists()
    assert again.index.count() == len(RECORDS)
    again.index.close()

    class Other(WordVectors):
        model = "another"

    other = open_index(again.engine, tmp_path, embedder=Other(), sample=False, follow=False)
    assert not mark.exists()
    assert other.count() == len(RECORDS)
    assert other.retrieve([Ask(Channel.MEANING, 5, text="State Senator")]) == [[]]
    assert other.stats().searchable_by_meaning == 0
    other.close()
    again.engine.dispose()


@pytest.mark.parametrize(
    ("damage", "told"),
    [("state", "cannot be read"), ("points", "cannot be read"), ("mid-apply", "being changed")],
)
def test_a_damaged_shard_is_made_anew_and_told(
    tmp_path: Path, damage: str, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    make_small_index(tmp_path).close()
    assert "anew" not in caplog.text
    folder = tmp_path / "index" / "shard"
    if damage == "state":
        (folder / "state.json").write_text("{")
    elif damage == "points":
        for file in (folder / "points").rglob("*.json"):
            file.write_text("nothing")
    else:
        state = (folder / "state.json").read_text()
        assert '"applying":false' in state
        (folder / "state.json").write_text(state.replace("false", "true"))
    again = make_small_index(tmp_path)
    assert "is made anew" in caplog.text and told in caplog.text
    assert again.index.count() == len(RECORDS)
    assert len(again.index.retrieve([Ask(Channel.MEANING, 99, text="Senator")])[0]) == len(RECORDS)
    again.close()


def test_one_process_a_shard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = make_small_index(tmp_path)
    monkeypatch.setattr("shortlist.service.index.open.PATIENCE_SECONDS", 0)
    with pytest.raises(IndexUnavailable, match="another process"):
        open_index(small.engine, tmp_path, embedder=WordVectors(), sample=False)
    small.close()
    with pytest.raises(IndexUnavailable, match="closed"):
        small.index.count()


def test_an_anchor_that_a_whole_register_shares_gives_a_bounded_number(tmp_path: Path) -> None:
    page = "https://register.example/everyone"
    listed = [
        {**RECORDS[0], "id": f"listed-{n:03}", "name": f"Una Listed{n}", "profile_url": page}
        for n in range(ANCHOR_PEOPLE_MAX + 20)
    ]
    small = make_small_index(tmp_path, listed)
    found = small.index.find_by_anchor("profile", page)
    small.close()
    assert [record["id"] for record in found] == [row["id"] for row in listed[:ANCHOR_PEOPLE_MAX]]
    assert how_many(found) == f"{ANCHOR_PEOPLE_MAX} or more people"
