"""The error catalogue against what the interface states of each code."""

from __future__ import annotations

import pytest

from shortlist.contract.errors import CATALOGUE, KeyFate, spec_of
from shortlist.contract.limits import people_paid_by, people_price

# Section 7's table, with the statuses that it states and the ones that were settled for it.
STATUSES = {
    "missing_api_key": 401,
    "invalid_api_key": 401,
    "expired_api_key": 401,
    "revoked_api_key": 401,
    "insufficient_scope": 403,
    "active_account_required": 402,
    "insufficient_acu": 402,
    "daily_budget_exceeded": 402,
    "monthly_budget_exceeded": 402,
    "rate_limited": 429,
    "query_required": 422,
    "identity_required": 422,
    "idempotency_conflict": 409,
    "validation_failed": 422,
    "unsupported_category": 422,
    "unsupported_filters": 422,
    "enrichments_unavailable": 422,
    "search_unavailable": 503,
    "search_timeout": 503,
    "search_failed": 503,
    "upstream_unavailable": 503,
    "upstream_timeout": 503,
}


@pytest.mark.parametrize(("code", "status"), STATUSES.items())
def test_section_7_status(code: str, status: int) -> None:
    assert CATALOGUE[code].status == status


def test_section_7_rule_4_these_release_the_key() -> None:
    for spec in CATALOGUE.values():
        released = (
            spec.status in (413, 422)
            or spec.code == "insufficient_scope"
            or spec.code in ("daily_budget_exceeded", "monthly_budget_exceeded")
            or (spec.status >= 500 and spec.retryable)
        )
        if released:
            assert spec.key is KeyFate.REUSABLE, spec.code


def test_section_7_rule_5_deliberate_answers_keep_it() -> None:
    assert {spec.code for spec in CATALOGUE.values() if spec.key is KeyFate.CONSUMED} == {
        "insufficient_acu",
        "active_account_required",
        "not_found",
        "method_not_allowed",
    }


def test_section_7_rule_6_permissions_and_validation_are_never_retryable() -> None:
    for spec in CATALOGUE.values():
        assert spec.retryable == (spec.status == 429 or spec.status >= 500), spec.code


def test_every_error_tells_a_person_what_to_do() -> None:
    for spec in CATALOGUE.values():
        assert spec.message.endswith("."), spec.code
        assert spec.advice.endswith("."), spec.code
        assert "\n" not in spec.message + spec.advice


def test_an_unknown_code_is_unknown() -> None:
    assert spec_of("teapot") is None


@pytest.mark.parametrize(
    ("people", "acu"), [(0, 0), (1, 1), (10, 1), (11, 2), (25, 3), (500, 50), (-1, 0)]
)
def test_section_4_2_price_is_one_acu_per_ten_rounded_up(people: int, acu: int) -> None:
    assert people_price(people) == acu
    assert people_paid_by(acu) >= people
