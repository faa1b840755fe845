"""Words of other languages without their endings: `enfermeras` and `enfermero` are one.

Snowball's stemmers, but of German, where they take `Bauer` for `Bau`; the same for a question, a
record and the tables.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import Stemmer

from shortlist.service.lexicon.text import fold
from shortlist.service.reading.tokens import Token

_SNOWBALL: Final = {
    "fr": "french", "es": "spanish", "pt": "portuguese", "it": "italian", "nl": "dutch",
}  # fmt: skip
LANGUAGES: Final = ("de", *_SNOWBALL)
_STEMMERS: Final = {code: Stemmer.Stemmer(name, 0) for code, name in _SNOWBALL.items()}
_ONE_AT_A_TIME: Final = threading.Lock()
"""A stemmer is not thread-safe."""
_FEMININE: Final = re.compile(r"(?<=[^\W\d_]{4})in(?:nen)?$")
_MASCULINE: Final = {
    "fr": {"ère": "er", "euse": "eur", "trice": "teur"},
    "it": {"iera": "iere", "trice": "tore"},
}
"""How a word for a woman ends, and that for a man, where the stemmer keeps them apart."""
_PLURAL_OF_L: Final = re.compile(r"(?<=[^\W\d_]{2})(?:([aeo])|(?<=[^\W\d_aeiouáéó]))is$")
"""Portuguese: `civis`, `comerciais`, which the stemmer keeps apart from `civil`, `comercial`."""
_ENDING: Final = re.compile(r"(?<=[^\W\d_]{3})(?:e[mns]?|n|s)$")
"""German: `Lehrerinnen`, `Lehrern`."""


@lru_cache(maxsize=100_000)
def root(language: str, word: str) -> str:
    """A word in small letters, with its accents, without its endings and accents; of English, the
    word."""
    if language == "de":
        return fold(_ENDING.sub("", _FEMININE.sub("", word)))
    if language not in _STEMMERS:
        return fold(word)
    for feminine, masculine in _MASCULINE.get(language, {}).items():
        if word.removesuffix("s").endswith(feminine):
            word = word.removesuffix("s").removesuffix(feminine) + masculine
    if language == "pt":
        word = _PLURAL_OF_L.sub(lambda ends: f"{ends[1] or 'i'}l", word)
    if language == "it" and word.endswith("ai"):
        word += "o"  # `liutai`, the plural of `liutaio`
    with _ONE_AT_A_TIME:
        return fold(_STEMMERS[language].stemWord(word))


def roots(language: str, words: Sequence[Token]) -> tuple[str, ...]:
    """The keys of some words: by their roots, and as who leaves accents out writes them."""
    spelt = (
        " ".join(root(language, word.raw.lower()) for word in words),
        " ".join(root(language, word.text) for word in words),
    )
    return tuple(dict.fromkeys(spelt))
