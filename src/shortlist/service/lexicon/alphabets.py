"""Normalisation of letters of every script, and Latin transliteration.

Unicode says what a letter, a mark and a digit are (`regex`); `anyascii` has the Latin letters for
those of other alphabets.
"""

from __future__ import annotations

import unicodedata
from typing import Final

import regex
from anyascii import anyascii

_UNDECOMPOSED: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i"}
)
_SYMBOL: Final = regex.compile(r"[\p{S}--\p{ASCII}]", regex.V1)
"""`™` and `№`, which Unicode would spell out, are no part of a name."""
_MARK: Final = regex.compile(
    # A breve makes another letter of Cyrillic `и`; the marks of Indic and Thai are vowels.
    r"(?<!\p{Cyrillic})\u0306|[\p{Block=Combining_Diacritical_Marks}--[\u0306]]"
    r"|[\p{Mn}&&[\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]]"
    r"|[\p{Mn}&&[\p{Hebrew}\p{Arabic}\u064B-\u065F\u0670]]|\u0640|\p{Cf}",
    regex.V1,
)
_DIGIT: Final = regex.compile(r"[\p{Nd}--\p{ASCII}]", regex.V1)
_UNSPACED: Final = r"\p{Han}\p{Hiragana}\p{Line_Break=Complex_Context}"
_WORD: Final = regex.compile(
    rf"[\p{{Han}}\p{{Hiragana}}]|\p{{Line_Break=Complex_Context}}\p{{M}}*|[\p{{Katakana}}ー]+"
    rf"|[[\p{{L}}\p{{M}}\p{{N}}+#]--[{_UNSPACED}\p{{Katakana}}ー]]+",
    regex.V1,
)
_SIGN: Final = regex.compile(r"[\p{L}\p{N}+#]", regex.V1)
_WITHOUT_SPACES: Final = regex.compile(rf"[{_UNSPACED}]", regex.V1)
_BETWEEN: Final = regex.compile(rf"(?<=[{_UNSPACED}]\p{{M}}*) (?=[{_UNSPACED}])", regex.V1)
_LATIN: Final = regex.compile(r"[\p{Latin}\p{Lm}\p{N}\p{M}+#]+", regex.V1)
_SPELT_IN_LATIN: Final = regex.compile(
    r"[\p{Latin}\p{Cyrillic}\p{Greek}\p{Armenian}\p{Georgian}\p{Katakana}ー\p{Lm}\p{N}\p{M}+#]+",
    regex.V1,
)
"""Alphabets, and the syllables that names from elsewhere are written in: read letter by letter they
give the word as it is said. Of Arabic and Hebrew the vowels would be missing, and one Latin
syllable stands for many Chinese characters: those stay as they are."""
_NOT_LATIN: Final = regex.compile(r"[\p{L}--\p{Latin}]", regex.V1)
_NOT_PLAIN: Final = regex.compile(r"[^a-z0-9+#]+")
_TWO_LETTERS: Final = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}
    | {"Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Ø": "Oe", "Å": "Aa"}
)
_FOR_ONE_LETTER: Final = regex.compile(r"(?<=[ao]|(?<!q)u)e(?=[bcdfghjklmnpqrstvwxz])")


def plain(text: str) -> str:
    """`text`, which is in lower case, without diacritics, symbols and invisible characters."""
    decomposed = unicodedata.normalize("NFKD", _SYMBOL.sub(" ", text))
    composed = unicodedata.normalize("NFC", _MARK.sub("", decomposed))
    # `regex` knows digits that came into Unicode after this Python.
    digits = _DIGIT.sub(lambda match: str(unicodedata.decimal(match[0], match[0])), composed)
    folded: str = digits.casefold().translate(_UNDECOMPOSED)
    return folded


def cut(text: str) -> list[str]:
    """The words of `plain` text. Where a script puts no spaces between words, each character with
    its marks is one: a run of them is found as it stands, wherever a word in it begins."""
    return [word for word in _WORD.findall(text) if _SIGN.search(word)]


def puts_no_spaces(word: str) -> bool:
    """Whether the script of a word that `cut` gave is such a one."""
    return not word.isascii() and _WITHOUT_SPACES.match(word) is not None


def together(words: str) -> str:
    """Words joined by one space, without it where their script puts none."""
    return words if words.isascii() else _BETWEEN.sub("", words)


def is_latin(word: str) -> bool:
    """Whether a word that `cut` gave is of Latin letters and digits alone."""
    return word.isascii() or _LATIN.fullmatch(word) is not None


def in_latin(word: str) -> str:
    """A word that `cut` gave in plain Latin letters: `gazprom` of `газпром`; as it is where its
    script is not spelt in those."""
    if word.isascii() or not _SPELT_IN_LATIN.fullmatch(word):
        return word
    return _NOT_PLAIN.sub("", anyascii(word).lower()) or word


def latin_alone(text: str) -> str:
    """`text` with a space for every letter of another script."""
    return text if text.isascii() else _NOT_LATIN.sub(" ", text)


def spellings(text: str) -> tuple[str, ...]:
    """`text`, and, where that differs, with two letters for each that German and the Nordic
    languages may write so: `Mueller` of `Müller`, which folded alone would be `muller`."""
    if text.isascii():
        return (text,)
    composed = unicodedata.normalize("NFC", text)
    other = composed.translate(_TWO_LETTERS)
    return (text,) if other == composed else (text, other)


def with_one_letter(word: str) -> str:
    """`muller` of `mueller`: what a folded word would be if its `ae`, `oe` and `ue` were one."""
    return _FOR_ONE_LETTER.sub("", word) if "e" in word else word
