"""Draws admissions to read by eye: `python -m benchmarks.quality.admissions --corpora FOLDER …`.

Each is one person whom a Set would admit, with its grade, the criteria and the words they stand on.
The draw is by seed over the questions of both corpora, the same number of people of each question
that has so many.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

from benchmarks.quality.asking import SETS
from benchmarks.quality.corpora import Corpus, corpora_in, criteria_of, open_records

from shortlist.service.search.finder import open_finder
from shortlist.service.sets.judge import open_judge


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.quality.admissions")
    parser.add_argument("--corpora", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--data-dir", type=Path, required=True)
    parser.add_argument("--only", metavar="CORPUS", help="one of them")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--each", type=int, default=2, help="people of a question, at most")
    parser.add_argument("--most", type=int, default=200)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    drawn = [
        admission
        for corpus in corpora_in(options.corpora, options.only)
        for admission in _admissions(corpus, options.data_dir, dice, options.each)
    ]
    dice.shuffle(drawn)
    for at, admission in enumerate(drawn[: options.most], 1):
        print(f"{at} {admission}")


def _admissions(corpus: Corpus, data_dir: Path, dice: random.Random, each: int) -> Iterator[str]:
    index = open_records(data_dir / corpus.name, corpus.people())
    try:
        finder = open_finder(index)
        judge = open_judge(index, finder)
        for query in corpus.queries():
            if query["kind"] not in SETS:
                continue
            criteria = judge.criteria(query["query"], criteria_of(query))
            ids = [found.person_id for found in finder.candidates(query["query"], criteria)]
            known = list(index.get(ids).values())
            answers = zip(known, judge.check(criteria, known), strict=True)
            admitted = [
                (person, said)
                for person, said in answers
                if {verdict.status for verdict in said} == {"satisfied"}
            ]
            for person, said in dice.sample(admitted, min(each, len(admitted))):
                told = " | ".join(
                    f"{verdict.criterion} <- {' / '.join(r.quote for r in verdict.references)}"
                    for verdict in said
                )
                grade = query["relevant"].get(person["id"], 0)
                asked = " + ".join([query["query"], *(criteria_of(query) or ())])
                yield f"[{grade}] {asked}\n    {person['name']}: {told[:600]}"
    finally:
        index.close()


if __name__ == "__main__":
    main()
