"""Section 7: a key that a request holds, and what becomes of it when the process dies."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace

import pytest
from sqlalchemy import Engine, select

from shortlist.service.db import schema
from shortlist.service.db.engine import writing
from shortlist.service.errors import ApiError
from shortlist.service.http import idempotency
from shortlist.service.http.idempotency import LEASE_MS, Claim, InFlight, Stored

NOW = 1_790_000_000_000


def claim(engine: Engine, holder: str, now: int) -> Claim | Stored | InFlight:
    return idempotency.claim(engine, "ws", "key", "print", holder, now)


def test_s7_2_a_held_key_is_in_flight_until_its_process_is_long_silent(engine: Engine):
    first = claim(engine, "req_1", NOW)
    assert isinstance(first, Claim)
    assert isinstance(claim(engine, "req_2", NOW + LEASE_MS - 1), InFlight)
    # Renewed while its request runs, it is held for longer than one lease.
    for beats in range(1, 5):
        idempotency.renew(engine, [first], NOW + beats * LEASE_MS // 2)
    assert isinstance(claim(engine, "req_2", NOW + 3 * LEASE_MS - 1), InFlight)
    over = claim(engine, "req_2", NOW + 3 * LEASE_MS)
    assert isinstance(over, Claim)
    assert over.since == first.since, "what it charges has the same reference"


def test_s7_2_who_was_overtaken_keeps_nothing(engine: Engine):
    first = claim(engine, "req_1", NOW)
    over = claim(engine, "req_2", NOW + LEASE_MS)
    assert isinstance(first, Claim)
    assert isinstance(over, Claim)
    idempotency.renew(engine, [first], NOW + LEASE_MS)
    with pytest.raises(ApiError), writing(engine) as connection:
        idempotency.ensure_held(connection, first)
    with pytest.raises(ApiError), writing(engine) as connection:
        idempotency.keep(connection, first, 200, [], b"late")
    with writing(engine) as connection:
        idempotency.keep(connection, over, 200, [], b"told")
    found = claim(engine, "req_3", NOW + LEASE_MS)
    assert isinstance(found, Stored)
    assert (found.request_id, found.body) == ("req_2", b"told")


def test_s7_4_a_released_key_is_free_at_once(engine: Engine):
    first = claim(engine, "req_1", NOW)
    assert isinstance(first, Claim)
    idempotency.release(engine, first)
    assert isinstance(claim(engine, "req_2", NOW), Claim)


def test_s7_2_an_answer_is_kept_for_24_hours(engine: Engine):
    first = claim(engine, "req_1", NOW)
    assert isinstance(first, Claim)
    with writing(engine) as connection:
        idempotency.keep(connection, first, 200, [], b"told")
    day = 24 * 3_600_000
    with writing(engine) as connection:
        idempotency.prune(connection, NOW + day)
    assert isinstance(claim(engine, "req_2", NOW + day), Stored)
    later = claim(engine, "req_3", NOW + day + 1)
    assert isinstance(later, Claim)
    assert later.since == NOW + day + 1, "a new request, charged anew"


def test_s7_2_find_gives_the_very_same_answer_for_24_hours_and_nothing_else(engine: Engine):
    def find(print_: str, now: int) -> Stored | None:
        with writing(engine) as connection:
            return idempotency.find(connection, "ws", "key", print_, now)

    assert find("print", NOW) is None
    first = claim(engine, "req_1", NOW)
    assert isinstance(first, Claim)
    assert find("print", NOW) is None, "it is in flight"
    with writing(engine) as connection:
        idempotency.keep(connection, first, 200, [("content-type", "x")], b"told")
    day = 24 * 3_600_000
    assert find("print", NOW + day) == Stored("req_1", 200, [("content-type", "x")], b"told")
    assert find("another", NOW) is None, "what to say to it is for claim"
    assert find("print", NOW + day + 1) is None
    with pytest.raises(ApiError) as refused:
        idempotency.claim(engine, "ws", "key", "another", "req_2", NOW)
    assert refused.value.code == "idempotency_conflict"


def test_s7_4_only_who_holds_a_key_gives_it_back(engine: Engine):
    first = claim(engine, "req_1", NOW)
    over = claim(engine, "req_2", NOW + LEASE_MS)
    assert isinstance(first, Claim)
    assert isinstance(over, Claim)
    idempotency.release(engine, first)
    assert isinstance(claim(engine, "req_3", NOW + LEASE_MS), InFlight)


@pytest.mark.parametrize("answered", [False, True])
def test_s7_2_who_asks_in_the_same_moment_finds_the_one_that_was_first(
    engine: Engine, answered: bool, monkeypatch: pytest.MonkeyPatch
):
    """Both looked before either had claimed the key: what counts is what is there to be written."""
    first = claim(engine, "req_1", NOW)
    assert isinstance(first, Claim)
    if answered:
        with writing(engine) as connection:
            idempotency.keep(connection, first, 200, [], b"told")
    nothing = SimpleNamespace(execute=lambda *_given: SimpleNamespace(one_or_none=lambda: None))
    monkeypatch.setattr(idempotency, "reading", lambda _engine: nullcontext(nothing))
    second = claim(engine, "req_2", NOW)
    assert isinstance(second, Stored if answered else InFlight)
    with pytest.raises(ApiError) as refused:
        idempotency.claim(engine, "ws", "key", "another print", "req_3", NOW)
    assert refused.value.code == "idempotency_conflict"


def test_s7_2_a_key_is_its_workspace_s_and_no_other_key(engine: Engine):
    claims = {
        (workspace, key): idempotency.claim(engine, workspace, key, "print", workspace + key, NOW)
        for workspace in ("ws", "other")
        for key in ("key", "yek")
    }
    assert all(isinstance(one, Claim) for one in claims.values())
    with writing(engine) as connection:
        idempotency.keep(connection, claims["ws", "key"], 200, [], b"told")
    idempotency.release(engine, claims["other", "yek"])
    found = {
        named: type(idempotency.claim(engine, *named, "print", "req_2", NOW)) for named in claims
    }
    assert found == {
        ("ws", "key"): Stored,
        ("ws", "yek"): InFlight,
        ("other", "key"): InFlight,
        ("other", "yek"): Claim,
    }


def test_what_is_kept_no_longer_is_forgotten(engine: Engine):
    for key, since in (("old", NOW - idempotency.KEEP_MS - 1), ("young", NOW)):
        made = idempotency.claim(engine, "ws", key, "print", key, since)
        with writing(engine) as connection:
            idempotency.keep(connection, made, 200, [], b"an address")
    with writing(engine) as connection:
        idempotency.prune(connection, NOW)
        kept = connection.execute(select(schema.idempotency.c.key)).scalars().all()
    assert kept == ["young"]


def test_who_is_alone_on_the_data_lets_go_of_what_the_dead_held(engine: Engine):
    assert isinstance(claim(engine, "req_1", NOW), Claim)
    with writing(engine) as connection:
        idempotency.release_all(connection, NOW)
    assert isinstance(claim(engine, "req_2", NOW), Claim)


ASKED = {
    "key_id": "k",
    "scopes": ["a", "b"],
    "method": "POST",
    "path": "/v1/search",
    "query": b"q",
    "body": b'{"query": "x"}',
    "content_type": b"application/json",
    "accept": b"text/csv",
}


@pytest.mark.parametrize("part", ASKED)
def test_s7_3_each_part_of_a_request_is_in_its_fingerprint(part: str):
    same = idempotency.fingerprint(**{**ASKED, "scopes": ["b", "a"]})
    assert same == idempotency.fingerprint(**ASKED), "in whatever order a key's scopes are kept"
    others = [["c"], ["a", "c"]] if part == "scopes" else [ASKED[part] * 2, ASKED[part].swapcase()]
    for other in others:
        assert idempotency.fingerprint(**{**ASKED, part: other}) != same


def test_s7_3_what_one_part_ends_with_is_not_what_the_next_begins_with():
    moved = {**ASKED, "content_type": b"application/jso", "accept": b"ntext/csv"}
    assert idempotency.fingerprint(**moved) != idempotency.fingerprint(**ASKED)
