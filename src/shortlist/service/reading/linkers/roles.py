"""Roles: occupations that a table lists, levels of a part of a business, titles here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from shortlist.service.lexicon.text import stem
from shortlist.service.reading.composed_titles import composes, is_bare, is_composed
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.role_lists import are_two, in_full, names_two, with_slashes
from shortlist.service.reading.spans import Span
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.title_segments import LESSER, expanded
from shortlist.service.reading.titles import (
    ANY,
    PRESIDENT,
    TOP,
    Post,
    common,
    post_of,
)
from shortlist.service.reading.tokens import Token, tokens
from shortlist.service.reading.uncovered_words import NOT, OR
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.occupations import kinds_of, lineage, linked
from shortlist.service.reading.vocabulary.words import levels, pattern, words_for

_LONGEST: Final = 6
MEANT: Final = levels("meant")
_BESIDE: Final = levels("beside")
_ABOVE: Final = levels("above")
_EDGES: Final = words_for("edge_of_no_role")
_AT: Final = words_for("before_an_employer")
_OF_PEOPLE: Final = 20
"""So many titles end in a noun for people."""
_FIRMS: Final = words_for("company_or_person")
_INSIDE: Final = words_for("inside_no_role")


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The roles that pieces of `words` may be."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _LONGEST) + 1):
            for span in _at(words, start, end, gazetteer):
                yield span
                yield from _or_above(words, span)
    yield from _modified(words, gazetteer)
    for whole in in_full(words):
        for span in _at(whole.words, 0, len(whole.words), gazetteer):
            yield replace(span, start=whole.start, end=whole.end)


def _modified(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """`Customs managers` of a list, `customs brokers / customs managers`, or denied: a title that
    no table has, of a noun that one has and of what stands right before it and is nothing else."""
    for end in range(2, len(words) + 1):
        noun, before = words[end - 1], words[end - 2]
        denied = end > 2 and words[end - 3].text in NOT
        if not (denied or _is_or(words, end) or (end > 2 and _is_or(words, end - 2))):
            continue
        known = tables.head_nouns().get(noun.base, 0) >= _OF_PEOPLE
        if not known or noun.gap.strip() or noun.meant or before.text in SMALL | _PLAIN | LESSER:
            continue
        said = gazetteer.values("title_word")
        held = tuple(stem(each) for each in expanded((before.base, noun.base)))
        if all(each in said for each in held):
            values, near = (f"title_word+{' '.join(held)}",), (f"title_word+{held[-1]}",)
            yield Span(end - 2, end, "role", values, f"{before.text} {noun.base}", 0.5, near)


def _is_or(words: Sequence[Token], at: int) -> bool:
    """Whether what stands before and behind `at` are alternatives: at an `or` or a slash."""
    if at >= len(words):
        return False
    either = words[at].text in OR or words[at - 1].text in OR
    return either or words[at].gap.strip() in ("/", ",")


def _or_above(words: Sequence[Token], span: Span) -> Iterator[Span]:
    """`Director level or above`: those of each higher level, too."""
    end = span.end + ([word.text for word in words[span.end : span.end + 1]] == ["level"])
    said = [word.text for word in words[end : end + 2]]
    if len(said) < 2 or said[0] not in OR or said[1] not in _HIGHER:
        return
    posts = [value.removeprefix("post=").split(":") for value in span.values if "post=" in value]
    higher = [f"post={each}:{part}" for level, part in posts for each in _ABOVE.get(level, ())]
    if higher:
        values = tuple(dict.fromkeys((*span.values, *higher)))
        yield replace(span, end=end + 2, values=values, label=f"{span.label} or above")


_HIGHER: Final = words_for("higher")


def _is_led_part(said: tuple[str, ...]) -> bool:
    """Whether somebody is of this level in this part of a business, and in no industry of that
    name: `team leads in customer support`, and no `managers in banking`."""
    if said.count("in") != 1:
        return False
    at = said.index("in")
    return is_bare(said[:at]) and _is_a_part(" ".join(said[at + 1 :]))


def _is_a_part(name: str) -> bool:
    return name in tables.subjects() and name not in tables.industry_terms()


_ANYBODY: Final = words_for("anybody")


FIRM: Final = words_for("firm")


def _at(words: Sequence[Token], start: int, end: int, gazetteer: Gazetteer) -> Iterator[Span]:
    said = tuple(word.base for word in words[start:end])
    if not _EDGES.isdisjoint((said[0], said[-1])):
        return
    chief = said[-2:] == ("in", "chief")  # `editor in chief`
    if _is_led_part(said):
        said = tuple("of" if word == "in" else word for word in said)
    elif not _INSIDE.isdisjoint(said[:-2] if chief else said):
        return
    if end - start == 1 and (span := _of_letters(words[start], start, gazetteer)):
        yield span
        return
    of_firms = start > 0 and words[start - 1].text in _AT and words[end - 1].text != said[-1]
    if said[-1] in _FIRMS and (of_firms or len(said) == 1):
        return
    if end - start == 1 and said[0] in _ANYBODY:
        return
    if are_two(with_slashes(words[start:end])) or names_two(words[start:end]):
        return
    if said[-1] in FIRM and "of" in said:
        return  # `chief operating officers of logistics companies`: no title names the employer
    if _goes_on(words, start, end):
        return
    kind = len(said) > 1 and tables.head_nouns().get(said[-1], 0) < _OF_PEOPLE
    if kind and " ".join(said) in tables.industry_terms():
        return  # `e-commerce` is what an employer does
    for long, sure in _readings(said, words[start:end], gazetteer):
        if are_two(long):
            continue
        post = post_of(long)
        name = " ".join(common(long))
        composed = composes(long)
        bare = bool(post.level) and len(long) <= 3 and not post.concepts and is_bare(long)
        listed = tables.titles().get(name)
        here = gazetteer.values("trade").get(name)
        if not (composed or bare or listed is not None or here):
            continue
        if len(long) == 1 and listed is not None and not here and not _noun(long[0], words[start]):
            continue
        behind = composed and long[0] in _BEFORE_ITS_PART and "of" not in long
        strength = (
            1.0 if (composed or here) and not behind else 0.85 if bare or len(long) > 1 else 0.8
        )
        yield Span(
            start,
            end,
            "role",
            (
                *_values(post, name, listed or (), understood=composed or bare),
                *(() if composed else _inside_a(long)),
            ),
            _label(words[start:end], " ".join(long)),
            strength * sure,
            _near(post, listed or ()),
        )


def _label(words: Sequence[Token], name: str) -> str:
    """`name`, with the plurals inside it: `head of investor relations`."""
    if name != " ".join(word.base for word in words):
        return name
    head = next((at for at, word in enumerate(words) if at and word.text in _ENDS), len(words)) - 1
    return " ".join(word.base if at == head else word.text for at, word in enumerate(words))


_ENDS: Final = words_for("end_of_title")


def _goes_on(words: Sequence[Token], start: int, end: int) -> bool:
    """Whether words beside these belong to them: `assistant | professor of economics`, `directors
    of logistics | companies`."""
    said = [word.base for word in words[start:end]]
    after = words[end] if end < len(words) else None
    goes_on = after is not None and not after.gap.strip()
    if after and goes_on and after.base in FIRM and "of" in said:
        return True
    named = " ".join(said) in tables.industry_terms()
    if after and goes_on and named and tables.head_nouns().get(after.base, 0) >= _OF_PEOPLE:
        return True  # `VC investors`
    if start and not words[start].gap.strip() and words[start - 1].base in LESSER:
        return f"{words[start - 1].base} {said[0]}" in tables.titles()
    return False


def held_by(title: str) -> dict[str, tuple[str, ...]]:
    """By facet, the posts and trades of whoever has this very title."""
    words = expanded(tuple(token.base for token in tokens(title)))
    post, name = post_of(words), " ".join(common(words))
    listed = tables.titles().get(name)
    understood = bool(post.level) and (is_composed(words) or is_bare(words))
    if listed is None and not understood:
        return {}
    found: dict[str, list[str]] = {}
    for value in _values(post, name, (), understood=understood):
        facet, _, held = value.partition("=")
        found.setdefault(facet, []).append(held)
    found.pop("occ", None)  # everybody of an occupation has more titles than one
    return {facet: tuple(held) for facet, held in found.items()}


def _of_letters(word: Token, at: int, gazetteer: Gazetteer) -> Span | None:
    """`CSOs`: any of the titles that letters stand for, of those that people here have."""
    senses = tables.title_letters().get(word.base, ())
    if not senses or any(each.main for each in senses) or not _short(word):
        return None
    titles = [" ".join(common(tuple(tables.key(each.title).split()))) for each in senses]
    titles = [each for each in titles if each in gazetteer.values("trade")] or titles
    values: list[str] = []
    near: list[str] = []
    for title in titles:
        post = post_of(tuple(title.split()))
        values += _values(post, title, (), understood=True)
        near += _near(post, ())
    label = " or ".join(titles)
    return Span(at, at + 1, "role", tuple(dict.fromkeys(values)), label, 1.0,
                tuple(dict.fromkeys(near)))  # fmt: skip


def _readings(
    said: tuple[str, ...], words: Sequence[Token], gazetteer: Gazetteer
) -> Iterator[tuple[tuple[str, ...], float]]:
    """The words written out; of an abbreviation of several, those that people here are."""
    long = tuple(
        part
        for word, token in zip(said, words, strict=True)
        for part in (expanded((word,)) if _short(token) else (word,))
    )
    yield long, 1.0
    written = " ".join(long) in tables.titles() or composes(long)
    if not written and long != said and " ".join(said) in tables.titles():
        yield said, 1.0  # `PR managers`: no managers of specialists
    if not written and long[0] in _RANKS and " ".join(long[1:]) in tables.titles():
        yield long[1:], 1.0
    managing = (*long[:-1], "manager")
    if long[-1] == "boss" and " ".join(managing) in tables.titles():
        yield managing, 1.0  # `plant boss`
    turned = (long[-1], long[0])
    of = long[1:-1] == ("of",) and all(word.meant for word in words)
    if of and " ".join(turned) in tables.titles():
        yield turned, 1.1  # `ingenieros de datos`
    spelt = tuple(part for word in said for part in expanded((word,)))
    if len(said) > 1 and spelt != long and " ".join(spelt) in tables.titles():
        yield spelt, 0.95  # `system admins`: a word that is itself as often
    if len(said) > 1 or said != long or not words[0].raw.rstrip("s").isupper():
        return
    senses = [tables.key(long) for long in tables.senses(said[0])]
    known = [sense for sense in senses if sense in gazetteer.values("trade")]
    for sense in known[:2] or senses[:1]:
        yield tuple(sense.split()), 1.05 if known else 0.9


_RANKS: Final = words_for("rank_of_a_craft")


_BEFORE_ITS_PART: Final = frozenset({"manager", "director", "executive"})
"""Levels whose part of a business stands before them more often than right behind."""


def _short(token: Token) -> bool:
    """Whether a word may be an abbreviation: written so, or one that is always one."""
    return token.raw.rstrip("s").isupper() or token.text in tables.title_short_words()


def _noun(word: str, token: Token) -> bool:
    """Whether a word that a table lists as a title is what somebody is: `cellist`, `barristers`,
    and not `content`."""
    several = len(word) > _SHORT and token.text != token.base
    return token.meant or several or word in tables.head_nouns() or bool(_AGENT.search(word))


_SHORT: Final = 3
_AGENT: Final = re.compile(pattern("agent_noun"))
"""How a word ends for who does something."""


_LEADING: Final = {level: (*MEANT[level], TOP, PRESIDENT, "owner") for level in ("head", "lead")}
"""Of an organisation and no part of it: `heads of museums` are those who run them."""


_OF_ANY_PART: Final = frozenset({"executive", "director", "manager", "vp", "c_level"})
"""Levels that, alone, are asked of any part of a business: `managers at Tesco`."""
_PLAIN: Final = frozenset({"senior", "vice"})


def _values(
    post: Post, name: str, occupations: Sequence[str], *, understood: bool
) -> tuple[str, ...]:
    """Who has the title. Of one whose words are not all `understood`, its level says nothing of
    others: a `director of photography` is none of a whole company."""
    found = [f"trade={name}"]
    meant = MEANT if post.concepts else MEANT | _LEADING
    alone = post.level in _OF_ANY_PART and len(set(name.split()) - _PLAIN) == 1
    ranked = post.level and (understood or post.concepts)
    concepts = [each for concept in sorted(post.concepts) for each in tables.with_kinds(concept)]
    for level in meant.get(post.level, (post.level,)) if ranked else ():
        for concept in concepts or [ANY if alone else "general"]:
            found.append(f"post={level}:{concept}")
    if not ranked:
        # Only who is asked for by the main title of an occupation is everybody of it; of a title
        # that no occupation has for its main one, who is of a group that shares it.
        groups = [each for each in occupations if not each.startswith(("onet:", "esco:"))]
        whole = tables.preferred().get(name, ())
        whole = (*whole, *kinds_of(name, () if whole else occupations))
        found += [f"occ={each}" for each in dict.fromkeys(whole or groups)]
    return tuple(found)


def _inside_a(words: tuple[str, ...]) -> Iterator[str]:
    """Who says less of themselves and is at such an organisation: a `school director` is a director
    of a school, too."""
    for at in range(1, len(words)):
        industries, level = tables.industry_terms().get(" ".join(words[:at])), post_of(words[at:])
        if industries and level.level and not level.concepts and is_bare(words[at:]):
            at_one = f"sector={' '.join(industries)}"
            for each in MEANT.get(level.level, (level.level,)):
                yield f"post={each}:general & {at_one}"
            if level.level == "manager":
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
