"""The query line: read, and written again."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from shortlist.tui.kit.query.question import Question
from shortlist.tui.kit.query.syntax import (
    Unreadable,
    as_sentence,
    read_query,
    with_filters,
    write_query,
)

DEFAULT = Question(type="auto", count=25)


def test_filters_type_count_and_words_are_told_apart() -> None:
    asked = read_query(
        'title:"VP Engineering" location:Berlin fintech type:deep n:40 payments', DEFAULT
    )
    assert asked.filters == {"title": "VP Engineering", "location": "Berlin"}
    assert (asked.query, asked.type, asked.count) == ("fintech payments", "deep", 40)


def test_type_and_count_are_the_ones_at_hand_unless_named() -> None:
    asked = read_query("nurses", Question(type="fast", count=7))
    assert (asked.type, asked.count) == ("fast", 7)


@pytest.mark.parametrize("line", ["https://example.org/x", "C++: the language", "time 10:30"])
def test_a_colon_that_is_no_filter_stays_in_the_query(line: str) -> None:
    assert read_query(line, DEFAULT).query == line


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "Type who"),
        ("   ", "Type who"),
        ("title:", "needs a value"),
        ("company_size:50 engineers", "is not served"),
        ("radius_km:10", "is not served"),
        ("type:slow engineers", "one of instant, fast, auto, deep"),
        ("count:0 engineers", "from 1 to 150"),
        ("n:151 engineers", "from 1 to 150"),
        ("count:many engineers", "from 1 to 150"),
        (f"location:{'x' * 201}", "up to 200"),
        ("x" * 4001, "up to 4,000"),
    ],
)
def test_a_line_no_search_can_mean_says_what_to_change(line: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        read_query(line, DEFAULT)


def test_an_open_quote_is_read_to_the_end() -> None:
    assert read_query('title:"VP Engineering', DEFAULT).filters == {"title": "VP Engineering"}


def test_a_quote_inside_a_value_is_written_with_a_backslash() -> None:
    line = r'title:"the \"A\" team\\crew" company:O"Neil'
    assert read_query(line, DEFAULT).filters == {"title": 'the "A" team\\crew', "company": 'O"Neil'}
    asked = with_filters(Question(), {"title": '"VP"', "company": "5\\ 6"})
    assert write_query(asked) == r'title:"\"VP\"" company:"5\\ 6"'
    assert read_query(r'title:"a \b c', DEFAULT).filters == {"title": r"a \b c"}, "any other stays"


_value = st.text(st.characters(categories=("L", "N", "Zs"), include_characters='"\\'), min_size=1)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_value.filter(str.strip), _value.filter(str.strip))
@example(title="\\", words="x")
@example(title='" \\', words="x")
def test_what_is_written_reads_the_same(title: str, words: str) -> None:
    asked = with_filters(Question(query=" ".join(words.split())), {"title": title})
    again = read_query(write_query(asked), DEFAULT)
    assert again.filters == asked.filters
    assert again.query == asked.query


def test_a_filter_left_empty_is_no_filter() -> None:
    asked = with_filters(Question(query="x"), {"title": "  ", "location": " Berlin "})
    assert write_query(asked) == "location:Berlin x"


def test_a_set_takes_the_search_as_a_sentence() -> None:
    asked = read_query('seniority:director title:"data engineer" location:Spain fintech', DEFAULT)
    assert as_sentence(asked) == "director data engineer fintech in Spain"
