"""The table of promises and tests, `promises.toml`, is whole, and the tests in it are there."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PROMISES: dict[str, dict[str, str]] = tomllib.loads((HERE / "promises.toml").read_text("utf-8"))
TESTS = Counter(
    name
    for file in HERE.parents[1].rglob("test_*.py")
    for name in re.findall(r"def test_(\w+)\(", file.read_text("utf-8"))
)
SECTIONS = [
    *("1", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "3", "4", "4.1", "4.2", "4.3", "4.4"),
    *("5", "6", "7", "8", "9", "Shapes"),
]
RULES = {
    "3 States and transitions": ("rule", 5),
    "4.1 POST /v1/search": ("rule", 2),
    "4.2 Sets": ("budget rule", 5),
    "4.3 POST /v1/enrich": ("rule", 9),
    "5 Authentication": ("rule", 6),
    "6 Events": ("rule", 1),
    "7 Errors": ("rule", 8),
    "9 Versioning": ("rule", 5),
}
"""How the table calls the rules that a section numbers, and how many there are."""
CODES = [
    *("missing_api_key", "invalid_api_key", "expired_api_key", "revoked_api_key"),
    *("insufficient_scope", "active_account_required", "insufficient_acu"),
    *("daily_budget_exceeded", "monthly_budget_exceeded", "rate_limited", "query_required"),
    *("identity_required", "idempotency_conflict", "validation_failed", "unsupported_category"),
    *("unsupported_filters", "enrichments_unavailable", "search_unavailable", "search_timeout"),
    *("search_failed", "upstream_unavailable", "upstream_timeout"),
]
"""Of section 7."""


@pytest.mark.parametrize(("section", "promise"), [(s, p) for s in PROMISES for p in PROMISES[s]])
def test_every_promise_has_its_test(section: str, promise: str):
    assert TESTS[PROMISES[section][promise]] == 1, "one, of that name"


def test_every_section_is_in_the_table():
    assert [section.partition(" ")[0] for section in PROMISES] == SECTIONS


@pytest.mark.parametrize("section", RULES)
def test_every_rule_is_in_the_table(section: str):
    word, last = RULES[section]
    found = [re.match(rf"{word} (\d+)", promise) for promise in PROMISES[section]]
    assert {int(rule[1]) for rule in found if rule} == set(range(1, last + 1))


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_seen_from_a_running_service(code: str):
    texts = "".join(file.read_text("utf-8") for file in HERE.glob("test_s*.py"))
    window, _, denial = code.partition("_")
    said = [f'"{code}"', f'f"{{window}}_{denial}"'] if window in ("daily", "monthly") else [code]
    assert any(each in texts for each in said)
