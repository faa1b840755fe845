"""Progress and summary of `shortlist index import`."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from shortlist.cli.output import Meter, amount, print_json, print_line, say

if TYPE_CHECKING:
    from shortlist.service.index.imports.rows import Skipped
    from shortlist.service.index.imports.run import FileReport, ImportReport

_WITH_COLUMNS = ("csv", "json", "json lines", "parquet")
_NAMED_MOST = 20
"""Columns that are named one by one."""


class Bar:
    """How far, how much longer: `people  [#####.....]  52 %  0:07 left  people.csv`."""

    def __init__(self, meter: Meter, what: str, *, events: bool = False) -> None:
        """`events`: as lines of JSON, one for each hundredth."""
        self._meter, self._events, self._told = meter, events, -1
        self._what = what
        self._started = time.monotonic()

    def show(self, part: float, detail: str) -> None:
        if self._events:
            if (now := int(part * 100)) != self._told:
                self._told = now
                print_json({"event": "progress", "what": self._what, "part": round(part, 4)})
            return
        full = round(part * 20)
        left = ""
        spent = time.monotonic() - self._started
        if part > 0.02 and spent > 1:
            seconds = round(spent / part - spent)
            left = f"  {seconds // 60}:{seconds % 60:02} left"
        bar = "#" * full + "." * (20 - full)
        self._meter.show(f"{self._what}  [{bar}] {part:4.0%}{left}  {detail}")


def print_summary(report: ImportReport, seconds: float) -> None:
    for file in report.files:
        if file.error:
            say(file.error)
        changes = file.changes
        counts = [
            f"{changes.added:,} added",
            f"{changes.updated:,} updated",
            f"{changes.unchanged:,} unchanged",
        ]
        for count, word in (
            (file.repeated, "repeated"),
            (changes.suppressed, "left out as they asked"),
            (file.empty, "empty"),
            (file.bad, "skipped"),
        ):
            if count:
                counts.append(f"{count:,} {word}")
        if file.kind and not (file.error and not file.datasets):
            print_line(f"{file.file} ({file.kind}): {', '.join(counts)}")
        for line in _rest(file):
            say(line)
        untold = file.empty + file.bad - len(file.skipped)
        if untold:
            say(f"{file.file}: and {amount(untold, 'more line')} skipped")
    if report.sample_retired:
        say(
            f"The synthetic sample ({amount(report.sample_retired, 'person', 'people')}) made "
            "room: search finds real people only from now on."
        )
    if any(file.datasets for file in report.files):
        print_line(f"{seconds:.1f} s in all")


def _rest(file: FileReport) -> Iterator[str]:
    """What of a file became no field of a person, in words, and what that is likely to be."""
    from shortlist.service.index.imports.column_guesses import guess_fields

    if file.rest.kept:
        likely = guess_fields(dict.fromkeys(file.rest.kept, "") | file.rest.columns, {})
        one = {next(iter(file.rest.kept)): "FIELD"}
        maps = " ".join(
            f"--map {shlex.quote(f'{name}={of}')}" for name, of in (likely or one).items()
        )
        hint = f" (likely {maps})" if likely else f" ({maps} makes one a field)"
        yield (
            f"{file.file}: no fields of a person, and kept to be found by their words: "
            f"{named(file.rest.kept)}{hint if file.kind in _WITH_COLUMNS else ''}"
        )
    if file.rest.left:
        yield f"{file.file}: not used: {named(file.rest.left)}"


def named(names: Iterable[str]) -> str:
    told = list(names)
    more = f" and {len(told) - _NAMED_MOST:,} more" if len(told) > _NAMED_MOST else ""
    return ", ".join(told[:_NAMED_MOST]) + more


def document_of(
    report: ImportReport, vectors: int, embedding: float, seconds: float
) -> dict[str, Any]:
    total = report.changes
    return {
        "added": total.added,
        "updated": total.updated,
        "unchanged": total.unchanged,
        "repeated": sum(file.repeated for file in report.files),
        "suppressed": total.suppressed,
        "empty": sum(file.empty for file in report.files),
        "skipped": sum(file.bad for file in report.files),
        "sample_retired": report.sample_retired,
        "vectors": vectors,
        "vector_seconds": round(embedding, 3),
        "seconds": round(seconds, 3),
        "files": [_file_document(file) for file in report.files],
    }


def _file_document(file: FileReport) -> dict[str, Any]:
    return {
        "file": file.file,
        "format": file.kind or None,
        "error": file.error,
        "datasets": sorted(file.datasets),
        "added": file.changes.added,
        "updated": file.changes.updated,
        "unchanged": file.changes.unchanged,
        "repeated": file.repeated,
        "suppressed": file.changes.suppressed,
        "empty": file.empty,
        "skipped": file.bad,
        "kept_as_facts": list(file.rest.kept),
        "not_used": list(file.rest.left),
        "lines": [line_document(skipped) for skipped in file.skipped],
        "seconds": round(file.seconds, 3),
    }


def line_document(skipped: Skipped) -> dict[str, Any]:
    return {
        "line": skipped.line,
        "reason": skipped.reason,
        "empty": skipped.empty,
        "other_encoding": skipped.other_encoding,
    }
