"""Synchronous search, `POST /v1/search` (section 4.1)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, field_validator

from shortlist.contract.base import Note, Request, Timestamp, Whole, Wire
from shortlist.contract.envelope import Meta
from shortlist.contract.limits import QUERY_MAX_CHARS, SEARCH_RESULTS_DEFAULT, SEARCH_RESULTS_MAX
from shortlist.contract.person import Person

Place = Annotated[
    int | None,
    BeforeValidator(lambda given: given if type(given) is int else None),
    Field(exclude_if=lambda value: value is None),
]
"""A place in a list; what is none is nothing, and nothing is absent."""

SearchType = Literal["instant", "fast", "auto", "deep"]


class SearchContents(Request):
    """`contents`: which fields of a person come back (see `limits.SEARCH_FIELDS`)."""

    fields: list[str] | None = None


class SearchRequest(Request):
    """The body of `POST /v1/search`: a query, at least one filter, or both."""

    query: str | None = Field(default=None, max_length=QUERY_MAX_CHARS)
    type: SearchType = "auto"
    category: Any = "people"
    """Any other value, of whatever kind, is `unsupported_category`."""
    num_results: Whole = Field(
        default=SEARCH_RESULTS_DEFAULT, ge=1, le=SEARCH_RESULTS_MAX, strict=True
    )
    filters: dict[str, Any] | None = None
    """Keys of `limits.FILTERS_SERVED`, string values; any other key is `unsupported_filters`."""
    contents: SearchContents | None = None


class SearchResult(Wire):
    """One person found. `score` orders; it is on no scale and is never shown as a percentage."""

    score: float | None = None
    person: Person
    met: list[float] | None = Field(default=None, exclude_if=lambda value: value is None)
    """How far each of the first of `plan.terms` holds of them, 0 to 1, in their order: from
    `limits.TERM_HOLDS` on they meet it. Absent where that was not looked at."""

    @field_validator("met", mode="before")
    @classmethod
    def _only_shares(cls, given: Any) -> list[float] | None:
        """Another deployment's own `met` is not read."""
        shares = [each for each in given if _is_share(each)] if isinstance(given, list) else []
        return shares if shares and len(shares) == len(given) else None


def _is_share(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


class Evidence(Wire):
    """One page of `data.grounding`."""

    url: str | None = None
    title: str | None = None
    snippet: str | None = None
    source: str | None = None
    observed_at: Timestamp | None = None
    person: Person | None = None


class Grounding(Wire):
    """`data.grounding` of auto and deep searches.

    `status` is `not_needed`, `complete`, `partial` or `unavailable`.
    """

    status: str = "not_needed"
    results: list[Evidence] = Field(default_factory=list)


class PlanTerm(Wire):
    """One thing that was understood in a query, for a person to see and correct."""

    kind: str
    """`role`, `seniority`, `place`, `organisation`, `industry`, `topic`, `name`, `status`,
    `party`, `contact`, `count` or another kind of fact."""
    value: str
    """The value it was resolved to, such as `Minnesota, United States`."""
    text: str = ""
    """The words of the query it was read from; empty when it was given as a filter."""
    negated: bool = False
    criterion: Place = None
    """The place in `SearchPlan.criteria` of the one that it makes, which fields decide; absent
    where it makes none, or that is not told."""


Count = Annotated[
    int | None,
    BeforeValidator(lambda given: given if type(given) is int and given >= 0 else None),
]
"""How many; what is no count is not told."""


class Counted(Wire):
    """How many people of the whole index meet all criteria, by the fields of their records."""

    met: Count = None
    """Who meet all; null where something of it only a check can decide."""
    open: Count = None
    """Further people whom no field denies it: of something their record does not say. Where `met`
    is null nobody else can meet it: there are at most so many."""


class SearchPlan(Wire):
    """What the service understood of a query."""

    kind: str = "open"
    """`name`, `list`, `role`, `semantic` or `open`: which retrieval it asks for."""
    terms: list[PlanTerm] = Field(default_factory=list)
    remainder: str = ""
    """The words that only meaning and wording decide."""
    criteria: list[str] = Field(default_factory=list)
    """What a Set of the same query checks when it is given no criteria."""
    fallback: Note = None
    """Why the model that reads queries here did not read this one, so that tables did; absent
    where it did, or where the deployment has none."""
    counted: Counted | None = Field(default=None, exclude_if=lambda value: value is None)
    """How many people of the whole index meet all `criteria`; absent where nobody counted."""

    @field_validator("criteria", mode="before")
    @classmethod
    def _only_texts(cls, given: Any) -> list[str]:
        """Another deployment's own shape of them is not read."""
        return [each for each in given if isinstance(each, str)] if isinstance(given, list) else []


class SearchEcho(Wire):
    """`data.request`: what was run, defaults filled in."""

    query: str | None = None
    type: str = "auto"
    num_results: int = SEARCH_RESULTS_DEFAULT
    filters: dict[str, Any] = Field(default_factory=dict)
    fields: list[str] = Field(default_factory=list)
    allowed_fields: list[str] = Field(default_factory=list)
    """All that `contents.fields` may name here."""
    plan: SearchPlan | None = None
    synthetic: bool | None = None
    """True when the directory that was searched is the synthetic sample."""


class SearchData(Wire):
    results: list[SearchResult] = Field(default_factory=list)
    grounding: Grounding | None = None
    """Auto and deep only; absent otherwise."""
    search_time_ms: int | None = None
    request: SearchEcho | None = None

    def to_wire(self) -> dict[str, Any]:
        wire = self.model_dump(mode="json")
        if self.grounding is None:
            wire.pop("grounding")
        return wire


class SearchResponse(Wire):
    """The answer of `POST /v1/search`."""

    data: SearchData = Field(default_factory=SearchData)
    meta: Meta = Field(default_factory=Meta)

    def to_wire(self) -> dict[str, Any]:
        return {"data": self.data.to_wire(), "meta": self.meta.to_wire()}
