"""`python -m benchmarks.quality --people FILE --queries FILE`: see README.md beside this file."""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from benchmarks.quality.ablation import ablate
from benchmarks.quality.compose import Composer, Query
from benchmarks.quality.edition import Edition
from benchmarks.quality.everyday import Everyday
from benchmarks.quality.fresh import Fresh
from benchmarks.quality.handles import queries as by_other_names
from benchmarks.quality.measures import calibration, ndcg, recall, reciprocal_rank
from benchmarks.quality.request import Request
from benchmarks.quality.reworded import Reworder
from benchmarks.quality.sequel import Sequel

from shortlist.service.db.engine import database_url, open_engine, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.embedding import MiniLm
from shortlist.service.index.open import open_index
from shortlist.service.index.port import Filters, Record
from shortlist.service.index.projection import pack
from shortlist.service.index.store import put_dataset, put_people, put_vectors
from shortlist.service.index.texts import meaning_text, text_hash
from shortlist.service.search.finder import IndexFinder, open_finder
from shortlist.service.search.grounding import ground
from shortlist.service.search.service import Asked
from shortlist.service.sets.judge import BuiltInJudge, open_judge

FILTERS = Filters()
EDITIONS: tuple[type[Edition], ...] = (Reworder, Fresh, Everyday, Sequel, Request)


def main() -> None:
    options = _options()
    people = read_records(options.people)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.data_dir or Path(scratch)
        index = open_records(folder, people)
        finder = open_finder(index)
        judge = open_judge(index, finder)
        report: dict[str, Any] = {}
        if options.ablate:
            queries = [query for _, rows in _splits(options, people) for query in rows]
            report = ablate(finder, queries)
        for split, queries in () if options.ablate else _splits(options, people):
            rows = [_measure(query, finder, judge, index, options.type) for query in queries]
            report[split] = _summary(split, rows, options.worst)
        if options.json:
            options.json.write_text(json.dumps(report, indent=1))
        index.close()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks.quality")
    parser.add_argument("--people", type=Path, required=True, help="JSON Lines, .gz or plain")
    parser.add_argument("--queries", type=Path, help="graded queries, JSON Lines")
    parser.add_argument("--data-dir", type=Path, help="keeps the index between runs")
    parser.add_argument(
        "--splits",
        default="given,composed,reworded,fresh,everyday,sequel,request,pages",
        help="which to measure",
    )
    parser.add_argument("--half", default="held-out", choices=("develop", "held-out"))
    parser.add_argument("--type", default="fast", choices=("instant", "fast", "auto", "deep"))
    parser.add_argument("--seed", type=int, default=20261121, help="of the composed queries")
    parser.add_argument("--ablate", action="store_true", help="nDCG with parts of it left out")
    parser.add_argument("--worst", type=int, default=12, help="how many of the worst to show")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    return parser.parse_args()


def read_records(path: Path) -> list[Record]:
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        return [json.loads(line) for line in lines if line.strip()]


def _splits(options: argparse.Namespace, people: list[Record]) -> list[tuple[str, list[Query]]]:
    given = read_records(options.queries) if options.queries else []
    said = {query["query"].lower() for query in given}
    made = Composer(people, options.seed).queries()
    own = [query for query in made if query["query"].lower() not in said]
    held_out = options.half == "held-out"
    splits = [("given", given), ("composed", own)]
    for edition in EDITIONS:
        made = edition(people, options.seed, held_out=held_out).queries()
        splits.append((f"{edition.name}, {options.half}", made))
    splits.append(("pages", by_other_names(people, options.seed)))
    wanted = options.splits.split(",")
    return [(name, rows) for name, rows in splits if rows and name.split(",")[0] in wanted]


def open_records(folder: Path, people: list[Record]) -> EmbeddedIndex:
    """The index of `people` in `folder`, made where it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    fresh = not (folder / "shortlist.db").exists()
    engine = open_engine(database_url(folder))
    migrate(engine)
    if fresh:
        with writing(engine) as connection:
            for name in sorted({str(person.get("dataset") or "people") for person in people}):
                put_dataset(connection, name)
        for at in range(0, len(people), 2000):
            with writing(engine) as connection:
                put_people(connection, people[at : at + 2000])
        _embed(engine, people)
    return open_index(engine, folder, sample=False, follow=False, shard_name="quality")


def _embed(engine: Any, people: list[Record]) -> None:
    model = MiniLm()
    ordered = sorted(people, key=lambda person: len(meaning_text(person)))
    started = time.monotonic()
    for at in range(0, len(ordered), 256):
        batch = ordered[at : at + 256]
        texts = [meaning_text(person) for person in batch]
        vectors = model.embed(texts)
        rows = [
            (str(person["id"]), text_hash(text), pack(vector))
            for person, text, vector in zip(batch, texts, vectors, strict=True)
        ]
        with writing(engine) as connection:
            put_vectors(connection, model.model, rows)
        print(f"\r{at + len(batch)} of {len(people)} embedded", end="", file=sys.stderr)
    print(f", {time.monotonic() - started:.0f} s", file=sys.stderr)


def _measure(
    query: Query, finder: IndexFinder, judge: BuiltInJudge, index: EmbeddedIndex, type_: Any
) -> dict[str, Any]:
    grades = {str(i): int(grade) for i, grade in query["relevant"].items()}
    started = time.perf_counter()
    found = finder.find(query["query"], FILTERS, type=type_, limit=50, timeout_seconds=10)
    asked = Asked(query["query"], type_, 50, FILTERS, ())
    grounded = ground(asked, found, index, None)
    took = time.perf_counter() - started
    hits = grounded.hits
    pages = (grounded.grounding or {}).get("results", ())
    proven = {page["person"]["person_id"] for page in pages if page["person"]}
    ranked = [hit.person_id for hit in hits]
    row = {
        "qid": query["qid"],
        "kind": query["type"],
        "class": query.get("class", ""),
        "query": query["query"],
        "ndcg": ndcg(ranked, grades),
        "recall": recall(ranked, grades),
        "mrr": reciprocal_rank(ranked, grades),
        "ms": took * 1000,
        "evidence": sum(hit.person_id in proven for hit in hits[:10]) / max(1, len(hits[:10])),
        "confidence": [(hit.confidence, grades.get(hit.person_id, 0) == 3) for hit in hits[:10]],
        "plan": found.plan,
    }
    if query["type"] in ("list", "filter", "semantic"):
        row |= _set(query, grades, finder, judge, index)
    return row


def _set(
    query: Query,
    grades: dict[str, int],
    finder: IndexFinder,
    judge: BuiltInJudge,
    index: EmbeddedIndex,
) -> dict[str, Any]:
    """Who a Set with no bound on its count would admit."""
    criteria = judge.criteria(query["query"], None)
    ids = [each.person_id for each in finder.candidates(query["query"], criteria)]
    records = index.get(ids)
    verdicts = judge.check(criteria, [records[i] for i in ids if i in records])
    admitted, review = set(), 0
    for person_id, verdict in zip([i for i in ids if i in records], verdicts, strict=True):
        states = {each.status for each in verdict}
        if states == {"satisfied"}:
            admitted.add(person_id)
        elif "unsatisfied" not in states:
            review += 1
    exact = {person_id for person_id, grade in grades.items() if grade == 3}
    return {
        "set_precision": len(admitted & exact) / len(admitted) if admitted else 0.0,
        "set_recall": len(admitted & exact) / len(exact),
        "admitted": len(admitted),
        "false": len(admitted - exact),
        "review": review / max(1, len(ids)),
        "missed": sorted(exact - admitted)[:5],
        "wrong": sorted(admitted - exact)[:5],
    }


def _summary(split: str, rows: list[dict[str, Any]], worst: int) -> dict[str, Any]:
    kinds: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        kinds[row["kind"]].append(row)
        kinds["all"].append(row)
        if row["class"]:
            kinds[f"  {row['class']}"].append(row)
    print(f"\n{split}: {len(rows)} queries")
    heads = "nDCG@10  rec@50   MRR  SetP  SetR  false  review  evid.   ECE  p50 ms"
    print(f"kind                    n  {heads}")
    figures = {}
    for kind, members in sorted(
        kinds.items(), key=lambda item: (item[0] == "all", item[0][:1] == " ", item[0])
    ):
        figures[kind] = line = _line(members)
        shown = [f"{line[name]:6.3f}" if line[name] is not None else "     -" for name in _NAMES]
        print(f"{kind:22}{len(members):4}  {'  '.join(shown)}")
    print("the worst, and what was understood:")
    for row in sorted(rows, key=lambda row: (row["ndcg"], row.get("set_precision", 1)))[:worst]:
        _explain(row)
    poor = [row for row in rows if row["kind"] == "list"]
    print("the worst Sets of list queries:")
    for row in sorted(poor, key=lambda row: row["set_precision"] + row["set_recall"])[:worst]:
        if row["set_precision"] + row["set_recall"] < 2:
            _explain(row)
    return figures


_NAMES = (
    "ndcg",
    "recall",
    "mrr",
    "set_precision",
    "set_recall",
    "false",
    "review",
    "evidence",
    "ece",
    "p50_ms",
)


def _line(rows: list[dict[str, Any]]) -> dict[str, float | None]:
    def mean(name: str) -> float | None:
        values = [row[name] for row in rows if name in row]
        return statistics.fmean(values) if values else None

    pairs = [pair for row in rows for pair in row["confidence"]]
    return {
        **{name: mean(name) for name in _NAMES[:8]},
        "ece": calibration(pairs),
        "p50_ms": statistics.median(row["ms"] for row in rows),
    }


def _explain(row: dict[str, Any]) -> None:
    said = "; ".join(
        f"{'not ' if term.negated else ''}{term.kind}={term.value}" for term in row["plan"].terms
    )
    sets = ""
    if "set_precision" in row:
        sets = f" P {row['set_precision']:.2f} R {row['set_recall']:.2f} n={row['admitted']}"
    print(f"  {row['qid']} {row['ndcg']:.2f}{sets} | {row['query']}")
    left = f" | unread: {row['plan'].remainder}" if row["plan"].remainder else ""
    print(f"      {row['plan'].kind}: {said}{left}")
    if row.get("wrong") or row.get("missed"):
        print(f"      wrong {row['wrong']} missed {row['missed']}")


if __name__ == "__main__":
    main()
