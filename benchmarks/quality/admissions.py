"""Draws admissions to read by eye: `python -m benchmarks.quality.admissions --people FILE …`.

Each line is one person whom a Set would admit, with the criteria and the words they stand on. The
draw is by seed, over all splits, at most two people a query.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from benchmarks.quality.__main__ import EDITIONS, open_records, read_records
from benchmarks.quality.compose import Composer, Query

from shortlist.service.search.finder import open_finder
from shortlist.service.sets.judge import open_judge

SETS = ("list", "semantic", "filter")


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.quality.admissions")
    parser.add_argument("--people", type=Path, required=True)
    parser.add_argument("--queries", type=Path, required=True)
    parser.add_argument("--data-dir", type=Path, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--most", type=int, default=200)
    options = parser.parse_args()
    people = read_records(options.people)
    dice = random.Random(options.seed)
    asked: list[Query] = [*read_records(options.queries), *Composer(people, options.seed).queries()]
    for half in (False, True):
        for edition in EDITIONS:
            asked += edition(people, options.seed, held_out=half).queries()
    asked = [query for query in asked if query["type"] in SETS]
    dice.shuffle(asked)
    index = open_records(options.data_dir, people)
    finder = open_finder(index)
    judge = open_judge(index, finder)
    drawn = 0
    for query in asked:
        criteria = judge.criteria(query["query"], None)
        ids = [each.person_id for each in finder.candidates(query["query"], criteria)]
        records = index.get(ids)
        known = [records[i] for i in ids if i in records]
        answers = zip(known, judge.check(criteria, known), strict=True)
        admitted = [(p, said) for p, said in answers if {s.status for s in said} == {"satisfied"}]
        for person, said in dice.sample(admitted, min(2, len(admitted))):
            drawn += 1
            grade = query["relevant"].get(person["id"], 0)
            sys.stdout.write(f"{drawn} [{grade}] {query['query']}\n    {person['name']}: ")
            told = (
                f"{each.criterion} <- {' / '.join(r.quote for r in each.references)[:300]}"
                for each in said
            )
            sys.stdout.write(" | ".join(told) + "\n")
            if drawn == options.most:
                index.close()
                return
    index.close()


if __name__ == "__main__":
    main()
