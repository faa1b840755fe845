"""Questions in other languages: their words for what the tables have only in English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from shortlist.service.reading.inflection import LANGUAGES, roots
from shortlist.service.reading.question_language import (
    elided,
    grammar,
    is_english,
    is_small_in_english,
    languages_of,
)
from shortlist.service.reading.stop_words import FOREIGN, OF_LANGUAGES, SMALL
from shortlist.service.reading.tokens import Token, phrase, tokens
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import pattern, words_for

_LONGEST: Final = 5


class Translated(NamedTuple):
    """Words in those of the tables."""

    language: str
    """The code of the language that they were in, of those that are translated; empty of English,
    and where no word tells."""
    words: tuple[Token, ...]


def translated(words: Sequence[Token], *, title: bool = False) -> Translated:
    """`words` with those of other languages in the words of the tables.

    A word of another language is one beside a small word of it. Without any, of English, too, a run
    of words is translated whole or not at all, since what is a cook in German is a name beside one;
    of a `title`, which holds no names, in pieces. None that English titles have: a `personal
    trainer` is of no `Personal`. The grammar, `que no trabajen en`, is that of the language which
    most words are of.
    """
    if title and all(map(_is_plain, words)):
        return Translated("", tuple(words))
    words = list(elided(words))
    spoken = languages_of(words, title=title)
    english = not title and any(map(is_small_in_english, words))
    languages = spoken or (() if english else LANGUAGES)
    found: list[Token] = []
    for run in [words] if spoken or title else _runs(words):
        said = list(_in_english(run, languages, sure=bool(spoken)))
        whole = spoken or title or all(word.meant or is_english(word) for word in said)
        found += said if whole else run
    if languages:
        found = _ranked(_linked(found, title=title))
    return Translated(next(iter(spoken), ""), tuple(found))


def _is_plain(word: Token) -> bool:
    """Whether English titles have a word that no other language has for a small one."""
    return word.base in tables.english() and word.text not in _SMALL_ELSEWHERE


_SMALL_ELSEWHERE: Final = FOREIGN - words_for("also_english")


def _in_english(words: Sequence[Token], languages: Sequence[str], *, sure: bool) -> Iterator[Token]:
    at = 0
    while at < len(words):
        for size in range(min(_LONGEST, len(words) - at), 0, -1):
            piece = words[at : at + size]
            if english := _meaning(piece, languages, sure=sure):
                yield from _as_meant(piece, english)
                at += size
                break
        else:
            yield words[at]
            at += 1


def _as_meant(piece: Sequence[Token], english: str) -> Iterator[Token]:
    raw = piece[0].raw + "".join(word.gap + word.raw for word in piece[1:])
    first = replace(piece[0], raw=raw, end=piece[-1].end)
    for number, each in enumerate(tokens(english)):
        gap = " " if number else first.gap
        yield replace(first, text=each.text, base=each.base, gap=gap, meant=True)


_SPOKEN: Final = re.compile(pattern("german_speaking"))
"""German: `Englischkenntnisse`."""


def _meaning(piece: Sequence[Token], languages: Sequence[str], *, sure: bool) -> str:
    """What `piece` is called in English; empty where it is a piece of no other language."""
    if sure:
        if english := _grammar(piece, languages[0]):
            return english
        if len(piece) == 1 and piece[0].text in OF_LANGUAGES[languages[0]]:
            return ""
    plain = all(is_english(word) for word in piece)  # of `engenheiro civil` one is not
    if any("," in word.gap for word in piece[1:]) or (plain and not sure):
        return ""
    # The very word before one of its root: `enseignant` is no `enseignement`.
    keys = [(language, f"={phrase(piece, 0, len(piece))}") for language in languages]
    keys += [(language, said) for language in languages for said in roots(language, piece)]
    for language, said in keys:
        meaning = tables.other_words()[language].get(said)
        if meaning and meaning != phrase(piece, 0, len(piece)):
            return meaning
    if len(piece) == 1 and (alike := _cognate(piece[0], languages)):
        return alike
    spoken = _SPOKEN.fullmatch(piece[0].text) if "de" in languages and len(piece) == 1 else None
    return f"{spoken[1]} speaking" if spoken and spoken[1] in tables.languages() else ""


def _grammar(piece: Sequence[Token], language: str) -> str:
    """The English of words of the grammar of a language; of names, `Leiden`, none."""
    named = any(
        (word.raw[:1].isupper() and word.start and language != "de") or word.raw.isupper()
        for word in piece
    )
    said = " ".join(word.text for word in piece)
    return "" if named else grammar()[language].get(said, "")


def _cognate(word: Token, languages: Sequence[str]) -> str:
    """The title of English that differs by its ending alone: `auditeur`, `revisora`."""
    for language in languages:
        for theirs, ours in _ENDINGS.get(language, {}).items():
            if word.base.endswith(theirs):
                alike = word.base.removesuffix(theirs) + ours
                if tables.is_of_people(alike):
                    return alike
    return ""


_ENDINGS: Final = {
    "de": {"orin": "or", "istin": "ist"},
    "fr": {"eur": "or", "eure": "or", "trice": "tor", "iste": "ist", "ienne": "ian", "ien": "ian"},
    "es": {"ora": "or", "ista": "ist"},
    "pt": {"ora": "or", "ista": "ist"},
    "it": {"tore": "tor", "tori": "tor", "trice": "tor", "ista": "ist", "isti": "ist"},
    "nl": {"eur": "or", "rice": "or"},
}
"""How titles end in another language, and those of the same root in English."""


def _runs(words: Sequence[Token]) -> Iterator[list[Token]]:
    """`words` up to each small one."""
    run: list[Token] = []
    for word in words:
        run.append(word)
        if word.text in SMALL:
            yield run
            run = []
    yield run


def _ranked(words: Iterable[Token]) -> list[Token]:
    """`words` with the rank before what it is of: `ingénieur logiciel senior`."""
    found: list[Token] = []
    for word in words:
        at = len(found)
        while (
            word.text in _RANKS
            and at
            and found[at - 1].meant
            and (found[at - 1].text == "of" or found[at - 1].text not in SMALL)
        ):
            at -= 1
        found.insert(at, word)
    return found


_RANKS: Final = frozenset({"senior", "junior"})
_OF: Final = words_for("of_elsewhere")


def _linked(words: Sequence[Token], *, title: bool) -> Iterator[Token]:
    """`words` with `of` for what stands in its place: `gerente de vendas` is a manager of sales.
    Dutch `of` is an `or`: `verpleegkundigen of artsen`. Of a title what stands behind it is of it,
    too, whatever it means: `sage-femme libérale`, `geólogo de exploración`."""
    for at, word in enumerate(words):
        behind = at > 0 and words[at - 1].meant
        inside = behind and at < len(words) - 1 and (title or words[at + 1].meant)
        dutch = word.raw == "of"
        if inside and (word.text in _OF or dutch):
            said = "or" if dutch else "of"
            word = replace(word, text=said, base=said, meant=True)
        elif title and behind and not (word.meant or is_english(word)):
            yield replace(word, raw="of", text="of", base="of", meant=True)
        yield word
