"""Filter and order while somebody types."""

from __future__ import annotations

import asyncio

from shortlist.tui.sieve import SLICE, Sieve

ROWS = [f"row {n} {'odd' if n % 2 else 'even'}" for n in range(3 * SLICE)]


async def test_every_word_must_be_there_in_any_case() -> None:
    sieve = Sieve[str](str)
    assert await sieve.sift(ROWS, "ODD row 77") == [
        row for row in ROWS if "odd" in row and "77" in row
    ]


async def test_nothing_typed_shows_the_rows_themselves() -> None:
    rows = list(ROWS)
    assert await Sieve[str](str).sift(rows, "  ") is rows


async def test_a_longer_text_narrows_and_a_shorter_one_widens() -> None:
    sieve = Sieve[str](str)
    for needle in ("1", "12", "123", "12", "odd", "od", ""):
        expected = [row for row in ROWS if needle in row]
        assert list(await sieve.sift(ROWS, needle) or ()) == expected, needle


async def test_rows_that_come_later_are_sifted_too() -> None:
    sieve = Sieve[str](str)
    rows = ROWS[:10]
    assert len(await sieve.sift(rows, "odd") or ()) == 5
    rows.append("row 10 odd")
    assert len(await sieve.sift(rows, "odd") or ()) == 6


async def test_other_rows_are_not_answered_from_the_first() -> None:
    sieve = Sieve[str](str)
    await sieve.sift(["a cat", "a dog"], "dog")
    assert await sieve.sift(["a bird", "a dogfish"], "dog") == ["a dogfish"]


async def test_the_order_is_by_what_is_asked_either_way() -> None:
    sieve = Sieve[str](str)
    rows = ["b x", "c", "a x"]
    assert await sieve.sift(rows, "x", order=str) == ["a x", "b x"]
    assert await sieve.sift(rows, "", order=str, turned=True) == ["c", "b x", "a x"]


async def test_a_newer_text_takes_over_and_others_run_meanwhile() -> None:
    sieve = Sieve[str](str)
    turns = 0

    async def tick() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    ticking = asyncio.create_task(tick())
    first = asyncio.create_task(sieve.sift(ROWS, "odd"))
    await asyncio.sleep(0)
    second = asyncio.create_task(sieve.sift(ROWS, "even"))
    assert await first is None
    answered = await second
    ticking.cancel()
    assert answered is not None
    assert len(answered) == len(ROWS) // 2
    assert turns >= 3
