"""Committees: `on an education committee`, `who chairs …`, `ranking member of …`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from shortlist.service.lexicon.phrases import ITSELF, OF_IT, Phrase
from shortlist.service.lexicon.places import COUNTRIES, STATES
from shortlist.service.lexicon.text import STOPWORDS, listed, stem, with_article
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office.texts import before, cased, raw
from shortlist.service.reading.packs.public_office.topics import TOPICS
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token

_PANEL: Final = frozenset({"committe", "subcommitte", "panel", "cmte", "ctte", "cttee"})
_CHAIRING: Final = frozenset(
    {"chair", "chairman", "chairwoman", "chairperson", "chairmen", "head", "lead", "run", "leader"}
)
_HEADING: Final = frozenset({"chair", "chairman", "chairwoman", "chairperson", "chairmen"})
_ONE: Final = frozenset({"committee", "cmte", "ctte", "cttee"})
_CHAMBERS: Final = frozenset({"senate", "house"})
_ABOUT: Final = frozenset({"on", "for", "of", "about", "concerning", "covering", "handling"})
_POSTS: Final = {
    # facet: how a criterion says it, and what stands before the committee
    "committee": ("Sits on", ""),
    "chairs": ("Chairs", "chairs "),
    "vice_chairs": ("Is vice chair of", "vice chair of "),
    "ranks": ("Is ranking member of", "ranking member of "),
}
_STOP_BACK: Final = listed(
    """
    on the who that of members member in sit sits sitting serve serves serving from at with
    senator senators sen sens rep representative representatives legislator legislators lawmaker
    lawmakers reps democrats republicans everyone assigned to list is are chairs chair chairing
    chaired leading leads heading heads not any some legislative except apart both a an
    """
)
_BETWEEN: Final = listed("a an the of any some its that on for who is are in house senate s and")
_STOP_ON: Final = listed("who in from at with that since of but")


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The committees that are named, with what people are on them."""
    if not gazetteer.values("committee"):
        return
    for at, word in enumerate(words):
        if stem(word.text) not in _PANEL:
            continue
        found = [*_named(words, gazetteer, at)]
        yield from found
        if not found:
            yield from _of_any(words, at)


def _named(words: Sequence[Token], gazetteer: Gazetteer, panel: int) -> Iterator[Span]:
    start, end = _before(words, panel), panel
    if start == end:
        start, end = _after(words, panel)
    if start == end:
        return
    middle = next((at for at in range(start, end) if words[at].text == "and"), None)
    if middle and before(words, start, frozenset({"the"})) == "both":
        for first, last in ((start, middle), (middle + 1, end)):
            while words[first].text in ("the", "a", "an"):
                first += 1
            if (core := names(words, gazetteer, first, last))[0]:
                to = panel + 1 if last == end else last
                yield _span(words, gazetteer, (first, last), (first, to), core, "committee", panel)
        return
    core = names(words, gazetteer, start, end)
    if core[0]:
        facet, first, last = _post(words, min(start, panel), max(end, panel + 1))
        if start > panel and stem(words[panel + 1].text) in _HEADING:
            facet = "chairs"  # `committee chairmen for health`
        if first and words[first - 1].text in _CHAMBERS and _denied(words, first - 1):
            first -= 1  # `not on the House Rules Committee`, but of the House
        said = _span(words, gazetteer, (start, end), (first, last), core, facet, panel)
        yield said
        if facet == "committee":
            yield from _but_its_chair(words, said)


def _but_its_chair(words: Sequence[Token], committee: Span) -> Iterator[Span]:
    """`On the tax committee, apart from its chair`: who does not chair what is asked for."""
    for at in range(committee.end, min(committee.end + 7, len(words))):
        if stem(words[at].text) in _HEADING and _left_out(words, at):
            values = tuple(value.replace("committee~", "chairs~") for value in committee.values)
            says = committee.says.replace("Sits on", "Chairs")
            yield replace(
                committee, start=at, end=at + 1, values=values, near=(), says=says,
                label=f"chairs {committee.label}",
            )  # fmt: skip


def _of_any(words: Sequence[Token], panel: int) -> Iterator[Span]:
    """`Committee chairs`, `who chairs a committee`: of whatever committee."""
    facet, start, end = _post(words, panel, panel + 1)
    if facet != "committee":
        verb, said = _POSTS[facet]
        label = f"{said}any committee"
        yield Span(start, end, "committee", (f"{facet}*",), label, 1.1, says=f"{verb} a committee")


def _span(
    words: Sequence[Token], gazetteer: Gazetteer, named: tuple[int, int], whole: tuple[int, int],
    found: tuple[dict[Phrase, None], dict[Phrase, None]], facet: str, panel: int,
) -> Span:  # fmt: skip
    core, near = found
    if _is_its_name(words, min(named[0], panel), named[0], panel):
        own = _its_own(facet, core, gazetteer)
        core, near = own, near | core
    label = raw(words, *named)
    verb, said = _POSTS[facet]
    close = [f"{facet}~{' '.join(each)}" for each in near if each not in core]
    if facet != "committee":
        close = [*(f"committee~{' '.join(each)}" for each in core), *close]
    values = tuple(f"{facet}~{' '.join(each)}" for each in core)
    says = f"{verb} {with_article(label)} committee"
    return Span(
        *whole, "committee", values, f"{said}{label} committee", 1.2, tuple(close), says=says
    )


def _before(words: Sequence[Token], panel: int) -> int:
    start = panel
    while start > 0:
        word = words[start - 1]
        joint = words[start - 2].text if start > 1 else ""
        if word.text in ("the", "a", "an") and (joint == "or" or (joint == "and" and start > 3)):
            start -= 2  # `the education or the health committee`
            continue
        if (
            stem(word.text) in _PANEL
            or word.text in _STOP_BACK
            or "," in words[start].gap
            or stem(word.text) in _CHAIRING
        ):
            break
        if word.text in _CHAMBERS or _is_place(words, start - 1):
            break
        start -= 1
    while start < panel and words[start].text in STOPWORDS | {"or", "and", "joint"}:
        start += 1
    return start


def _after(words: Sequence[Token], panel: int) -> tuple[int, int]:
    start = panel + 1
    if start < len(words) and stem(words[start].text) in _CHAIRING:
        start += 1  # `committee chairmen for health`
    if start >= len(words) or words[start].text not in _ABOUT:
        return panel, panel
    start += 1
    end = start
    while (
        end < len(words)
        and words[end].text not in _STOP_ON
        and not (end > start and ("," in words[end].gap or _is_place(words, end)))
    ):
        end += 1
    while start < end and words[start].text in ("the", "a"):
        start += 1
    return start, end


def _is_place(words: Sequence[Token], at: int) -> bool:
    name = words[at].text
    pair = f"{words[at - 1].text} {name}" if at else name
    named = name in STATES or name in COUNTRIES or pair in STATES or pair in COUNTRIES
    return named and (words[at].raw[:1].isupper() or not cased(words))


def names(
    words: Sequence[Token], gazetteer: Gazetteer, start: int, end: int
) -> tuple[dict[Phrase, None], dict[Phrase, None]]:
    """What committees for these words are called, and those that are near."""
    core: dict[Phrase, None] = {}
    near: dict[Phrase, None] = {}
    said = words[start:end]
    whole = tuple(stem(w.text) for w in said if w.text not in STOPWORDS or w.text == "and")
    parts = [whole]
    if any(w.text == "or" for w in said) or not gazetteer.holding("committee", (whole,)):
        parts = _split(said)
    for part in parts:
        own = gazetteer.holding("committee", (part,))
        if own:
            core[part] = None
        topics = [topic for topic in TOPICS.get(part, ()) if topic.kind == "policy"]
        for topic in topics[:1]:
            core.update(dict.fromkeys(akin(part, topic.core) if own else topic.core))
            near.update(dict.fromkeys((*topic.core, *topic.near)))
        if not own and not topics:
            for word in part:
                if gazetteer.holding("committee", ((word,),)):
                    core[(word,)] = None
                for topic in TOPICS.get((word,), ())[:1]:
                    if topic.kind == "policy":
                        core.update(dict.fromkeys(topic.core))
    return core, near


def akin(part: Phrase, given: tuple[Phrase, ...]) -> list[Phrase]:
    """Names that are the same word in another form: `environment`, `environmental`."""
    return [name for name in given if len(part) == 1 and name[0][:7] == part[0][:7]]


def _split(said: Sequence[Token]) -> list[Phrase]:
    parts: list[list[str]] = [[]]
    for word in said:
        if word.text in ("or", "and") or "," in word.gap:
            parts.append([])
        if word.text not in STOPWORDS and word.text not in ("or", "and"):
            parts[-1].append(stem(word.text))
    return [tuple(part) for part in parts if part]


def _is_its_name(words: Sequence[Token], first: int, start: int, panel: int) -> bool:
    """Whether one committee is named, `House Agriculture Committee`; others are for a subject."""
    said = before(words, first, frozenset({"the"}))
    if words[panel].text not in _ONE or said in ("a", "an", "any", "some"):
        return False
    capital = words[start].raw[:1].isupper()
    return said in _CHAMBERS or (capital and (start > 0 or words[panel].raw[:1].isupper()))


def _its_own(facet: str, core: dict[Phrase, None], gazetteer: Gazetteer) -> dict[Phrase, None]:
    """`Appropriations: Agriculture` is no part of the committee on agriculture, and who chairs
    `Agriculture: Livestock` chairs a part of it."""
    mark = OF_IT if facet == "committee" else ITSELF
    marked = {(*phrase, mark): None for phrase in core}
    return marked if gazetteer.holding("committee", tuple(marked)) else core


def _post(words: Sequence[Token], start: int, end: int) -> tuple[str, int, int]:
    """What somebody is on a committee that is named from `start` to `end`, and where it is said."""
    at = start - 1
    while at >= 0 and words[at].text in _BETWEEN:
        at -= 1
    for place, side in ((at, "left"), (end, "right")):
        if not 0 <= place < len(words):
            continue
        word = words[place]
        first, last = (place, end) if side == "left" else (start, place + 1)
        if word.text == "ranking" or (
            word.base == "member" and _text(words, place - 1) == "ranking"
        ):
            more = word.text == "ranking" and _text(words, place + 1) in ("member", "members")
            back = word.base == "member"
            return "ranks", first - back, last + (more and side == "right")
        heads = _CHAIRING if side == "left" else _HEADING
        if stem(word.text) in heads and not _left_out(words, place):
            vice = _text(words, place - 1) in ("vice", "deputy")
            return ("vice_chairs" if vice else "chairs"), first - (vice and side == "left"), last
    return "committee", start, end


def _denied(words: Sequence[Token], at: int) -> bool:
    said = before(words, at, frozenset({"the", "on", "a", "in", "of", "sit", "sits"}))
    return said in ("not", "except", "without", "never", "arent", "outside")


def _left_out(words: Sequence[Token], at: int) -> bool:
    return before(words, at, frozenset({"the", "its", "their"})) in ("from", "except", "not", "but")


def _text(words: Sequence[Token], at: int) -> str:
    return words[at].text if 0 <= at < len(words) else ""
