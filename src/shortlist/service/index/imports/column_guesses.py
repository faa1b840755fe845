"""Guesses which field an unknown column is; proposed, never applied by themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Final

from shortlist.service.index.imports.columns import HEADINGS, field_of
from shortlist.service.index.imports.words import meanings, words_of

_NEAR: Final = 0.8
"""How alike a word must be to a usual one, 0 to 1."""
_LETTERS_LEAST: Final = 6
"""Of a word that may be misspelt."""
_MOST_OF: Final = 0.6
"""The share of the first rows whose values have to look so."""
_WORD: Final = re.compile(r"[^\W_]+")

# Words of headings in other languages, and such as alone say too little to be taken for a field.
_FIELD_OF_WORD: Final = meanings(words_of("likely column"))
_GENERIC: Final = frozenset({"name", "email", "url", "profile_url", "company_domain", "id"})
"""Fields whose words stand beside what says more: `Employer name`, `Company e-mail`."""

_VALUES: Final = (
    ("email", re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")),
    ("profile_url", re.compile(r"(https?://|www\.)\S+", re.IGNORECASE)),
    ("phone", re.compile(r"(\+|00?)[\d\s()/.-]{6,}")),
)


def guess_fields(columns: Mapping[str, str], values: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The field that each of `columns` that is none yet (their fields, by heading) is likely to be:
    by the words of its heading, else by its first `values`. No field twice."""
    taken = {field for field in columns.values() if field}
    found: dict[str, str] = {}
    for column, field in columns.items():
        likely = None if field else _likely(column, values.get(column, ()))
        # What stands under a field's own name and is no text: to say that it is the field changes
        # nothing.
        if likely and likely not in taken and likely != column:
            taken.add(likely)
            found[column] = likely
    return found


def _likely(heading: str, values: Sequence[str]) -> str | None:
    """What a heading says before what its values look like, but no mailbox is a place."""
    # Of what an object says, its own name says more than that of the object.
    own = _by_words(heading.rpartition(".")[2])
    words = own if own and own not in _GENERIC else _by_words(heading) or own
    looks = _by_values(values)
    if looks == "email" and words and not words.endswith("email"):
        return looks
    return words or looks


def _by_words(heading: str) -> str | None:
    """`Employer name` is the company, `Current role` the title, `Firma` the company again."""
    words = _WORD.findall(heading.casefold())
    if whole := _FIELD_OF_WORD.get("".join(words)):
        return whole
    said = [
        field
        for begin in range(len(words))
        for end in range(len(words), begin, -1)
        if (field := _field_of("".join(words[begin:end])))
    ]
    return next((each for each in said if each not in _GENERIC), said[0] if said else None)


def _field_of(word: str) -> str | None:
    # Of two letters, a word of one language is any word of another: `by` is a town in Danish.
    found = (_FIELD_OF_WORD.get(word) if len(word) > 2 else None) or field_of(word)
    if found or len(word) < _LETTERS_LEAST:
        return found
    known = _FIELD_OF_WORD | HEADINGS
    near = get_close_matches(word, known, 1, _NEAR)
    field = known[near[0]] if near else None
    # An id by a slip of the pen would be another person.
    return None if field == "id" else field


def _by_values(values: Sequence[str]) -> str | None:
    said = [value.strip() for value in values if value.strip()]
    for field, pattern in _VALUES:
        if said and sum(bool(pattern.fullmatch(each)) for each in said) >= _MOST_OF * len(said):
            return field
    return None
