"""What people know and were certified in: skills, languages, schools, degrees, certifications."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.text import listed, stems
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.small import SMALL
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, phrase, written
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
_CERTIFIED: Final = frozenset(
    ["certified", "certification", "certificate", "cert", "accredited", "credential"]
)


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """What is known, spoken, studied or certified in pieces of `words`."""
    schooled = any(word.base in _SCHOOLED or word.text in _SCHOOLED for word in words)
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            texts = tuple(word.text for word in words[start:end])
            name = phrase(words, start, end)
            label = written(words[start:end])
            # Of a name that is a skill, too, only such a word beside it means the certification.
            beside = (*words[max(0, start - 2) : start], *words[end : end + 2])
            certified = any(word.base in _CERTIFIED for word in beside)
            if skills := gazetteer.skills(texts):
                yield Span(start, end, "skill", skills, label, 0.9)
            proper = any(character.isupper() for character in words[start].raw)
            held = () if skills and not certified else gazetteer.certifications(texts)
            known = None if skills and not certified else tables.certifications().get(name)
            if known and proper:
                yield Span(start, end, "certification", known[1], known[0], 1.0)
            elif proper and held:
                yield Span(start, end, "certification", held, label, 0.9)
            if schooled and proper and (schools := gazetteer.schools(texts)):
                after = end < len(words) and (words[end].base in _SCHOOLED)
                yield Span(start, end + after, "school", schools, label, 1.05)
            elif schooled and proper and _is_of_alumni(words, start, end):
                # A school of which the index knows nobody, and no place of that name.
                after = end < len(words) and (words[end].base in _SCHOOLED)
                unknown = (organisation_key(label),)
                yield Span(start, end + after, "school", unknown, label, 1.25)
    yield from _kinds_of_school(words)
    yield from _languages(words)
    yield from _degrees(words)
    yield from _subjects(words)


_A_SCHOOL: Final = listed("university college school institute polytechnic academy conservatory")


def _kinds_of_school(words: Sequence[Token]) -> Iterator[Span]:
    """`Studied at a technical university`: any school whose name has the words."""
    for at, word in enumerate(words):
        if word.text not in _SCHOOLED:
            continue
        start = at + 1
        while start < len(words) and words[start].text in ("at", "from", "a", "an", "the"):
            start += 1
        for end in range(start + 1, min(len(words), start + 4) + 1):
            if words[end - 1].gap.strip() or words[end - 1].text in SMALL:
                break
            if words[end - 1].base in _A_SCHOOL and words[start].raw.islower():
                label = written(words[start:end])
                value = f"school~{' '.join(stems(label))}"
                yield Span(at, end, "school", (value,), label, 1.3)
                break


def _is_of_alumni(words: Sequence[Token], start: int, end: int) -> bool:
    """Whether `alumni` follow, or `graduated from` comes before; names in capitals alone."""
    if not all(word.raw[:1].isupper() for word in words[start:end]):
        return False
    after = words[end] if end < len(words) else None
    before = [word.text for word in words[max(0, start - 2) : start]]
    joined = bool(before) and before[-1] in ("from", "at") and before[0] in _SCHOOLED
    return joined or (after is not None and (after.base in _SCHOOLED or after.text in _SCHOOLED))


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


_DEGREE: Final = frozenset({"degree", "graduate", "grad", "major", "diploma"})
_SUBJECT_LONGEST: Final = 3


def _subjects(words: Sequence[Token]) -> Iterator[Span]:
    """`A computer science degree`, `a degree in computer science`: what was studied."""
    for at, word in enumerate(words):
        if word.base not in _DEGREE:
            continue
        if at + 2 < len(words) and words[at + 1].text in ("in", "of"):
            for end in range(at + 3, min(len(words), at + 2 + _SUBJECT_LONGEST) + 1):
                if words[end - 1].text in SMALL or words[end - 1].gap.strip():
                    break
                yield _studied(words, at, end, at + 2, end)
        for start in range(max(0, at - _SUBJECT_LONGEST), at):
            if all(each.text not in SMALL for each in words[start:at]):
                yield _studied(words, start, at + 1, start, at)


def _studied(words: Sequence[Token], start: int, end: int, first: int, last: int) -> Span:
    label = written(words[first:last])
    return Span(start, end, "subject", (label,), label, 0.7)


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
