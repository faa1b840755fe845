"""Usage, `GET /v1/account/usage` (section 4.4)."""

from __future__ import annotations

from pydantic import Field

from shortlist.contract.base import Amount, Timestamp, Wire
from shortlist.contract.envelope import Meta


class Credits(Wire):
    """ACU of the workspace."""

    included: Amount | None = None
    used: Amount | None = None
    available: Amount | None = None
    """What can still be spent: what is reserved by running searches is already taken off."""
    reserved: Amount | None = None


class KeyBudget(Wire):
    """A key's budget of one day or month, in ACU; `budget` and `remaining` null when uncapped."""

    budget: Amount | None = None
    """Null when there is no cap, and absent where a deployment does not say: see `is_given`."""
    used: Amount | None = None
    reserved: Amount | None = None
    remaining: Amount | None = None
    resets_at: Timestamp | None = None

    @property
    def is_given(self) -> bool:
        """Whether it was said what the cap is, or that there is none."""
        return "budget" in self.model_fields_set

    @property
    def left(self) -> float | None:
        """What is left of it: as it is told, else what was neither used nor reserved; null where
        there is no cap, or too little is told."""
        if self.budget is None or self.remaining is not None or self.used is None:
            return self.remaining
        return round(max(0, self.budget - self.used - (self.reserved or 0)), 6)


class RateLimit(Wire):
    per_minute: int | None = None
    remaining: int | None = None
    resets_at: Timestamp | None = None


class ApiKeyUsage(Wire):
    id: str | None = None
    name: str | None = None
    scopes: list[str] = Field(default_factory=list)
    daily: KeyBudget = Field(default_factory=KeyBudget)
    monthly: KeyBudget = Field(default_factory=KeyBudget)
    rate_limit: RateLimit = Field(default_factory=RateLimit)


class DayUsage(Wire):
    """ACU charged on one day (UTC), by kind."""

    date: str
    """`YYYY-MM-DD`."""
    search: Amount | None = None
    sets: Amount | None = None
    enrich: Amount | None = None
    person: Amount | None = None

    @property
    def total(self) -> float:
        """What is known to have been charged on this day."""
        return sum(each or 0 for each in (self.search, self.sets, self.enrich, self.person))


class Usage(Wire):
    plan: str | None = None
    credits: Credits = Field(default_factory=Credits)
    api_key: ApiKeyUsage = Field(default_factory=ApiKeyUsage)
    history: list[DayUsage] = Field(default_factory=list)
    """The last 30 days with charges, newest first."""


class UsageMeta(Meta):
    """`meta` beside an account."""

    synthetic: bool | None = Field(default=None, exclude_if=lambda value: value is None)
    """Whether the directory that is searched is the synthetic sample; absent where that is not
    said."""


class UsageResponse(Wire):
    data: Usage = Field(default_factory=Usage)
    meta: UsageMeta = Field(default_factory=UsageMeta)
