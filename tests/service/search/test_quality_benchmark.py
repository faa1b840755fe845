"""`python -m benchmarks.quality` on two small corpora, whose records have different fields."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.quality import __main__ as quality
from benchmarks.quality.baselines import Bm25, best, everything_said
from benchmarks.quality.corpora import SET, STRANGERS, corpora_in
from benchmarks.quality.measures import bins, calibration
from benchmarks.quality.pairs import Ranked, learned
from tests.service.search.directory import DIRECTORY, person

ORDINARY = [
    person(81, "Ana Prado", "Payroll Manager", "Harbour Rovers", industry="Sports"),
    person(82, "Bo Lind", "Nurse Practitioner", "Fjord Clinic", skills=["Midwifery"]),
    person(83, "Cy Moor", "Internal Auditor", "Harbour Bank", industry="Banking"),
]
GIVEN = [
    {"qid": "a", "query": "CFO of Heron Air", "type": "role_at_org", "relevant": {"p13": 3}},
    {"qid": "b", "query": "senators in Ohio", "type": "list", "relevant": {"p04": 3}},
]
OF_ORDINARY = [
    {"qid": "c", "query": "payroll managers", "type": "list", "relevant": {"p81": 3}},
    {"qid": "d", "query": "Bo Lind", "type": "named", "relevant": {"p82": 3}},
    {"qid": "e", "query": "astronauts on the moon", "type": "nobody", "relevant": {}},
    {
        "qid": "f",
        "query": "nurse practitioners",
        "type": "set",
        "criteria": ["Knows midwifery"],
        "relevant": {"p82": 3},
    },
]


def corpus(folder: Path, people: list[dict[str, Any]], queries: list[dict[str, Any]]) -> None:
    folder.mkdir(exist_ok=True)
    with gzip.open(folder / "people.jsonl.gz", "wt") as file:
        file.writelines(json.dumps(each) + "\n" for each in people)
    (folder / "queries.jsonl").write_text("".join(json.dumps(each) + "\n" for each in queries))


def test_two_corpora_are_measured_side_by_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus(tmp_path, DIRECTORY, GIVEN)
    corpus(tmp_path / "professionals", ORDINARY, OF_ORDINARY)
    written, drawn = tmp_path / "figures.json", tmp_path / "confidence.svg"
    options = ["--corpora", tmp_path, "--json", written, "--picture", drawn]
    monkeypatch.setattr(sys, "argv", ["benchmarks.quality", *map(str, options)])
    quality.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["nDCG@10", "people", "professionals"]
    figures = json.loads(written.read_text())
    public, ordinary = figures["people"], figures["professionals"]
    assert set(public["ndcg"]) == {"list", "role", "all"}
    assert public["ndcg"]["role"]["search"] == 1.0
    assert public["sets"]["list"] == pytest.approx(
        {"n": 1, "empty": 0, "precision": 1.0, "recall": 1.0, "admitted": 1, "exact": 1}
    )
    # A question with criteria is a Set's alone, and is asked with them.
    assert ordinary["sets"]["set"] == pytest.approx(
        {"n": 1, "empty": 0, "precision": 1.0, "recall": 1.0, "admitted": 1, "exact": 1}
    )
    # The question whose answer is nobody counts neither for the means nor for the Sets.
    assert ordinary["ndcg"]["all"]["n"] == 2 and ordinary["nobody"] == 1
    assert (public["nobody"], public["nobody_shown"]) == (0, None)
    assert ordinary["ndcg"]["name"]["search"] == ordinary["ndcg"]["list"]["bm25"] == 1.0
    assert drawn.read_text().count(">professionals<") == 1


def test_a_corpus_that_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus(tmp_path, DIRECTORY, GIVEN)
    options = ["--corpora", str(tmp_path), "--only", "professionals"]
    monkeypatch.setattr(sys, "argv", ["benchmarks.quality", *options])
    with pytest.raises(SystemExit, match=r"people\.jsonl\.gz with queries\.jsonl of professionals"):
        quality.main()


@pytest.mark.skipif(not STRANGERS.is_dir(), reason="a source distribution has none")
def test_the_corpora_of_the_project_are_whole() -> None:
    found = corpora_in(STRANGERS)
    assert len(found) >= 3
    for each in found:
        known = {person["id"] for person in each.people()}
        for query in each.queries():
            assert query["relevant"].keys() <= known
            assert bool(query.get("criteria")) == (query["kind"] == SET)


def test_bm25_reads_all_that_a_record_says() -> None:
    words = Bm25([everything_said(each) for each in ORDINARY])
    ids = [each["id"] for each in ORDINARY]
    assert best(words.scores("midwifery"), ids, 1) == ["p82"]
    assert not words.scores("records.example").any()  # an address says nothing of a person
    assert not words.scores("zeppelin").any()


def test_confidence_is_off_by_what_it_says_too_much() -> None:
    pairs = [(0.95, True), (0.95, False), (0.15, False), (1.0, True)]
    assert [each["people"] for each in bins(pairs)] == [0, 1, 0, 0, 0, 0, 0, 0, 0, 3]
    assert calibration(pairs) == pytest.approx((3 * abs(2.9 / 3 - 2 / 3) + 0.15) / 4)
    assert calibration([]) == 0.0


def test_weights_are_learned_from_who_is_graded_better_than_whom() -> None:
    chance = np.random.default_rng(7)
    people = [f"p{at}" for at in range(60)]
    corpora = []
    for _ in range(3):
        questions = []
        for _ in range(20):
            given = chance.random((60, 3))
            # The first of the three tells who is meant, the second nothing, the third who is not.
            wanted = np.argsort(-(given[:, 0] - given[:, 2] + 0.1 * chance.random(60)))[:6]
            questions.append(Ranked(people, given, {people[at]: 3 for at in wanted}))
        corpora.append(questions)
    weights = learned(corpora[:2])
    assert weights[0] > 3 * weights[1] and weights[2] == 0.0
    unseen, alike = corpora[2], np.ones(3)
    assert sum(q.ndcg(weights) for q in unseen) > 1.5 * sum(q.ndcg(alike) for q in unseen)
