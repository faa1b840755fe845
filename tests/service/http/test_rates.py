"""Request limits, as one process that takes ahead of what it is asked (section 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, event, text

from shortlist.service.db.engine import database_url, open_engine, writing
from shortlist.service.db.schema import rate_windows
from shortlist.service.http.rates import (
    HOUR_MS,
    MINUTE_MS,
    Allowance,
    Bucket,
    RateLimited,
    Rates,
)

NOW = 1_000 * HOUR_MS


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    made = open_engine(database_url(tmp_path_factory.mktemp("rates")), durable=False)
    with writing(made) as connection:
        rate_windows.create(connection)
    yield made
    made.dispose()


@pytest.fixture
def engine(opened: Engine) -> Engine:
    """A database in which nothing was counted."""
    forget(opened)
    return opened


def forget(engine: Engine) -> None:
    with writing(engine) as connection:
        connection.execute(text("DELETE FROM rate_windows"))


def buckets(organization: int, key: int | None = None, name: str = "one") -> list[Bucket]:
    """Those of a request of the key `name`."""
    own = Bucket(f"key:{name}", organization if key is None else key, MINUTE_MS)
    return [Bucket("org:w", organization, MINUTE_MS), own]


def take(rates: Rates, engine: Engine, asked: list[Bucket], now: int = NOW) -> Allowance | None:
    """What is left, or None where it was refused."""
    with engine.connect() as connection:
        try:
            return rates.take(connection, asked, now)
        except RateLimited:
            return None


def taken(rates: Rates, engine: Engine, asked: list[Bucket], now: int = NOW) -> int:
    """How many are let in until one is refused."""
    number = 0
    while take(rates, engine, asked, now) is not None:
        number += 1
    return number


def counted(engine: Engine, start: int = NOW) -> dict[str, int]:
    """What the database says of each bucket, of the window that begins at `start`."""
    query = text("SELECT bucket, hits FROM rate_windows WHERE window_start = :start")
    with engine.connect() as connection:
        return {row.bucket: row.hits for row in connection.execute(query, {"start": start})}


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("limit", [1, 7, 63, 64, 300, 1_000])
def test_as_many_as_the_limit_and_each_is_told_what_is_left(engine: Engine, limit, alone):
    rates = Rates(engine, alone=alone)
    left = [take(rates, engine, buckets(limit)) for _ in range(limit + 3)]
    assert [each and each.remaining for each in left] == [*range(limit - 1, -1, -1)] + [None] * 3


def test_of_many_at_once_as_many_as_the_limit(engine: Engine):
    rates = Rates(engine, alone=True)
    with ThreadPoolExecutor(8) as threads:
        asked = [buckets(300, name=str(n % 3)) for n in range(400)]
        answers = list(threads.map(lambda each: take(rates, engine, each), asked))
    left = [answer.remaining for answer in answers if answer is not None]
    assert sorted(left) == [*range(300)]


def test_most_requests_write_nothing(engine: Engine):
    rates = Rates(engine, alone=True)
    commits: list[None] = []
    event.listen(engine, "commit", lambda _connection: commits.append(None))
    for _ in range(310):
        assert take(rates, engine, buckets(1_000)) is not None
    assert len(commits) == 10


def test_a_small_bucket_beside_a_large_one_is_counted_one_by_one(engine: Engine):
    rates = Rates(engine, alone=True)
    for n in range(1, 8):
        assert take(rates, engine, buckets(1_000, 7)) is not None
        assert counted(engine) == {"org:w": n, "key:one": n}


def test_a_process_that_is_killed_leaves_no_more_than_the_limit(engine: Engine):
    rates = Rates(engine, alone=True)
    for number in range(1, 250):
        assert take(rates, engine, buckets(300)) is not None
        assert number <= counted(engine)["key:one"] <= number + 300 // 32
    later = taken(Rates(engine, alone=True), engine, buckets(300))
    assert 300 - 300 // 32 <= 249 + later <= 300


def test_one_that_stops_gives_back_what_nobody_asked_for(engine: Engine):
    rates = Rates(engine, alone=True)
    for _ in range(100):
        take(rates, engine, buckets(300))
    rates.give_back()
    assert counted(engine) == {"org:w": 100, "key:one": 100}
    assert taken(Rates(engine, alone=True), engine, buckets(300)) == 200


def test_processes_that_share_a_database_share_the_limit(engine: Engine):
    several = [Rates(engine) for _ in range(3)]
    answers = [take(several[n % 3], engine, buckets(100)) for n in range(110)]
    assert [each and each.remaining for each in answers] == [*range(99, -1, -1)] + [None] * 10


def test_a_window_that_is_over_counts_no_more(engine: Engine):
    rates = Rates(engine, alone=True)
    for minute in range(3):
        assert taken(rates, engine, buckets(100), NOW + minute * MINUTE_MS) == 100


def test_a_request_that_comes_late_counts_where_it_came(engine: Engine):
    rates = Rates(engine, alone=True)
    for _ in range(5):
        take(rates, engine, buckets(300), NOW + MINUTE_MS)
    late = take(rates, engine, buckets(300), NOW)
    assert late is not None
    assert late.remaining == 299
    assert counted(engine, NOW) == {"org:w": 1, "key:one": 1}
    assert taken(rates, engine, buckets(300), NOW + MINUTE_MS) == 295


def test_what_is_left_is_told_without_what_is_taken_ahead(engine: Engine):
    rates = Rates(engine, alone=True)
    organization, _ = asked = buckets(300)
    for number in range(40):
        with engine.connect() as connection:
            assert rates.peek(connection, organization, NOW).remaining == 300 - number
        take(rates, engine, asked)


def test_what_somebody_else_wrote_is_so(engine: Engine):
    rates = Rates(engine, alone=True)
    for _ in range(5):
        take(rates, engine, buckets(300))
    with writing(engine) as connection:
        connection.execute(text("UPDATE rate_windows SET hits = 290"))
    # What was taken ahead of that is still there.
    assert 10 <= taken(rates, engine, buckets(300)) <= 10 + 300 // 32


def test_a_limit_that_is_lowered_is_counted_one_by_one(engine: Engine):
    rates = Rates(engine, alone=True)
    for _ in range(5):
        take(rates, engine, buckets(1_000))
    assert taken(rates, engine, buckets(10)) == 5
    forget(engine)
    assert taken(rates, engine, buckets(10)) == 10


KEYS = {"a": 1_000, "b": 64, "c": 5, "d": 40}
TIMES = st.sampled_from((0, 0, 0, 0, MINUTE_MS // 2, MINUTE_MS))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(KEYS)), st.booleans(), st.integers(1, 40), TIMES),
        max_size=12,
    ),
    st.sampled_from((100, 300)),
)
def test_whoever_asks_when_each_bucket_holds(opened: Engine, asked, organization):
    """Keys, families and minutes in any order: let in, and told what is left, as by a count."""
    forget(opened)
    rates = Rates(opened, alone=True)
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
            allowance = take(rates, opened, of_request, now)
            assert (allowance.remaining if allowance else -1) == max(left, -1)
            if allowance:
                known.update(names)
    rates.give_back()
    start = now - now % MINUTE_MS
    assert counted(opened, start) == {
        name: hits for (name, window), hits in known.items() if window == start
    }
