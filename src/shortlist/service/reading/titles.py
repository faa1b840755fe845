"""What a title says: at which level, of what, and which occupations it names.

The same reading serves the title of a record and the words of a question, so that `sales reps` and
`Sales Representative` meet in one id.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from shortlist.service.lexicon.text import fold
from shortlist.service.lexicon.text import words as folded_words
from shortlist.service.reading.title_segments import LESSER, expanded, segments
from shortlist.service.reading.tokens import longest, renamed, tokens
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import pattern, title_levels, words_for

TOP: Final = "top"
"""The level of whoever runs the whole organisation."""
ANY: Final = "any"
"""Of whatever part of a business: a finance director is a director."""
PRESIDENT: Final = "president"
"""Of a college or a society whoever runs it, of a company often the second."""

_HEADS: Final = title_levels()
_ASSISTING: Final = words_for("assisting")
_MODIFIERS: Final = words_for("modifier")
_ENDS: Final = words_for("end_of_title")


@dataclass(frozen=True, slots=True)
class Post:
    """One role that a title names."""

    level: str
    """`c_level`, `top`, `vp`, `head`, `director`, `manager` …; empty where it says none."""
    concepts: frozenset[str]
    """What it is of: `hr`, `payroll`, `finance` …"""
    trades: tuple[str, ...]
    """The names of occupations in it that a table lists, longest first."""
    occupations: frozenset[str]
    """Their ids."""
    lesser: bool = False
    """A deputy's, an assistant's."""
    foremost: bool = False
    """A `finance director`, who is what is elsewhere called a chief financial officer."""
    former: bool = False
    """The title says itself that it was."""
    learning: bool = False
    """A student's or a trainee's, who is not yet what the title goes on to."""
    perhaps: frozenset[str] = frozenset()
    """As `pairs`: of letters that stand for several, those that it may be."""

    @property
    def pairs(self) -> frozenset[str]:
        """Level and concept, as the facet `post` keeps them."""
        level = f"lesser_{self.level}" if self.lesser and self.level else self.level
        if not level:
            return frozenset()
        levels = (level, "c_level") if self.foremost else (level,)
        concepts = self.concepts or {"general"}
        return frozenset(f"{each}:{concept}" for each in levels for concept in concepts)


@lru_cache(maxsize=100_000)
def common(words: tuple[str, ...]) -> tuple[str, ...]:
    """Written-out `words` by the names that titles go by here, so that `equine vet` and `horse
    veterinarian` are the same."""
    return renamed(words, tables.synonyms(), tables.SYNONYM_LONGEST)


@lru_cache(maxsize=100_000)
def posts(title: str, at: str = "") -> tuple[Post, ...]:
    """The roles that `title` names, in order; empty for an empty title. `at`: what is said of the
    organisation, where the title has letters that mean one thing here and another there."""
    found: list[Post] = []
    over = is_retired(title)
    for segment in segments(title):
        if not segment.words:
            continue
        segment = replace(segment, former=segment.former or over)
        letters = next((word for word in segment.words if word in tables.title_letters()), "")
        meant = _meant(letters, title, at) if letters else ()
        if len(meant) > 1:
            found.append(_perhaps(meant))
            continue
        words = expanded(segment.words)
        if meant:
            at_ = segment.words.index(letters)
            after = expanded(segment.words[at_ + 1 :])
            words = (*expanded(segment.words[:at_]), *tokens_of(meant[0]), *after)
        post = post_of((*segment.lesser, *words))
        if segment.gone:
            post = replace(post, level="", trades=(), occupations=frozenset())
        post = replace(post, former=segment.former)
        if found and (named := _practitioner(words, found[0])):
            post = replace(named, former=segment.former)
        if found and not post.level and not post.trades and post.concepts:
            last = found[-1]
            concepts = post.concepts | (last.concepts - {"general"})
            found[-1] = replace(last, concepts=concepts)
        else:
            found.append(post)
    return tuple(found)


_RETIRED_LAST: Final = re.compile(pattern("retired_last"))


def is_retired(title: str) -> bool:
    """Whether `title` says that somebody is retired from all of it: `Retired`, `Baker (retired)`,
    and not `Retired officer, now a consultant`."""
    if "etired" not in title and "ETIRED" not in title:
        return False
    return bool(_RETIRED_LAST.search(title))


_OF_ANY_FIELD: Final = words_for("doctor_of_any_field")
_PRACTITIONERS: Final = {
    "ology": "ologist", "iatry": "iatrist", "etry": "etrist", "ric": "rician",
    "surgery": "surgeon", "therapy": "therapist", "dentistry": "dentist",
}  # fmt: skip
"""How the name of a field of medicine ends, and that of who practises it."""


def _practitioner(field: Sequence[str], beside: Post) -> Post | None:
    """The cardiologist of `Physician, Cardiology`: who practises a field that a title names
    `beside` that they are a doctor; None of another field, or where no table lists them."""
    if _OF_ANY_FIELD.isdisjoint(beside.trades):
        return None
    for end, practitioner in _PRACTITIONERS.items():
        if field[-1].endswith(end):
            name = (*field[:-1], field[-1].removesuffix(end) + practitioner)
            return post_of(name) if post_of(name).occupations else None
    return None


def has_letters(title: str) -> bool:
    """Whether `title` has letters that stand for several titles."""
    return any(token.base in tables.title_letters() for token in tokens(title))


def _meant(letters: str, title: str, at: str) -> tuple[str, ...]:
    """The titles that `letters` of `title` may stand for: what a word beside them tells, else what
    is meant at such an organisation or at any; all where nothing tells."""
    senses = tables.title_letters()[letters]
    beside = {token.base for token in tokens(title)} - {letters}
    told = tuple(each.title for each in senses if each.beside & beside)
    if told:
        return told
    place = f" {tables.key(at)} "
    likely = tuple(
        each.title for each in senses if each.main or any(f" {said} " in place for said in each.at)
    )
    return likely or tuple(each.title for each in senses)


def _perhaps(titles: Sequence[str]) -> Post:
    """The post of who has one of these `titles`, nobody knows which."""
    pairs = frozenset(pair for each in titles for pair in post_of(tokens_of(each)).pairs)
    return Post("", frozenset(), (), frozenset(), perhaps=pairs)


def tokens_of(title: str) -> tuple[str, ...]:
    return tuple(token.base for token in tokens(title))


def post_of(words: tuple[str, ...]) -> Post:
    """The role that these written-out words of a title name."""
    core = words
    for at, word in enumerate(words):
        if at and word in ("to", "for", "at", "within"):
            core = words[:at]
            break
    before = core
    for at, word in enumerate(core):
        if at and word in _ENDS:
            before = core[:at]
            break
    trades, occupations = _occupations(common(core), common(before))
    trades = _ranked(common(core), common(before), trades)
    level, lesser = _level(core, before)
    if lesser:
        # A deputy finance director is no finance director.
        trades = tuple(name for name in trades if not LESSER.isdisjoint(name.split()))
    if not trades and core[-1:] and core[-1] in _LONE and _MODIFIERS.issuperset(core):
        trades = core[-1:]
    learning = not level and len(before) > 1 and not _LEARNING.isdisjoint(before)
    if learning:
        trades = tuple(name for name in trades if not _LEARNING.isdisjoint(name.split()))
    concepts = concepts_of(core)
    if level == "c_level" and "chief" in core:
        # Of what the chief is, `HR` of an `HR chief operating officer` says nothing.
        concepts = concepts_of(core[core.index("chief") :]) or concepts
    if level and not trades and before and before[-1] in _ASSISTING and level != "c_level":
        level = ""
    foremost = not lesser and _is_foremost(before)
    return Post(level, concepts, trades, occupations, lesser, foremost, learning=learning)


_LEARNING: Final = words_for("learning")
_RANKS: Final = words_for("rank_before_a_trade")
_OF_ANY: Final = words_for("rank_of_any_kind")


def _ranked(
    core: tuple[str, ...], before: tuple[str, ...], trades: tuple[str, ...]
) -> tuple[str, ...]:
    """`trades` and, where a rank stands right before the longest, both together, which is a title
    of its own that no table needs to list: `head brewer`."""
    if not trades:
        return trades
    found: list[str] = []
    longest_ = tuple(trades[0].split())
    for words in (core, before):
        start = len(words) - len(longest_)
        if words[start:] != longest_ or start < 1 or words[start - 1] not in _RANKS:
            continue
        first = start - 1
        while first and words[first - 1] in _RANKS:
            first -= 1
        found += (" ".join(words[at:]) for at in range(first, start))
        if words[start - 1] in _OF_ANY:
            found += (f"{words[start - 1]} {name}" for name in trades[1:])
        break
    return tuple(dict.fromkeys((*found, *trades)))


_WHOLE: Final = words_for("of_the_whole")
_LONE: Final = words_for("grade_alone")


def _is_foremost(before: tuple[str, ...]) -> bool:
    """Whether these words are `finance director` alone, or that of the whole group."""
    return before[-2:] == ("finance", "director") and _WHOLE.issuperset(before[:-2])


def _level(core: tuple[str, ...], before: tuple[str, ...]) -> tuple[str, bool]:
    if not before:
        return "", False
    said = set(before)
    lesser = bool(said & LESSER)
    last = before[-1]
    text = f" {' '.join(core)} "
    own = f" {' '.join(before)} "
    if last in _ASSISTING and "chief" not in said:
        return "", False
    if " business partner " in text or " account executive " in text:
        return "", False
    if "vice president" in own:
        return "vp", not said.isdisjoint(LESSER - {"vice"})
    if "chief of staff" in text:
        return "", False
    if "general counsel" in own:
        return "c_level", lesser
    if "chief executive" in own or "managing director" in own or "general manager" in own:
        return TOP, lesser
    if "chief" in said and ("officer" in said or concepts_of(core)):
        # A chief counsel, engineer or nurse is the first of some, and no officer of the whole.
        return "head" if last != "officer" and last in tables.titles() else "c_level", lesser
    if before[:1] == ("chief",) and last in tables.titles() and last not in _HEADS:
        return "head", lesser  # the first of the pilots
    if last == "officer":
        return "", False
    for word in (last, *reversed(before[:-1])):
        if level := _HEADS.get(word):
            if word == "executive" and word != last:
                continue
            if word in ("lead", "principal") and word != last:
                return "", False
            return level, lesser
    return "", False


_SUBJECT_LONGEST: Final = 5


@lru_cache(maxsize=100_000)
def concepts_of(words: tuple[str, ...]) -> frozenset[str]:
    """The subjects of a business that these words name, the longest terms first."""
    terms = tables.subjects()
    found = {terms.get(name, "general") for _, _, name in longest(words, terms, _SUBJECT_LONGEST)}
    return frozenset(found - {"general"})


def _occupations(
    core: tuple[str, ...], before: tuple[str, ...]
) -> tuple[tuple[str, ...], frozenset[str]]:
    titles = tables.titles()
    trades: list[str] = []
    ids: set[str] | None = None  # the longest title decides, also that it tells nothing
    others = (_without_qualifiers(core), _turned(core, before), _led(core))
    for words in dict.fromkeys((core, before, *filter(None, others))):
        kept = words
        # `Adviser of the general counsel`: what stands after `of` alone is not what somebody is.
        whole = words not in (core, before)
        while len(kept) > (0 if whole else len(words) - len(before)):
            name = " ".join(kept)
            chief = kept[-1] == "officer" and "chief" in words[: -len(kept)]  # `CFO`: no officer
            if (
                (found := titles.get(name)) is not None
                and not chief
                and (len(kept) > 1 or (kept[0] not in _MODIFIERS and kept[0] not in _HEADS))
            ):
                trades.append(name)
                ids = set(found) if ids is None else ids
                if len(kept) == 1 or len(trades) >= 3:
                    break
            kept = kept[1:]
    if others[1] and " ".join(others[1]) not in titles:
        trades.append(" ".join(others[1]))
    return tuple(dict.fromkeys(trades)), frozenset(ids or ())


_QUALIFIERS: Final = words_for("qualifier")
_LEADING: Final = words_for("leading_others")


def _without_qualifiers(words: tuple[str, ...]) -> tuple[str, ...]:
    """`pediatric nurse` of `pediatric registered nurse`; nothing where there is nothing to leave
    out."""
    kept = tuple(word for word in words if word not in _QUALIFIERS)
    return kept if 0 < len(kept) < len(words) else ()


def _turned(core: tuple[str, ...], before: tuple[str, ...]) -> tuple[str, ...]:
    """`mathematics teacher` of `teacher of mathematics`; of a manager of something it is not
    said."""
    after = core[len(before) + 1 :]
    of_many = bool(before) and tables.head_nouns().get(before[-1], 0) >= _OF_KINDS
    if core[len(before) : len(before) + 1] != ("of",) or not after or before[-1] in _HEADS:
        return ()
    turned = (*after, *before)
    return turned if of_many or " ".join(turned) in tables.titles() else ()


_OF_KINDS: Final = 100
"""So many titles end in a noun of kinds that no table lists all of."""


def _led(words: tuple[str, ...]) -> tuple[str, ...]:
    """`pharmacist` of `pharmacist team lead`: who leads others of a trade is of it."""
    end = len(words)
    while end and words[end - 1] in _LEADING:
        end -= 1
    last = words[end - 1] if end else ""
    noun = last in tables.head_nouns() and last not in tables.subjects()
    return words[:end] if 0 < end < len(words) and noun else ()


@lru_cache(maxsize=100_000)
def written_out(title: str) -> str:
    """`title` folded, with its abbreviations written out and its commas kept."""
    # `Pro Tempore` is of no PRO.
    plain = {fold(token.raw) for token in tokens(title) if token.raw.istitle()}
    plain -= tables.title_short_words()
    parts = []
    for chunk in re.split("[,;]", fold(title.replace("&", " & "))):
        words_ = folded_words(chunk)
        long = ((word in plain and word) or tables.abbreviation(word) or word for word in words_)
        parts.append(" ".join(long))
    return ", ".join(part for part in parts if part)
