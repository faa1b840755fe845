"""Roles: occupations that a table lists, levels of a part of a business, titles here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from shortlist.service.lexicon.text import stem
from shortlist.service.reading.composed_titles import (
    AGENT,
    are_two,
    composes,
    in_full,
    is_bare,
    is_composed,
)
from shortlist.service.reading.cues import ARTICLES
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.practices import practised
from shortlist.service.reading.spans import Span
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.title_segments import LESSER, expanded
from shortlist.service.reading.titles import ANY, PRESIDENT, TOP, Post, common, post_of
from shortlist.service.reading.tokens import Token, tokens
from shortlist.service.reading.uncovered_words import NOT, OR
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.occupations import kinds_of, lineage, linked
from shortlist.service.reading.vocabulary.words import levels, words_for

_LONGEST: Final = 6
_SPELT: Final = 4
"""Letters of the shortest small word that is a title, `boss`."""
MEANT: Final = levels("meant")
_BESIDE: Final = levels("beside")
_ABOVE: Final = levels("above")
_HIGHER: Final = words_for("higher")
_EDGES: Final = words_for("edge_of_no_role")
_INSIDE: Final = words_for("inside_no_role")
_AT: Final = words_for("before_an_employer")
_FIRMS: Final = words_for("company_or_person")
_ANYBODY: Final = words_for("anybody")
_RANKS: Final = words_for("rank_of_a_craft")
_BEFORE_A_TRADE: Final = words_for("rank_before_a_trade")
_FIRM: Final = words_for("firm")


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The roles that pieces of `words` may be."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            if not _is_cut(words, start, end):
                for span in _at(words, start, end, gazetteer):
                    yield span
                    yield from _or_above(words, span)
                    yield from _of_rank(words, span)
        yield from _denied_rank(words, start)
    for whole in in_full(words):
        for span in _at(whole.words, 0, len(whole.words), gazetteer):
            yield replace(span, start=whole.start, end=whole.end)


def _or_above(words: Sequence[Token], span: Span) -> Iterator[Span]:
    """`Director level or above`: those of each higher level, too."""
    end = span.end + (span.end < len(words) and words[span.end].text == "level")
    said = [word.text for word in words[end : end + 2]]
    if len(said) == 2 and said[0] in OR and said[1] in _HIGHER:
        posts = [each.removeprefix("post=").split(":") for each in span.values if "post=" in each]
        higher = (f"post={each}:{part}" for level, part in posts for each in _ABOVE.get(level, ()))
        values = tuple(dict.fromkeys((*span.values, *higher)))
        yield replace(span, end=end + 2, values=values, label=f"{span.label} or above")


def _of_rank(words: Sequence[Token], span: Span) -> Iterator[Span]:
    """`Senior data scientists`: those whose title says that they are, of a trade that has no levels
    of its own; the others come near."""
    rank = words[span.start - 1].base if span.start and not words[span.start].gap.strip() else ""
    said = _TITLED.get(rank, ())
    if said and not any(value.startswith(("post=", "title_word")) for value in span.values):
        values = tuple(f"{value} & title_word={' '.join(said)}" for value in span.values)
        yield replace(
            span,
            start=span.start - 1,
            values=values,
            label=f"{rank} {span.label}",
            near=(*span.values, *span.near),
        )


def _denied_rank(words: Sequence[Token], at: int) -> Iterator[Span]:
    """`Accountants, no seniors`, `but not senior ones`: whose title does not say so."""
    said, after = _TITLED.get(words[at].base, ()), words[at + 1 : at + 2]
    titled = bool(after) and after[0].text not in SMALL and not after[0].gap.strip()
    if said and at and words[at - 1].text in NOT | {"no"} and not titled:
        rank = words[at].base
        values = tuple(f"title_word={each}" for each in said)
        yield Span(at, at + 1, "role", values, rank, 0.9, says=f"Is {rank}")


_TITLED: Final = {
    "senior": sorted(map(stem, words_for("titled_senior"))),
    "junior": sorted(map(stem, words_for("titled_junior"))),
}
"""A rank, to the stems of words in titles that say it."""


def _is_cut(words: Sequence[Token], start: int, end: int) -> bool:
    """Whether words beside these belong to them: `assistant | professor of economics`, `directors
    of logistics | companies`, `VC | investors`, or what they call is a firm: `at chip makers`."""
    said = [word.base for word in words[start:end]]
    before = words[start - 1] if start else None
    if said[-1] in _FIRMS and before:
        # `Producers in Rome` are people, and those `at a retailer` are at a firm.
        into = next((w.text for w in reversed(words[:start]) if w.text not in ARTICLES), "in")
        if into in _AT or (len(said) == 1 and into not in SMALL):
            return True
    if before and not words[start].gap.strip() and before.base in LESSER:
        return f"{before.base} {said[0]}" in tables.titles()
    goes_on = end < len(words) and not words[end].gap.strip()
    if end < len(words) and words[end].gap == "-" and words[end].text in SMALL:
        return True  # `hands-on`
    if "of" in said and (said[-1] in _FIRM or (goes_on and words[end].base in _FIRM)):
        return True
    if not goes_on:
        return False
    return " ".join(said) in tables.industry_terms() and tables.is_of_people(words[end].base)


def _at(words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer) -> Iterator[Span]:
    own = words[start:end]
    said = tuple(word.base for word in own)
    charge = len(said) > 1 and said[0] == "charge"  # a nurse, and nobody `in charge of nurses`
    if not _EDGES.isdisjoint((said[charge], said[-1])) or (len(said) == 1 and said[0] in _ANYBODY):
        return
    said = _leading_a_part(said)
    if not _INSIDE.isdisjoint(said[:-2] if said[-2:] == ("in", "chief") else said):
        return
    if len(said) == 1 and (span := _of_letters(own[0], start, gazetteer)):
        yield span
    long = _in_full(said, own)
    name, composed = _named(long), composes(long)
    bare = is_bare(long) and bool(post_of(long).level)
    listed, here = tables.titles().get(name), name in gazetteer.values("trade")
    if len(said) == 1 and own[0].text in SMALL and own[0].raw.islower() and len(said[0]) < _SPELT:
        return  # `had`, which is short for a trade, too
    understood = composed or bare or listed is not None or here
    if not (understood or _is_in_a_list(words, start, end)) or are_two(own, whole=here):
        return
    if not understood:
        yield from _modified(own, start, gazetteer)
        return
    post = post_of(long)
    if len(long) == 1 and listed is not None and not here and not _noun(long[0], own[0]):
        return
    values = _values(post, name, listed or (), understood=composed or bare)
    values = values if composed else (*values, *_inside_a(long))
    strength = 1.0 if composed or here else 0.85 if bare or len(long) > 1 else 0.8
    if not here and len(long) == _TWO and all(value.startswith(_OF_A_NAME) for value in values):
        strength = 0.5  # nobody here is called so, and each of its words may say something
    label = _label(own, " ".join(long))
    yield Span(start, end, "role", values, label, strength, _near(post, listed or ()))


def _named(words: tuple[str, ...]) -> str:
    """The key of these written-out words of a title, by the trade that it is another name of."""
    name = " ".join(common(words))
    return tables.same_trade().get(name, name)


def _leading_a_part(said: tuple[str, ...]) -> tuple[str, ...]:
    """`Team lead of customer support`, for one in it; no `managers in banking`, an industry."""
    at = said.index("in") if "in" in said else 0
    part = " ".join(said[at + 1 :])
    if not is_bare(said[:at]) or part not in tables.subjects() or part in tables.industry_terms():
        return said
    return (*said[:at], "of", *said[at + 1 :]) if at else said


def _is_in_a_list(words: Sequence[Token], start: int, end: int) -> bool:
    """Whether others stand beside these words as their alternatives, or a `not` denies them."""
    first, last = words[max(0, start - 1) : start], words[end : end + 1]
    joined = any(each.gap.strip() in ("/", ",") for each in (*words[start : start + 1], *last))
    said = any(each.text in OR for each in (*first, *last))
    return joined or said or any(each.text in NOT for each in first)


def _modified(words: Sequence[Token], at: int, gazetteer: Gazetteer) -> Iterator[Span]:
    """`Customs managers`: a title that no table has, of a noun that one has and the word before it,
    where titles here have both; elsewhere the word is looked for beside the role."""
    if len(words) != 2 or words[0].text in SMALL | _PLAIN | LESSER or words[1].gap.strip():
        return
    held = tuple(stem(word) for word in expanded((words[0].base, words[1].base)))
    if tables.is_of_people(words[1].base) and gazetteer.values("title_word").keys() >= set(held):
        values, near = (f"title_word+{' '.join(held)}",), (f"title_word+{held[-1]}",)
        label = f"{words[0].text} {words[1].base}"
        yield Span(at, at + 2, "role", values, label, 0.5, near)


def _in_full(said: tuple[str, ...], words: Sequence[Token]) -> tuple[str, ...]:
    """The words written out, by the first of the ways that a table lists."""
    long = tuple(
        part
        for word, token in zip(said, words, strict=True)
        for part in (expanded((word,)) if _short(token) else (word,))
    )
    if composes(long):
        return long
    ways = [long, said]  # `PR managers`: no managers of specialists
    if long[0] in _RANKS:
        ways.append(long[1:])
    if long[1:-1] == ("of",) and all(word.meant for word in words):
        ways.append((long[-1], long[0]))  # `ingenieros de datos`
    if len(said) > 1:
        ways.append(expanded(said))  # `system admins`: a word that is itself as often
    return next((way for way in ways if " ".join(way) in tables.titles()), long)


def _label(words: Sequence[Token], name: str) -> str:
    """`name`, with the plurals inside it: `head of investor relations`."""
    if name != " ".join(word.base for word in words):
        return name
    head = next((at for at, word in enumerate(words) if at and word.text in _ENDS), len(words)) - 1
    return " ".join(word.base if at == head else word.text for at, word in enumerate(words))


_ENDS: Final = words_for("end_of_title")
_TWO: Final = 2
_OF_A_NAME: Final = ("trade=", "leads=")


def held_by(title: str) -> dict[str, tuple[str, ...]]:
    """By facet, the posts and trades of whoever has this very title."""
    words = expanded(tuple(token.base for token in tokens(title)))
    post, name = post_of(words), _named(words)
    understood = bool(post.level) and is_composed(words)
    if name not in tables.titles() and not understood:
        return {}
    found: dict[str, list[str]] = {}
    for value in _values(post, name, (), understood=understood):
        facet, _, held = value.partition("=")
        found.setdefault(facet, []).append(held)
    found.pop("occ", None)  # everybody of an occupation has more titles than one
    return {facet: tuple(held) for facet, held in found.items()}


def _of_letters(word: Token, at: int, gazetteer: Gazetteer) -> Span | None:
    """`CSOs`, `PTs`: any of the titles that letters stand for, of those that people here have."""
    if not word.raw.rstrip("s").isupper() or tables.abbreviation(word.base):
        return None
    letters = [each.title for each in tables.title_letters().get(word.base, ())]
    titles = [" ".join(common(tuple(tables.key(each).split())))
              for each in letters or tables.senses(word.base)]  # fmt: skip
    known = [each for each in titles if each in gazetteer.values("trade")]
    titles = list(dict.fromkeys(known or (titles if letters else titles[:1])))
    values: list[str] = []
    near: list[str] = []
    for title in titles:
        post, listed = post_of(tuple(title.split())), tables.titles().get(title, ())
        values += _values(post, title, listed, understood=bool(letters))
        near += _near(post, listed)
    if not titles or not (known or letters or titles[0] in tables.titles()):
        return None
    values, near = list(dict.fromkeys(values)), list(dict.fromkeys(near))
    strength = 1.05 if known else 1.0 if letters else 0.9
    return Span(at, at + 1, "role", tuple(values), " or ".join(titles), strength, tuple(near))


def _short(token: Token) -> bool:
    """Whether a word may be an abbreviation: written so, or one that is always one."""
    return token.raw.rstrip("s").isupper() or token.text in tables.title_short_words()


def _noun(word: str, token: Token) -> bool:
    """Whether a word that a table lists as a title is what somebody is: `cellist`, `barristers`,
    and not `content`."""
    several = len(word) > _SHORT and token.text != token.base
    # A `neurosurgeon` is a surgeon.
    ends = any(
        word[at:] in tables.head_nouns() for at in range(max(1, len(word) - _NOUN_LEAST + 1))
    )
    return token.meant or several or ends or bool(AGENT.search(word))


_SHORT: Final = 3
_NOUN_LEAST: Final = 5
"""Letters of a noun that a longer one ends in."""
_LEADING: Final = {level: (*MEANT[level], TOP, PRESIDENT, "owner") for level in ("head", "lead")}
"""Of an organisation and no part of it: `heads of museums` are those who run them."""


_OF_ANY_PART: Final = frozenset({"executive", "director", "manager", "vp", "c_level", "supervisor"})
"""Levels that, alone, are asked of any part of a business: `managers at Tesco`."""
_PLAIN: Final = frozenset({"senior", "vice"})


def _values(
    post: Post, name: str, occupations: Sequence[str], *, understood: bool
) -> tuple[str, ...]:
    """Who has the title. Of one whose words are not all `understood`, its level says nothing of
    others: a `director of photography` is none of a whole company."""
    found = [f"trade={each}" for each in (name, *tables.spelt_alike().get(name, ()))]
    found += [f"leads={each}" for each in practised(name)]
    meant = MEANT if post.concepts else MEANT | _LEADING
    alone = post.level in _OF_ANY_PART and len(set(name.split()) - _PLAIN) == 1
    ranked = post.level and (understood or post.concepts)
    concepts = [each for concept in sorted(post.concepts) for each in tables.with_kinds(concept)]
    if post.level == "owner" and not concepts:
        found.append("stated=owner")
    for level in meant.get(post.level, (post.level,)) if ranked else ():
        for concept in concepts or [ANY if alone else "general"]:
            found.append(f"post={level}:{concept}")
    if not ranked:
        # Only who is asked for by the main title of an occupation is everybody of it; of a title
        # that no occupation has for its main one, who is of a group that shares it.
        groups = [each for each in occupations if not each.startswith(("onet:", "esco:"))]
        whole = tables.preferred().get(name, ())
        whole = (*whole, *kinds_of(name, () if whole else occupations))
        # `Head chefs` are not all whom their occupation has for chefs.
        rank, _, trade = name.partition(" ")
        of_all = tables.preferred().get(trade, ()) if rank in _BEFORE_A_TRADE else ()
        whole = tuple(each for each in whole if each not in of_all)
        found += [f"occ={each}" for each in dict.fromkeys(whole or groups)]
    return tuple(found)


def _inside_a(words: tuple[str, ...]) -> Iterator[str]:
    """Who says less of themselves and is at such an organisation: a `school director` is a director
    of a school, too."""
    for at in range(1, len(words)):
        industries, post = tables.industry_terms().get(" ".join(words[:at])), post_of(words[at:])
        if industries and post.level and is_bare(words[at:]):
            at_one = f"sector={' '.join(industries)}"
            for each in MEANT.get(post.level, (post.level,)):
                yield f"post={each}:general & {at_one}"
            if post.level == "manager":
                yield f"trade=general manager & {at_one}"


def _near(post: Post, occupations: Sequence[str]) -> tuple[str, ...]:
    found = []
    if post.level:
        for concept in sorted(post.concepts) or ["general"]:
            levels = (*_BESIDE.get(post.level, ()), f"lesser_{post.level}")
            found += [f"post={level}:{concept}" for level in levels]
            found.append(f"perhaps_post={post.level}:{concept}")
            if post.concepts:
                found.append(f"concept={concept}")
    else:
        others = [other for each in occupations for other in linked().get(each, ())]
        found += [f"occ={each}" for each in (*occupations, *others)]
        found += [f"perhaps_occ={each}" for each in occupations]
        found += [f"occ={group}" for each in occupations for group in lineage(each)[1:2]]
        found += [f"concept={concept}" for concept in sorted(post.concepts)]
    return tuple(dict.fromkeys(found))
