"""Folding, splitting and stemming of text, the same for queries, records and vocabularies."""

from __future__ import annotations

import re
import threading
from functools import lru_cache
from typing import Final

import regex
import Stemmer

from shortlist.service.lexicon import alphabets

_PLAIN: Final = re.compile(r"[a-z0-9+#]+")
_INITIALS: Final = re.compile(r"\b(?:[a-z]\.){2,}(?:[a-z]\b)?")
# Ours is the only cache of stems.
_STEMMER: Final = Stemmer.Stemmer("english", 0)
_ONE_AT_A_TIME: Final = threading.Lock()
"""A stemmer is not thread-safe."""
_LATIN_FROM: Final = 4
"""Letters of a word of another alphabet that is spelt in Latin ones: shorter ones would be taken
for other words, `ИТ` for `it`."""

_STOPWORDS: Final = """
a an and any are as at be been being by did do does each every for from has have having he her hers
him his i in into is it its me my of on or our out she so some such than that the their them then
there these they this those to us was we were what when where which who whom whose why will with
would you your all also one ones represent represents representing represented about
currently people person persons someone anyone somebody everyone whoever whomever
folks individuals find show list give get looking search need want please
"""
_TITLES: Final = "ceo cfo coo cto cio cmo clo chro ciso vp svp evp mp gc"
_ACRONYMS: Final = frozenset(_TITLES.split())
STOPWORDS: Final = frozenset(_STOPWORDS.split())


@lru_cache(maxsize=100_000)
def fold(text: str) -> str:
    """Lower case without diacritics, of every script; typographic quotes and dashes made plain."""
    lowered = text.replace("’", "'").replace("‘", "'").replace("–", "-").replace("—", "-").lower()
    return lowered if lowered.isascii() else alphabets.plain(lowered)


@lru_cache(maxsize=200_000)
def words(text: str) -> tuple[str, ...]:
    """The folded words of `text`; `U.S.` is `us`, `Aple's` is `aple`, `R&D` is `r`, `d`, `Газпром`
    is `gazprom`, `東京` is `東`, `京`."""
    folded = _INITIALS.sub(lambda m: m[0].replace(".", ""), fold(text))
    folded = folded.replace("'s ", " ").removesuffix("'s").replace("'", "")
    if folded.isascii():
        return tuple(_PLAIN.findall(folded))
    return tuple(map(_meeting, alphabets.cut(folded)))


def _meeting(word: str) -> str:
    """A word of another alphabet in Latin letters, unless that is a word that means nothing."""
    latin = alphabets.in_latin(word)
    kept = alphabets.is_latin(word) or (len(latin) >= _LATIN_FROM and latin not in STOPWORDS)
    return latin if kept else word


@lru_cache(maxsize=100_000)
def name_words(name: str) -> tuple[str, ...]:
    """As `words`, of the name of a person: what stands together is one word in any script."""
    found: list[str] = []
    for chunk in name.split():
        joined = False
        for word in words(chunk):
            apart = alphabets.puts_no_spaces(word)
            if apart and joined:
                found[-1] += word
            else:
                found.append(word)
            joined = apart
    return tuple(found)


_BETWEEN_WORDS: Final = r"[^\p{L}\p{N}\p{M}+#]"
_ARTICLES: Final = rf"(?:(?:[Aa]|[Aa][Nn]|[Tt][Hh][Ee])(?:{_BETWEEN_WORDS}+|$))*"
SAYS_SOMETHING: Final = rf"(?!{_BETWEEN_WORDS}*{_ARTICLES}$)[^\x00]*[\p{{L}}\p{{N}}][^\x00]*$"
"""What a text is that says something, from its first character on, as JSON Schema writes it."""


def says_something(text: str) -> bool:
    """Whether `text` has a letter or a digit, articles aside: `%`, `😀` and `The` say nothing."""
    return regex.match(SAYS_SOMETHING, text) is not None


_BEGINS_WITH_VOWEL: Final = re.compile(
    r"[AEFHILMNORSX][A-Z]{0,4}\b|(?![A-Z]{1,5}\b)(?i:(?!uni|use|usa|eu|one)[aeiou])"
)
"""As it is spoken: letters by their names."""


def with_article(label: str) -> str:
    """`label` with `a` or `an`: an HR director, a user experience designer."""
    return f"{'an' if _BEGINS_WITH_VOWEL.match(label) else 'a'} {label}"


def listed(text: str) -> frozenset[str]:
    """The words of a table, which are split by white space."""
    return frozenset(text.split())


APART: Final = listed(
    """
    accountability accountant accounting animation bridging controller customer doctoral electronic
    gaming hospitality housing independence integrity memorial nursing plasticity polarization
    publication topology transition transitional universe
    """
)
"""Words that the stemmer takes for others: for accounts, bridges, controls, customs, electrons,
games, hospitals, houses, memory, the public, transit, universities."""


_AMERICAN: Final = (
    (
        re.compile(r"^(lab|col|fav|hon|arm|tum|vap|harb|hum|flav|neighb|behavi|endeav)our"),
        r"\1or",
    ),
    (re.compile(r"^(defen|licen|offen)c(?=[ei])"), r"\1s"),
    (re.compile(r"^(cent|theat|fib|met)re(?=s?$)"), r"\1er"),
    (re.compile(r"isation(?=s?$)"), "ization"),
    (re.compile(r"^programme"), "program"),
)
"""Where British spelling differs from American, of words that records have."""


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """The stem of one folded word."""
    singular = word.removesuffix("s")
    if singular in APART or (word.endswith("s") and singular in _ACRONYMS):
        return singular
    if len(word) < 4 or not word.isalpha():
        return word
    for spelling, american in _AMERICAN:
        word = spelling.sub(american, word)
    if word.endswith("men") and len(word) > 4:
        word = f"{word[:-2]}an"
    if len(singular) > 6 and singular.endswith("ator"):
        return singular  # an educator does not deal with education
    with _ONE_AT_A_TIME:
        return str(_STEMMER.stemWord(word))


@lru_cache(maxsize=200_000)
def stems(text: str) -> tuple[str, ...]:
    """The stems of the words of `text`, in order."""
    return tuple(stem(word) for word in words(text))


def key(text: str) -> str:
    """One spelling of `text` for comparing: its folded words joined by one space."""
    return " ".join(words(text))


COMPANY_NOUNS: Final = listed(
    """
    compani firm corpor busi organis organiz startup scaleup sector industri employ maker vendor
    """
)
"""Stems of what any organisation may be called; what stands before says which ones are meant."""
GENERIC: Final = COMPANY_NOUNS | listed(
    """
    profession expert specialist specialis specializ practition staff worker employe talent
    experi experienc background base work job role posit know skill headquart payrol
    other sever various
    """
)
"""Stems of words that say no more than that someone works somewhere."""
