"""Reading committees: `on an education committee`, `who chairs …`."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from shortlist.service.lexicon.places import COUNTRIES, STATES
from shortlist.service.lexicon.text import STOPWORDS, listed
from shortlist.service.lexicon.topics import ITSELF, OF_IT, TOPICS, Phrase, Topic
from shortlist.service.search.conditions import Clause, Condition
from shortlist.service.search.reading import Reading
from shortlist.service.search.vocabulary import Vocabulary

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
    on a an the who that of members member in sit sits sitting serve serves serving from at with
    senator senators sen sens rep representative representatives legislator legislators lawmaker
    lawmakers reps democrats republicans everyone assigned to list is are chairs chair chairing
    chaired leading leads heading heads not any some legislative
    """
)


def read_committees(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """`on an education committee`, `energy or public utilities committees`, `who chairs …`."""
    conditions: list[Condition] = []
    spans: list[int] = []
    for at, word in enumerate(reading.words):
        if word.stem not in _PANEL or reading.taken[at]:
            continue
        start, end = _before(reading, at)
        if start == end:
            start, end = _after(reading, at)
        if start == end:
            conditions += _of_any(reading, vocabulary, at)
            continue
        halves = _both(reading, vocabulary, start, end, at)
        condition = None if halves else _committee(reading, vocabulary, start, end, at)
        if halves:
            conditions += halves
            reading.take(min(start, at), max(end, at + 1))
            spans.append(max(end, at + 1))
        elif condition is not None:
            joined = spans and "or" in reading.texts(spans[-1], min(start, at))
            if joined and reading.joined(spans[-1], min(start, at)):
                conditions[-1] = _either(conditions[-1], condition)
            else:
                conditions += [condition, *_but_its_chair(reading, condition, at)]
            reading.take(min(start, at), max(end, at + 1))
            spans.append(max(end, at + 1))
        else:
            conditions += _of_any(reading, vocabulary, at)
    return conditions


def _but_its_chair(reading: Reading, condition: Condition, panel: int) -> list[Condition]:
    """`on the tax committee, apart from its chair`: who does not chair what is asked for."""
    at = next(
        (
            at
            for at in range(panel + 1, min(panel + 8, len(reading.words)))
            if reading.words[at].stem in _HEADING and reading.negated[at] and not reading.taken[at]
        ),
        None,
    )
    if at is None or condition.negated or condition.clauses[0].key != "committee":
        return []
    reading.take(at, at + 1)
    return [
        replace(
            condition,
            label=f"chairs {condition.label}",
            description=condition.description.replace("Sits on", "Chairs"),
            clauses=tuple(replace(clause, key="chairs") for clause in condition.clauses),
            near=(),
            text=reading.words[at].raw,
            negated=True,
            weight=1.2,
        )
    ]


def _both(
    reading: Reading, vocabulary: Vocabulary, start: int, end: int, panel: int
) -> list[Condition]:
    """`both the tax and the housing committee`: one and the other, not either."""
    said = reading.texts(start, end)
    if "both" not in (*said[:1], reading.before(start, frozenset({"the"}))) or "and" not in said:
        return []
    middle = start + said.index("and")
    parts = []
    for first, last in ((start + (said[0] == "both"), middle), (middle + 1, end)):
        while first < last and reading.words[first].text in ("the", "a", "an"):
            first += 1
        parts.append(_committee(reading, vocabulary, first, last, panel) if first < last else None)
    return [part for part in parts if part] if all(parts) else []


def _of_any(reading: Reading, vocabulary: Vocabulary, panel: int) -> list[Condition]:
    """`committee chairs`, `who chairs a committee`: of whatever committee."""
    beside = reading.words[max(0, panel - 2) : panel + 2]
    if not any(word.stem in _HEADING for word in beside) or not vocabulary.values("chairs"):
        return []
    facet = _post(reading, panel)
    reading.take(panel, panel + 1)
    verb, said = _POSTS[facet]
    return [
        Condition(
            kind="committee",
            label=f"{said}any committee",
            description=f"{verb} a committee",
            clauses=(Clause(facet, anything=True),),
            text=reading.words[panel].raw,
            negated=reading.negated[panel],
            weight=2.0,
        )
    ]


def _either(one: Condition, other: Condition) -> Condition:
    """`the tourism committee or the housing committee`."""
    label = f"{one.label.removesuffix(' committee')} or {other.label}"
    return replace(
        one,
        label=label,
        description=f"{one.description.removesuffix(' committee')} or {other.label}",
        clauses=(*one.clauses, *other.clauses),
        near=(*one.near, *other.near),
        text=f"{one.text} or {other.text}",
    )


def _before(reading: Reading, at: int) -> tuple[int, int]:
    start = at
    while start > 0 and not reading.taken[start - 1]:
        word = reading.words[start - 1]
        joint = reading.words[start - 2].text if start > 1 else ""
        either = joint == "or" or (joint == "and" and "both" in reading.texts(0, start))
        if word.text in ("the", "a", "an") and either:
            start -= 2  # `the education or the health committee`
            continue
        if word.text in _STOP_BACK or word.comma or word.stem in _CHAIRING:
            break
        if word.text in _CHAMBERS or _is_place(reading, start - 1):
            break
        start -= 1
    while start < at and reading.words[start].text in STOPWORDS | {"or", "and", "joint"}:
        start += 1
    return start, at


def _after(reading: Reading, at: int) -> tuple[int, int]:
    start = at + 1
    if start < len(reading.words) and reading.words[start].stem in _CHAIRING:
        start += 1  # `committee chairmen for health`
    if start >= len(reading.words) or reading.words[start].text not in _ABOUT:
        return at, at
    start += 1
    end = start
    while end < len(reading.words) and not reading.taken[end]:
        if reading.words[end].text in (
            "who",
            "in",
            "from",
            "at",
            "with",
            "that",
            "since",
            "of",
            "but",
        ):
            break
        end += 1
        if reading.words[end - 1].comma and reading.words[end - 1].text != "and":
            break
    while start < end and reading.words[start].text in ("the", "a"):
        start += 1
    return start, end


def _is_place(reading: Reading, at: int) -> bool:
    name = reading.words[at].text
    pair = f"{reading.words[at - 1].text} {name}" if at else name
    return (reading.words[at].capital or not reading.cased) and (
        name in STATES or name in COUNTRIES or pair in STATES or pair in COUNTRIES
    )


def _committee(
    reading: Reading, vocabulary: Vocabulary, start: int, end: int, panel: int
) -> Condition | None:
    whole = tuple(
        w.stem for w in reading.words[start:end] if w.text not in STOPWORDS or w.text == "and"
    )
    strict = tuple(word for word in whole if word not in ("and", "or"))
    core: dict[Phrase, None] = {}
    near: dict[Phrase, None] = {}
    parts = _split(reading, start, end, (("or",), ("or", "and")))
    if not any(word.text == "or" for word in reading.words[start:end]) and vocabulary.holding(
        "committee", (whole,)
    ):
        parts = [whole]
    for part in parts:
        own = bool(vocabulary.holding("committee", (part,)))
        if own:
            core[part] = None
        topics = [topic for topic in TOPICS.get(part, ()) if topic.kind == "policy"]
        if len(part) == 1 and own and len(strict) > 1:
            topics = topics[:1]
        for topic in topics[:1]:
            _spread(topic, part, own, core, near)
        if not own and not topics:
            for word in part:
                if vocabulary.holding("committee", ((word,),)):
                    core[(word,)] = None
                for topic in TOPICS.get((word,), ())[:1]:
                    if topic.kind == "policy":
                        core.update(dict.fromkeys(topic.core))
    if not core:
        return None
    near = {phrase: None for phrase in near if phrase not in core}
    facet = _post(reading, panel, denied=reading.negated[start])
    if start and reading.negated[start] and reading.words[start - 1].text in _CHAMBERS:
        reading.take(start - 1, start)  # `not on the House Rules Committee`, but of the House
    if _is_its_name(reading, start, panel):
        core, near = _its_own(facet, core, vocabulary), near | core
    label = reading.said(start, end)
    again = (Clause("committee", phrases=tuple(core)),) if facet != "committee" else ()
    close = (Clause(facet, phrases=tuple(near)),) if near else ()
    article = "an" if label[:1].lower() in "aeiou" else "a"
    verb, said = _POSTS[facet]
    return Condition(
        kind="committee",
        label=f"{said}{label} committee",
        description=f"{verb} {article} {label} committee",
        clauses=(Clause(facet, phrases=tuple(core)),),
        near=(*again, *close),
        text=label,
        negated=reading.negated[start],
        weight=2.0,
    )


def _is_its_name(reading: Reading, start: int, panel: int) -> bool:
    """Whether one committee is named, `House Agriculture Committee`; others are for a subject."""
    first = min(start, panel)
    before = reading.before(first, frozenset({"the"}))
    if reading.words[panel].text not in _ONE or before in ("a", "an", "any", "some"):
        return False
    named = reading.words[start].capital and (start > 0 or reading.words[panel].capital)
    return before in _CHAMBERS or named


def _its_own(facet: str, core: dict[Phrase, None], vocabulary: Vocabulary) -> dict[Phrase, None]:
    """`Appropriations: Agriculture` is no part of the committee on agriculture, and who chairs
    `Agriculture: Livestock` chairs a part of it."""
    mark = OF_IT if facet == "committee" else ITSELF
    marked = {(*phrase, mark): None for phrase in core}
    return marked if vocabulary.holding("committee", tuple(marked)) else core


def _spread(
    topic: Topic, part: Phrase, own: bool, core: dict[Phrase, None], near: dict[Phrase, None]
) -> None:
    """The topic's names are equal to the words used, where those are one of its names."""
    core.update(dict.fromkeys(akin(part, topic.core) if own else topic.core))
    near.update(dict.fromkeys((*topic.core, *topic.near)))


def akin(part: Phrase, names: tuple[Phrase, ...]) -> list[Phrase]:
    """Names that are the same word in another form: `environment`, `environmental`."""
    return [name for name in names if len(part) == 1 and name[0][:7] == part[0][:7]]


def chaired(reading: Reading, topic: Condition) -> Condition:
    """`people chairing judiciary`: the subject's committees, and who chairs them."""
    at = next(
        (n for n, w in enumerate(reading.words) if w.stem == "chair" and not reading.taken[n]), None
    )
    if at is None or any(clause.key != "committee" for clause in topic.clauses):
        return topic
    reading.take(at, at + 1)
    return replace(
        topic,
        label=f"chairs {topic.label}",
        description=f"Chairs a committee for {topic.label}",
        clauses=tuple(replace(clause, key="chairs") for clause in topic.clauses),
        near=topic.clauses,
    )


def _post(reading: Reading, panel: int, *, denied: bool = False) -> str:
    """The facet of what someone is on the committee named at `panel`, which is `denied`."""
    for at, word in enumerate(reading.words):
        if reading.taken[at] or abs(at - panel) > 6:
            continue
        if word.text == "ranking":
            follows = at + 1 < len(reading.words) and reading.words[at + 1].stem == "member"
            reading.take(at, at + 1 + follows)
            return "ranks"
        if word.stem in _CHAIRING and reading.negated[at] and not denied:
            continue  # `its members apart from the chair`
        if word.stem in _CHAIRING:
            vice = at > 0 and reading.words[at - 1].text in ("vice", "deputy")
            reading.take(at - vice, at + 1)
            return "vice_chairs" if vice else "chairs"
    return "committee"


def _split(
    reading: Reading, start: int, end: int, splitters: tuple[tuple[str, ...], ...]
) -> list[Phrase]:
    parts: list[list[str]] = [[]]
    for word in reading.words[start:end]:
        if word.text in splitters[-1]:
            parts.append([])
            continue
        if word.text not in STOPWORDS:
            parts[-1].append(word.stem)
        if word.comma:
            parts.append([])
    return [tuple(part) for part in parts if part]
