"""A finder whose questions a model reads."""

from __future__ import annotations

from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.port import Filters
from shortlist.service.reading.chat import ChatReader
from shortlist.service.reading.port import Clause, Heard
from shortlist.service.search.finder import open_finder
from shortlist.service.search.port import FoundPeople

QUERY = "who keep machines running at Heron Air"


def test_where_it_failed_the_answer_says_so_until_it_reads(directory: EmbeddedIndex) -> None:
    reader = ChatReader(None)
    finder = open_finder(directory, reader)

    def find() -> FoundPeople:
        return finder.find(QUERY, Filters(), type="fast", limit=5, timeout_seconds=60)

    reader.told(QUERY, Heard(failed="it answered 500"))
    assert find().plan.fallback == "it answered 500"
    reader.told(QUERY, Heard((Clause("organisation", "at Heron Air", ("Heron Air",)),)))
    found = find()
    assert found.plan.fallback is None
    assert [(term.kind, term.text) for term in found.plan.terms][:1] == [
        ("organisation", "at Heron Air")
    ]
