"""Timestamps: what we write, and every form that other deployments write."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shortlist.contract.times import format_time, parse_time

MOMENT = datetime(2026, 11, 21, 14, 39, 0, 123000, UTC)


@pytest.mark.parametrize(
    "written",
    [
        "2026-11-21T14:39:00.123Z",
        "2026-11-21T14:39:00.123000Z",
        "2026-11-21T16:39:00.123+02:00",
        "2026-11-21 14:39:00.123",
        1795271940.123,
        1795271940123,
        "1795271940123",
    ],
)
def test_every_accepted_form_is_the_same_moment(written: object) -> None:
    assert parse_time(written) == MOMENT


@pytest.mark.parametrize("written", [None, "", "soon", True, [], {}, "9" * 400, float("inf")])
def test_what_is_no_timestamp_is_none(written: object) -> None:
    assert parse_time(written) is None


def test_a_naive_time_is_refused_rather_than_guessed() -> None:
    with pytest.raises(ValueError, match="time zone"):
        format_time(datetime(2026, 1, 1))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1)),
    st.integers(-14 * 60, 14 * 60),
)
def test_written_and_read_back_to_the_millisecond(naive: datetime, offset: int) -> None:
    moment = naive.replace(tzinfo=timezone(timedelta(minutes=offset)))
    written = format_time(moment)
    assert written.endswith("Z")
    assert len(written) == len("2026-11-21T14:39:00.123Z")
    read = parse_time(written)
    assert read is not None
    assert timedelta(0) <= moment - read < timedelta(milliseconds=1)
