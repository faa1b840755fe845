"""However calls come, go and are lost, a purse is never exceeded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shortlist.desk.purse import Hold, Purse, PurseEmpty


def test_what_a_call_can_cost_is_set_aside_and_what_it_did_not_goes_back() -> None:
    purse = Purse(10)
    hold = purse.take(6, "A search")
    assert (purse.left, purse.held, purse.spent) == (4, 6, 0)
    with pytest.raises(PurseEmpty, match="can cost 5 credits, and 4 of 10 are left"):
        purse.take(5, "A lookup")
    hold.settle(2)
    assert (purse.left, purse.held, purse.spent) == (8, 0, 2)
    hold.settle(2)
    hold.give_back()
    assert purse.spent == 2, "settled once"


def test_what_is_not_told_counts_in_full_and_what_is_unknown_stays_aside() -> None:
    purse = Purse(10)
    purse.take(4, "A").settle(None)
    purse.take(3, "B")  # no answer ever came
    assert (purse.spent, purse.held, purse.left) == (4, 3, 3)


def test_an_empty_purse_lets_through_what_is_free() -> None:
    purse = Purse(0)
    purse.take(0, "Nothing").settle(0)
    with pytest.raises(PurseEmpty):
        purse.take(1, "A search")


def test_a_deployment_that_charged_more_is_taken_to_do_so_again() -> None:
    purse = Purse(10)
    purse.take(1, "A").settle(3)
    purse.take(1, "B")
    assert purse.held == 3


@given(
    st.integers(0, 60),
    st.lists(
        st.tuples(
            st.floats(0, 20, allow_nan=False),
            st.sampled_from(["settle", "part", "untold", "back", "never"]),
            st.integers(0, 5),
        ),
        max_size=60,
    ),
)
def test_never_exceeded(limit: int, calls: list[tuple[float, str, int]]) -> None:
    purse, open_ = Purse(limit), list[tuple[Hold, str]]()
    charged = possible = 0.0
    for credits, end, at_once in calls:
        try:
            hold = purse.take(credits, "A call")
        except PurseEmpty:
            continue
        open_.append((hold, end))
        possible += hold.credits
        if at_once == 0:
            for held, how in open_:
                told = {"settle": held.credits, "part": held.credits / 2, "back": 0.0}.get(how)
                if how != "never":
                    held.settle(told)
                    cost = held.credits if told is None else told
                    charged += cost
                    possible -= held.credits
            open_ = [each for each in open_ if each[1] == "never"]
        assert charged + possible <= limit + 0.001
        assert purse.left >= 0
