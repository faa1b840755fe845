"""Committees: `on an education committee`, `who chairs …`, `ranking member of …`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from shortlist.service.lexicon.phrases import ITSELF, OF_IT, Phrase
from shortlist.service.lexicon.text import STOPWORDS, stem, with_article
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office.subjects import TOPICS
from shortlist.service.reading.packs.public_office.tables import words_for
from shortlist.service.reading.packs.public_office.texts import before, said
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, written

_COMMITTEE: Final = words_for("committee")
_CHAMBER: Final = words_for("chamber")
_ABOUT: Final = words_for("about_a_committee")
_ARTICLES: Final = frozenset({"the", "a", "an"})
_BETWEEN: Final = rf"(?: (?:{'|'.join(sorted(words_for('between_post_and_committee')))}))*$"
_DENIED: Final = re.compile(
    r"\b(?:not|except|without|never)(?: (?:the|on|a|in|of|sits?))* (?:house|senate)$"
)
_NO_NAME: Final = STOPWORDS | _CHAMBER | {"joint", "committee", "committees"}
"""No name of a committee begins or ends in them."""
_LONGEST: Final = 8


class _Post(NamedTuple):
    """What somebody is on a committee, and a pattern of the words for it."""

    facet: str
    says: str
    label: str
    pattern: str


_POSTS: Final = (
    _Post("ranks", "Is ranking member of", "ranking member of ", r"ranking(?: members?)?"),
    _Post("vice_chairs", "Is vice chair of", "vice chair of ", r"(?:vice|deputy) chair\w*"),
    _Post("chairs", "Chairs", "chairs ",
          r"chair\w*|head(?:s|ed|ing)?|lead(?:s|ing|ers?)?|runs?|running"),
)  # fmt: skip
_MEMBER: Final = _Post("committee", "Sits on", "", "")


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The committees that are named, with what people are on them."""
    if not gazetteer.values("committee"):
        return
    for at, word in enumerate(words):
        if stem(word.text) not in _COMMITTEE:
            continue
        names = _names(words, gazetteer, at)
        first = min([at, *(start for start, _ in names)])
        post, left, right = _held(words, first, at + 1)
        right = max([right, *(end for _, end in names)])
        if not names and post is not _MEMBER:
            label, says = f"{post.label}any committee", f"{post.says} a committee"
            yield Span(left, right, "committee", (f"{post.facet}*",), label, 1.1, says=says)
        one = word.text == "committee" and before(words, first) not in ("a", "an", "any", "some")
        for start, end in names:
            place = left if start == names[0][0] else start, right if end == names[-1][1] else end
            yield _span(place, post, words[start:end], gazetteer, one)


def _names(words: Sequence[Token], gazetteer: Gazetteer, panel: int) -> list[tuple[int, int]]:
    """Where the names are of the committees that the word at `panel` is of: the most words before
    it, or after `committee on`, that name committees or their subjects here."""
    places = [(start, panel) for start in range(max(0, panel - _LONGEST), panel)]
    for at in range(panel + 1, min(len(words), panel + 3)):
        if words[at].text in _ABOUT:
            ends = range(min(len(words), at + _LONGEST), at + 1, -1)
            places += [(start, end) for start in (at + 1, at + 2) for end in ends if end > start]
    for start, end in places:
        if _NO_NAME.isdisjoint((words[start].text, words[end - 1].text)):
            both = before(words, start, _ARTICLES) == "both"
            for names in ([] if both else [(start, end)], _listed(words, start, end)):
                if names and all(_called(words[first:last], gazetteer)[0] for first, last in names):
                    return names
    return []


def _listed(words: Sequence[Token], start: int, end: int) -> list[tuple[int, int]]:
    """The places of each name in a list of names."""
    cuts = (at for at in range(start + 1, end)
            if words[at].text in ("or", "and") or "," in words[at].gap)  # fmt: skip
    kept = (
        ([at for at in range(first, last) if words[at].text not in STOPWORDS], last)
        for first, last in pairwise((start, *cuts, end))
    )
    return [(places[0], last) for places, last in kept if places]


def _called(name: Sequence[Token], gazetteer: Gazetteer) -> tuple[tuple[Phrase, ...], list[Phrase]]:
    """What committees of this name are called, and those that are near."""
    own = tuple(stem(word.text) for word in name if word.text not in STOPWORDS)
    topics = [topic for topic in TOPICS.get(own, ()) if topic.kind == "policy"][:1]
    near = [phrase for topic in topics for phrase in (*topic.core, *topic.near)]
    if all(word.text != "or" for word in name) and gazetteer.holding("committee", (own,)):
        return (own,), near
    return (topics[0].core if topics else ()), near


def _span(
    place: tuple[int, int],
    post: _Post,
    name: Sequence[Token],
    gazetteer: Gazetteer,
    one: bool,
) -> Span:
    core, near = _called(name, gazetteer)
    # `Appropriations: Agriculture` is no part of the committee on agriculture, and who chairs
    # `Agriculture: Livestock` chairs a part of it.
    own = tuple((*each, OF_IT if post is _MEMBER else ITSELF) for each in core)
    if one and gazetteer.holding("committee", own):
        core, near = own, [*near, *core]
    values = [f"{post.facet}~{' '.join(each)}" for each in core]
    close = [f"{post.facet}~{' '.join(each)}" for each in near if each not in core]
    if post is not _MEMBER:
        close = [*(f"committee~{' '.join(each)}" for each in core), *close]
    label = written(name)
    says = f"{post.says} {with_article(label)} committee"
    label = f"{post.label}{label} committee"
    return Span(*place, "committee", tuple(values), label, 1.2, tuple(close), says=says)


def _held(words: Sequence[Token], start: int, end: int) -> tuple[_Post, int, int]:
    """What somebody is on a committee that is named from `start` to `end`, and where it is said."""
    left, right = said(words[:start]), said(words[end:])
    for post in _POSTS:
        if match := re.search(rf"(?<!\S)(?:{post.pattern}){_BETWEEN}", left):
            return post, left.count(" ", 0, match.start()), end
        if match := re.match(rf"(?:{post.pattern})(?!\S)", right):
            return post, start, end + match[0].count(" ") + 1
    # `Not on the House Rules Committee`, but of the House.
    return _MEMBER, start - bool(_DENIED.search(left)), end
