"""Words of every script are words: in records, filters, questions, criteria and names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from qdrant_client import QdrantClient
from tests.service.index.people import make_small_index
from tests.service.reading.stubs import SmallGazetteer
from tests.service.search.directory import person

from shortlist.service.index.cluster import ClusterStore
from shortlist.service.index.open import StoreOf, embedded
from shortlist.service.index.port import Filters
from shortlist.service.index.retrieval import AnyOf, Ask, Channel, Exists, Not, Some
from shortlist.service.lexicon.text import key, name_words, says_something, words
from shortlist.service.reading.question import READ_MOST, read
from shortlist.service.search.finder import IndexFinder, open_finder
from shortlist.service.sets.judge import BuiltInJudge, open_judge

# The local mode needs no payload indexes, and says so.
pytestmark = pytest.mark.filterwarnings("ignore:Payload indexes have no effect")

JUDGE: dict[str, Any] = {"industry": "Judiciary", "country": "United States"}
PEOPLE = [
    person(1, "Олег Иванов", "Инженер", "Газпром", location="Москва, Россия"),
    person(2, "Vera Orlova", "Engineer", "Gazprom", location="Moscow, Russia"),
    person(3, "Jan Krug", "Geschäftsführer", "Müller Maschinen", city="Köln", country="Germany"),
    person(4, "Ute Brandt", "Geschaeftsfuehrer", "Mueller Maschinen", city="Koeln", country="DE"),
    person(5, "山田 太郎", "部長", "株式会社日立製作所", location="東京, 日本"),
    person(6, "Amal Haddad", "قاضي", "محكمة", location="دمشق"),
    person(7, "Noa Levi", "Judge", "בית המשפט", location="חיפה", industry="Judiciary"),
    person(8, "Asha Rao", "न्यायाधीश", "हिन्दी समाचार", location="मुंबई"),
    person(9, "Somchai Dee", "วิศวกร", "การไฟฟ้านครหลวง", location="กรุงเทพ"),
    person(10, "Min Ho", "Engineer", "삼성전자", location="서울, 대한민국"),
    person(11, "Ann Poole", "Judge", "Superior Court", **JUDGE),
    person(12, "Bea Hart", "Judge", "District Court", location="Tokyo, Japan", **JUDGE),
    person(13, "Cy Dunn", "Accountant", "Intuit", industry="Software"),
    person(14, "Di Falk", "Clerk", "The", industry="—", location="!!!"),
    person(15, "Ed Gray", "Judge", "High Court", location="東京, 日本", industry="Judiciary"),
    person(16, "Flo Hall", "Judge", "Old Court", summary="A judge in 大阪.", **JUDGE),
]
NONE = Filters()


@pytest.fixture(scope="module", params=["edge", "cluster"])
def made(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[IndexFinder, BuiltInJudge]]:
    """A finder and a judge on a real index of `PEOPLE`, in Qdrant Edge and in a cluster."""
    client = QdrantClient(":memory:", force_disable_check_same_thread=True)
    cluster: StoreOf = lambda made: ClusterStore(client, "scripts", made)  # noqa: E731
    folder: Path = tmp_path_factory.mktemp("scripts")
    store_of = embedded if request.param == "edge" else cluster
    small = make_small_index(folder, PEOPLE, follow=False, store_of=store_of)
    finder = open_finder(small.index)
    yield finder, open_judge(small.index, finder)
    small.close()
    client.close()


@pytest.fixture
def finder(made: tuple[IndexFinder, BuiltInJudge]) -> IndexFinder:
    return made[0]


@pytest.fixture
def judge(made: tuple[IndexFinder, BuiltInJudge]) -> BuiltInJudge:
    return made[1]


def found(finder: IndexFinder, query: str | None, filters: Filters = NONE) -> set[str]:
    hits = finder.find(query, filters, type="fast", limit=150, timeout_seconds=60).hits
    return {hit.person_id for hit in hits}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Газпром", "gazprom"),
        ("ООО «Газпром»", "ооо gazprom"),
        ("Толстой", "tolstoy"),
        ("Королёв", "korolev"),
        ("Σωκράτης", "sokratis"),
        ("Müller", "muller"),
        ("Əliyev", "eliyev"),
        ("株式会社日立", "株 式 会 社 日 立"),
        ("トヨタ自動車", "toyota 自 動 車"),
        ("か\u3099", "が"),
        ("قاضي judge", "قاضي judge"),
        ("مُحَمَّد أحمد", "محمد احمد"),
        ("שָׁלוֹם", "שלום"),
        ("हिन्दी भाषा", "हिन्दी भाषा"),
        ("서울특별시", "서울특별시"),
        ("Acme™ №5", "acme 5"),
        ("soft\u00adware", "software"),
        ("ＡＢＣ １２", "abc 12"),
        ("٣٤", "34"),
        # Too short to be told from an English word, or the same as one that says nothing.
        ("ИТ", "ит"),
        ("лист", "лист"),
        # As ever.
        ("U.S. Aple's R&D C++", "us aple r d c++"),
        ("Kuehne + Nagel", "kuehne + nagel"),
    ],
)
def test_words(text: str, expected: str) -> None:
    assert key(text) == expected
    assert words(expected) == tuple(expected.split())  # folded once is folded


@pytest.mark.parametrize("text", ["", "%", "—", "!!!", "😀", "&", "+", "The", "\u202e", "°"])
def test_what_says_nothing(text: str) -> None:
    assert not says_something(text)


def test_a_name_is_as_many_words_as_stand_apart() -> None:
    assert name_words("山田 太郎") == ("山田", "太郎")
    assert name_words("J. R. O'Brien-Lee") == ("j", "r", "obrien", "lee")


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(company="Газпром"), {"p01", "p02"}),
        (Filters(company="Gazprom"), {"p01", "p02"}),
        (Filters(company="Müller Maschinen"), {"p03", "p04"}),
        (Filters(company="Mueller Maschinen"), {"p03", "p04"}),
        (Filters(company="Muller Maschinen"), {"p03"}),
        (Filters(company="日立製作所"), {"p05"}),
        (Filters(company="立日"), set()),
        (Filters(company="삼성전자"), {"p10"}),
        (Filters(company="Intuit ООО"), set()),
        (Filters(company="Россия"), set()),
        (Filters(title="قاضي"), {"p06"}),
        (Filters(title="قاضي judge"), set()),
        (Filters(title="न्यायाधीश"), {"p08"}),
        (Filters(title="วิศวกร"), {"p09"}),
        (Filters(title="部長"), {"p05"}),
        (Filters(title="Geschäftsführer"), {"p03", "p04"}),
        (Filters(title="Geschaeftsfuehrer"), {"p03", "p04"}),
        (Filters(location="東京"), {"p05", "p15"}),
        (Filters(location="東京, 日本"), {"p05", "p15"}),
        (Filters(location="Москва"), {"p01"}),
        (Filters(location="Köln"), {"p03", "p04"}),
        (Filters(location="Koln"), {"p03", "p04"}),
        (Filters(industry="विज्ञान"), set()),
        (Filters(seniority="Директор"), set()),
    ],
)
def test_a_filter_finds_those_who_say_so(
    finder: IndexFinder, filters: Filters, expected: set[str]
) -> None:
    assert found(finder, None, filters) == expected


@pytest.mark.parametrize("value", ["%", "—", "!!!", "😀", "'s", "&"])
@pytest.mark.parametrize("field", ["title", "seniority", "company", "industry", "location"])
def test_a_filter_that_says_nothing_finds_nobody(
    finder: IndexFinder, field: str, value: str
) -> None:
    """Whoever asks the finder past the endpoint, which refuses it."""
    assert found(finder, None, Filters(**{field: value})) == set()
    assert found(finder, "judges", Filters(**{field: value})) == set()


def test_no_value_makes_the_token_of_a_facet_that_is_known(finder: IndexFinder) -> None:
    index = finder._index
    everybody = {record["id"] for record in PEOPLE}
    for nothing in (AnyOf("company", ("",)), AnyOf("company", ()), Some((AnyOf("company", ()),))):
        assert index.scan(nothing) == []
        assert index.count(Not(nothing)) == len(PEOPLE)
        # Many enough that the points are asked, not the table.
        for where in (nothing, Some((nothing, Exists("party")))):
            assert not index.retrieve([Ask(Channel.NAMES, 9, text="Vera Orlova", where=where)])[0]
    assert set(index.scan(Exists("company"))) == everybody
    # What a record says with signs alone it does not say.
    assert "p14" not in index.scan(Exists("industry"))
    assert "p14" not in index.scan(Exists("place"))


@pytest.mark.parametrize(
    ("criterion", "satisfied"),
    [
        ("Is a judge", {"p07", "p11", "p12", "p15", "p16"}),
        ("Is a judge in 東京", {"p15"}),
        ("Is a judge in 大阪", {"p16"}),
        ("Is a judge in Москва", set()),
        ("Lives in Москва", {"p01", "p02"}),
        ("Is in Москва", {"p01", "p02"}),
        ("قاضي judge", set()),
        ("Is قاضي", {"p06"}),
        ("Intuit ООО", set()),
        ("Works at Intuit ООО", set()),
        ("Works at Газпром", {"p01", "p02"}),
        ("Works at 日立製作所", {"p05"}),
        ("Is a judge हिन्दी", set()),
        ("Is a judge ไทย", set()),
        ("Is a judge at בית המשפט", {"p07"}),
        ("Geschaeftsfuehrer", {"p03", "p04"}),
        ("Works at Müller Maschinen", {"p03", "p04"}),
    ],
)
def test_words_of_a_criterion_that_were_not_understood_must_hold(
    judge: BuiltInJudge, criterion: str, satisfied: set[str]
) -> None:
    criteria = judge.criteria("people", [criterion])
    verdicts = judge.check(criteria, PEOPLE)
    admitted = zip(PEOPLE, verdicts, strict=True)
    assert {record["id"] for record, [each] in admitted if each.status == "satisfied"} == satisfied


@pytest.mark.parametrize("query", ["judges in 東京", "judges हिन्दी", "judges ช่าง", "قاضي judges"])
def test_a_query_demands_what_was_not_understood_of_it(judge: BuiltInJudge, query: str) -> None:
    left = (set(query.split()) - {"judges", "in"}).pop()
    assert any(left in each.description for each in judge.criteria(query, None))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Олег Иванов", "p01"),
        ("Oleg Ivanov", "p01"),
        ("山田 太郎", "p05"),
        ("Вера Орлова", "p02"),
    ],
)
def test_a_name_is_found_in_either_alphabet(finder: IndexFinder, query: str, expected: str) -> None:
    assert found(finder, query) == {expected}


def test_names_that_differ_by_an_umlaut_are_one(tmp_path: Path) -> None:
    people = [person(1, "Jörg Müller", "Clerk", "Acme"), person(2, "Ann Moss", "Clerk", "Acme")]
    small = make_small_index(tmp_path, people, follow=False)
    finder = open_finder(small.index)
    for query in ("Jörg Müller", "Joerg Mueller", "Jorg Muller", "Jorg Mueller"):
        assert finder.plan(query, NONE).kind == "name", query
        assert found(finder, query) == {"p01"}, query
    small.close()


@pytest.mark.parametrize(
    ("query", "expected"), [("Газпром", {"p01", "p02"}), ("日立", {"p05"}), ("삼성전자", {"p10"})]
)
def test_words_find_who_says_them(finder: IndexFinder, query: str, expected: set[str]) -> None:
    [hits] = finder._index.retrieve([Ask(Channel.WORDS, len(expected), text=query)])
    assert {person_id for person_id, _ in hits} == expected


def test_of_a_long_text_the_beginning_is_read_and_the_rest_stays_words(
    finder: IndexFinder, judge: BuiltInJudge
) -> None:
    long = "Is a judge " + "and wise " * 60 + "in Tokyo"
    understood = finder.understand(long, NONE)
    assert [each.kind for each in understood.conditions if each.kind != "words"] == ["role"]
    assert "Tokyo" in understood.remainder.split()
    verdicts = judge.check(judge.criteria("people", [long]), PEOPLE)
    assert not [each for [each] in verdicts if each.status == "satisfied"]
    for crafted in ("a " * 2000, "a-" * 2000, "東京" * 2000, "1 2 " * 1000):
        assert len(read(crafted, SmallGazetteer()).words) <= READ_MOST


def test_to_read_given_criteria_takes_no_run_of_the_model_for_each_word(
    judge: BuiltInJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[str] = []
    embed = judge._finder._index.embed
    monkeypatch.setattr(
        judge._finder._index, "embed", lambda texts: runs.extend(texts) or embed(texts)
    )
    judge.criteria("people", [f"glorps {n} blips flarns quends" for n in range(10)])
    assert len(runs) <= 10  # one a criterion
