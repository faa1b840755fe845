"""The texts a person is found by. A change here needs a new `TEXTS_VERSION`."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from typing import Any, Final

from shortlist.contract.anchors import fold
from shortlist.service.index.port import Record
from shortlist.service.lexicon.alphabets import in_latin, spellings
from shortlist.service.lexicon.text import words

TEXTS_VERSION = 3
_PARTS: Final = {"history": ("title", "company"), "education": ("degree", "field", "school")}
"""What is said of each post and of each course of study."""


def words_text(record: Record) -> str:
    """Everything the record says, for BM25."""
    parts = [
        *_given(record, "name", "function", "city", "region", "country"),
        *_said(record),
        *_words(record.get("facts")),
    ]
    return " ".join(dict.fromkeys(parts))


def spelt_in_words(text: str) -> str:
    """`text` for BM25, which knows Latin words: any other is cut and spelt as in filters."""
    if text.isascii():
        return text
    return " ".join(
        chunk if chunk.isascii() else " ".join(_ways_to_say(chunk)) for chunk in text.split()
    )


def _ways_to_say(chunk: str) -> Iterator[str]:
    yield from dict.fromkeys(word for spelt in spellings(chunk) for word in words(spelt))


def meaning_text(record: Record) -> str:
    """What the person is, knows and did, for the embedding; no name, which would only add noise."""
    return ". ".join(dict.fromkeys(_said(record)))


def _said(record: Record) -> Iterator[str]:
    """What a record says of a person at work, what weighs most first."""
    yield from _given(record, "title", "company", "department", "location")
    yield from _given(record, "industry", "sub_industry", "company_industry")
    for name in ("skills", "certifications", "languages"):
        for each in _listed(record, name):
            if isinstance(said := each.get("name") if isinstance(each, dict) else each, str):
                yield said
    for name, keys in _PARTS.items():
        for each in _listed(record, name):
            if isinstance(each, dict):
                yield from _given(each, *keys)
    yield from _given(record, "summary")
    for each in _listed(record, "history"):
        if isinstance(each, dict):
            yield from _given(each, "summary")


def _listed(record: Record, key: str) -> list[Any]:
    return value if isinstance(value := record.get(key), list) else []


def text_hash(text: str) -> str:
    """Identifies an embedded text."""
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def name_grams(name: str) -> dict[int, float]:
    """Trigrams of the words of `name` as sparse weights; the whole has length 1."""
    counts: dict[int, float] = {}
    for word in fold(name).split():
        padded = f" {in_latin(word)} "
        for i in range(max(1, len(padded) - 2)):
            gram = zlib.crc32(padded[i : i + 3].encode())
            counts[gram] = counts.get(gram, 0.0) + 1.0
    length = sum(count * count for count in counts.values()) ** 0.5
    return {gram: count / length for gram, count in counts.items()}


def _given(record: Record, *keys: str) -> Iterator[str]:
    return (str(record[key]) for key in keys if record.get(key))


def _words(value: Any) -> Iterator[str]:
    """The strings inside free-form facts, without addresses."""
    if isinstance(value, str):
        if "://" not in value:
            yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _words(inner)
