"""Request limits, counted in the database (section 8)."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, text

from shortlist.service.db.engine import writing
from shortlist.service.http import rates
from shortlist.service.http.rates import HOUR_MS, MINUTE_MS, Allowance, Bucket, RateLimited

NOW = 1_000 * HOUR_MS


def forget(engine: Engine) -> None:
    with writing(engine) as connection:
        connection.execute(text("DELETE FROM rate_windows"))


def buckets(organization: int, key: int | None = None, name: str = "one") -> list[Bucket]:
    """Those of a request of the key `name`."""
    own = Bucket(f"key:{name}", organization if key is None else key, MINUTE_MS)
    return [Bucket("org:w", organization, MINUTE_MS), own]


def take(engine: Engine, asked: list[Bucket], now: int = NOW) -> Allowance | None:
    """What is left, or None where it was refused."""
    with engine.connect() as connection:
        try:
            return rates.take(connection, asked, now)
        except RateLimited:
            return None


def taken(engine: Engine, asked: list[Bucket], now: int = NOW) -> int:
    """How many are let in until one is refused."""
    number = 0
    while take(engine, asked, now) is not None:
        number += 1
    return number


def counted(engine: Engine, start: int = NOW) -> dict[str, int]:
    """What the database says of each bucket, of the window that begins at `start`."""
    query = text("SELECT bucket, hits FROM rate_windows WHERE window_start = :start")
    with engine.connect() as connection:
        return {row.bucket: row.hits for row in connection.execute(query, {"start": start})}


@pytest.mark.parametrize("limit", [1, 7, 64])
def test_as_many_as_the_limit_and_each_is_told_what_is_left(engine: Engine, limit):
    left = [take(engine, buckets(limit)) for _ in range(limit + 3)]
    assert [each and each.remaining for each in left] == [*range(limit - 1, -1, -1)] + [None] * 3


def test_one_that_is_refused_counts_nowhere(engine: Engine):
    assert taken(engine, buckets(20, 5)) == 5
    assert counted(engine) == {"org:w": 5, "key:one": 5}


def test_of_many_at_once_as_many_as_the_limit(engine: Engine):
    with ThreadPoolExecutor(8) as threads:
        asked = [buckets(200, name=str(n % 3)) for n in range(260)]
        answers = list(threads.map(lambda each: take(engine, each), asked))
    left = [answer.remaining for answer in answers if answer is not None]
    assert sorted(left) == [*range(200)]


def test_a_small_bucket_beside_a_large_one(engine: Engine):
    for n in range(1, 8):
        assert take(engine, buckets(1_000, 7)) is not None
        assert counted(engine) == {"org:w": n, "key:one": n}
    assert take(engine, buckets(1_000, 7)) is None


def test_a_window_that_is_over_counts_no_more(engine: Engine):
    for minute in range(3):
        assert taken(engine, buckets(20), NOW + minute * MINUTE_MS) == 20


def test_a_request_that_comes_late_counts_where_it_came(engine: Engine):
    for _ in range(5):
        take(engine, buckets(30), NOW + MINUTE_MS)
    late = take(engine, buckets(30), NOW)
    assert late is not None
    assert late.remaining == 29
    assert counted(engine, NOW) == {"org:w": 1, "key:one": 1}
    assert taken(engine, buckets(30), NOW + MINUTE_MS) == 25


def test_what_is_left_is_told_without_taking_of_it(engine: Engine):
    organization, _ = asked = buckets(300)
    for number in range(10):
        with engine.connect() as connection:
            assert rates.peek(connection, organization, NOW).remaining == 300 - number
        take(engine, asked)


def test_what_another_process_counted_is_so(engine: Engine):
    for _ in range(5):
        take(engine, buckets(300))
    with writing(engine) as connection:
        connection.execute(text("UPDATE rate_windows SET hits = 290"))
    assert taken(engine, buckets(300)) == 10


def test_a_limit_that_is_lowered_holds_at_once(engine: Engine):
    for _ in range(5):
        take(engine, buckets(1_000))
    assert taken(engine, buckets(10)) == 5
    forget(engine)
    assert taken(engine, buckets(10)) == 10


KEYS = {"a": 1_000, "b": 64, "c": 5, "d": 40}
TIMES = st.sampled_from((0, 0, 0, 0, MINUTE_MS // 2, MINUTE_MS))


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(KEYS)), st.booleans(), st.integers(1, 20), TIMES),
        max_size=8,
    ),
    st.sampled_from((20, 100)),
)
def test_whoever_asks_when_each_bucket_holds(engine: Engine, asked, organization):
    """Keys, families and minutes in any order: let in, and told what is left, as by a count."""
    forget(engine)
    known: Counter[tuple[str, int]] = Counter()
    now = NOW
    for key, in_family, times, later in asked:
        now += later
        of_request = buckets(organization, min(KEYS[key], organization), key)
        if in_family:
            of_request.append(Bucket("family:minute", 60, MINUTE_MS))
        for _ in range(times):
            names = [(bucket.name, bucket.window_start(now)) for bucket in of_request]
            left = min(b.limit - known[n] for b, n in zip(of_request, names, strict=True)) - 1
            allowance = take(engine, of_request, now)
            assert (allowance.remaining if allowance else -1) == max(left, -1)
            if allowance:
                known.update(names)
    start = now - now % MINUTE_MS
    assert counted(engine, start) == {
        name: hits for (name, window), hits in known.items() if window == start
    }
