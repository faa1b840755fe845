"""How often a question in another language is read as the same question in English is:
`python -m benchmarks.quality.languages`.

The tables here hold questions in seven languages, a line for each meaning. They are read with what
the people of the sample directory say. As one in English is read whose conditions are the same, and
which leaves the same number of words that nobody understands; of each question the share of its
conditions that are in both is told as F1, too.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from csv import DictReader
from pathlib import Path
from typing import Final

from shortlist.service.db.engine import database_url, open_engine
from shortlist.service.db.schema import metadata
from shortlist.service.index.open import open_index
from shortlist.service.index.port import Filters
from shortlist.service.search.conditions import Clause, Understood
from shortlist.service.search.finder import IndexFinder, open_finder

HERE: Final = Path(__file__).parent
ENGLISH: Final = "en"
LANGUAGES: Final = ("de", "fr", "es", "pt", "it", "nl")
Asked = frozenset[tuple[object, ...]]
"""What a question asks for, each condition as one value."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.quality.languages")
    parser.add_argument("--show", action="store_true", help="what is read otherwise")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        engine = open_engine(database_url(Path(folder)))
        metadata.create_all(engine)
        index = open_index(engine, Path(folder), follow=False)
        finder = open_finder(index)
        for table in sorted(HERE.glob("*.tsv")):
            for line in report(table, finder, show=options.show):
                print(line)
        index.close()
        engine.dispose()


def report(table: Path, finder: IndexFinder, *, show: bool) -> Iterator[str]:
    """A line for each language: how many questions of `table` are read as in English, and F1."""
    with table.open(encoding="utf-8") as lines:
        rows = list(DictReader(lines, delimiter="\t"))
    read = [{code: finder.understand(row[code], Filters()) for code in row} for row in rows]
    yield f"{table.stem}: {len(rows)} questions"
    for code in LANGUAGES:
        pairs = [(asked(each[code]), asked(each[ENGLISH])) for each in read]
        same = sum(own == english for own, english in pairs)
        f1 = sum(2 * len(own & english) / max(1, len(own) + len(english)) for own, english in pairs)
        yield f"  {code}  the same {same / len(rows):.2f}  F1 {f1 / len(rows):.2f}"
        for row, each, (own, english) in zip(rows, read, pairs, strict=True):
            if show and own != english:
                yield f"      {row[code]}: {_told(each[code])}"
                yield f"          {row[ENGLISH]}: {_told(each[ENGLISH])}"


def asked(understood: Understood) -> Asked:
    """What is understood of a question, without how it is called; a city by its name alone, since
    its country and region are told or not."""
    found: list[tuple[object, ...]] = [
        (each.negated, each.kind, frozenset(map(_clause, each.clauses)))
        for each in understood.conditions
    ]
    return frozenset((*found, *(("unread", at) for at in range(len(understood.unread)))))


def _clause(clause: Clause) -> tuple[object, ...]:
    values = {value.rpartition("/")[2] for value in clause.values}
    named = min(values) if clause.key == "place" and values else frozenset(clause.values)
    return clause.key, named, clause.words, clause.at_least, clause.at_most


def _told(understood: Understood) -> str:
    said = ("not " * each.negated + each.description for each in understood.conditions)
    return "; ".join((*said, *(f"not understood: {word}" for word in understood.unread)))


if __name__ == "__main__":
    main()
