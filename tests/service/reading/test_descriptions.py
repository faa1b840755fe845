"""Which trades everyday words tell of."""

from __future__ import annotations

import numpy as np
import pytest

from shortlist.service.index.embedding import MiniLm
from shortlist.service.reading import descriptions
from shortlist.service.reading.descriptions import MEANING, tells, told, trades
from shortlist.service.reading.vocabulary.words import rows

MODEL = MiniLm()


def likely(text: str, *among: str, alike: str = "") -> dict[str, float]:
    """What `text` describes where as many people have each of the trades `among`, and those whose
    records mean most the same are all `alike`."""
    held = np.array([0.01 * (title in (among or trades())) for title in trades()])
    shares = {alike: 1.0} if alike else dict.fromkeys(among or trades(), 0.01)
    return dict(told(text, MODEL.embed([text])[0], held, shares))


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("tells us whether to take an umbrella tomorrow", "weather presenter"),
        ("climbs aboard a ship to steer it safely into harbour", "harbour pilot"),
        ("keeps an eye on ex-offenders once they're let out", "probation officer"),
        ("puts iron on the feet of a pony", "farrier"),
    ],
)
def test_everyday_words_tell_of_a_trade_first_of_all(text: str, title: str) -> None:
    assert next(iter(likely(text))) == title


def test_of_trades_that_nobody_has_none_is_told() -> None:
    there = likely("has hives and sells honey", "beekeeper", "allergist", alike="beekeeper")
    assert there["beekeeper"] > 0.5
    gone = likely("has hives and sells honey", "allergist", "notary")
    assert set(gone) == {"allergist", "notary"}
    assert max(gone.values()) < 0.5


@pytest.mark.parametrize("text", ["", "people who work", "zzyzx qwv", "in Leeds since 2019"])
def test_words_that_tell_nothing_likely_tell_of_no_trade(text: str) -> None:
    assert max(likely(text).values()) < 0.1


def test_the_trades_and_that_none_is_meant_are_likely_together() -> None:
    found = likely("looks after other people's savings and plans their pension")
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert 0.2 < sum(found.values()) < 1


def test_a_trade_is_likelier_that_those_have_whose_records_mean_the_same() -> None:
    said = "has hives and sells honey"
    theirs, others = likely(said, alike="beekeeper"), likely(said, alike="notary")
    assert theirs["beekeeper"] > likely(said)["beekeeper"] > others["beekeeper"]


def test_a_word_tells_of_the_trades_that_it_is_said_of() -> None:
    assert tells("hives", "beekeeper")
    assert not tells("hives", "notary")


def test_a_trade_stands_once_in_the_table_with_descriptions_that_do_not_say_its_name() -> None:
    table = list(rows("descriptions.tsv.gz"))
    assert len({row["title"].lower() for row in table}) == len(table)
    assert all(len(row["said"].split("|")) >= 10 for row in table)
    said = [(row["title"], each) for row in table for each in row["said"].split("|")]
    assert not [each for title, each in said if title.lower() in each.split()]


def test_the_table_s_meaning_is_that_of_its_descriptions() -> None:
    assert MODEL.model == descriptions.MODEL
    kept = np.load(MEANING).astype(np.float64)
    table = list(rows("descriptions.tsv.gz"))
    assert len(kept) == len(table)
    for at in (0, len(table) // 2, -1):
        mean = MODEL.embed(table[at]["said"].split("|")).mean(axis=0)
        alike = mean @ kept[at] / np.linalg.norm(mean) / np.linalg.norm(kept[at])
        # Processors round the model's whole numbers otherwise: 0.998 is the same text.
        assert alike > 0.99
        other = np.linalg.norm(kept[at - 1]) * np.linalg.norm(mean)
        assert mean @ kept[at - 1] / other < 0.9
