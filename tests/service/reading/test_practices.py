"""Whom a title says to lead a practice, and whose trade that practice is."""

from __future__ import annotations

import pytest

from shortlist.service.reading.practices import practised
from shortlist.service.reading.titles import posts


def leads(title: str, trade: str) -> bool:
    led = {practice for post in posts(title) for practice in post.led}
    return not led.isdisjoint(practised(trade))


@pytest.mark.parametrize(
    ("title", "trade"),
    [
        ("Head of Internal Audit", "internal auditor"),
        ("Head of Employment Law", "employment lawyer"),
        ("Director, Underwriting", "underwriter"),
        ("Transport Planning Manager", "transport planner"),
        ("Head of the Structural Engineering Department", "structural engineer"),
        ("Regional Warehouse Director", "warehouse manager"),
        ("Head of Tax", "tax adviser"),
        ("Head of Data Protection", "data protection officer"),
    ],
)
def test_whoever_leads_a_practice_is_of_its_trade(title: str, trade: str) -> None:
    assert leads(title, trade)


@pytest.mark.parametrize(
    ("title", "trade"),
    [
        ("VP Engineering", "engineer"),  # a department has people of many trades
        ("Head of Sales", "sales representative"),
        ("Head of Corporate Law", "lawyer"),
        ("Train Manager", "trainer"),  # a trade of its own
        ("Account Manager", "accountant"),
        ("Accounting Manager", "account manager"),
        ("VP Human Resources", "human resources manager"),  # of another level
        ("Assistant to the Head of Internal Audit", "internal auditor"),
        ("Deputy Head of Internal Audit", "internal auditor"),
        ("Deputy Director, Underwriting", "underwriter"),
        ("Internal Auditor", "internal auditor"),  # leads nobody, and is one by the title
    ],
)
def test_others_lead_no_practice_of_that_trade(title: str, trade: str) -> None:
    assert not leads(title, trade)
