"""Small words: what demands nothing of a record by itself."""

from __future__ import annotations

from typing import Final

from shortlist.service.lexicon.text import STOPWORDS
from shortlist.service.reading.vocabulary.words import words_for

OF_LANGUAGES: Final = {
    code: words_for(f"small_{code}") for code in ("de", "fr", "es", "pt", "it", "nl")
}
"""The small words of other languages, each with the words that it has for `of`, `at` and `who`."""
FOREIGN: Final = frozenset(word for said in OF_LANGUAGES.values() for word in said)
SMALL: Final = STOPWORDS | FOREIGN | words_for("small")
