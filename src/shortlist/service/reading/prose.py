"""What the sentences of a record say of a person: what they were, speak, studied and hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.text import STOPWORDS, key, stems
from shortlist.service.reading.careers import (
    Fact,
    companies_before,
    is_of_somebody_else,
    tells_of_before,
    titles_before,
)
from shortlist.service.reading.linkers import degrees
from shortlist.service.reading.spoken import spoken
from shortlist.service.reading.titles import Post, posts
from shortlist.service.reading.tokens import Token, phrase, tokens, written
from shortlist.service.reading.vocabulary import credentials, occupations, tables
from shortlist.service.reading.vocabulary.words import pattern, words_for
from shortlist.service.reading.whereabouts import paths_of_location

SENTENCE: Final = re.compile(pattern("sentence_end"))
"""Between two sentences."""
_SAYS_TO_BE: Final = re.compile(pattern("says_to_be"))
_SAYS_ELSEWHERE: Final = re.compile(pattern("says_to_be_elsewhere"))
_BEGINS: Final = re.compile(pattern("begins"))
"""A summary that begins with what somebody is: `Licensed master plumber since 1998.`"""
_FOR_YEARS: Final = re.compile(pattern("for_years"))
_HOLDS: Final = re.compile(pattern("holds"))
LIVES: Final = re.compile(pattern("lives"))
"""Where a sentence says that somebody is."""
_COMES_FROM: Final = re.compile(pattern("comes_from"))
_ENDED: Final = re.compile(pattern("ended"))
_RETIRED: Final = re.compile(pattern("retired_told"))


def facts_of(sentence: str, *, first: bool = False) -> Iterator[Fact]:
    """What one sentence says of the person that it is about; the `first` of several begins with
    what somebody is."""
    for said in _FOR_YEARS.finditer(sentence):
        yield "experience", f"{said['years']} {key(said['of'])}"
    words = tokens(sentence)
    if not is_of_somebody_else(words):
        yield from _career(sentence, words, first=first)
        for code in spoken(sentence, words):
            yield "language", code
        for said in _COMES_FROM.finditer(sentence):
            for path in paths_of_location(said["place"] or said["place_"]):
                yield "origin", path
    studied = tuple(_studies(words))
    yield from studied
    if studied or any(word.text == "graduated" for word in words):
        yield from _graduated(sentence)
    yield from _certificates(sentence, words)


def _career(sentence: str, words: tuple[Token, ...], *, first: bool) -> Iterator[Fact]:
    """What somebody is and was, and where they were."""
    for title, past in _titles(sentence, first=first):
        for post in posts(title):
            yield from _held(post, past=past or post.former)
    if tells_of_before(words, sentence):
        for title in dict.fromkeys(titles_before(sentence)):
            for post in posts(title):
                yield from _held(post, past=True)
        yield from companies_before(sentence, of=True)


def _held(post: Post, *, past: bool) -> Iterator[Fact]:
    """What a post says of who has it; of one that was, all that holds without doubt."""
    mark = "past_" if past else ""
    for trade in post.trades:
        yield f"{mark}trade", trade
    for facet, values in (("post", post.pairs), ("concept", post.concepts)):
        for value in sorted(values) if past else ():
            yield f"past_{facet}", value
    for value in sorted(occupations.sure_of(post.occupations)) if past else ():
        yield "past_occ", value


def end_told(summary: str, company: str) -> str:
    """The sentence of `summary` that says that somebody no longer does what they are recorded to do
    at `company`: `The practice has closed.`; empty where none does."""
    for sentence in SENTENCE.split(summary):
        if _ENDED.search(sentence) or (company in sentence and _is_over_at(company, sentence)):
            return sentence
        others = is_of_somebody_else(tokens(sentence))
        if "etired" in sentence and not others and _RETIRED.search(sentence):
            return sentence
    return ""


def _is_over_at(company: str, sentence: str) -> bool:
    """Whether `sentence` says that `company` has closed, or that somebody left it."""
    name = re.escape(company)
    closed, left = f"{name} {pattern('closed')}", f"{pattern('left_what')}{name}{pattern('then')}"
    return bool(company) and bool(re.search(f"{closed}|{left}", sentence))


def _titles(sentence: str, *, first: bool) -> Iterator[tuple[str, bool]]:
    """What somebody is said to be, and whether it is said to have been: `is a nurse`, `served as
    chief engineer of Acme`."""
    for said in _SAYS_TO_BE.finditer(sentence):
        yield said["title"], said["verb"].startswith(("was", "worked", "served"))
    for said in _SAYS_ELSEWHERE.finditer(sentence):
        yield said["title"], False
    begins = _BEGINS.match(sentence) if first else None
    # `Ana leads engineers at Acme` says nothing of what she is.
    if begins and (last := tokens(begins["title"])[-1:]) and last[0].text == last[0].base:
        yield begins["title"], False


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
_OTHER_DEGREES: Final = frozenset({"Diploma", "Degree", "Certificate"})
"""What somebody has who studied, of no level that the table of degrees has."""
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
        elif word.text in _STUDYING and (word.text != "trained" or _is_at(words, at + 1)):
            if word.text == "studied":
                yield from _subject_from(words, at + 1)
            yield from _school_near(words, at, at + 1)
        elif word.raw in _OTHER_DEGREES and (school := tuple(_school_near(words, at, at + 1))):
            yield from _subject(words, at + 1)
            yield from school


def _is_at(words: tuple[Token, ...], at: int) -> bool:
    """Whether a place stands next, and nobody who is trained."""
    return at < len(words) and words[at].text in ("at", "in", "as")


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
    if at < len(words) and words[at].text in ("in", "of"):
        yield from _subject_from(words, at + 1)


def _subject_from(words: tuple[Token, ...], at: int) -> Iterator[Fact]:
    for word in words[at : at + 3]:
        if word.gap.strip() or word.text in STOPWORDS:
            return
        for stem in stems(word.text):
            yield "studied", stem


_BEFORE_A_SCHOOL: Final = words_for("before_a_school")
_GRADUATED: Final = re.compile(pattern("graduated_in"))


def _graduated(sentence: str) -> Iterator[Fact]:
    """The year, the only one of a sentence about studies, in which somebody had finished them."""
    years = {next(filter(None, found.groups())) for found in _GRADUATED.finditer(sentence)}
    if len(years) == 1:
        yield "graduated", int(years.pop())


def _school_near(words: tuple[Token, ...], at: int, after: int) -> Iterator[Fact]:
    """The school right before `at`, or soon after `after`."""
    for start in range(max(0, at - _NAME_LONGEST), at):
        known = phrase(words, start, at) in credentials.schools()
        if words[start].raw[:1].isupper() and (known or _name_end(words[:at], start) == at):
            yield "school", organisation_key(written(words[start:at]))
            return
    for start in range(after, min(len(words), after + 8)):
        cued = words[start - 1].text in _BEFORE_A_SCHOOL or bool(words[start].gap.strip(" -"))
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


_HOLDS_NAMED: Final = re.compile(pattern("holds_named"))
_HOLDS_SINCE: Final = re.compile(pattern("holds_since"))
_OF_A_CERTIFICATE: Final = words_for("of_a_certificate")


def _certificates(sentence: str, words: tuple[Token, ...]) -> Iterator[Fact]:
    """`Certified PMP`, `GCP since 2021`, and what somebody `holds` that is called a certificate,
    though no table has it."""
    if _HOLDS.search(sentence):
        yield from _certifications(words)
        for held in _HOLDS_NAMED.finditer(sentence):
            name = tables.key(held["name"])
            if held["name"].split()[-1].rstrip(".").casefold() in _OF_A_CERTIFICATE:
                yield "certification", name
    elif (since := _HOLDS_SINCE.match(sentence)) and since["name"].isupper():
        name = tables.key(since["name"])
        if name in credentials.certifications():
            yield "certification", name


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
