"""Words of a question that are misspelt: `data enginers`.

Only what nobody knows is put right, and only where that makes it part of a title, of a part of a
business or of an industry, or a word of records beside others that are known: whatever else is
unknown may be somebody's name.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA
from spellchecker import SpellChecker

from shortlist.service.lexicon.text import STOPWORDS, fold, stem
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.inflection import LANGUAGES, roots
from shortlist.service.reading.stop_words import FOREIGN, SMALL
from shortlist.service.reading.tokens import Token, phrase, singular
from shortlist.service.reading.vocabulary import cities, tables
from shortlist.service.reading.vocabulary.words import nicknames

_SHORTEST: Final = 5
_LONG: Final = 9
"""From so many letters on two may be wrong."""
_AROUND: Final = 2
_ENDINGS: Final = frozenset({"", "s", "es", "e", "ed", "ing"})


def corrected(words: Sequence[Token], gazetteer: Gazetteer) -> tuple[Token, ...]:
    """`words` with those that are misspelt put right; all of another language as they are."""
    if any(word.text in FOREIGN - STOPWORDS - _ENGLISH for word in words):
        return tuple(words)
    found = list(words)
    for at, word in enumerate(words):
        if word.raw.islower() and word.raw.isalpha() and not _is_known(word, gazetteer):
            foreign = is_foreign(word)
            for right in _alike(word.text):
                put = replace(word, text=right, base=singular(right))
                said = stem(right) in gazetteer.values("word")
                beside = [*found[:at], put, *found[at + 1 :]]
                if _is_in_a_title(beside, at) or (not foreign and _fits(beside, at, said=said)):
                    found[at] = put
                    break
    return tuple(found)


_ENGLISH: Final = frozenset({"in", "on", "was", "also", "is", "an", "as", "over", "no", "me", "e"})
"""Small words of other languages that are words of English questions, too."""


def _is_known(word: Token, gazetteer: Gazetteer) -> bool:
    if len(word.text) < _SHORTEST or tables.abbreviation(word.text) or tables.is_title(word.base):
        return True
    known: tuple[Container[str], ...] = (
        *(tables.english(), SMALL, cities.cities(), cities.aliases(), tables.languages()),
        tables.country_names(),
    )
    forms = {word.text, word.base}
    if any(each in table for table in known for each in forms) or gazetteer.places((word.text,)):
        return True
    if is_in_the_dictionary(word):
        return True
    root = stem(word.text)
    # `Enginers` has the stem of `engines`.
    return word.text.removeprefix(root) in _ENDINGS and root in gazetteer.values("word")


def is_foreign(word: Token) -> bool:
    """Whether a word may be one of another language: `krankenschwester`."""
    others = tables.other_words()
    return any(root in others[each] for each in LANGUAGES for root in roots(each, (word,)))


def is_in_the_dictionary(word: Token) -> bool:
    """Whether English has a word."""
    return bool(_dictionary().known({word.text, word.base}))


def is_common(word: str) -> bool:
    """Whether a word is one of the 5,000 commonest of English: it may be said of anything, `the
    coffee is on me`."""
    return bool(_dictionary()[fold(word)] >= _COMMON_LEAST)


_COMMON_LEAST: Final = 10_000
"""How often the 5,000th is in the dictionary's texts."""


@cache
def _dictionary() -> SpellChecker:
    return SpellChecker(language="en")


@lru_cache(maxsize=5_000)
def _alike(word: str) -> tuple[str, ...]:
    """The words of titles and of parts of a business that are spelt nearly so, nearest first."""
    most = 2 if len(word) >= _LONG else 1
    alike = _spellings().get(word[0], ())  # a slip is hardly ever in the first letter
    near = process.extract(word, alike, scorer=OSA.distance, score_cutoff=most, limit=5)
    return tuple(each for each, _, _ in near)


@cache
def _spellings() -> dict[str, list[str]]:
    """By their first letter, the words that one may be a slip of."""
    plural = (f"{noun}s" for noun in tables.head_nouns())
    terms = (word for each in (tables.subjects(), tables.industry_terms())
             for term in each for word in term.split())  # fmt: skip
    spoken = sorted(each for each in _languages() if each.isalpha())
    english = (*tables.head_nouns(), *plural, *sorted(tables.english()), *terms, *spoken)
    found: dict[str, list[str]] = {}
    for word in dict.fromkeys(english):
        if len(word) >= _SHORTEST - 1:
            found.setdefault(word[0], []).append(word)
    return found


@cache
def _languages() -> frozenset[str]:
    """The names of languages in English."""
    return frozenset(map(tables.key, tables.language_labels().values()))


def _is_in_a_title(words: Sequence[Token], at: int) -> bool:
    """Whether the word at `at` is a piece of a title, or of a part of a business."""
    for start in range(max(0, at - _AROUND), at + 1):
        for end in range(max(at + 1, start + 2), min(len(words), at + _AROUND) + 1):
            name = phrase(words, start, end)
            if tables.is_title(name) or name in tables.subjects():
                return True
    return False


def _fits(words: Sequence[Token], at: int, *, said: bool) -> bool:
    """Whether the word at `at` is a part of a business or an industry, a language, or what many
    titles end in, or is `said` here, beside words that are known."""
    base = words[at].base
    terms = tables.subjects(), tables.industry_terms(), _languages()
    alone = any(base in each for each in terms)
    others = [word for word in words if word is not words[at]]
    plain = tables.english(), SMALL, tables.country_names(), tables.languages()
    known = sum(
        any(word.text in each for each in plain) and word.text not in nicknames()
        for word in others  # `john carpentier`
    )
    return (alone or said or tables.is_of_people(base)) and 0 < len(others) <= 2 * known
