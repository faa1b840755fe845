"""Sets (preview): durable people lists built in the background (sections 2.2 to 2.4, 3, 4.2)."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from shortlist.contract.base import Amount, Note, Request, Timestamp, Whole, Wire
from shortlist.contract.columns import verdict_columns
from shortlist.contract.envelope import Page
from shortlist.contract.limits import (
    BUDGET_MAX,
    CRITERIA_MAX,
    CRITERION_MAX_CHARS,
    QUERY_MAX_CHARS,
    SET_COUNT_DEFAULT,
    SET_COUNT_MAX,
)
from shortlist.contract.person import Person
from shortlist.contract.search import Counted

QUEUED: Final = "queued"
RUNNING: Final = "running"
COMPLETED: Final = "completed"
FAILED: Final = "failed"
CANCELED: Final = "canceled"
TERMINAL: Final = frozenset({COMPLETED, FAILED, CANCELED})
"""A search in one of these never changes again."""

ItemStatus = Literal["admitted", "review", "all"]


CriterionText = Annotated[str, Field(min_length=1, max_length=CRITERION_MAX_CHARS)]


class CriterionInput(Request):
    description: CriterionText


class SetSearchInput(Request):
    """`search` of `POST /v1/sets`."""

    query: str = Field(max_length=QUERY_MAX_CHARS)
    count: Whole = Field(default=SET_COUNT_DEFAULT, ge=1, le=SET_COUNT_MAX, strict=True)
    criteria: Annotated[
        list[CriterionInput | CriterionText] | None, Field(max_length=CRITERIA_MAX)
    ] = None
    """Derived from the query when omitted."""
    behavior: Any = None
    """Accepted; the only behavior served is `append`."""


class SetBudgetInput(Request):
    """`budget` of `POST /v1/sets`."""

    credits: Whole | None = Field(default=None, ge=1, le=BUDGET_MAX, strict=True)
    """The most ACU the Set's searches may be billed in total."""
    llm_tokens: Any = None
    """Accepted for compatibility; no effect."""


class CreateSetRequest(Request):
    """The body of `POST /v1/sets`."""

    search: SetSearchInput
    budget: SetBudgetInput | None = None
    enrichments: list[Any] | None = None
    """Must be empty or absent: a non-empty array is `enrichments_unavailable`."""


class Criterion(Wire):
    """A criterion that is checked for every person, with how it went so far; counts that a
    deployment does not give are null."""

    id: str = ""
    description: str = ""
    checked: int | None = None
    satisfied: int | None = None
    unclear: int | None = None
    rejected: int | None = None
    fallback: int | None = Field(default=None, exclude_if=lambda value: value is None)
    """How many of them were left to the words of the records, because the model that was to check
    did not; absent where there are none."""


class Progress(Wire):
    """How far a search is; what a deployment does not give is null, which is not 0. `review` is a
    count alone: those people are never shown to a key."""

    candidates: int | None = None
    checked: int | None = None
    admitted: int | None = None
    review: int | None = None
    rejected: int | None = None
    requested: int | None = None
    completion: float | None = None
    """0 to 1."""
    eta_seconds: int | None = None


class SetSearch(Wire):
    """A search inside a Set (section 2.3)."""

    id: str = ""
    query: str = ""
    count: int | None = None
    """How many were asked for; null where a deployment does not say."""
    status: str = ""
    """Empty where a deployment does not say."""
    criteria: list[Criterion] = Field(default_factory=list)
    behavior: Any = None
    """`append` as the service has it."""
    progress: Progress = Field(default_factory=Progress)
    created_at: Timestamp | None = None
    finished_at: Timestamp | None = None
    stop_reason: str | None = None
    """`budget` when the budget ran out; otherwise null."""
    message: str | None = None
    """Why it ended as it did, in words, where that needs saying: a failure's cause, or that
    everyone likely was checked, or as many as is worth it, before `count` was reached; and that a
    model which was to check some of it did not, already while it goes on. Null where
    enough was found, or the budget used up, which `stop_reason` says."""
    counted: Counted | None = Field(default=None, exclude_if=lambda value: value is None)
    """How many people of the whole index met all `criteria` when it began; absent before that, and
    where nobody counted."""

    @property
    def finished(self) -> bool:
        return self.status in TERMINAL or self.finished_at is not None


class SetBudget(Wire):
    credits: Amount | None = None
    """ACU; null when the Set has no budget of its own."""


class Pricing(Wire):
    """The estimate of the charge (section 4.2, pricing of searches)."""

    unit: str | None = None
    people_per_acu: int | None = None
    requested: int | None = None
    estimated_credits: Amount | None = None
    settles_on: str | None = None


class PeopleSet(Wire):
    """A Set (section 2.2)."""

    id: str
    object: str = "set"
    status: str = ""
    """The status of its newest search; empty where a deployment does not say."""
    searches: list[SetSearch] = Field(default_factory=list)
    """Newest first."""
    item_count: int | None = None
    """Admitted people only; null where a deployment does not say."""
    spent_credits: Amount | None = None
    """ACU; null where a deployment does not say, which is not 0."""
    budget: SetBudget | None = None
    """Null where a deployment does not say whether there is one."""
    pricing: Pricing | None = None
    events_url: str | None = None
    items_url: str | None = None
    """For people to read; the client rebuilds paths from `id`."""
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None
    synthetic: bool | None = None
    """True when its people come from the synthetic sample directory."""

    @property
    def newest(self) -> SetSearch | None:
        """The newest search, or `None` where a deployment lists none."""
        return self.searches[0] if self.searches else None


class CreatedSet(PeopleSet):
    """The 201 answer of `POST /v1/sets`."""

    search: SetSearch | None = None

    def to_wire(self) -> dict[str, Any]:
        return self.model_dump(mode="json")


class SetList(Page):
    """`GET /v1/sets`: the workspace's most recent Sets, newest first."""

    data: list[PeopleSet] = Field(default_factory=list)


class Reference(Wire):
    """What a verdict stands on."""

    url: str | None = None
    source: str | None = None
    quote: str | None = None
    observed_at: str | None = Field(default=None, exclude_if=lambda value: value is None)
    """Of when it is: a date or a time as the source has it; absent where it says none."""


class Verification(Wire):
    """The verdict on one criterion for one person."""

    criterion_id: str = ""
    criterion: str = ""
    status: str = "unclear"
    """`satisfied`, `unsatisfied` or `unclear`."""
    reasoning: str | None = None
    references: list[Reference] = Field(default_factory=list)
    fallback: Note = None
    """Why the model that checks such criteria here did not check this one, so that the words of
    the record did; absent where it did, or was not to."""


class SetItem(Wire):
    """A person in a Set (section 2.4)."""

    id: str = ""
    object: str = "set_item"
    set_id: str = ""
    search_id: str = ""
    status: str = "admitted"
    person: Person
    verification: list[Verification] = Field(default_factory=list)
    score: float | None = None
    created_at: Timestamp | None = None
    same_as: list[str] | None = Field(default=None, exclude_if=lambda value: value is None)
    """The ids of the person's other records, where there are any; else absent."""


class ItemList(Page):
    """`GET /v1/sets/{id}/items`."""

    data: list[SetItem] = Field(default_factory=list)


EXPORT_COLUMNS: Final = (
    "person_id",
    "name",
    "title",
    "company",
    "location",
    "profile_url",
    "confidence",
    "status",
    "criteria",
    "admitted_at",
)
"""The first columns of a CSV export, in order; `criteria` holds the verdicts in brief, and
`columns.verdict_columns` of each criterion follow (section 4.2)."""


def export_columns(the_set: PeopleSet) -> list[str]:
    """The columns of a CSV export of a Set, whoever is in it."""
    most = max((len(search.criteria) for search in the_set.searches), default=0)
    return [*EXPORT_COLUMNS, *verdict_columns(most)]
