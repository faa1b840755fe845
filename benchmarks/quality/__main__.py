"""`python -m benchmarks.quality --corpora FOLDER`: see README.md beside this file."""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import get_args

from benchmarks.quality.asking import FILTERS, Answer, Asker, Floor
from benchmarks.quality.corpora import STRANGERS, Corpus, corpora_in, kept_vectors, open_records
from benchmarks.quality.picture import picture
from benchmarks.quality.report import figures_of, report

from shortlist.contract.search import SearchType
from shortlist.service.search.finder import open_finder
from shortlist.service.sets.judge import open_judge


def main() -> None:
    options = _options()
    corpora = corpora_in(options.corpora, options.only)
    answers: dict[str, list[Answer]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for corpus in corpora:
            folder = (options.data_dir or Path(scratch)) / corpus.name
            answers[corpus.name] = _ask_all(corpus, folder, options.type)
    for line in report(answers, options.worst):
        print(line)
    figures = {name: figures_of(rows) for name, rows in answers.items()}
    if options.picture:
        bins = {name: each["calibration"] for name, each in figures.items()}
        options.picture.write_text(picture(bins), "utf-8")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1), "utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks.quality")
    parser.add_argument(
        "--corpora",
        type=Path,
        default=STRANGERS,
        metavar="FOLDER",
        help="holds people.jsonl.gz and queries.jsonl, or folders that do; without it those here",
    )
    parser.add_argument("--only", metavar="CORPUS", help="one of them")
    parser.add_argument("--data-dir", type=Path, help="keeps the indexes between runs")
    parser.add_argument("--type", default="fast", choices=get_args(SearchType))
    parser.add_argument("--worst", type=int, default=8, help="how many of the worst to show")
    parser.add_argument(
        "--picture", type=Path, metavar="FILE.svg", help="draw what confidence says and what is so"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures here")
    return parser.parse_args()


def _ask_all(corpus: Corpus, folder: Path, type_: SearchType) -> list[Answer]:
    people = corpus.people()
    index = open_records(folder, people)
    try:
        finder = open_finder(index)
        # So that no question waits for the vocabulary or the model.
        finder.warm()
        finder.find("anybody at all", FILTERS, type=type_, limit=1, timeout_seconds=60)
        floor = Floor(people, kept_vectors(folder, people), index.embed)
        asker = Asker(index, finder, open_judge(index, finder), floor)
        return [asker.ask(query, type_) for query in corpus.queries()]
    finally:
        index.close()


if __name__ == "__main__":
    main()
