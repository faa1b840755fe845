"""What a question demands, one thing at a time."""

from __future__ import annotations

from dataclasses import dataclass

from shortlist.service.reading.spans import Span


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that a question demands: any of `spans`, which are alternatives."""

    spans: tuple[Span, ...]
    negated: bool = False
    past: bool = False
    ever: bool = False
    """Now or before: `who worked at`, `ex-Google engineers`."""

    @property
    def kind(self) -> str:
        return self.spans[0].kind

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(value for span in self.spans for value in span.values))

    @property
    def near(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(value for span in self.spans for value in span.near))

    @property
    def label(self) -> str:
        return " or ".join(dict.fromkeys(span.label for span in self.spans))


@dataclass(frozen=True, slots=True)
class Number:
    """A bound that was named: years, dates, people employed."""

    of: str
    """A facet of numbers: `size`, `graduated`, `since`, `until`, `employers_3` …; `years` are of
    what comes next."""
    at_least: int | None
    at_most: int | None
    start: int
    end: int
    label: str
