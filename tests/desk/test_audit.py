"""Each credit the service tells of is held against a receipt, and each difference is named."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from shortlist.client.journal import JournalRow, State
from shortlist.contract.account import Usage
from shortlist.desk.audit import Audit, audit_credits
from shortlist.desk.receipts import Receipt

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


def receipt(kind: str, credits: float, at: str = "2026-11-23", key: str = "") -> Receipt:
    id_ = f"{kind}/{credits}/{at}/{key}"
    return Receipt(id_, f"{at}T10:00:00.000Z", kind, f"set-{credits}", "", "", credits, "", key)


def row(key: str, path: str = "/v1/search", state: State = State.DONE) -> JournalRow:
    at = datetime(2026, 11, 23, 9, tzinfo=UTC).timestamp()
    return JournalRow(key, "POST", path, b"", "o", "a", state, 1, f"req_{key}", None, at, 60.0)


def usage(used: float | None = None, **days: dict[str, Any]) -> Usage:
    history = [{"date": day.replace("d", "2026-11-"), **told} for day, told in days.items()]
    budget = {"used": used} if used is not None else {}
    return Usage.model_validate(
        {"credits": {"used": used}, "history": history}
        | {"api_key": {"daily": budget, "monthly": budget}}
    )


def differences(found: Audit) -> dict[str, float | None]:
    return {line.what: line.difference for line in found.differences}


def test_what_agrees_agrees() -> None:
    told = usage(3.5, d23={"search": 1, "sets": 0, "enrich": 2.5, "person": 0})
    ours = [receipt("search", 1, key="a"), receipt("enrich", 2, key="b"), receipt("enrich", 0.5)]
    found = audit_credits(told, ours, [row("a"), row("b", "/v1/enrich")], NOW)
    assert found.agrees and found.cannot_know


def test_what_has_no_receipt_is_named_with_the_requests_it_may_be_of() -> None:
    told = usage(5, d23={"search": 5})
    rows = [row("a"), row("b"), row("c", "/v1/enrich")]
    found = audit_credits(told, [receipt("search", 2, key="a")], rows, NOW)
    assert not found.agrees
    assert differences(found)["2026-11-23 search"] == 3
    (line,) = [line for line in found.differences if line.what == "2026-11-23 search"]
    assert line.suspects == ("b (req_b)",)


def test_a_receipt_that_the_service_does_not_tell_of() -> None:
    found = audit_credits(
        usage(1, d22={"person": 1}), [receipt("person", 25, "2026-11-22")], [], NOW
    )
    assert differences(found)["2026-11-22 person"] == -24


def test_a_day_that_is_not_listed_had_no_charge_where_days_are() -> None:
    told = usage(1, d20={"search": 1})
    ours = [receipt("search", 1, "2026-11-20"), receipt("search", 2, "2026-11-21")]
    assert differences(audit_credits(told, ours, [], NOW))["2026-11-21 search"] == -2


def test_what_is_not_told_is_not_known_and_no_difference() -> None:
    found = audit_credits(Usage(), [receipt("search", 2)], [], NOW)
    assert found.agrees
    assert [line.difference for line in found.keys] == [None, None, None]
    assert found.cannot_know[0] == "This deployment tells nothing of single days."
    nothing_yet = audit_credits(Usage.model_validate({"history": []}), [], [], NOW)
    assert "nothing of single days" not in nothing_yet.cannot_know[0]
    # Of a kind it does not tell of, either.
    found = audit_credits(
        usage(d23={"search": 2}), [receipt("search", 2), receipt("sets", 1)], [], NOW
    )
    assert [line.service for line in found.days] == [2, None]
    assert found.agrees


def test_days_that_have_fallen_off_the_end_are_not_held_against_it() -> None:
    told = usage(d23={"search": 1})
    ours = [receipt("search", 1), receipt("search", 2, "2026-09-01")]
    assert audit_credits(told, ours, [], NOW).agrees


def test_a_set_may_be_of_another_key_unless_it_was_made_here() -> None:
    ours = [receipt("search", 1, key="a"), receipt("sets", 4)]
    told = usage(3, d23={"search": 1, "sets": 4})
    keys = ("this key, today", "this key, this month")
    assert not set(differences(audit_credits(told, ours, [row("a")], NOW))) & set(keys)
    known = differences(audit_credits(told, ours, [row("a")], NOW, ["set-4"]))
    assert [known[key] for key in keys] == [-2, -2]


def test_an_unknown_outcome_and_a_receipt_without_a_request_are_named() -> None:
    told = usage(1, d23={"search": 1})
    rows = [row("lost", state=State.UNKNOWN)]
    found = audit_credits(told, [receipt("search", 1, key="elsewhere")], rows, NOW)
    assert [each.key for each in found.open] == ["lost"]
    assert [each.key for each in found.strangers] == ["elsewhere"]
    assert not found.differences and not found.agrees
