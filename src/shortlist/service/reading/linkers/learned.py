"""What people know and were certified in: skills, languages, schools, certifications."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.linkers import degrees, places
from shortlist.service.reading.spans import Span
from shortlist.service.reading.stop_words import FOREIGN, SMALL
from shortlist.service.reading.tokens import Token, is_in_plural, phrase, written
from shortlist.service.reading.vocabulary import credentials, tables
from shortlist.service.reading.vocabulary.words import words_for

_LONGEST: Final = 6
_SPEAKING: Final = words_for("speaking")
_SCHOOLED: Final = words_for("schooled")
_KNOWN: Final = words_for("known_in")
_A_SCHOOL: Final = words_for("place_of_study")
_ALUMNI: Final = words_for("alumni")
_CERTIFIED: Final = words_for("certified")
_CERTIFICATES: Final = words_for("of_a_certificate")
_HELD: Final = words_for("beside_a_certification")
_DEALING: Final = words_for("dealing") | words_for("dealing_with")


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """What is known, spoken, studied or certified in pieces of `words`."""
    degrees_end = {end for _, end, _ in degrees.named(words)}
    schooled = bool(degrees_end) or any(
        not _SCHOOLED.isdisjoint((word.base, word.text)) or _went(words, at)
        for at, word in enumerate(words)
    )
    for start in range(len(words)):
        proper = any(character.isupper() for character in words[start].raw)
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            yield from _known(words, start, end, gazetteer)
            if proper and schooled:
                yield from _school(words, start, end, gazetteer, degrees_end)
    yield from _schools_there(words, gazetteer, degree=schooled)
    yield from _languages(words)


def _known(words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer) -> Iterator[Span]:
    """What these words say that somebody knows or is certified in."""
    texts, name = tuple(word.text for word in words[start:end]), phrase(words, start, end)
    label = written(words[start:end])
    if end - start == 1 and texts[0] in _DEALING and _goes_on(words, end):
        return  # `recruiters who hire engineers`
    plain = not words[start].raw[:1].isupper() or _begins_a_sentence(words, start)
    if plain and SMALL.issuperset(texts):
        return  # somebody's `Street Works` is not what `Works in logistics` asks for
    letter = end - start == 1 and len(texts[0]) == 1
    if letter and not words[start].raw.isupper():
        return  # `pronounce r`, and `&`
    if skills := gazetteer.skills(texts):
        # Somebody has `experience in Java` and in no place of that name; of `fundraisers` only the
        # stem is that of a skill.
        cued = [word.text for word in words[max(0, start - 2) : start]]
        sure = 0.9 if " ".join(texts) in skills or name in skills else 0.7
        if sure < 0.9 and (_begins_a_sentence(words, start) or words[start].text in _HELD):
            return  # `Teaches at a university`, and the `ticket` of somebody's `ticketing`
        told = cued[1:] == ["in"] and cued[0] in _KNOWN
        sure = 1.2 if told or _goes_on_from_a_skill(words, start, gazetteer) else sure
        yield Span(start, end, "skill", skills, label, sure)
    # Of a name that is a skill, too, only such a word beside it means the certification.
    beside = (*words[max(0, start - 2) : start], *words[end : end + 2])
    certified = any(word.base in _CERTIFIED for word in beside)
    called = end < len(words) and words[end].base in _CERTIFICATES  # `a first aid certificate`
    if (words[start].raw.islower() or (skills and not certified)) and not called:
        return
    if end - start == 1 and is_in_plural(words[start]):
        return  # `RNs` are people: `roles` says which
    known = credentials.certifications().get(name)
    if known and not words[start].meant:
        others = tuple(f"certification={each}" for each in known.beside)
        # `NEBOSH` is `NEBOSH IGC`, too.
        keys = tuple(dict.fromkeys((*known.keys, *gazetteer.certifications(texts))))
        yield Span(start, end, "certification", keys, known.name, 1.0, others)
    elif not (
        any(word.meant or word.text.isdigit() for word in words[start:end])
        or name in credentials.degrees()
        or (end - start == 1 and _begins_a_sentence(words, start))
    ) and (held := gazetteer.certifications(texts)):
        yield Span(start, end + called, "certification", held, label, 0.9)


def _begins_a_sentence(words: Sequence[Token], at: int) -> bool:
    """Whether the word has its capital for where it stands: `Leads` of `Leads a team`."""
    written_so = words[0].raw.istitle() and words[0].raw.isalpha()
    return at == 0 and written_so and len(words) > 1 and words[1].raw.islower()


def _goes_on_from_a_skill(words: Sequence[Token], at: int, gazetteer: Gazetteer) -> bool:
    """`Python, Java and Go`: what stands in a list of skills is one, and no island."""
    last = at - 2 if at and words[at - 1].text in ("and", "or") else at - 1
    if last < 0 or (last == at - 1 and "," not in words[at].gap):
        return False
    return bool(gazetteer.skills((words[last].text,)))


def _goes_on(words: Sequence[Token], at: int) -> bool:
    """Whether the word at `at` belongs to the one before it."""
    return at < len(words) and not words[at].gap.strip() and words[at].text not in SMALL


def _school(
    words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer, degrees_end: set[int]
) -> Iterator[Span]:
    """The school that these words name, with the words beside them that say so."""
    texts, name = tuple(word.text for word in words[start:end]), phrase(words, start, end)
    label = written(words[start:end])
    if SMALL.issuperset(texts) and not label.isupper():
        return  # `Has studied`
    before = 2 + (words[start - 1].text == "the") if _is_from(words, start) else 0
    if not before and _is_from_degree(words, start, degrees_end):
        before = int(name in credentials.schools() or not gazetteer.places(texts))
    after = int(end < len(words) and words[end].base in _SCHOOLED)
    goes_on = start > 0 and words[start - 1].text in ("or", "and")
    known_as = credentials.schools().get(name)
    if known_as and end < len(words) and words[end].base in _A_SCHOOL:
        after = 1  # `Ivy League schools`
    if known_as and (before or after or goes_on or end - start > 1):
        keys = (key for each in known_as for key in _school_keys(each, gazetteer))
        held = tuple(dict.fromkeys(keys))
        yield Span(start - before, end + after, "school", held, label, 1.3)
    elif schools := gazetteer.schools(texts):
        yield Span(start - before, end + after, "school", schools, label, 1.05)
    elif (
        name not in credentials.degrees()
        and (after or (before and not _went(words, start - 2)))
        and all(word.raw[:1].isupper() for word in words[start:end])
    ):
        # A school of which the index knows nobody, and no place or employer of that name.
        beside = {word.base for word in (*words[max(0, start - 2) : start], *words[end : end + 1])}
        is_school = any(word.base in _A_SCHOOL for word in words[start:end])
        unknown, says = organisation_key(label), ""
        values: tuple[str, ...] = (unknown,)
        if beside & _ALUMNI and not is_school:
            # Nobody said that they graduated from it.
            company = tables.companies().get(name)
            employers = gazetteer.organisations(texts) or (company and (organisation_key(company),))
            if employers:
                yield Span(start - before, end + after, "past_organisation", employers, label, 1.25)
                return
            values, says = (unknown, f"past_company={unknown}"), f"Studied or worked at {label}"
        yield Span(start - before, end + after, "school", values, label, 1.25, says=says)


def _schools_there(words: Sequence[Token], gazetteer: Gazetteer, *, degree: bool) -> Iterator[Span]:
    """`Studied in Germany`, `US-educated`: any school there."""
    studied = degree or any(word.text in _STUDYING for word in words)
    if not studied:
        return
    for place in places.link(words, gazetteer):
        since = _studying(words, place.start)
        after = words[place.end] if place.end < len(words) else None
        # `A degree from an Australian university`
        of_it = studied and after is not None and after.base in _A_SCHOOL
        if since is None and not of_it and not (after and after.text in _STUDYING):
            continue
        there = tuple(
            school
            for school in gazetteer.values("school")
            if any(_is_there(school, path) for path in place.values)
        )
        start = place.start if since is None else since
        nobody = (f"school~{place.label.split(',')[0].lower()}",)
        label, says = f"a school in {place.label}", f"Studied in {place.label}"
        yield Span(start, place.end + (since is None), "school", there or nobody, label, 1.35,
                   says=says)  # fmt: skip


def _studying(words: Sequence[Token], at: int) -> int | None:
    """Where `studied in` begins before `at`, or the `in` of `studied economics in`; None where
    something else is said to be there."""
    if not at or words[at - 1].text != "in":
        return None
    for before in range(at - 2, max(-1, at - 2 - _NEAR), -1):
        if words[before].text in _STUDYING:
            if words[before].gap.strip():
                return None  # `US-educated doctors in Nigeria`
            return before if before == at - 2 else at - 1
        if words[before].text in SMALL or words[before + 1].gap.strip():
            return None
    return None


_STUDYING: Final = words_for("studying_somewhere")
_NEAR: Final = 5
"""Words between what somebody did and where: `studied economics in`."""


def _is_there(school: str, path: str) -> bool:
    """Whether the school of this key lies in the place of this path."""
    at = credentials.school_place(school)
    country, _, inner = path.partition("/")
    if not inner or at == path:
        return at == path or at.startswith(f"{path}/")
    name = inner.rsplit("/", 1)[-1].split()
    words = school.split()
    size = len(name)
    said = any(words[first : first + size] == name for first in range(len(words) - size + 1))
    return said and at[:2] in ("", country)


def _school_keys(name: str, gazetteer: Gazetteer) -> tuple[str, ...]:
    key = organisation_key(name)
    return (key, *gazetteer.schools(tuple(key.split())))


def _is_from(words: Sequence[Token], at: int) -> bool:
    """Whether `graduated from`, `alumni of` or `went to the` stands before."""
    if at and words[at - 1].text == "the":
        at -= 1
    if at < 2 or _went(words, at - 2):
        return at > 1
    graduated = not _SCHOOLED.isdisjoint((words[at - 2].text, words[at - 2].base))
    return graduated and words[at - 1].text in ("from", "at", "of")


def _is_from_degree(words: Sequence[Token], at: int, degrees_end: set[int]) -> bool:
    """Whether `MSc in data science from` stands before."""
    from_it = at > 0 and words[at - 1].text == "from"
    return from_it and any(0 < at - end <= _SUBJECT_LONGEST for end in degrees_end)


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
        following = words[at + 2] if after in ("and", "or") and at + 2 < len(words) else None
        spoken = following and tables.languages().get(following.base)
        if spoken and word.raw[:1].isupper() and _stands_alone(words, at + 2):
            # `Who work in French and English`
            yield Span(at, at + 1, "language", (code,), label, 1.0)
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
            (word.raw[:1].isupper() or (before in _BESIDE and before in FOREIGN))
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
