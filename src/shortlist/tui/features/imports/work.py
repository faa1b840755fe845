"""The state of an import: what is known of the file, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from shortlist.tui.kit.words import people

OTHER_ENCODING: Final = "windows-1252"
"""What a table is mostly in that is not UTF-8: spreadsheets save it so."""


@dataclass(eq=False, repr=False)
class ImportWork:
    """One file: what is known of it, and how far it is."""

    path: Path
    stage: Literal["reading", "read", "importing", "ended"] = "reading"
    mapping: dict[str, str] = field(default_factory=dict)
    """What a column was said to be, by its heading."""
    encoding: str = ""
    """Of a table; empty: as it begins, else UTF-8."""
    told: dict[str, Any] = field(default_factory=dict)
    """Its first people as they will be read: the document of `shortlist index preview`."""
    what: str = "people"
    part: float = 0.0
    """What is being brought in, and how much of it is, 0 to 1."""
    skipped: list[dict[str, Any]] = field(default_factory=list)
    """Lines left out, with the reason."""
    report: dict[str, Any] = field(default_factory=dict)
    error: str = ""

    @property
    def columns(self) -> list[dict[str, Any]]:
        """The columns of the file, each with the field it becomes."""
        return list(self.told.get("columns") or ())

    @property
    def garbled(self) -> bool:
        """Whether lines were left out that are not in the encoding it was read in."""
        lines = [*(self.told.get("skipped") or ()), *self.skipped]
        return any(line.get("other_encoding") for line in lines)

    @property
    def likely(self) -> dict[str, str]:
        """The field that columns which are none are likely to be, by heading."""
        return {str(c["name"]): str(c["likely"]) for c in self.columns if c.get("likely")}


def summary_of(work: ImportWork) -> str:
    """What became of the file, in a line."""
    report = work.report
    parts = [f"{people(int(report.get('added', 0)))} added"]
    named = (
        ("updated", "updated"),
        ("unchanged", "unchanged"),
        ("repeated", "repeated"),
        ("suppressed", "left out as they asked"),
        ("empty", "empty"),
        ("skipped", "skipped"),
    )
    parts += [f"{int(report[key]):,} {word}" for key, word in named if report.get(key)]
    return ", ".join(parts)
