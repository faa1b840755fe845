"""Judging of criteria that no field decides, on the words of a record (4.2).

A record satisfies such a criterion where one statement in it says the criterion's words as they
stand, plural and case aside; whatever is not said so is unclear. Alike meaning is no evidence: of
the titles nearest to a role's name by embedding, a quarter and more were of other roles at every
threshold (`python -m benchmarks.quality.evidence` measures both).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from shortlist.service.index.port import Record
from shortlist.service.lexicon.alphabets import puts_no_spaces, spellings
from shortlist.service.lexicon.text import STOPWORDS, listed, words
from shortlist.service.reading.titles import written_out

_LONG: Final = 4
"""From so many words on they may stand in any order in one statement."""
_VERBS: Final = listed(
    """
    sits sit serves serve works work holds hold represents belongs maintains maintain role party
    kind position title started member members based located headquartered employed resides lives
    active involved responsible charge
    """
)
"""Words that criteria are put together with; they demand nothing themselves."""
_LESSER: Final = listed(
    "deputy assistant associate vice acting former alternate advisor adviser aide"
)
"""Beside a role's name they say another role."""
_TITLES: Final = ("title", "history")
_ABOUT_OTHERS: Final = ("committees", "subcommittees", "counties", "local authorities")
"""Lists in a summary that say what somebody deals with, not what they are."""

_SENTENCES: Final = re.compile(r"(?<=[.!?])(?<!\b[A-Z]\.)\s+")
"""Between two sentences, and not after an initial."""

Said = tuple[str, str]
"""A field, and one statement of it."""


class TextCriterion:
    """One criterion in words, made ready to check many records."""

    def __init__(self, text: str) -> None:
        ways = map(_demanded, spellings(text))
        self._ways = tuple(dict.fromkeys(way for way in ways if way))
        """Its words, in each way to spell them."""

    def evidence(self, record: Record) -> Said | None:
        """The statement of `record` that says so; None when none does."""
        return next((said for said in statements(record) if self._says(said)), None)

    def _says(self, said: Said) -> bool:
        source, text = said
        own = [
            tuple(map(singular, words(written_out(each) if source in _TITLES else each)))
            for each in spellings(text)
        ]
        return any(_holds(each, way) for each in own for way in self._ways)


def _demanded(text: str) -> tuple[str, ...]:
    said = (word for word in words(text) if word not in STOPWORDS and word not in _VERBS)
    return tuple(map(singular, said))


def _holds(own: tuple[str, ...], demanded: tuple[str, ...]) -> bool:
    if (set(own) & _LESSER) - set(demanded):
        return False
    size = len(demanded)
    if size >= _LONG and not any(map(puts_no_spaces, demanded)):
        return set(demanded) <= set(own)
    kept = tuple(word for word in own if word not in STOPWORDS)
    return any(kept[at : at + size] == demanded for at in range(len(kept) - size + 1))


def singular(word: str) -> str:
    """The word without the mark of a plural; unlike its stem, it stays the same word."""
    if word.endswith("men") and len(word) > 4:
        return f"{word[:-2]}an"
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


def demands(text: str) -> bool:
    """Whether words are left that a criterion is not only put together with."""
    return any(word not in _VERBS for word in words(text))


def statements(record: Record) -> Iterator[Said]:
    """What a record says of a person, statement by statement."""
    for name in ("title", "company", "department", "industry", "sub_industry", "location"):
        if isinstance(value := record.get(name), str) and value:
            yield name, value
    summary = record.get("summary")
    for part in _SENTENCES.split(summary) if isinstance(summary, str) else ():
        if part and not part.lower().startswith(_ABOUT_OTHERS):
            yield from (("summary", piece) for piece in re.split(r";\s+", part) if piece)
    for job in record.get("history") or ():
        if isinstance(job, dict) and isinstance(job.get("title"), str) and job["title"]:
            yield "history", job["title"]
