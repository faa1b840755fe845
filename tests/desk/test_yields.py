"""What lookups came to: counted by field, company and provider, with an interval, of nobody."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shortlist.contract.enrich import EnrichResponse
from shortlist.desk.charges import outcomes_of
from shortlist.desk.hit_rates import wilson_interval
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.desk.yields import Outcome


@pytest.fixture
def store() -> Iterator[Store]:
    with closing(Store(find_places(), "one")) as store:
        yield store


def outcome(number: int, found: bool, domain: str = "", provider: str = "acme") -> Outcome:
    at = "2026-11-01T00:00:00.000Z"
    given_by = provider if found else ""
    return Outcome(f"k{number}/phone", at, "phone", domain, given_by, found, found)


@pytest.mark.parametrize(
    ("found", "asked", "low", "high"),
    # By the formula, as tables of statistics have it.
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (41, 120, 0.263, 0.430)],
)
def test_the_interval_is_wilson_s(found: int, asked: int, low: float, high: float) -> None:
    assert wilson_interval(found, asked) == pytest.approx((low, high), abs=0.001)


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_an_interval_holds_the_share_and_stays_within(found: int, more: int) -> None:
    low, high = wilson_interval(found, found + more)
    share = found / (found + more) if found + more else 0.5
    assert 0 <= low <= share + 1e-9 and share - 1e-9 <= high <= 1


def test_rates_are_by_field_company_and_provider_of_one_account(store: Store) -> None:
    store.add_outcomes(
        [
            *(outcome(n, n < 3, "acme.example") for n in range(4)),
            *(outcome(n, n < 5, "bolt.example", "directory") for n in range(4, 10)),
        ]
    )
    assert store.rate("phone") == (4, 10)
    assert store.rate("work_email") == (0, 0)
    assert store.rates_by_domain("phone", ["acme.example"]) == {"acme.example": (3, 4)}
    assert store.rates_by_provider("phone") == {"acme": (3, 10), "directory": (1, 10)}
    with closing(Store(find_places(), "two")) as other:
        assert other.rate("phone") == (0, 0)


def test_an_answer_that_is_told_twice_counts_once(store: Store) -> None:
    for _ in range(2):
        store.add_outcomes([outcome(1, True)])
    assert store.rate("phone") == (1, 1)


def test_what_is_free_or_unavailable_is_no_bill_and_no_miss(store: Store) -> None:
    answer = EnrichResponse.model_validate(
        {
            "data": {
                "work_email": {"value": "a@b.example", "status": "found", "source": "import"},
                "phone": {"value": None, "status": "unavailable"},
                "personal_email": {"value": None, "status": "not_found"},
            },
            "meta": {"usage": {"billed": [], "free": ["work_email"]}},
        }
    )
    store.add_outcomes(outcomes_of("key", "b.example", answer))
    assert store.rate("work_email") == (1, 1)
    assert store.billed_rate("work_email") == (0, 1)
    assert store.rate("personal_email") == (0, 1)
    assert store.rate("phone") == (0, 0)
