"""What a title says: at which level, of what, and which occupations it names.

The same reading serves the title of a record and the words of a question, so that `sales reps` and
`Sales Representative` meet in one id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from shortlist.service.lexicon.text import fold
from shortlist.service.lexicon.text import words as folded_words
from shortlist.service.reading import practices
from shortlist.service.reading.title_segments import LESSER, expanded, segments
from shortlist.service.reading.tokens import longest, renamed, tokens
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.occupations import widest
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
    led: tuple[str, ...] = ()
    """The practice that it leads, as `practices.led` has it: of a `head of internal audit`."""

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


def posts(title: str, at: str = "") -> tuple[Post, ...]:
    """The roles that `title` names, in order; empty for an empty title. `at`: what is said of the
    organisation, where the title has letters that mean one thing here and another there."""
    return _posts(title, at)  # kept once, whether `at` was given or not


@lru_cache(maxsize=100_000)
def _posts(title: str, at: str) -> tuple[Post, ...]:
    found: list[Post] = []
    over = is_retired(title)
    for words, former in segments(title):
        letters = next((word for word in words if word in tables.title_letters()), "")
        meant = _meant(letters, title, at) if letters else ()
        if len(meant) > 1:
            found.append(_perhaps(meant))
            continue
        told = {letters: meant[0]} if meant else {}
        long = expanded(renamed(words, told, 1))
        field = _practitioner(long, found[0]) if found else None
        post = replace(field or post_of(long), former=former or over)
        beside = found and not post.level and not post.trades
        if beside and (whole := _with_words_behind(long, found[-1])):
            found[-1] = whole
        elif beside and (post.concepts or (found[-1].level and not found[-1].led)):
            last = found[-1]  # `Director, Underwriting`
            concepts = post.concepts | (last.concepts - {"general"})
            of = last.led or (() if last.lesser else _led(last.level, long))
            found[-1] = replace(last, concepts=concepts, led=of)
        else:
            found.append(post)
    if not any(post.level or post.trades or post.concepts or post.perhaps for post in found):
        found += _practising(title, former=over)
    return tuple(found)


def _practising(title: str, *, former: bool) -> Iterator[Post]:
    """The midwife of `RM (Midwifery)`: who is called by no title but by what they practise."""
    for piece in _PIECES.split(title):
        words = tokens_of(piece)
        said = " ".join(words[1:] if words[:1] and words[0] in _MODIFIERS else words)
        # `Cardiology` is a department, too.
        department = said.endswith(tuple(_PRACTITIONERS))
        for trade in () if department else tables.practices().get(said, ())[:1]:
            yield replace(post_of(tuple(trade.split())), former=former)
            return


_PIECES: Final = re.compile(r"[&,;()/|–—]|\band\b| - ")
_RETIRED_LAST: Final = re.compile(pattern("retired_last"))


def is_retired(title: str) -> bool:
    """Whether `title` says that somebody is retired from all of it: `Retired`, `Baker (retired)`,
    and not `Retired officer, now a consultant`."""
    return bool(_RETIRED_LAST.search(title))


_OF_ANY_FIELD: Final = words_for("expert_of_any_field")
_PRACTITIONERS: Final = {
    "ology": "ologist", "iatry": "iatrist", "etry": "etrist", "ric": "rician",
    "surgery": "surgeon", "therapy": "therapist", "dentistry": "dentist",
}  # fmt: skip
"""How the name of a field ends, and that of who practises it."""


def _practitioner(field: Sequence[str], beside: Post) -> Post | None:
    """The cardiologist of `Physician, Cardiology`: who practises a field that a title names
    `beside` that they are a doctor or a scientist; None where no table lists them."""
    if _OF_ANY_FIELD.isdisjoint(beside.trades):
        return None
    for end, practitioner in _PRACTITIONERS.items():
        if field[-1].endswith(end):
            name = (*field[:-1], field[-1].removesuffix(end) + practitioner)
            return post_of(name) if post_of(name).occupations else None
    return None


def _with_words_behind(words: Sequence[str], beside: Post) -> Post | None:
    """The dairy farmer of `Farmer (dairy & beef)`: who is what stands `beside` of what `words` say;
    None where no table lists them."""
    several = " ".join(words).split(" and ")
    names = [(*each.split(), *trade.split()) for each in (" ".join(words), *several)
             for trade in beside.trades]  # fmt: skip
    listed = [post_of(name) for name in dict.fromkeys(names) if tables.is_title(" ".join(name))]
    if not listed:
        return None
    trades = (trade for each in (*listed, beside) for trade in each.trades)
    return replace(
        beside,
        trades=tuple(dict.fromkeys(trades)),
        occupations=listed[0].occupations or beside.occupations,
        concepts=beside.concepts | listed[0].concepts,
    )


def has_letters(title: str) -> bool:
    """Whether `title` has letters that stand for several titles."""
    return not tables.title_letters().keys().isdisjoint(tokens_of(title))


def _meant(letters: str, title: str, at: str) -> tuple[str, ...]:
    """The titles that `letters` of `title` may stand for: what a word beside them tells, else what
    is meant at such an organisation or at any; all where nothing tells."""
    senses = tables.title_letters()[letters]
    beside, place = {*tokens_of(title)} - {letters}, f" {tables.key(at)} "
    told = [each for each in senses if each.beside & beside] or [
        each for each in senses if each.main or any(f" {said} " in place for said in each.at)
    ]
    return tuple(each.title for each in told or senses)


def _perhaps(titles: Sequence[str]) -> Post:
    """The post of who has one of these `titles`, nobody knows which."""
    each = [post_of(tokens_of(title)) for title in titles]
    pairs = frozenset(pair for post in each for pair in post.pairs)
    occupations = frozenset(held for post in each for held in post.occupations)
    return Post("", frozenset(), (), occupations, perhaps=pairs)


def tokens_of(title: str) -> tuple[str, ...]:
    return tuple(token.base for token in tokens(title))


@lru_cache(maxsize=20_000)
def post_of(words: tuple[str, ...]) -> Post:
    """The role that these written-out words of a title name."""
    core = _up_to(words, _WHERE)
    before = _up_to(core, _ENDS)
    named = common(core)
    # A `doctor of physical therapy` has one name that has no `of`, and is no physician.
    whole = core != before and _up_to(named, _ENDS) == named
    trades, occupations = _occupations(named, named if whole else common(before))
    level, lesser = _level(core, before)
    learning = not level and len(before) > 1 and not _LEARNING.isdisjoint(before)
    if lesser or learning:
        # A deputy finance director is no finance director, and a student nurse no nurse.
        marks = LESSER if lesser else _LEARNING
        trades = tuple(name for name in trades if not marks.isdisjoint(name.split()))
        if not _TRAINEES.isdisjoint(before):
            trades = tuple(dict.fromkeys((*trades, *sorted(_TRAINEES))))
    if not trades and core[-1:] and core[-1] in _LONE and _MODIFIERS.issuperset(core):
        trades = core[-1:]
    if trades and not (level or lesser or learning):
        trades += _own_noun(before[-1], trades, occupations)
    foremost = not lesser and _is_foremost(before)
    concepts = concepts_of(core)
    of = () if lesser or learning else _led(level, core)
    return Post(level, concepts, trades, occupations, lesser, foremost, learning=learning, led=of)


def _own_noun(noun: str, trades: Sequence[str], ids: frozenset[str]) -> tuple[str, ...]:
    """What a title calls somebody that goes by another name here, where both are of one kind of
    work: a software engineer, a developer here, is an engineer, and a train engineer none."""
    kept = noun in _NOUNS_KEPT and noun not in trades
    return (noun,) if kept and widest(tables.titles().get(noun, ())) & widest(ids) else ()


def _led(level: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The practice that a title of this level leads."""
    return practices.led(words) if level in practices.LEADING else ()


_WHERE: Final = frozenset({"to", "for", "at", "within"})
_LEARNING: Final = words_for("learning")
_TRAINEES: Final = frozenset({"apprentice", "trainee"})
_RANKS: Final = words_for("rank_before_a_trade")
_OF_ANY: Final = words_for("rank_of_any_kind")
_WHOLE: Final = words_for("of_the_whole")
_LONE: Final = words_for("grade_alone")
_NOUNS_KEPT: Final = words_for("noun_kept")


def _up_to(words: tuple[str, ...], ends: frozenset[str]) -> tuple[str, ...]:
    """`words` before the first of `ends` that does not begin them."""
    return words[: next((at for at, word in enumerate(words) if at and word in ends), len(words))]


def _is_foremost(before: tuple[str, ...]) -> bool:
    """Whether these words are `finance director` alone, or that of the whole group."""
    return before[-2:] == ("finance", "director") and _WHOLE.issuperset(before[:-2])


_LEVELS_NAMED: Final = {
    "business partner": "", "account executive": "", "chief of staff": "",
    "vice president": "vp", "general counsel": "c_level",
    "chief executive": TOP, "managing director": TOP, "general manager": TOP,
}  # fmt: skip
"""Names that say another level than their words do, or none."""
_NOT_INSIDE: Final = frozenset({"executive", "lead", "principal"})
"""Words that say a level only where they end the title: `executive chef`."""


def _level(core: tuple[str, ...], before: tuple[str, ...]) -> tuple[str, bool]:
    """The level that a title says, and whether of a deputy or an assistant."""
    if not before:
        return "", False
    last, said, own = before[-1], f" {' '.join(core)} ", f" {' '.join(before)} "
    levels = _LEVELS_NAMED.items()
    named = next((name for name, of in levels if f" {name} " in (own if of else said)), "")
    lesser = not LESSER.difference(named.split()).isdisjoint(before)
    if last in _ASSISTING and "chief" not in before:
        return "", False
    if named:
        return _LEVELS_NAMED[named], lesser and bool(_LEVELS_NAMED[named])
    if "chief" in before:
        if last in tables.titles() and not _HEADS.get(last) and last != "officer":
            return "head", lesser  # the first of the nurses, and no officer of the whole
        if "officer" in before or concepts_of(core):
            return "c_level", lesser
    for word in reversed(before):
        if (level := _HEADS.get(word)) and (word == last or word not in _NOT_INSIDE):
            return level, lesser
    return "", False


_SUBJECT_LONGEST: Final = 5


@lru_cache(maxsize=100_000)
def concepts_of(words: tuple[str, ...]) -> frozenset[str]:
    """The subjects of a business that these words name, the longest terms first."""
    terms = tables.subjects()
    found = {terms.get(name, "general") for _, _, name in longest(words, terms, _SUBJECT_LONGEST)}
    return frozenset(found - {"general"})


_LEADING: Final = words_for("leading_others")


def _occupations(
    core: tuple[str, ...], before: tuple[str, ...]
) -> tuple[tuple[str, ...], frozenset[str]]:
    """The names of occupations that the words end in, and what the longest is listed as."""
    titles = tables.titles()
    trades: list[str] = []
    # `Mathematics teacher` of `teacher of mathematics`; of a manager of something it is not said.
    turned = (*core[len(before) + 1 :], *before)
    of = core[len(before) : len(before) + 1] == ("of",) and before[-1] not in _HEADS
    led = core
    while led and led[-1] in _LEADING:
        led = led[:-1]  # who is `pharmacist team lead` is a pharmacist
    others = (
        turned if of else before,
        led if tables.is_title(" ".join(led[-1:])) else before,
    )
    for words in dict.fromkeys((core, before, *others)):
        # `Adviser of the general counsel`: what stands after `of` alone is not what somebody is.
        for start in range(1 if words is turned else len(words if words is led else before) or 1):
            name = " ".join(words[start:])
            alone = len(words) - start == 1
            chief = words[-1:] == ("officer",) and "chief" in words[:start]  # `CFO`: no officer
            vague = alone and (name in _MODIFIERS or name in _HEADS)
            if name in titles and not chief and not vague:
                trades.append(name)
                if alone or len(trades) > 2:
                    break
    # A guard is a security guard; of a train guard the word does not say it.
    whole = bool(trades) and (" " in trades[0] or _MODIFIERS.issuperset(core[:-1]))
    also = tables.wider_trades().get(trades[0], ()) if whole else ()
    ids = next(filter(None, (titles.get(name, ()) for name in (*trades[:1], *also))), ())
    ranked = _ranked(core, before, tuple(dict.fromkeys(trades)))
    return tuple(dict.fromkeys((*ranked, *also))), frozenset(ids)


def _ranked(
    core: tuple[str, ...], before: tuple[str, ...], trades: tuple[str, ...]
) -> tuple[str, ...]:
    """`trades` and, where a rank stands right before the longest, both together, which is a title
    of its own that no table needs to list: `head brewer`."""
    found: list[str] = []
    for words in dict.fromkeys((core, before)) if trades else ():
        start = len(words) - len(trades[0].split())
        rank = words[start - 1] if start > 0 and " ".join(words[start:]) == trades[0] else ""
        if rank in _RANKS:
            behind = trades if rank in _OF_ANY else trades[:1]
            found += (f"{rank} {name}" for name in behind)
            if start > 1 and words[start - 2] in _RANKS:
                found.insert(0, f"{words[start - 2]} {found[0]}")
    return tuple(dict.fromkeys((*found, *trades)))


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
