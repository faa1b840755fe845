"""`python -m benchmarks.quality.handles --corpora FOLDER`: are people found by another name?

A name that the address of somebody's own profile says, and no record does: a maiden name, a first
name that they do not go by. It is the words of the address of a profile on a professional network,
where one of them is in the person's name and another is in nobody's of that name. What is no name
in an address (titles, degrees) is left out by a list. Printed: nDCG@10 and the reciprocal rank of
the person, by `fast` and by `auto`.
"""

from __future__ import annotations

import argparse
import re
import statistics
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from benchmarks.quality.asking import DEPTH, FILTERS
from benchmarks.quality.corpora import Query, corpora_in, open_records
from benchmarks.quality.measures import ndcg, reciprocal_rank

from shortlist.service.index.port import Record
from shortlist.service.lexicon.text import listed, words
from shortlist.service.search.finder import open_finder
from shortlist.service.search.grounding import ground
from shortlist.service.search.request import ValidSearch

_NO_NAMES: Final = listed(
    """
    sen senator rep representative hon honorable mayor delegate elect councilwoman councilman
    assemblyman assemblywoman phd mba mpa esq esquire lcsw aicp leed retired official usaf army
    state house senate candidate attorney realtor republican democrat the and for
    """
)
_LEAST: Final = 4
"""Letters of a word of an address that may be a name."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.quality.handles")
    parser.add_argument("--corpora", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--data-dir", type=Path, required=True)
    options = parser.parse_args()
    [corpus] = corpora_in(options.corpora, "people")
    people = corpus.people()
    made = queries(people)
    index = open_records(options.data_dir / corpus.name, people)
    try:
        finder = open_finder(index)
        print("type  questions  nDCG@10    MRR")
        for type_ in ("fast", "auto"):
            found = []
            for query in made:
                asked = ValidSearch(query["query"], type_, DEPTH, FILTERS, ())
                answer = finder.find(
                    asked.query, FILTERS, type=type_, limit=DEPTH, timeout_seconds=60
                )
                hits = ground(asked, answer, index, None).hits
                ranked = [hit.person_id for hit in hits]
                grades = query["relevant"]
                found.append((ndcg(ranked, grades), reciprocal_rank(ranked, grades)))
            gain, rank = (statistics.fmean(column) for column in zip(*found, strict=True))
            print(f"{type_}  {len(made):9}    {gain:.3f}  {rank:.3f}")
    finally:
        index.close()


def queries(people: list[Record]) -> list[Query]:
    """One for each person whose profile says another name."""
    bearers: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for record in people:
        name = words(str(record.get("name") or ""))
        for first in name:
            for last in name:
                bearers[first, last].add(str(record["id"]))
    return [
        {"query": f"{first.title()} {last.title()}", "relevant": {str(record["id"]): 3}}
        for record, first, last in _other_names(people)
        if not bearers[first, last]
    ]


def _other_names(people: list[Record]) -> Iterator[tuple[Record, str, str]]:
    for record in people:
        name = words(str(record.get("name") or ""))
        for link in record.get("links") or ():
            said = _words(link)
            if len(said) < 2 or not name or not set(said) & set(name):
                continue
            if said[-1] == name[-1] and said[0] not in name and said[0][:3] != name[0][:3]:
                yield record, said[0], said[-1]
            elif said[0] == name[0] and said[1] not in name:
                yield record, said[0], said[1]


def _words(link: Any) -> list[str]:
    if link.get("type") != "professional_network":
        return []
    slug = str(link.get("url")).rstrip("/").rpartition("/")[2].lower()
    may_be = re.compile(f"[a-z]{{{_LEAST},}}")
    return [w for w in slug.split("-") if may_be.fullmatch(w) and w not in _NO_NAMES]


if __name__ == "__main__":
    main()
