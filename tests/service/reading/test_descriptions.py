"""Which trades everyday words may tell of."""

from __future__ import annotations

import pytest

from shortlist.service.reading.descriptions import described
from shortlist.service.reading.vocabulary.words import rows


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("tells us whether to take an umbrella tomorrow", "weather presenter"),
        ("climbs aboard a ship to steer it safely into harbour", "harbour pilot"),
        ("keeps an eye on ex-offenders once they're let out", "probation officer"),
        ("has hives", "beekeeper"),
    ],
)
def test_words_tell_of_a_trade(text: str, title: str) -> None:
    assert title in described(text)


@pytest.mark.parametrize("text", ["", "people who work", "zzyzx qwv", "the best of them all"])
def test_words_that_tell_nothing_name_no_trade(text: str) -> None:
    assert described(text) == ()


def test_at_most_three_trades_are_told_the_likeliest_first() -> None:
    titles = described("somebody who looks after other people's savings and plans their pension")
    assert "financial advisor" in titles
    assert len(titles) <= 3


def test_a_trade_stands_once_in_the_table_with_descriptions_that_do_not_say_its_name() -> None:
    table = list(rows("descriptions.tsv.gz"))
    assert len({row["title"].lower() for row in table}) == len(table)
    assert all(len(row["said"].split("|")) >= 10 for row in table)
    said = [(row["title"], each) for row in table for each in row["said"].split("|")]
    assert not [each for title, each in said if title.lower() in each.split()]
