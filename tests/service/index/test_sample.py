"""The sample directory: composed people, shipped with their vectors and a shard."""

from __future__ import annotations

import gzip
import re
import shutil
import sqlite3
import time
from collections import Counter
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest
from sqlalchemy import select, true
from tools.sample.careers import rank_of
from tools.sample.compose import compose
from tools.sample.work import JOBS

from shortlist.service.db.engine import database_url, open_engine, reading, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.db.schema import counters
from shortlist.service.index.embedding import MiniLm
from shortlist.service.index.imports.run import Import
from shortlist.service.index.open import open_index
from shortlist.service.index.points import point_id
from shortlist.service.index.projection import Made
from shortlist.service.index.retrieval import AnyOf, Ask, Channel
from shortlist.service.index.sample.load import (
    MADE,
    ROWS,
    TABLE,
    TABLES,
    ensure_sample,
    sample_records,
    sample_vectors,
    shard_digest,
)
from shortlist.service.index.sample.sparse import unpack_folder
from shortlist.service.index.store import COUNTER, remove_people
from shortlist.service.index.table import Table
from shortlist.service.index.texts import meaning_text

FEWER = 500


@pytest.fixture(scope="module")
def shipped() -> list[dict[str, Any]]:
    return sample_records()


def test_what_ships_is_what_is_composed(shipped: list[dict[str, Any]]) -> None:
    composed = compose()
    options = orjson.OPT_SORT_KEYS
    assert orjson.dumps(shipped, option=options) == orjson.dumps(composed, option=options), (
        "run python -m tools.sample.build"
    )


def test_it_is_varied_and_says_that_it_is_synthetic(shipped: list[dict[str, Any]]) -> None:
    assert len(shipped) == 5000 == len({r["id"] for r in shipped})
    assert len({r["country"] for r in shipped}) >= 40
    assert len({r["industry"] for r in shipped}) >= 25
    assert len({r["title"] for r in shipped}) >= 800
    told = [r for r in shipped if r.get("summary")]
    assert len(told) > 4000 and len({r["summary"] for r in told}) > 0.97 * len(told)
    # No sentence frame rules: of the first three words, none opens more than a twentieth.
    openings = Counter(
        " ".join(re.sub(re.escape(r["first_name"]), "X", r["summary"]).split()[:3]) for r in told
    )
    assert openings.most_common(1)[0][1] < 250
    names = Counter(r["name"] for r in shipped)
    assert 20 < sum(1 for count in names.values() if count > 1) < 200
    assert sum("contacts" not in r for r in shipped) > 500
    assert {r["dataset"] for r in shipped} == {"sample"}
    assert all(r["licence"].startswith("Synthetic") for r in shipped)
    for record in shipped:
        contacts = record.get("contacts", {})
        for kind in ("work_email", "personal_email"):
            if kind in contacts:
                assert contacts[kind]["value"].endswith(".example")
        for url in [record["profile_url"], *record["sources"]]:
            assert re.match(r"https://[a-z0-9-]+\.example/", url), url
    dated = [r["contacts"]["work_email"] for r in shipped if "work_email" in r.get("contacts", {})]
    assert len({r["name"].split()[-1] for r in shipped}) > 600
    aged = {contact["last_seen"][:4] for contact in dated}
    assert min(aged) <= "2022" and max(aged) == "2026"


def test_careers_are_those_of_people(shipped: list[dict[str, Any]]) -> None:
    """Occupation and employer fit, posts follow one another, and nothing is said twice."""
    nurses = [r for r in shipped if re.search(r"\b(Nurse|RN)\b", r["title"])]
    assert len(nurses) > 100
    assert {r["industry"] for r in nurses} <= {
        "Hospitals & health care",
        "Elder & home care",
        "Pharmaceuticals & biotech",
    }
    employers = [len({post["company"] for post in r["history"]}) for r in shipped]
    families = {job.family.function: job.family for job in JOBS}
    assert sum(n > 1 for n in employers) > 4000 and max(employers) <= 7
    for record in shipped:
        posts = record["history"]
        assert posts[0]["title"] == record["title"] and posts[0]["company"] == record["company"]
        assert all(later["start"] >= (post["end"] or "") for later, post in pairwise(posts))
        family = families[record["function"]] if record["seniority"] != "head" else JOBS[0].family
        ranks = [rank_of(post["title"], family) for post in posts]
        assert ranks == sorted(ranks, reverse=True), [post["title"] for post in posts]
        for part in ("languages", "certifications"):
            names = [each["name"] for each in record.get(part, ())]
            assert len(names) == len(set(names))
        began = posts[-1]["start"][:4]
        assert all(each.get("start", "1980") <= each["end"] for each in record.get("education", ()))
        assert not record.get("education") or record["education"][-1]["end"] <= began


def test_people_know_what_their_occupation_knows(shipped: list[dict[str, Any]]) -> None:
    """A help desk runs no Kubernetes, and a chief officer leads the department that the title
    names, and has risen in it."""
    for record in shipped:
        titles = [post["title"] for post in record["history"]]
        skills = str(record.get("skills"))
        if "Help Desk" in titles[0]:
            assert not re.search("Kubernetes|Terraform|React", skills), skills
        if "Compliance" in titles[0]:
            assert "litigation" not in skills
        if record["company_industry"] == "Pharmaceuticals & biotech":
            assert not any("Driver" in title for title in titles)
        if "linguistics" in str(record.get("education")) and record["function"][:4] == "educ":
            assert not re.search("soil|battery|protein", record.get("summary", ""))
        chiefs = [title for title in titles if re.match("Chief (?!of|Exec|Oper)", title)]
        assert chiefs in ([], titles[:1]), titles
        if titles[0] == "Chief Financial Officer":
            assert record["function"] == "finance"
            assert all("Finance" in title for title in titles[1:])


ASKED = {
    "sales reps in Texas": lambda r: "Sales Rep" in r["title"] and r["region"] == "Texas",
    "HR business partners": lambda r: "HR Business Partner" in r["title"],
    "nurses with ICU experience": lambda r: "ICU" in str(r["history"]),
    "people who speak German": lambda r: "German" in [each["name"] for each in r["languages"]],
    "executive assistants to CEOs": lambda r: "Executive Assistant to the CEO" in r["title"],
    "former Amazonians in logistics": lambda r: (
        r["industry"] == "Transport & logistics" and "Amazon" in _left(r, "2000")
    ),
    "people who left Google after 2019": lambda r: "Google" in _left(r, "2020"),
    "AWS certification and 5+ years of Kubernetes": lambda r: (
        "AWS" in str(r.get("certifications"))
        and re.search(r"'Kubernetes', 'level': '([5-9]|1\d) years", str(r["skills"]))
    ),
    "Stanford alumni in venture capital": lambda r: (
        r["industry"].startswith("Venture") and "Stanford" in str(r.get("education"))
    ),
    "someone senior in payroll at a retailer": lambda r: (
        r["industry"] == "Retail" and re.search("Senior Payroll|Payroll Manager", r["title"])
    ),
    "HR directors in London": lambda r: (
        r["city"] == "London" and re.search("(HR|Resources) Director|Director of P", r["title"])
    ),
    "heads of people or talent in the DACH region": lambda r: (
        r["country"] in ("Germany", "Austria", "Switzerland")
        and re.search("Head of (People|Talent)", r["title"])
    ),
    "people with at least three employers since 2015": lambda r: len(_left(r, "2015")) > 2,
    "nurses in Maine": lambda r: r["region"] == "Maine" and "Nurse" in r["title"],
    "finance directors in the United Kingdom": lambda r: (
        r["country"] == "United Kingdom" and re.search("Financ.* Director|of Finance", r["title"])
    ),
    "a panelist on container security": lambda r: (
        "anelist on container security" in r.get("summary", "")
    ),
}  # fmt: skip


def _left(record: dict[str, Any], since: str) -> set[str]:
    """Whom they worked for, and had left no earlier than in `since`."""
    return {post["company"] for post in record["history"] if (post["end"] or "") >= since}


@pytest.mark.parametrize("asked", ASKED)
def test_there_is_somebody_for_what_people_ask(shipped: list[dict[str, Any]], asked: str) -> None:
    assert 1 <= sum(bool(ASKED[asked](record)) for record in shipped) < 4000


def test_the_vectors_are_those_of_the_texts(shipped: list[dict[str, Any]]) -> None:
    assert orjson.loads(MADE.read_bytes())["model"] == MiniLm.model
    vectors = sample_vectors()
    assert vectors.shape == (5000, MiniLm.dimension)
    chosen = range(0, 5000, 500)
    made = MiniLm().embed([meaning_text(shipped[i]) for i in chosen])
    # Shipped in 255 steps, and made beside other texts, which the weights in 8 bits let show.
    assert np.einsum("ij,ij->i", made, vectors[list(chosen)]).min() > 0.98


def test_the_shipped_shard_fits_this_version() -> None:
    made = Made(0, MiniLm.model, MiniLm.dimension).without_database()
    shipped = orjson.loads(MADE.read_bytes())
    assert {key: shipped[key] for key in made} == made, (
        "facets or texts changed: run python -m tools.sample.build, "
        "or each first start builds the shard for seconds"
    )


def test_a_first_start_finds_people_at_once(tmp_path: Path) -> None:
    engine = open_engine(database_url(tmp_path))
    migrate(engine)
    index = open_index(engine, tmp_path, follow=False)
    stats = index.stats()
    assert (stats.people, stats.searchable_by_meaning, stats.synthetic) == (5000, 5000, True)
    assert index.synthetic
    [meaning, words] = index.retrieve(
        [
            Ask(Channel.MEANING, 10, text="nurses on an intensive care ward"),
            Ask(Channel.WORDS, 10, text="payroll", where=AnyOf("dataset", ("sample",))),
        ]
    )
    assert len(meaning) == len(words) == 10
    told = [index.get([person_id])[person_id]["industry"] for person_id, _ in meaning]
    assert sum("care" in industry for industry in told) >= 8
    index.close()
    # Another worker takes the shipped shard too, and knows the same people.
    second = open_index(engine, tmp_path, shard_name="shard-1", follow=False)
    assert second.count() == 5000
    second.close()
    # The next start takes it as it is.
    again = open_index(engine, tmp_path, follow=False)
    assert again.count() == 5000
    again.close()
    engine.dispose()


def test_real_people_take_the_place_of_the_sample(tmp_path: Path) -> None:
    engine = open_engine(database_url(tmp_path))
    migrate(engine)
    index = open_index(engine, tmp_path)
    (tmp_path / "mine.csv").write_text("Name,Company\nAnn Lee,Alder\n")
    report = Import(engine).run([tmp_path / "mine.csv"])
    assert report.sample_retired == 5000
    deadline = time.monotonic() + 60
    while index.count() != 1 or index.synthetic:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    stats = index.stats()
    assert (stats.people, stats.synthetic, stats.datasets) == (1, False, {"mine": 1})
    index.close()
    engine.dispose()


def _shipped_rows_of(many: int) -> bytes:
    """`load.ROWS` with the first people alone."""
    with closing(sqlite3.connect(":memory:")) as rows:
        rows.deserialize(gzip.decompress(ROWS.read_bytes()))
        for table, key in (
            ("people", "id"),
            ("people_anchors", "person_id"),
            ("vectors", "person_id"),
        ):
            rows.execute(f"DELETE FROM {table} WHERE {key} > ?", (f"sample-{many:05}",))
        rows.commit()
        return gzip.compress(rows.serialize(), 1)


def test_without_the_shipped_shard_it_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    made = orjson.loads(MADE.read_bytes())
    (data / "made.json").write_bytes(orjson.dumps({**made, "facets": -1}))
    monkeypatch.setattr("shortlist.service.index.sample.load.MADE", data / "made.json")
    # Of a tenth of the people: to find the facets of all takes as long as a hundred other tests.
    (data / "rows.gz").write_bytes(_shipped_rows_of(FEWER))
    monkeypatch.setattr("shortlist.service.index.sample.load.ROWS", data / "rows.gz")
    engine = open_engine(database_url(tmp_path))
    migrate(engine)
    index = open_index(engine, tmp_path, follow=False)
    assert index.count() == index.stats().searchable_by_meaning == FEWER
    with writing(engine) as connection:
        remove_people(connection, ["sample-00001"])
    index.catch_up()
    assert index.count() == FEWER - 1
    index.close()
    engine.dispose()
    shutil.rmtree(tmp_path / "index")


def test_the_shipped_rows_are_those_that_loading_makes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def loaded(name: str) -> list[list[Any]]:
        folder = tmp_path / name
        folder.mkdir()
        engine = open_engine(database_url(folder))
        migrate(engine)
        assert ensure_sample(engine, folder / "shard", MiniLm.model)
        with reading(engine) as connection:
            tables = (*TABLES, counters)
            found = [
                sorted(map(tuple, connection.execute(select(table).where(known(table)))), key=str)
                for table in tables
            ]
        engine.dispose()
        return found

    def known(table: Any) -> Any:
        return table.c.name == COUNTER if table is counters else true()

    copied = loaded("copied")
    monkeypatch.setattr("shortlist.service.index.sample.load.last_number", lambda _: 1)
    made = loaded("made")
    assert [len(rows) for rows in copied] == [len(rows) for rows in made]
    for mine, theirs in zip(copied, made, strict=True):
        assert mine == theirs


def test_the_table_that_ships_is_of_the_shard_that_ships(tmp_path: Path) -> None:
    # Else each first start makes it anew.
    made = orjson.loads(MADE.read_bytes())
    assert made["table_of"] == shard_digest()
    unpack_folder(TABLE, tmp_path)
    assert len(Table.load(tmp_path, point_id)) == len(sample_records())
