"""Which language a question or a title is in, by its small words and its grammar."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from shortlist.service.lexicon.text import STOPWORDS, fold, stem, stems
from shortlist.service.reading.inflection import LANGUAGES, root, roots
from shortlist.service.reading.spelling import is_in_the_dictionary
from shortlist.service.reading.stop_words import FOREIGN, OF_LANGUAGES, SMALL
from shortlist.service.reading.tokens import Token, tokens
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import pattern, rows, words_for

_ENGLISH: Final = STOPWORDS | words_for("also_english")
"""Words that are small ones in English, too."""


def languages_of(words: Sequence[Token], *, title: bool = False) -> tuple[str, ...]:
    """The codes of the languages of the small words among `words`, that of most of them first;
    where there are none, that of two other words or more. None of English."""
    found: Counter[str] = Counter()
    for at, word in enumerate(words):
        begins = not at and not word.raw.isupper()  # `MIT`
        piece = len(word.text) == 1 and [each.gap for each in words[at + 1 : at + 2]] == ["-"]
        if (word.raw.islower() or begins) and not piece and word.text not in _ENGLISH:
            codes = [code for code in LANGUAGES if _is_grammar(word, code)]
            # Nouns of German have capitals: of others, what stands between them is of a name.
            named = not title and _is_inside_a_name(words, at)
            # What fewer languages have says more of which it is.
            of = (code for code in codes if code == "de" or not named)
            found.update({code: _SAYS_ALL // len(codes) for code in of})
    english = sum(map(is_small_in_english, words))
    if found and max(found.values()) < english * _SAYS_ALL:
        return ()  # `with an e-mail address`
    if not found and not english:
        named = any(word.raw[:1].isupper() for word in words)
        others = [word for word in words if not (is_english(word) or is_in_the_dictionary(word))]
        for code in LANGUAGES if others else ():
            known = [word for word in others if _is_of(word, code)]
            alone = not title and any(_is_no_name(word, code, named=named) for word in known)
            if len(known) > 1 or alone:
                found[code] = len(known)
    return tuple(code for code, _ in found.most_common())


def _is_no_name(word: Token, language: str, *, named: bool) -> bool:
    """Whether a word cannot be a name: it has small letters where a name has none, `ingénieurs
    ex-Siemens`, or the ending of a German noun, `Ingenieure`."""
    ended = language == "de" and root(language, word.raw.lower()) != word.text
    return ended or (named and word.raw.islower())


def _is_grammar(word: Token, language: str) -> bool:
    """Whether a word is a small one of a language, or of its grammar, and not English."""
    if word.text in OF_LANGUAGES[language]:
        return True
    return word.text in _grammar_words()[language] and not is_english(word)


@cache
def _grammar_words() -> dict[str, frozenset[str]]:
    """A language, to the words of its grammar, without those that English has for the same, too:
    `freelancers`."""
    return {
        language: frozenset(
            word
            for said, english in wordings.items()
            for word in said.split()
            if not {stem(word)} & set(stems(english))
        )
        for language, wordings in grammar().items()
    }


_SAYS_ALL: Final = 60
"""What a word says of the one language that has it; all numbers of languages divide it."""


def _is_of(word: Token, language: str) -> bool:
    """Whether the tables have a word of a language."""
    others = tables.other_words()[language]
    said = (f"={word.text}", *roots(language, (word,)))
    return word.text in grammar()[language] or any(each in others for each in said)


def _is_inside_a_name(words: Sequence[Token], at: int) -> bool:
    """`Museo del Agua`."""
    beside = (*words[at - 1 : at], *words[at + 1 : at + 2])
    return at > 0 and len(beside) == 2 and all(word.raw[:1].isupper() for word in beside)


def is_small_in_english(word: Token) -> bool:
    """Whether a word is a small one of no other language: `people`, `with`."""
    return word.text in SMALL and word.text not in _SHARED


_SHARED: Final = FOREIGN | words_for("of_several_languages")


@cache
def grammar() -> dict[str, dict[str, str]]:
    """A language, to the folded words of its grammar, with the English that is read for them."""
    found: dict[str, dict[str, str]] = {}
    for row in rows("grammar.tsv"):
        english = row.pop("english")
        for language, wordings in row.items():
            said = (
                " ".join(word.text for word in elided(tokens(each))) for each in wordings.split(";")
            )
            found.setdefault(language, {}).update(dict.fromkeys(filter(None, said), english))
    return found


def is_english(word: Token) -> bool:
    """Whether English titles have a word, or it is small, or of a country: `Saudi` is no Portuguese
    `saude`."""
    known = (tables.english(), tables.country_names())
    return word.text in SMALL or any(word.text in each or word.base in each for each in known)


_ELIDED: Final = re.compile(pattern("elided"))


def elided(words: Sequence[Token]) -> Iterator[Token]:
    """`words` with what is elided before them on its own: `d'avocats` is `de avocats`."""
    for word in words:
        found = _ELIDED.match(word.raw)
        if not found or word.raw[found.end() :].lower() == "s":
            yield word
            continue
        at, rest = word.start + found.end(), word.raw[found.end() :]
        yield replace(word, raw=found[0][:-1], text="de", base="de", end=at)
        text = fold(rest)
        yield Token(rest, text, text, at, word.end, " ")
