"""What people know and were certified in: skills, languages, schools, certifications."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.reading.cues import ARTICLES
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.linkers import degrees, places
from shortlist.service.reading.spans import Span
from shortlist.service.reading.stop_words import FOREIGN, SMALL
from shortlist.service.reading.tokens import Token, is_in_plural, matches, phrase, written
from shortlist.service.reading.uncovered_words import NOT
from shortlist.service.reading.vocabulary import companies, credentials, tables
from shortlist.service.reading.vocabulary.words import pattern, words_for

_LONGEST: Final = 6
_KNOWN: Final = words_for("known_in")
_CERTIFIED: Final = words_for("certified")
_CERTIFICATES: Final = words_for("of_a_certificate")


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """What is known, spoken, studied or certified in pieces of `words`."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            # Somebody's `Street Works` is not what `Works in logistics` asks for.
            plain = words[start].raw.islower() or (start == 0 and words[0].raw.istitle())
            small = plain and SMALL.issuperset(word.text for word in words[start:end])
            # `Go developers` are of what is a small word, too.
            if small and not (end < len(words) and tables.is_of_people(words[end].base)):
                continue
            skills = gazetteer.skills(tuple(word.text for word in words[start:end]))
            if skills:
                yield _skill(words, start, end, skills, gazetteer)
            yield from _certification(words, start, end, gazetteer, skilled=bool(skills))
    yield from _languages(words)
    graduated = any(not _SCHOOLED.isdisjoint((word.base, word.text)) for word in words)
    graduated |= any((one.text, two.text) in _OF_A_SCHOOL for one, two in pairwise(words))
    if graduated or any(True for _ in degrees.named(words)):
        yield from _schools(words, gazetteer)


def _skill(
    words: Sequence[Token], start: int, end: int, skills: tuple[str, ...], gazetteer: Gazetteer
) -> Span:
    """What is known; of `fundraisers` only the stem is that of a skill."""
    exact = {" ".join(word.text for word in words[start:end]), phrase(words, start, end)}
    before = [word.text for word in words[max(0, start - 2) : start]]
    # Somebody has `experience in Java` and in no place of that name.
    told = before[1:] == ["in"] and before[0] in _KNOWN
    within = before[-1:] in (["in"], ["of"])
    told = told or (within and _is_rather_known(words[start:end], skills, gazetteer))
    told = told or _goes_on_from_a_skill(words, start, gazetteer)
    sure = 1.2 if told else 0.7 if exact.isdisjoint(skills) else 0.9
    return Span(start, end, "skill", skills, written(words[start:end]), sure)


def _is_rather_known(words: Sequence[Token], skills: Sequence[str], gazetteer: Gazetteer) -> bool:
    """Whether more people know one of `skills` than are in a place of that name: `Java`."""
    paths, texts = gazetteer.values("place"), tuple(word.text for word in words)
    there = max((paths.get(path, 0) for path in gazetteer.places(texts)), default=0)
    return sum(gazetteer.values("skill").get(each, 0) for each in skills) > there


def _goes_on_from_a_skill(words: Sequence[Token], at: int, gazetteer: Gazetteer) -> bool:
    """`Python, Java and Go`: what stands in a list of skills is one, and no island."""
    joined = at > 0 and words[at - 1].text in ("and", "or")
    last = at - 1 - joined
    listed = last >= 0 and (joined or "," in words[at].gap)
    return listed and bool(gazetteer.skills((words[last].text,)))


def _certification(
    words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer, *, skilled: bool
) -> Iterator[Span]:
    """What is certified: in capitals, or before what certificates are called. Of a name that is a
    skill, too, only such a word beside it means the certification."""
    texts, name = tuple(word.text for word in words[start:end]), phrase(words, start, end)
    beside = (*words[max(0, start - 2) : start], *words[end : end + 2])
    held_so = not skilled and degrees.is_held(words, start)  # `nurses with CCRN`
    certified = held_so or any(word.base in _CERTIFIED for word in beside)
    called = end < len(words) and words[end].base in _CERTIFICATES  # `a first aid certificate`
    listed = end - start > 1 and name in credentials.certifications()
    if name.isdigit():
        return  # `under 30`
    if (words[start].raw.islower() or (skilled and not certified)) and not (called or listed):
        return
    sure = 1.3 if called or held_so else 0.0  # a `WSET Diploma` is no degree of a school
    # What is lower, `WSET Level 2`, is no diploma.
    diploma = called and words[end].base == "diploma" and not words[start].raw.islower()
    if diplomas := gazetteer.certifications((*texts, words[end].text)) if diploma else ():
        label = written(words[start : end + 1])
        yield Span(start, end + 1, "certification", diplomas, label, sure)
        return
    single = words[start] if end - start == 1 else None
    if single and (is_in_plural(single) or len(single.text) == 1):
        return  # `RNs` are people: `roles` says which; `I` is who asks
    if known := credentials.certifications().get(name):
        others = tuple(f"certification={each}" for each in known.beside)
        # `NEBOSH` is `NEBOSH IGC`, too.
        keys = tuple(dict.fromkeys((*known.keys, *gazetteer.certifications(texts))))
        # An `EA` is rather somebody's assistant than an enrolled agent.
        rather = 0.8 if name in tables.title_letters() and not certified else 1.0
        yield Span(start, end + called, "certification", keys, known.name, sure or rather, others)
        return
    begins = single and start == 0 and single.raw.istitle()
    held = () if begins or name in credentials.degrees() else gazetteer.certifications(texts)
    if single and called and single.raw.isupper() and name not in credentials.degrees():
        held = held or (name,)  # that nobody here has: `LEED certification`
    if held:
        label = written(words[start:end])
        yield Span(start, end + called, "certification", held, label, sure or 0.9)


_SCHOOLED: Final = words_for("schooled")
_OF_A_SCHOOL: Final = frozenset({("went", "to"), ("class", "of")})
_A_SCHOOL: Final = words_for("place_of_study")
_ALUMNI: Final = words_for("alumni")
_AT_A_SCHOOL: Final = words_for("at_a_school")
_AT_A_SCHOOL_ELSEWHERE: Final = words_for("at_a_school_elsewhere")
_STUDYING: Final = words_for("studying_somewhere")


def _schools(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The schools that pieces of `words` name, with what says so before them, and those that lie in
    a place: `studied in Germany`."""
    begins = {end: start for start, end, _ in matches(words, pattern("asked_school"))}
    for start in range(len(words)):
        proper = any(character.isupper() for character in words[start].raw)
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            if proper or _is_listed(words[start:end]):
                yield from _school(words, start, end, gazetteer, begins.get(start))
    there = {end: start for start, end, _ in matches(words, pattern("asked_school_in"))}
    for place in places.link(words, gazetteer):
        since, into = there.get(place.start), place.start - 1
        into -= into > 0 and words[into].text in ARTICLES  # `studied in the Netherlands`
        said = () if since is None else words[since + 1 : into]
        school = bool(said) and said[-1].base in _A_SCHOOL  # `studied at a university in the UK`
        if since is not None and not any(
            w.gap.strip() or (w.text in SMALL and not school) for w in said
        ):
            yield _school_in(place, into - school, place.end, gazetteer)
        # `US-educated`, `a degree from an Australian university`; not `a Torino laureati al`
        after, at = (*words[place.end : place.end + 2], None, None)[:2]
        studying = after and after.text in _STUDYING and not (at and at.text in _AT_A_SCHOOL)
        if after and (after.base in _A_SCHOOL or studying):
            yield _school_in(place, place.start, place.end + 1, gazetteer)
        elif _verb_behind(words, place.end):
            yield _school_in(place, place.start, place.end + 2, gazetteer)


def _school(
    words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer, begin: int | None
) -> Iterator[Span]:
    """The school that these words name, with what says so beside them: from `begin` on."""
    texts, name = tuple(word.text for word in words[start:end]), phrase(words, start, end)
    label = written(words[start:end])
    if (SMALL.issuperset(texts) and not label.isupper()) or tables.code_of_language(name):
        return  # `Has studied`, `an English degree`
    known_as = credentials.schools().get(name, ())
    listed = _is_listed(words[start:end])
    went = begin is not None and words[begin].text in _WENT
    if begin is None and start and known_as and words[start - 1].text == "at":
        begin = start - 1  # `studied law at Oxford`
    elif begin is None and start and words[start - 1].text == "from":
        there = bool(gazetteer.places(texts)) or name in tables.country_names()
        begin = start - 1 if known_as or not there else None
    elif begin is None and start > 1 and words[start - 2].meant and known_as:
        # `Studied in Harvard`, as other languages have it
        into = (
            words[start - 1].text in _AT_A_SCHOOL_ELSEWHERE and words[start - 2].text in _STUDYING
        )
        begin = start - 2 if into else None
    told = begin is not None
    first = start if begin is None else begin
    after = int(
        end < len(words)
        and words[end].base in _SCHOOLED | (_A_SCHOOL if known_as else set())
        and not (
            end + 1 < len(words)
            and words[end + 1].text in _AT_A_SCHOOL
            and not words[min(end + 2, len(words) - 1)].text.isdigit()  # `grads from 2010 to 2015`
        )
    )
    if _verb_behind(words, end) or _is_a_faculty(words, end):
        after = 2  # `aan Harvard hebben gestudeerd`, `Tufts medical school`
    goes_on = start > 0 and words[start - 1].text in ("or", "and")
    if known_as and (told or after or goes_on or end - start > 1):
        keys = (key for each in known_as for key in _school_keys(each, gazetteer))
        yield Span(first, end + after, "school", tuple(dict.fromkeys(keys)), label, 1.3)
    elif schools := gazetteer.schools(texts):
        yield Span(first, end + after, "school", schools, label, 1.05)
    elif (
        name not in credentials.degrees()
        and (after or (told and (listed or not went)))
        and (listed or _is_named(words[start:end]))
        and not any(word.base in credentials.certifications() for word in words[start:end])
    ):
        yield _unknown_school(words, (start, end), (first, end + after), gazetteer)


def _is_a_faculty(words: Sequence[Token], at: int) -> bool:
    """Whether a school of one subject, of what stands before, is named: `medical school`."""
    said = [word.base for word in words[at : at + 2]]
    return len(said) > 1 and said[0] in _FACULTIES and said[1] == "school"


_FACULTIES: Final = frozenset({"medical", "law", "business", "dental", "nursing", "graduate"})


def _verb_behind(words: Sequence[Token], end: int) -> bool:
    """Whether a verb of study stands behind, after a small word: `zijn opgeleid`."""
    small = end + 1 < len(words) and words[end].text in FOREIGN
    return small and words[end + 1].meant and words[end + 1].text in _STUDYING


def _is_named(words: Sequence[Token]) -> bool:
    """Whether words have capitals as a name has: `University of Lisbon`; not `Of Leeds`, or the
    nouns of German."""
    if any(word.meant for word in words):
        return False
    first, *inside, last = words if len(words) > 1 else (*words, *words)
    capitals = all(word.raw[:1].isupper() for word in (first, last))
    small = all(word.raw[:1].isupper() or word.text in _OF for word in inside)
    return capitals and small and SMALL.isdisjoint((first.text, last.text))


_OF: Final = words_for("of_elsewhere") | {"of"}
_WENT: Final = frozenset({"went", "trained"})
"""Of these it is said of other places, too: `trained at Deloitte`."""


def _is_listed(words: Sequence[Token]) -> bool:
    """Whether a list of schools has this very name: `university of leeds`."""
    ends = words[-1].text in SMALL  # the key of `University of` is that of another
    name = organisation_key(written(words))
    return len(words) > 1 and not ends and credentials.is_listed_school(name)


def _unknown_school(
    words: Sequence[Token], own: tuple[int, int], whole: tuple[int, int], gazetteer: Gazetteer
) -> Span:
    """A school of which the index knows nobody; of alumni nobody said that they graduated from
    it: an employer of that name is meant, or either."""
    said, label = words[slice(*own)], written(words[slice(*own)])
    values: tuple[str, ...] = (organisation_key(label),)
    says = ""
    alumni = any(word.base in _ALUMNI for word in words[slice(*whole)])
    if alumni and not any(word.base in _A_SCHOOL for word in said):
        company = companies.companies().get(phrase(words, *own))
        employers = gazetteer.organisations(tuple(word.text for word in said))
        if employers := employers or ((organisation_key(company),) if company else ()):
            return Span(*whole, "past_organisation", employers, label, 1.25)
        values, says = (*values, f"past_company={values[0]}"), f"Studied or worked at {label}"
    return Span(*whole, "school", values, label, 1.25, says=says)


def _school_in(place: Span, start: int, end: int, gazetteer: Gazetteer) -> Span:
    """Any school of `place`."""
    held = gazetteer.values("school")
    there = tuple(each for each in held if any(_is_there(each, path) for path in place.values))
    nobody = (f"school~{place.label.split(',')[0].lower()}",)
    label, says = f"a school in {place.label}", f"Studied in {place.label}"
    return Span(start, end, "school", there or nobody, label, 1.35, says=says)


def _is_there(school: str, path: str) -> bool:
    """Whether the school of this key lies in the place of this path, or is called by it."""
    at = credentials.school_place(school)
    country, _, inner = path.partition("/")
    if not inner or at == path:
        return at == path or at.startswith(f"{path}/")
    name = inner.rsplit("/", 1)[-1]
    return f" {name} " in f" {school} " and at[:2] in ("", country)


def _school_keys(name: str, gazetteer: Gazetteer) -> tuple[str, ...]:
    key = organisation_key(name)
    return (key, *gazetteer.schools(tuple(key.split())))


_SPEAKING: Final = words_for("speaking")
_BESIDE: Final = words_for("before_a_language")
_DEGREE: Final = words_for("degree") - {"graduate"}
_WITH_LANGUAGES: Final = words_for("with_languages")
_JOINING: Final = frozenset({"and", "or"})


def _languages(words: Sequence[Token]) -> Iterator[Span]:
    """What is spoken: beside a word that says so, or where no noun follows that the word would be
    said of, as of `German engineers`; several side by side are languages there, however written."""
    for first, last in _lists_of_languages(words):
        before = words[first - 1].base if first else ""
        # `A degree in English`, `an English degree`.
        around = (*words[max(0, first - 2) : first], *words[last + 1 : last + 2])
        if any(word.base in _DEGREE for word in around):
            continue
        told = any(word.base in _SPEAKING for word in words[:first])
        asked = last + 1 < len(words) and words[last + 1].text in _SPEAKING
        translating = any(word.base in _WITH_LANGUAGES for word in words)
        said = before in _SPEAKING
        if (
            asked
            or said
            or (told and before in (*_JOINING, *NOT, "in", "of"))
            or (translating and _stands_alone(words, last))
        ):
            sure = 1.3
        elif not _stands_alone(words, last):
            continue
        elif last > first:
            sure = 1.2
        elif (before in _BESIDE or "," in words[first].gap) and (
            words[first].raw[:1].isupper() or before in FOREIGN
        ):
            sure = 0.95
        else:
            continue
        for at in range(first, last + 1):
            if code := _language(words[at]):
                start, end = at - (said and at == first), at + 1 + (asked and at == last)
                yield Span(start, end, "language", (code,), tables.language_labels()[code], sure)


def _lists_of_languages(words: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Where the first and the last stand of languages that are side by side: `Spanish + English`,
    `French, German and Dutch`."""
    first = last = -1
    for at, word in enumerate(words):
        _, country = tables.country_names().get(word.base, ("", False))
        spoken = at > 0 and words[at - 1].base in _SPEAKING
        # `France` is no plural of Spanish `francés`, but who speaks `italien` does not speak Italy.
        if not _language(word) or (country and not spoken):
            continue
        goes_on = first >= 0 and (
            at == last + 1 or (at == last + 2 and words[at - 1].text in _JOINING)
        )
        if not goes_on:
            if first >= 0:
                yield first, last
            first = at
        last = at
    if first >= 0:
        yield first, last


def _language(word: Token) -> str:
    return tables.code_of_language(word.base, word.text)


def _stands_alone(words: Sequence[Token], at: int) -> bool:
    if at + 1 == len(words):
        return at > 0
    after = words[at + 1]
    return bool(after.gap.strip()) or after.text in SMALL
