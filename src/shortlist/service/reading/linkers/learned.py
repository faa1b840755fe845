"""What people know and were certified in: skills, languages, schools, certifications."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.text import stems
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.linkers import degrees
from shortlist.service.reading.spans import Span
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.tokens import Token, phrase, written
from shortlist.service.reading.vocabulary import credentials, tables
from shortlist.service.reading.vocabulary.words import words_for

_LONGEST: Final = 6
_SPEAKING: Final = words_for("speaking")
_SCHOOLED: Final = words_for("schooled")
_CERTIFIED: Final = words_for("certified")


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """What is known, spoken, studied or certified in pieces of `words`."""
    degrees_end = {end for _, end, _ in degrees.named(words)}
    schooled = bool(degrees_end) or any(
        word.base in _SCHOOLED or word.text in _SCHOOLED or _went(words, at)
        for at, word in enumerate(words)
    )
    ends: set[int] = set()  # of schools that are known
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            texts = tuple(word.text for word in words[start:end])
            name = phrase(words, start, end)
            label = written(words[start:end])
            # Of a name that is a skill, too, only such a word beside it means the certification.
            beside = (*words[max(0, start - 2) : start], *words[end : end + 2])
            certified = any(word.base in _CERTIFIED for word in beside)
            skills = () if _is_verb(words, start, end) else gazetteer.skills(texts)
            if skills:
                # Of `fundraisers` only the stem is that of a skill.
                whole = " ".join(texts) in skills or name in skills
                yield Span(start, end, "skill", skills, label, 0.9 if whole else 0.7)
            proper = any(character.isupper() for character in words[start].raw)
            meant = any(word.meant for word in words[start:end])  # and no name
            asked = proper and (certified or not skills)
            held = gazetteer.certifications(texts) if asked and not meant else ()
            known = credentials.certifications().get(name) if asked else None
            if known:
                yield Span(
                    start, end, "certification", known.keys, known.name, 1.0,
                    tuple(f"certification={each}" for each in known.beside),
                )  # fmt: skip
            elif held:
                yield Span(start, end, "certification", held, label, 0.9)
            if not (schooled and proper):
                continue
            after = end < len(words) and (words[end].base in _SCHOOLED)
            place = name not in credentials.schools() and gazetteer.places(texts)
            after_degree = not place and _is_from_degree(words, start, degrees_end)
            before = 2 if _is_from(words, start) else int(after_degree)
            goes_on = _list_before(words, start) in ends
            if known_as := credentials.schools().get(name):
                group = _is_of_schools(words, end)
                if before or after or group or goes_on or end - start > 1:
                    ends.add(end)
                    keys = tuple(k for each in known_as for k in _school_keys(each, gazetteer))
                    held = tuple(dict.fromkeys(keys))
                    yield Span(start - before, end + (after or group), "school", held, label, 1.3)
            if schools := gazetteer.schools(texts):
                yield Span(start - before, end + after, "school", schools, label, 1.05)
            elif (
                name not in credentials.degrees()
                and (after or (before and not _went(words, start - 2)))
                and _is_proper(words[start:end])
            ):
                # A school of which the index knows nobody, and no place of that name.
                unknown = (organisation_key(label),)
                yield Span(start - before, end + after, "school", unknown, label, 1.25)
    yield from _kinds_of_school(words)
    yield from _languages(words)


def _list_before(words: Sequence[Token], at: int) -> int:
    """Where the one before ends in a list that goes on at `at`; -1 where none does."""
    if at > 1 and words[at - 1].text in ("or", "and"):
        return at - 1
    return at if at and "," in words[at].gap else -1


def _is_of_schools(words: Sequence[Token], at: int) -> bool:
    """`Ivy League | schools`."""
    return at < len(words) and words[at].base in _A_SCHOOL and not words[at].gap.strip()


def _school_keys(name: str, gazetteer: Gazetteer) -> tuple[str, ...]:
    key = organisation_key(name)
    return (key, *gazetteer.schools(tuple(key.split())))


def _is_verb(words: Sequence[Token], start: int, end: int) -> bool:
    """What people do: `recruiters who hire`."""
    alone = end - start == 1 and words[start].raw.islower()
    return alone and start > 0 and words[start - 1].text in ("who", "that")


_A_SCHOOL: Final = words_for("place_of_study")


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


def _is_proper(words: Sequence[Token]) -> bool:
    return all(word.raw[:1].isupper() for word in words)


def _is_from(words: Sequence[Token], at: int) -> bool:
    """Whether `graduated from` or `alumni of` stands before."""
    if at < 2:
        return False
    if _went(words, at - 2):
        return True
    graduated = not _SCHOOLED.isdisjoint((words[at - 2].text, words[at - 2].base))
    return graduated and words[at - 1].text in ("from", "at", "of")


def _is_from_degree(words: Sequence[Token], at: int, degrees_end: set[int]) -> bool:
    """Whether `MSc in data science from` stands before."""
    return (
        at > 0
        and words[at - 1].text == "from"
        and any(0 < at - end <= _SUBJECT_LONGEST for end in degrees_end)
    )


_SUBJECT_LONGEST: Final = 5
"""Words between a degree and its school."""


def _went(words: Sequence[Token], at: int) -> bool:
    return [word.text for word in words[at : at + 2]] == ["went", "to"]


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
        elif (
            word.raw[:1].isupper()
            and (before in _BESIDE or "," in word.gap)
            and _stands_alone(words, at)
        ):
            yield Span(at, at + 1, "language", (code,), label, 0.95)


_BESIDE: Final = words_for("before_a_language")


def _stands_alone(words: Sequence[Token], at: int) -> bool:
    """Whether no noun follows that the word would be said of: `German engineers`."""
    if at + 1 == len(words):
        return at > 0
    after = words[at + 1]
    return bool(after.gap.strip()) or after.text in SMALL
