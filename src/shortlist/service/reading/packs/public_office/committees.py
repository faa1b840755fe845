"""Committees: `on an education committee`, `who chairs …`, `ranking member of …`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from shortlist.service.lexicon.phrases import ITSELF, OF_IT, Phrase
from shortlist.service.lexicon.places import COUNTRIES, STATES
from shortlist.service.lexicon.text import STOPWORDS, stem, with_article
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office.subjects import TOPICS
from shortlist.service.reading.packs.public_office.tables import words_for
from shortlist.service.reading.packs.public_office.texts import before, raw, said
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token

_COMMITTEE: Final = words_for("committee")
_CHAMBER: Final = words_for("chamber")
_ABOUT: Final = words_for("about_a_committee")
_BEFORE: Final = words_for("before_a_committee")
_AFTER: Final = words_for("after_a_committee")
_ARTICLES: Final = frozenset({"the", "a", "an"})
_SOME: Final = frozenset({"a", "an", "any", "some"})
_SITTING: Final = frozenset({"the", "on", "a", "in", "of", "sit", "sits"})
_BETWEEN: Final = rf"(?: (?:{'|'.join(sorted(words_for('between_post_and_committee')))}))*$"
_CHAIR: Final = r"(?:chair\w*)"


class _Post(NamedTuple):
    """What somebody is on a committee, and the words for it before the committee and after."""

    facet: str
    says: str
    label: str
    before: re.Pattern[str]
    after: re.Pattern[str]


def _post(facet: str, says: str, label: str, before: str, after: str) -> _Post:
    first = re.compile(rf"(?<!\S)(?:{before}){_BETWEEN}")
    return _Post(facet, says, label, first, re.compile(rf"(?:{after})(?!\S)"))


_POSTS: Final = (
    _post("ranks", "Is ranking member of", "ranking member of ",
          r"ranking(?: members?)?", r"ranking(?: members?)?"),
    _post("vice_chairs", "Is vice chair of", "vice chair of ",
          rf"(?:vice|deputy) {_CHAIR}", rf"(?:vice|deputy) {_CHAIR}"),
    _post("chairs", "Chairs", "chairs ",
          rf"{_CHAIR}|head(?:s|ed|ing)?|lead(?:s|ing|ers?)?|runs?|running", _CHAIR),
)  # fmt: skip
_MEMBER: Final = _post("committee", "Sits on", "", r"(?!)", r"(?!)")


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The committees that are named, with what people are on them."""
    if not gazetteer.values("committee"):
        return
    for at, word in enumerate(words):
        if stem(word.text) in _COMMITTEE:
            found = [*_named(words, gazetteer, at)]
            yield from found
            post, start, end = _held(words, at, at + 1)
            if not found and post is not _MEMBER:
                label, says = f"{post.label}any committee", f"{post.says} a committee"
                yield Span(start, end, "committee", (f"{post.facet}*",), label, 1.1, says=says)


def _named(words: Sequence[Token], gazetteer: Gazetteer, panel: int) -> Iterator[Span]:
    """The committee at `panel`, or both of `both the education and the health committee`."""
    start, end = _before(words, panel), panel
    if start == end:
        start, end = _after(words, panel)
    pieces = [(start, end)]
    for middle in range(start + 1, end - 1):
        if words[middle].text == "and" and before(words, start, _ARTICLES) == "both":
            pieces = [(start, middle), (_past(words, middle + 1, end), end)]
    for first, last in pieces:
        core, near = _names(words, gazetteer, first, last)
        if core:
            to = panel + 1 if last == end else last
            post, left, right = _held(words, min(first, panel), to)
            if _is_one(words, first, panel):
                # `Appropriations: Agriculture` is no part of the committee on agriculture, and who
                # chairs `Agriculture: Livestock` chairs a part of it.
                mark = OF_IT if post is _MEMBER else ITSELF
                own = [(*name, mark) for name in core]
                if gazetteer.holding("committee", tuple(own)):
                    core, near = own, [*near, *core]
            yield _span(left, max(right, last), post, raw(words, first, last), core, near)


def _span(
    start: int, end: int, post: _Post, label: str, core: Sequence[Phrase], near: Sequence[Phrase]
) -> Span:
    values = [f"{post.facet}~{' '.join(each)}" for each in core]
    close = [f"{post.facet}~{' '.join(each)}" for each in near if each not in core]
    if post is not _MEMBER:
        close = [*(f"committee~{' '.join(each)}" for each in core), *close]
    says = f"{post.says} {with_article(label)} committee"
    label = f"{post.label}{label} committee"
    return Span(start, end, "committee", tuple(values), label, 1.2, tuple(close), says=says)


def _before(words: Sequence[Token], panel: int) -> int:
    """Where the name of a committee begins that stands before the word for it."""
    start = panel
    while start > 0:
        word = words[start - 1].text
        if word in _ARTICLES and start > 3 and words[start - 2].text in ("or", "and"):
            start -= 2  # `the education or the health committee`
            continue
        stops = word in _BEFORE or stem(word) in _COMMITTEE or _is_place(words, start - 1)
        if stops or "," in words[start].gap:
            break
        start -= 1
    while start < panel and words[start].text in STOPWORDS | {"or", "and", "joint"}:
        start += 1
    return start


def _after(words: Sequence[Token], panel: int) -> tuple[int, int]:
    """The place of a name that follows: `committee on health`, `committee chairmen for health`."""
    at = panel + 1
    if at < len(words) and re.fullmatch(_CHAIR, words[at].text):
        at += 1
    if at >= len(words) or words[at].text not in _ABOUT:
        return panel, panel
    start = end = _past(words, at + 1, len(words))
    while end < len(words) and words[end].text not in _AFTER:
        if end > start and ("," in words[end].gap or _is_place(words, end)):
            break
        end += 1
    return start, end


def _past(words: Sequence[Token], at: int, end: int) -> int:
    """Where the first word from `at` on is that is no article."""
    return next((each for each in range(at, end) if words[each].text not in _ARTICLES), end)


def _is_place(words: Sequence[Token], at: int) -> bool:
    names = {words[at].text, said(words, max(0, at - 1), at + 1)}
    return not names.isdisjoint(STATES) or not names.isdisjoint(COUNTRIES)


def _names(
    words: Sequence[Token], gazetteer: Gazetteer, start: int, end: int
) -> tuple[list[Phrase], list[Phrase]]:
    """What committees for these words are called, and those that are near."""
    core: list[Phrase] = []
    near: list[Phrase] = []
    whole = tuple(stem(w.text) for w in words[start:end] if w.text not in STOPWORDS - {"and"})
    parts = [whole]
    several = any(w.text == "or" for w in words[start:end])
    if several or not gazetteer.holding("committee", (whole,)):
        parts = _split(words[start:end])
    for part in parts:
        topics = [topic for topic in TOPICS.get(part, ()) if topic.kind == "policy"][:1]
        if gazetteer.holding("committee", (part,)):
            core.append(part)
        elif topics:
            core += topics[0].core
        for topic in topics:
            near += [*topic.core, *topic.near]
    return core, near


def _split(words: Sequence[Token]) -> list[Phrase]:
    """The stems of each name in a list of names."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word.text in ("or", "and") or "," in word.gap:
            parts.append([])
        if word.text not in STOPWORDS | {"or", "and"}:
            parts[-1].append(stem(word.text))
    return [tuple(part) for part in parts if part]


def _is_one(words: Sequence[Token], start: int, panel: int) -> bool:
    """Whether one committee is named, `House Agriculture Committee`; others are for a subject."""
    first = before(words, min(start, panel), frozenset({"the"}))
    if stem(words[panel].text).startswith("sub") or words[panel].base != words[panel].text:
        return False
    name = words[start].raw[:1].isupper() and (start > 0 or words[panel].raw[:1].isupper())
    return first not in _SOME and (first in _CHAMBER or name)


def _held(words: Sequence[Token], start: int, end: int) -> tuple[_Post, int, int]:
    """What somebody is on a committee that is named from `start` to `end`, and where it is said."""
    left, right = said(words, 0, start), said(words, end)
    for post in _POSTS:
        if match := post.before.search(left):
            return post, left.count(" ", 0, match.start()), end
    for post in _POSTS:
        if match := post.after.match(right):
            return post, start, end + match[0].count(" ") + 1
    if start and words[start - 1].text in _CHAMBER and _is_denied(words, start - 1):
        start -= 1  # `not on the House Rules Committee`, but of the House
    return _MEMBER, start, end


def _is_denied(words: Sequence[Token], at: int) -> bool:
    return before(words, at, _SITTING) in ("not", "except", "without", "never", "arent", "outside")
