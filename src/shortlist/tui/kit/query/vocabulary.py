"""The values that a deployment's answers held: the query line is completed from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from shortlist.contract.limits import FILTER_MAX_CHARS
from shortlist.tui.kit.words import plain

if TYPE_CHECKING:
    from shortlist.contract.search import SearchResponse

_KEPT: Final = 300
_TERMS: Final = "words"
_PLACES_OF_TERMS: Final = {
    "role": "title",
    "title": "title",
    "seniority": "seniority",
    "organisation": "company",
    "company": "company",
    "industry": "industry",
    "place": "location",
}


def filter_for(kind: str) -> str | None:
    """The filter that says what a term of a plan says (`PlanTerm.kind`); `None`: there is none."""
    return _PLACES_OF_TERMS.get(kind)


class Vocabulary:
    """Values seen in answers, by filter, and terms of plans under `words`; the newest last."""

    def __init__(self, kept: Any = None) -> None:
        self._values: dict[str, dict[str, int]] = {}
        for name, values in kept.items() if isinstance(kept, Mapping) else ():
            if isinstance(values, Mapping):
                times = {str(k): n for k, n in values.items() if isinstance(n, int)}
                self._values[str(name)] = times

    def take(self, answer: SearchResponse) -> None:
        """Note the values of an answer. Names of people are not among them."""
        for result in answer.data.results:
            person = result.person
            for name in ("title", "seniority", "company", "industry"):
                self._note(name, getattr(person, name))
            pieces = plain(person.location).split(", ")
            for start in range(len(pieces)):
                self._note("location", ", ".join(pieces[start:]))
        echo = answer.data.request
        for term in echo.plan.terms if echo and echo.plan else ():
            if term.kind not in ("name", "contact", "count"):
                self._note(filter_for(term.kind) or _TERMS, term.value)
                self._note(_TERMS, term.value)

    def _note(self, name: str, value: object) -> None:
        text = plain(value).strip()
        if not text or len(text) > FILTER_MAX_CHARS:
            return
        values = self._values.setdefault(name, {})
        values[text] = values.pop(text, 0) + 1
        if len(values) > _KEPT:
            del values[next(iter(values))]

    def values(self, name: str) -> Mapping[str, int]:
        """How often each value was seen."""
        return self._values.get(name, {})

    def terms(self) -> Sequence[str]:
        """What plans understood in queries, newest first."""
        return list(reversed(self._values.get(_TERMS, {})))

    def kept(self) -> dict[str, dict[str, int]]:
        """As JSON, for the next start."""
        return self._values
