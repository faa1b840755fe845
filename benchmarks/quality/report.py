"""The report of all corpora, side by side, in plain text."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from benchmarks.quality.asking import SETS, Answer
from benchmarks.quality.corpora import KINDS, NOBODY, SET
from benchmarks.quality.measures import bins, calibration, percentile

WORSE: Final = 0.1
"""By how much of nDCG@10 a question does worse than BM25 to be counted."""
SURE: Final = 0.5
"""The confidence from which on somebody is shown as an answer."""
_LABEL: Final = 36

Answers = Mapping[str, Sequence[Answer]]
"""Of each corpus, by its name."""


def report(answers: Answers, worst: int) -> Iterator[str]:
    """The lines of it; `worst`: how many of the worst questions are told of each corpus."""
    figures = {corpus: figures_of(rows) for corpus, rows in answers.items()}
    yield _row("nDCG@10", [f"{corpus:>31} " for corpus in figures])
    yield _row("", ["   n  search    BM25  + meaning"] * len(figures))
    for kind in (*KINDS, "all"):
        yield _row(kind, [_ndcg(each["ndcg"].get(kind)) for each in figures.values()])
    yield ""
    yield _row("Sets", ["  of   empty  precision  recall"] * len(figures))
    for kind in (*SETS[:-1], "all"):
        yield _row(kind, [_set(each["sets"].get(kind)) for each in figures.values()])
    yield ""
    yield _row("questions whose answer is nobody", [_single(f["nobody"]) for f in figures.values()])
    for label, name in _SINGLE.items():
        yield _row(label, [_single(each[name]) for each in figures.values()])
    for corpus, rows in answers.items():
        yield from _worst(corpus, rows, worst)


_SINGLE: Final = {
    f"worse than BM25 by {WORSE}": "worse",
    f"nobody: shown with {SURE} or more": "nobody_shown",
    "nobody: admitted by a Set": "nobody_admitted",
    "calibration error": "calibration_error",
    "reading a question, ms: p50": "reading_ms_p50",
    "reading a question, ms: p95": "reading_ms_p95",
    "a search, ms: p50": "search_ms_p50",
    "a search, ms: p95": "search_ms_p95",
}


def figures_of(rows: Sequence[Answer]) -> dict[str, Any]:
    """All figures of one corpus; the questions whose answer is nobody count for theirs alone."""
    graded = [row for row in rows if row.kind not in (SET, NOBODY)]
    nobody = [row for row in rows if row.kind == NOBODY]
    pairs = [pair for row in graded for pair in row.confidence]
    return {
        "ndcg": _by_kind(graded, _mean_ndcg),
        "sets": _by_kind([row for row in rows if row.set and row.kind != NOBODY], _sets),
        "worse": sum(row.ndcg <= row.words - WORSE for row in graded),
        "nobody": len(nobody),
        "nobody_shown": _of(nobody, lambda row: sum(sure >= SURE for sure, _ in row.confidence)),
        "nobody_admitted": _of(nobody, lambda row: len(row.set.admitted) if row.set else 0),
        "calibration_error": round(calibration(pairs), 3),
        "calibration": bins(pairs),
        "reading_ms_p50": round(percentile([row.reading_ms for row in rows], 50), 1),
        "reading_ms_p95": round(percentile([row.reading_ms for row in rows], 95), 1),
        "search_ms_p50": round(percentile([row.search_ms for row in rows], 50), 1),
        "search_ms_p95": round(percentile([row.search_ms for row in rows], 95), 1),
    }


def _by_kind(
    rows: Sequence[Answer], figure: Callable[[Sequence[Answer]], dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    """`figure` of each kind there is, and of all."""
    kinds = {kind: [row for row in rows if row.kind == kind] for kind in (*KINDS, SET)}
    kinds |= {"all": list(rows)}
    return {kind: {"n": len(those)} | figure(those) for kind, those in kinds.items() if those}


def _of(nobody: Sequence[Answer], people: Callable[[Answer], int]) -> int | None:
    """How many people are shown or admitted by all of `nobody`; None where nothing was asked."""
    return sum(people(row) for row in nobody) if nobody else None


def _mean_ndcg(rows: Sequence[Answer]) -> dict[str, float]:
    return {
        "search": statistics.fmean(row.ndcg for row in rows),
        "bm25": statistics.fmean(row.words for row in rows),
        "fused": statistics.fmean(row.fused for row in rows),
        "recall": statistics.fmean(row.recall for row in rows),
    }


def _sets(rows: Sequence[Answer]) -> dict[str, Any]:
    """Precision is that of the Sets that admit anybody; None where none does."""
    sets = [row.set for row in rows if row.set]
    precisions = [each.precision for each in sets if each.admitted]
    return {
        "empty": len(sets) - len(precisions),
        "precision": statistics.fmean(precisions) if precisions else None,
        "recall": statistics.fmean(each.recall for each in sets),
        "admitted": sum(len(each.admitted) for each in sets),
        "exact": sum(len(each.admitted & each.exact) for each in sets),
    }


def _ndcg(line: Mapping[str, Any] | None) -> str:
    if line is None:
        return f"{'-':>32}"
    return f"{line['n']:4}{line['search']:8.3f}{line['bm25']:8.3f}{line['fused']:11.3f} "


def _set(line: Mapping[str, Any] | None) -> str:
    if line is None:
        return f"{'-':>32}"
    precision = "-" if line["precision"] is None else f"{line['precision']:.3f}"
    return f"{line['n']:4}{line['empty']:8}{precision:>11}{line['recall']:8.3f} "


def _single(figure: float | None) -> str:
    return f"{'-' if figure is None else figure:>31}"


def _row(label: str, cells: Sequence[str]) -> str:
    return f"{label:{_LABEL}}" + "   ".join(f"{cell:32}" for cell in cells).rstrip()


def _worst(corpus: str, rows: Sequence[Answer], count: int) -> Iterator[str]:
    """The questions that search answers worst beside BM25, and what was understood of each."""
    graded = sorted(
        (row for row in rows if row.kind not in (SET, NOBODY)), key=lambda row: row.ndcg
    )
    if not count:
        return  # nobody is to see a question of these people
    told = [*graded[:count], *(row for row in graded[count:] if row.ndcg <= row.words - WORSE)]
    if told:
        yield f"\n{corpus}: the worst, and all that are worse than BM25 by {WORSE} (*)"
    for row in told:
        worse = "*" if row.ndcg <= row.words - WORSE else " "
        yield f"{worse} {row.ndcg:.2f}, BM25 {row.words:.2f}  {row.qid}  {row.query}"
        yield f"      {_plan(row)}"
        if row.set:
            found = row.set
            yield (
                f"      Set: {len(found.admitted)} admitted, {len(found.exact)} exact, "
                f"{len(found.admitted & found.exact)} of them; {found.review} for review"
            )


def _plan(row: Answer) -> str:
    terms = [f"{'not ' if term.negated else ''}{term.kind}={term.value}" for term in row.plan.terms]
    left = [f"unread: {row.plan.remainder}"] if row.plan.remainder else []
    return f"{row.plan.kind}: {'; '.join([*terms, *left])}"
