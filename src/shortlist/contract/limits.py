"""Every limit, default and price of the interface.

Sections refer to the interface specification. Prices are in ACU (credits).
"""

from __future__ import annotations

from typing import Final, Literal

from shortlist.contract.career import CAREER_FIELDS
from shortlist.contract.filters import FILTERS

# 4.1 and 8: search
SEARCH_RESULTS_DEFAULT: Final = 10
SEARCH_RESULTS_MAX: Final = 150
QUERY_MAX_CHARS: Final = 4_000
FILTER_MAX_CHARS: Final = 200
SEARCH_TYPE_DEFAULT: Final = "auto"
SEARCH_FIELDS: Final = (
    "name",
    "profile",
    "title",
    "company",
    "location",
    "seniority",
    "industry",
    "summary",
    *CAREER_FIELDS,
)
SEARCH_FIELDS_SHOWN: Final = ("profile", "title", "company", "location")
"""The values of `contents.fields` that the interface shows: those that any deployment knows."""
SEARCH_FIELDS_DEFAULT: Final = ("name", "profile", "title", "company", "location")
FILTERS_SERVED: Final = tuple(FILTERS)
FILTERS_REFUSED: Final = ("company_size", "company_domain", "radius_km", "tenure")

TERM_HOLDS: Final = 0.849
"""How far a term of a plan has to hold of somebody (`SearchResult.met`) for them to meet it."""

# Values of filters and counts of people: no part of the interface
FACETS: Final = (*FILTERS_SERVED, "skill", "language", "school")
"""What values can be listed of: the filters, and what a query says in words."""
FACET_VALUES_DEFAULT: Final = 10
FACET_VALUES_MAX: Final = 50
OFFERS_FACETS: Final = "facets"
"""What a service that lists them says it offers, where an account is read (`meta.offers`)."""
OFFERS_COUNTS: Final = "counts"
"""The same of one that counts who meets the criteria of a Set before there is one."""

# 4.2 and 8: Sets
SET_COUNT_DEFAULT: Final = 25
SET_COUNT_MAX: Final = 500
CRITERIA_MAX: Final = 10
CRITERION_MAX_CHARS: Final = 500
SETS_PAGE_DEFAULT: Final = 25
SETS_PAGE_MAX: Final = 100
ITEMS_PAGE_DEFAULT: Final = 50
ITEMS_PAGE_MAX: Final = 200
EVENT_HEARTBEAT_SECONDS: Final = 10
BUDGET_MAX: Final = 2**53 - 1
"""ACU: the interface names no maximum of `budget.credits`; what every JSON reader keeps exactly has
one, and databases count in not much more."""

# 4.3 and 8: enrichment
ENRICH_FIELDS: Final = ("work_email", "personal_email", "phone")
ENRICH_DEADLINE_SECONDS: Final = 80
ENRICH_RETRY_AFTER_SECONDS: Final = 1

# 4.4: person research
PERSON_REREAD_DAYS: Final = 90
PERSON_RUN_EXPIRY_DAYS: Final = 7

# 7: idempotency
IDEMPOTENCY_KEY_MAX_CHARS: Final = 255
IDEMPOTENCY_KEEP_HOURS: Final = 24
IDEMPOTENCY_IN_FLIGHT_WAIT_SECONDS: Final = 5

# 7 and 8: sizes
REQUEST_BODY_MAX_BYTES: Final = 128 * 1024

# 8: requests a minute, by the plan of the workspace
Plan = Literal["free", "payg", "pro", "scale"]
PLAN_REQUESTS_PER_MINUTE: Final[dict[Plan, int]] = {
    "free": 10,
    "payg": 30,
    "pro": 300,
    "scale": 1_000,
}
ROUTE_FAMILY_PER_MINUTE: Final = 60
ROUTE_FAMILY_PER_HOUR: Final = 600
ROUTE_FAMILIES: Final = ("/v1/socials", "/v1/network/")

# 5: scopes
SCOPE_SEARCH: Final = "people:search"
SCOPE_ENRICH: Final = "people:enrich"
SCOPE_ACCOUNT: Final = "account:read"
SCOPE_LEGACY_AGENT: Final = "agent:chat"
SCOPES_DEFAULT: Final = (SCOPE_SEARCH, SCOPE_ENRICH, SCOPE_ACCOUNT)

# Prices. Set searches: 1 ACU per 10 admitted people, rounded up (4.2). A search is priced alike.
PEOPLE_PER_ACU: Final = 10
ENRICH_PRICES: Final[dict[str, int]] = {"work_email": 1, "personal_email": 3, "phone": 10}
PERSON_PRICE: Final = 25


def people_price(people: int) -> int:
    """What `people` admitted (or found) people cost in ACU: 1 per 10, rounded up (4.2)."""
    return -(-max(people, 0) // PEOPLE_PER_ACU)


def people_paid_by(credits: int) -> int:
    """How many admitted people `credits` ACU pay for (4.2, budget rule 1)."""
    return max(credits, 0) * PEOPLE_PER_ACU
