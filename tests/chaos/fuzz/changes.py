"""Ways to spoil what was valid: bytes, texts and JSON."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from random import Random
from typing import Any

ODD_NUMBERS = (0, -1, 1, 255, 2**31, -(2**31), 2**53 + 1, 2**63, -(2**64), 10**400, 0.1, 1e308)
ODD_TEXTS = (
    *("", " ", "\0", "\x1b]52;c;eA==\x07", "\x9b2J", "\u202e", "\ud800", "\ufeff", "\u200d" * 9),
    *("=1+1", "[@click=app.quit]x[/]", "null", "NaN", "-0", "1e999", "../..", "%2e%2e", "%00"),
    *("1970-01-01T00:00:00Z", "9999-12-31T23:59:60.999999999+99:99", "0000-00-00", "x" * 70_000),
    *(
        "queued",
        "completed",
        "found",
        "admitted",
        "set_\n",
        "[DONE]",
        "http://[",
        "a@b; c@d",
        "＝1",
    ),
)
ODD_BYTES = (
    *(b"\0", b"\xff", b"\x7f", b"\r", b"\n", b"\r\n", b'"', b"'", b",", b";", b"\t", b"|", b"{"),
    *(b"[", b"]", b"}", b"[" * 3000, b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\x80", b"\xf4\x90"),
    *(b"\x80\x80\x80\x80\x80\x08", b"\xff\xff\xff\x7f", b"\0\0\0\0", b"%", b"#", b"=", b"1e999"),
)


def spoil_bytes(random: Random, data: bytes, others: Sequence[bytes] = ()) -> bytes:
    """`data` with a few changes, each somewhere; `others` are spliced in."""
    spoilt = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 3, 8))):
        at = random.randrange(len(spoilt) + 1)
        end = min(len(spoilt), at + random.choice((1, 2, 4, 16, 200)))
        match random.randrange(9):
            case 0 if at < len(spoilt):
                spoilt[at] ^= 1 << random.randrange(8)
            case 1:
                spoilt[at:end] = random.randbytes(end - at)
            case 2:
                del spoilt[at:end]
            case 3:
                spoilt[at:at] = random.choice(ODD_BYTES)
            case 4:
                spoilt[at:at] = spoilt[at:end] * random.choice((1, 2, 50))
            case 5:
                del spoilt[at:]
            case 6 if others:
                other = random.choice(others)
                from_ = random.randrange(len(other) + 1)
                spoilt[at:] = other[from_:]
            case 7 if at < len(spoilt):
                spoilt[at] = random.choice((0, 1, 0x7F, 0x80, 0xFE, 0xFF))
            case _:
                spoilt[at:end] = random.choice(ODD_BYTES)
    return bytes(spoilt[: 1 << 20])


def spoil_json(random: Random, value: Any, others: Sequence[Any] = ()) -> Any:
    """`value` with a few of its parts gone, renamed, or in each other's place."""
    spoilt = copy.deepcopy(value)
    for _ in range(random.choice((1, 1, 2, 4, 10))):
        spots = list(_spots(spoilt))
        if len(spots) > 5000:
            break
        if not spots:
            return _odd(random, others)
        holder, key = random.choice(spots)
        match random.randrange(6):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, dict):
                holder[random.choice((*holder, *ODD_TEXTS))] = holder.pop(key)
            case 2:
                other, other_key = random.choice(spots)
                holder[key] = copy.deepcopy(other[other_key])
            case 3:
                holder[key] = random.choice(
                    ([holder[key]], {"data": holder[key]}, [holder[key]] * 9)
                )
            case _:
                holder[key] = _odd(random, others)
    return spoilt


def as_json(random: Random, value: Any) -> bytes:
    """`value` as JSON, as one or another writes it."""
    text = json.dumps(value, ensure_ascii=random.random() < 0.5)
    return text.encode("utf-8", "surrogatepass")


def _odd(random: Random, others: Sequence[Any]) -> Any:
    deep: Any = random.choice(ODD_TEXTS)
    for _ in range(random.choice((0, 0, 0, 1, 60))):
        deep = [deep] if random.random() < 0.5 else {"data": deep}
    choices = [None, True, False, float("nan"), [], {}, deep, *others]
    odd = random.choice((random.choice(choices), random.choice(ODD_NUMBERS), deep))
    return copy.deepcopy(odd)


def _spots(value: Any) -> Any:
    """Every place in `value` that holds something: what holds it, and under what."""
    holders = [value]
    while holders:
        holder = holders.pop()
        parts = holder.items() if isinstance(holder, dict) else enumerate(holder)
        for key, part in parts:
            yield holder, key
            if isinstance(part, dict | list):
                holders.append(part)
