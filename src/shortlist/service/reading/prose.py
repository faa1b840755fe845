"""What the sentences of a record say of a person: what they were, speak, studied and hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.text import STOPWORDS, key, stems
from shortlist.service.reading.linkers import degrees
from shortlist.service.reading.titles import Post, posts
from shortlist.service.reading.tokens import Token, phrase, tokens, written
from shortlist.service.reading.vocabulary import credentials, tables
from shortlist.service.reading.vocabulary.words import pattern, words_for

Fact = tuple[str, str | int]
"""A facet and its value."""

SENTENCE: Final = re.compile(pattern("sentence_end"))
"""Between two sentences."""
_SAYS_TO_BE: Final = re.compile(pattern("says_to_be"))
_BEGINS: Final = re.compile(pattern("begins"))
"""A summary that begins with what somebody is: `Licensed master plumber since 1998.`"""
_FORMERLY_AT: Final = re.compile(pattern("formerly_at"))
_FORMERLY_OF: Final = re.compile(pattern("formerly_of"))
_LEFT: Final = (
    re.compile(pattern("ex")),
    re.compile(pattern("worked_at")),
    re.compile(pattern("until")),
    _FORMERLY_AT,
)
_FOR_YEARS: Final = re.compile(pattern("for_years"))
_SPEAKS: Final = re.compile(pattern("speaks"))
_NAMES: Final = re.compile(r"[^\W\d_]{3,}")
_HOLDS: Final = re.compile(pattern("holds"))
LIVES: Final = re.compile(pattern("lives"))
"""Where a sentence says that somebody is."""
_ENDED: Final = re.compile(pattern("ended"))


def facts_of(sentence: str, *, first: bool = False) -> Iterator[Fact]:
    """What one sentence says of the person that it is about; the `first` of several begins with
    what somebody is."""
    for said in _FOR_YEARS.finditer(sentence):
        yield "experience", f"{said['years']} {key(said['of'])}"
    for title, past in _titles(sentence, first=first):
        for post in posts(title):
            yield from _held(post, past=past or post.former)
    yield from companies_before(sentence, of=True)
    yield from _languages(sentence)
    words = tokens(sentence)
    yield from _studies(words)
    if _HOLDS.search(sentence):
        yield from _certifications(words)


def _held(post: Post, *, past: bool) -> Iterator[Fact]:
    """What a post says of who has it; of one that was, all that holds without doubt."""
    mark = "past_" if past else ""
    for trade in post.trades:
        yield f"{mark}trade", trade
    for facet, values in (("post", post.pairs), ("concept", post.concepts)):
        for value in sorted(values) if past else ():
            yield f"past_{facet}", value


def end_told(summary: str, company: str) -> str:
    """The sentence of `summary` that says that somebody no longer does what they are recorded to do
    at `company`: `The practice has closed.`; empty where none does."""
    for sentence in SENTENCE.split(summary):
        of_it = bool(company) and company in sentence
        if _ENDED.search(sentence) or (
            of_it and re.search(f"{re.escape(company)} {pattern('closed')}", sentence)
        ):
            return sentence
    return ""


def companies_before(text: str, *, of: bool = False) -> Iterator[Fact]:
    """`Ex-Stripe`, `worked at Deloitte`, and with `of` `former head of Acme`: employers that
    somebody no longer has."""
    for left in _LEFT:
        for found in left.finditer(text):
            yield "past_company", organisation_key(found["company"])
    for found in _FORMERLY_OF.finditer(text) if of else ():
        if not _is_part(found["title"], found["company"]):
            yield "past_company", organisation_key(found["company"])


def _is_part(title: str, name: str) -> bool:
    """Whether a `title` of `name` is one of a part of a business, and `name` no company: `head of
    engineering`, `chief of staff`."""
    return tables.key(name) in tables.subjects() or tables.key(f"{title} of {name}") in (
        tables.titles()
    )


def _titles(sentence: str, *, first: bool) -> Iterator[tuple[str, bool]]:
    """What somebody is said to be, and whether it is said to have been: `is a nurse`, `served as
    chief engineer of Acme`."""
    for said in _SAYS_TO_BE.finditer(sentence):
        yield said["title"], said["verb"].startswith(("was", "worked", "served"))
    begins = _BEGINS.match(sentence) if first else None
    # `Ana leads engineers at Acme` says nothing of what she is.
    if begins and (last := tokens(begins["title"])[-1:]) and last[0].text == last[0].base:
        yield begins["title"], False
    for said in _FORMERLY_AT.finditer(sentence):
        yield said["title"], True
    for said in _FORMERLY_OF.finditer(sentence):
        of = _is_part(said["title"], said["company"])
        yield f"{said['title']} of {said['company']}" if of else said["title"], True


def _languages(sentence: str) -> Iterator[Fact]:
    for said in _SPEAKS.finditer(sentence):
        for name in _NAMES.findall(said["said"]):
            code = tables.languages().get(tables.key(name)) if name[0].isupper() else None
            if code:
                yield "language", code


_LONGEST: Final = 5
_NAME_LONGEST: Final = 8
_SHORT: Final = 2
"""Letters of so few may be a state's: `Boston, MA`."""
_HAVING: Final = words_for("having_a_degree")
_NOT_HELD: Final = words_for("not_held")
_OTHERWISE: Final = frozenset(["Assoc", "Associate"])
"""Words before what somebody is: `Associate in the London office`."""
_RATHER_SUBJECTS: Final = frozenset(["vocational training", "technical education"])
_STUDYING: Final = words_for("studying")
_OF_A_SCHOOL: Final = words_for("of_a_school")
_WITHIN_NAMES: Final = " '’&-"
_JOINING: Final = words_for("inside_a_name")


def _studies(words: tuple[Token, ...]) -> Iterator[Fact]:
    """`BSc in Nursing from UCD`, `studied at the University of Leeds`, `PhD (Cambridge, 2006)`."""
    held = {
        start: (end, degree)
        for start, end, degree in degrees.named(words)
        if _is_held(words, start, end)
    }
    after = 0
    for at, word in enumerate(words):
        if at in held and at >= after:
            after, degree = held[at]
            for value in credentials.with_level(degree):
                yield "degree", value
            yield from _subject(words, after)
            yield from _school_near(words, at, after)
        elif word.text in _STUDYING:
            yield from _school_near(words, at, at + 1)


def _is_held(words: tuple[Token, ...], start: int, end: int) -> bool:
    """Whether what may name a degree is one that somebody has."""
    raw = words[start].raw
    after = words[end].text if end < len(words) else ""
    if not raw[:1].isupper() or after in _NOT_HELD:
        return False
    if end > start + 1:
        return phrase(words, start, end) not in _RATHER_SUBJECTS
    if sum(each.isupper() for each in raw) < _SHORT:
        return after in ("degree", "in") and raw not in _OTHERWISE
    having = start > 0 and words[start - 1].text in _HAVING
    return len(raw) > _SHORT or after in ("in", "from") or having


def _subject(words: tuple[Token, ...], at: int) -> Iterator[Fact]:
    if at >= len(words) or words[at].text not in ("in", "of"):
        return
    for word in words[at + 1 : at + 4]:
        if word.gap.strip() or word.text in STOPWORDS:
            return
        for stem in stems(word.text):
            yield "studied", stem


def _school_near(words: tuple[Token, ...], at: int, after: int) -> Iterator[Fact]:
    """The school right before `at`, or soon after `after`."""
    for start in range(max(0, at - _NAME_LONGEST), at):
        known = phrase(words, start, at) in credentials.schools()
        if words[start].raw[:1].isupper() and (known or _name_end(words[:at], start) == at):
            yield "school", organisation_key(written(words[start:at]))
            return
    for start in range(after, min(len(words), after + 8)):
        cued = words[start - 1].text in ("from", "at", "the") or bool(words[start].gap.strip(" -"))
        if cued and words[start].raw[:1].isupper() and (end := _school_end(words, start)):
            yield "school", organisation_key(written(words[start:end]))
            return


def _in_a_name(word: Token) -> bool:
    return word.raw[:1].isupper() or word.text in _JOINING


def _school_end(words: tuple[Token, ...], start: int) -> int:
    """Where the name of a school that begins at `start` ends; 0 where none begins."""
    for end in range(min(len(words), start + _LONGEST), start, -1):
        if phrase(words, start, end) in credentials.schools():
            return end
    return _name_end(words, start)


def _name_end(words: tuple[Token, ...], start: int) -> int:
    """As `_school_end`, of a name that no table has: `Politecnico di Torino`."""
    end, says = start, False
    while end < len(words) and (end == start or not words[end].gap.strip(_WITHIN_NAMES)):
        proper = words[end].raw[:1].isupper()
        if not _in_a_name(words[end]) or (words[end].text == "at" and not says):
            break
        says = says or (proper and words[end].text in _OF_A_SCHOOL)
        end += 1
    while end > start and not words[end - 1].raw[:1].isupper():
        end -= 1
    return end if says and end - start > 1 else 0


def _certifications(words: tuple[Token, ...]) -> Iterator[Fact]:
    for start, word in enumerate(words):
        if not word.raw[:1].isupper():
            continue
        for end in range(min(len(words), start + _LONGEST), start, -1):
            name = phrase(words, start, end)
            short = end == start + 1
            spelt = not short or (len(word.raw) > _SHORT and word.raw.isupper())
            if spelt and name in credentials.certifications():
                yield "certification", name
                break
