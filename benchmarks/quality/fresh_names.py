"""Names as people get them wrong: `misnamed` gives texts and who is meant, error by error."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from benchmarks.quality.edition import Edition

from shortlist.service.index.port import Record

NICKNAMES: Final = {
    "William": "Bill",
    "Robert": "Bob",
    "Richard": "Dick",
    "James": "Jim",
    "John": "Jack",
    "Michael": "Mike",
    "Thomas": "Tom",
    "Charles": "Chuck",
    "Elizabeth": "Liz",
    "Margaret": "Peggy",
    "Katherine": "Kate",
    "Patricia": "Patty",
    "Edward": "Ted",
    "Joseph": "Joe",
    "Christopher": "Chris",
    "Daniel": "Dan",
    "Anthony": "Tony",
    "Andrew": "Andy",
    "Timothy": "Tim",
    "Gregory": "Greg",
    "Jennifer": "Jen",
    "Susan": "Sue",
    "Deborah": "Debbie",
    "Theodore": "Ted",
    "Lawrence": "Larry",
}
SOUNDS: Final = (
    ("ph", "f"),
    ("ck", "k"),
    ("sch", "sh"),
    ("ie", "ei"),
    ("ei", "ie"),
    ("ey", "y"),
    ("ou", "u"),
    ("ll", "l"),
    ("tt", "t"),
    ("nn", "n"),
    ("ss", "s"),
    ("son", "sen"),
    ("sen", "son"),
    ("man", "mann"),
    ("er", "ar"),
    ("el", "le"),
    ("c", "k"),
    ("z", "s"),
)
MARKS: Final = {"a": "á", "e": "é", "i": "í", "o": "ö", "u": "ü", "c": "ç", "n": "ñ"}
KEYS: Final = {"a": "s", "e": "r", "i": "o", "o": "p", "n": "m", "t": "y", "r": "t", "l": "k"}


def _at(dice: Random, word: str) -> int:
    return dice.randrange(1, len(word) - 1)


def _transposed(dice: Random, first: str, last: str) -> str:
    at = _at(dice, last)
    return f"{first} {last[:at]}{last[at + 1]}{last[at]}{last[at + 2 :]}"


def _doubled(dice: Random, first: str, last: str) -> str:
    at = _at(dice, last)
    return f"{first} {last[:at]}{last[at]}{last[at:]}"


def _missing(dice: Random, first: str, last: str) -> str:
    at = _at(dice, last)
    return f"{first} {last[:at]}{last[at + 1 :]}"


def _phonetic(dice: Random, first: str, last: str) -> str | None:
    fit = [pair for pair in SOUNDS if pair[0] in last[1:]]
    if not fit:
        return None
    old, new = dice.choice(fit)
    return f"{first} {last[0]}{last[1:].replace(old, new, 1)}"


def _marked(dice: Random, first: str, last: str) -> str | None:
    spots = [at for at, letter in enumerate(last) if letter in MARKS]
    if not spots:
        return None
    at = dice.choice(spots)
    return f"{first} {last[:at]}{MARKS[last[at]]}{last[at + 1 :]}"


def _next_key(dice: Random, first: str, last: str) -> str | None:
    spots = [at for at, letter in enumerate(last) if letter in KEYS and at]
    if not spots:
        return None
    at = dice.choice(spots)
    return f"{first} {last[:at]}{KEYS[last[at]]}{last[at + 1 :]}"


def _turned(dice: Random, first: str, last: str) -> str:
    return f"{last} {first}"


def _lower(dice: Random, first: str, last: str) -> str:
    return _missing(dice, first, last).lower()


def _nickname(dice: Random, first: str, last: str) -> str | None:
    return f"{NICKNAMES[first]} {last}" if first in NICKNAMES else None


def _both(dice: Random, first: str, last: str) -> str:
    at = _at(dice, first)
    return f"{first[:at]}{first[at + 1 :]} {_doubled(dice, '', last).strip()}"


def _initial(dice: Random, first: str, last: str) -> str:
    return f"{first[0]} {last}"


def _first_name(dice: Random, first: str, last: str) -> str:
    at = _at(dice, first)
    return f"{first[:at]}{first[at + 1]}{first[at]}{first[at + 2 :]} {last}"


Change = Callable[[Random, str, str], str | None]
ERRORS: Final[dict[str, tuple[Change, tuple[str, ...]]]] = {
    # the kind of error, and what stands beside the name
    "transposed": (_transposed, ("", " {hint}", ", {where}")),
    "doubled": (_doubled, ("", " {org}", " {hint}")),
    "missing": (_missing, ("", " {where}", " {org}")),
    "phonetic": (_phonetic, ("", " {hint}", " {org}")),
    "diacritics": (_marked, ("", " {org}", " {where}")),
    "next key": (_next_key, ("", " {hint}", " {where}")),
    "turned round": (_turned, ("", " {hint}", " {org}")),
    "lower case": (_lower, ("", " {where}", " {hint}")),
    "nickname": (_nickname, ("", " {hint}", " {org}")),
    "both names": (_both, (" {hint}", " {org}", " {where}")),
    "initial": (_initial, (" {org}", " {hint}", " {org}")),
    "first name": (_first_name, ("", " {hint}", " {org}")),
}


def misnamed(source: Edition, error: str) -> Iterator[tuple[str, Record]]:
    """Texts that name one person wrongly, and the person, who alone can be meant."""
    change, beside = ERRORS[error]
    names = Counter(p["name"].lower() for p in source.people)
    short = Counter(
        (p["name"][0], p["name"].split()[-1].lower()) for p in source.people if p["name"]
    )
    lasts = Counter(p["name"].split()[-1].lower() for p in source.people if p["name"])
    made = 0
    while True:
        person = source.random.choice(source.people)
        parts = person["name"].split()
        first, last = parts[0], parts[-1]
        plain = first.isalpha() and last.isalpha() and person["name"].isascii()
        if names[person["name"].lower()] > 1 or len(first) < 4 or len(last) < 5 or not plain:
            continue
        if error == "initial" and short[first[0], last.lower()] > 1:
            continue
        if error == "nickname" and lasts[last.lower()] > 3:
            continue
        said = change(source.random, first, last)
        if not said or said in (f"{first} {last}", person["name"]) or said.lower() in names:
            continue
        title = re.split(r"[,;(]", str(person["title"]))[0].removeprefix("Former ").strip()
        slots = {
            "hint": title.lower() if made % 2 else title,
            "org": person["company"] or "",
            "where": person["region"] or person["country"] or "",
        }
        yield (said + beside[made % len(beside)].format(**slots)).strip(" ,"), person
        made += 1
