"""How many people a question wants: `20 senators`, `top 50 CFOs`, `a dozen mayors`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from shortlist.service.lexicon.numbers import number
from shortlist.service.reading.tokens import Token
from shortlist.service.reading.vocabulary.words import pattern, words_for

_COUNT: Final = re.compile(pattern("count"))
_NO_COUNT: Final = words_for("after_no_count")
_MOST: Final = 500


def counted(words: Sequence[Token]) -> tuple[int | None, set[int]]:
    """The number of people that a question begins with, and where it stands."""
    found = _COUNT.match(" ".join(word.text for word in words))
    end = found[0].count(" ") if found else 0
    if found is None or words[end].text in _NO_COUNT:
        return None, set()
    if words[end - 1].raw[:1].isupper() and words[end].raw[:1].isupper():
        return None, set()  # `Three Rivers`
    wanted = number(found[1])
    return (wanted, set(range(end))) if 1 < wanted <= _MOST else (None, set())
