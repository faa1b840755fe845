"""What each part of finding is worth: nDCG@10 by kind, with parts left out or reweighted."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from benchmarks.quality.compose import Query
from benchmarks.quality.measures import ndcg

from shortlist.service.index.port import Filters
from shortlist.service.search import rank
from shortlist.service.search.conditions import Understood
from shortlist.service.search.finder import IndexFinder

KINDS = ("list", "semantic", "named", "role_at_org", "filter")


def ablate(finder: IndexFinder, queries: Sequence[Query]) -> dict[str, dict[str, float]]:
    """Print and give the nDCG@10 of each variant by kind."""
    variants: dict[str, tuple[str, Callable[[], Any]]] = {
        "all of it": ("fast", lambda: _weights(*rank.FUSION)),
        "no reranking (instant)": ("instant", lambda: _weights(*rank.FUSION)),
        "words alone": ("fast", lambda: _weights(1.0, 0.0)),
        "meaning alone": ("fast", lambda: _weights(0.0, 1.0)),
        "words 0.5, meaning 0.5": ("fast", lambda: _weights(0.5, 0.5)),
        "words 0.3, meaning 0.7": ("fast", lambda: _weights(0.3, 0.7)),
        "no name n-grams": ("fast", lambda: patch.object(IndexFinder, "_named", _nobody)),
        "no conditions": ("fast", lambda: _unconditional(finder)),
    }
    print(f"{'variant':24}" + "".join(f"{kind:>13}" for kind in (*KINDS, "all")))
    figures = {}
    for name, (type_, variant) in variants.items():
        with variant():
            figures[name] = line = _measure(finder, queries, type_)
        print(f"{name:24}" + "".join(f"{line[kind]:13.3f}" for kind in (*KINDS, "all")), flush=True)
    return figures


def _measure(finder: IndexFinder, queries: Sequence[Query], type_: Any) -> dict[str, float]:
    by_kind: dict[str, list[float]] = defaultdict(list)
    for query in queries:
        found = finder.find(query["query"], Filters(), type=type_, limit=10, timeout_seconds=10)
        got = ndcg([hit.person_id for hit in found.hits], query["relevant"])
        by_kind[query["type"]].append(got)
        by_kind["all"].append(got)
    return {kind: statistics.fmean(by_kind[kind]) for kind in (*KINDS, "all")}


@contextmanager
def _weights(words: float, meaning: float) -> Iterator[None]:
    with patch.object(rank, "FUSION", (words, meaning)):
        yield


def _nobody(*_: object) -> list[Any]:
    return []


@contextmanager
def _unconditional(finder: IndexFinder) -> Iterator[None]:
    """Retrieval and names only: nothing of the query is understood."""
    understand = finder.understand

    def bare(query: str | None, filters: Filters) -> Understood:
        return replace(understand(query, filters), conditions=())

    with patch.object(finder, "understand", bare):
        yield
