"""What people know and were certified in: skills, languages, schools, degrees, certifications."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.lexicon.text import listed
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, phrase
from shortlist.service.reading.vocabulary import tables

_LONGEST: Final = 6
_SPEAKING: Final = frozenset(
    ["speaking", "speaker", "speak", "spoken", "fluent", "native", "bilingual", "language"]
)
_SCHOOLED: Final = listed(
    """
    alumnus alumni graduate graduated studied educated degree grad grads attended diploma
    """
)


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """What is known, spoken, studied or certified in pieces of `words`."""
    schooled = any(word.base in _SCHOOLED or word.text in _SCHOOLED for word in words)
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            texts = tuple(word.text for word in words[start:end])
            name = phrase(words, start, end)
            label = " ".join(word.raw for word in words[start:end])
            if skills := gazetteer.skills(texts):
                yield Span(start, end, "skill", skills, label, 0.9)
            proper = any(character.isupper() for character in words[start].raw)
            if (known := tables.certifications().get(name)) and proper:
                yield Span(start, end, "certification", known[1], known[0], 1.0)
            elif proper and (held := gazetteer.certifications(texts)):
                yield Span(start, end, "certification", held, label, 0.9)
            if schooled and (schools := gazetteer.schools(texts)) and proper:
                yield Span(start, end, "school", schools, label, 1.05)
    yield from _languages(words)
    yield from _degrees(words)


def _languages(words: Sequence[Token]) -> Iterator[Span]:
    for at, word in enumerate(words):
        code = tables.languages().get(word.base) or tables.languages().get(word.text)
        if not code:
            continue
        after = words[at + 1].text if at + 1 < len(words) else ""
        before = words[at - 1].base if at else ""
        label = tables.language_labels()[code]
        if after in _SPEAKING:
            yield Span(at, at + 2, "language", (code,), label, 1.3)
        elif before in _SPEAKING or (
            at > 1
            and before in ("and", "or", "in")
            and any(w.base in _SPEAKING for w in words[:at])
        ):
            start = at - 1 if before in _SPEAKING else at
            yield Span(start, at + 1, "language", (code,), label, 1.3)


def _degrees(words: Sequence[Token]) -> Iterator[Span]:
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + 4) + 1):
            if (
                end - start == 1
                and len(words[start].raw) < 4
                and not words[start].raw[:1].isupper()
            ):
                continue
            if degree := tables.degrees().get(phrase(words, start, end)):
                yield Span(start, end, "degree", (degree,), degree, 0.8)
