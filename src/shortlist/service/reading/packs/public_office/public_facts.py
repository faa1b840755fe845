"""Parties, appointments and by whom, what legislators live by, projects that people maintain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rapidfuzz import fuzz

from shortlist.service.lexicon.text import listed, stem, stems
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office import tables
from shortlist.service.reading.packs.public_office.texts import (
    before,
    cased,
    raw,
    stems_of,
)
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, matches

_PLAIN_WORDS: Final = frozenset({"labour", "green", "independent", "conservative", "reform uk"})
_BIG: Final = ("republican", "democratic")
_OUTSIDE: Final = (
    r"(?:independents? (?:or|and) )?(?:from )?(?:a )?(?:third|minor) part(?:y|ies)"
    r"(?: (?:or|and) independents?)?"
)
_BOTH: Final = r"(?:from |of |in )?the (?:two )?(?:big|major|main|large)(?: political)? parties"
_BY: Final = (
    r"(?:appointed|nominated|named|commissioned|picked|chosen|selected|placed"
    r"|put (?:on the bench|forward|there)|made (?:a )?judges?) by(?: president)?"
    r"|owe(?:s|d)? (?:their|his|her) (?:seats?|jobs?|posts?|appointments?|place) to(?: president)?"
)
_APPOINTEE: Final = (
    r"appointees?|nominees?|picks?|(?:appointed|nominated|named|elevated)(?: to)?"
    r"|(?:put|placed|picked|chose|make|appoint|nominate|pick|choose|name)(?: on| for)?"
    r"|made|(?:federal |district |circuit |appeals |appellate )*judges?"
)
_EMPLOYED: Final = listed("appointee appointees appointments staff employees officials executives")
_IS: Final = listed(
    """
    are is were was as being be became become occupation profession trade job work works working
    worked trained practicing practising retired fellow also career
    """
)
_CUES: Final = listed(
    """
    turned by occupation profession trade training became become day job also a an living
    """
)
_MAINTAINING: Final = frozenset({"maintain", "work"})


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The plain facts of public life in pieces of `words`."""
    if gazetteer.values("party"):
        yield from _parties(words, gazetteer)
    if gazetteer.values("appointed_by"):
        yield from _presidents(words, gazetteer)
        yield from _by_party(words, gazetteer)
    if known := gazetteer.values("appointment"):
        for values, pattern in tables.appointments():
            if present := tuple(value for value in values if value in known):
                for start, end, _ in matches(words, pattern):
                    end += end < len(words) and words[end].text in _EMPLOYED
                    label = " or ".join(present)
                    says = f"Holds a position of this kind: {label}"
                    given = tuple(f"appointment={value}" for value in present)
                    yield Span(start, end, "appointment", given, label, 1.0, says=says)
    if gazetteer.values("occupation"):
        yield from _occupations(words)
    if gazetteer.values("project"):
        yield from _projects(words, gazetteer)


def _parties(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    known = gazetteer.values("party")
    for pattern, kind in ((_OUTSIDE, "not_party"), (_BOTH, "party")):
        for start, end, _ in matches(words, pattern):
            label = "Republican or Democratic"
            says = "Belongs to the Republican or the Democratic party"
            yield Span(start, end, kind, tuple(f"party={each}" for each in _BIG), label, 1.3,
                       says=says)  # fmt: skip
    some = cased(words)
    for key, label, pattern in tables.parties():
        for start, end, _ in matches(words, pattern) if key in known else ():
            word = words[start]
            plain = not word.raw[:1].isupper() and word.text != "independents"
            if some and plain and key in _PLAIN_WORDS:
                continue
            yield _party(start, end, key, label)
    for start in range(len(words)):
        for end in range(start + 2, min(len(words), start + 7) + 1):
            if values := gazetteer.spelt("party", stems_of(words, start, end)):
                yield _party(start, end, values[0], raw(words, start, end))


def _party(start: int, end: int, key: str, label: str) -> Span:
    says = f"Belongs to the {label}" + ("" if "party" in label.lower() else " party")
    return Span(start, end, "party", (f"party={key}",), label, 1.1, says=says)


def _presidents(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    presidents = gazetteer.values("appointed_by")
    asks = [(start, end, "by") for start, end, _ in matches(words, _BY)] + [
        (start, end, "of") for start, end, _ in matches(words, _APPOINTEE)
    ]
    for start, end, how in asks:
        most = range(min(4, len(words) - end), 0, -1) if how == "by" else range(3, 0, -1)
        for size in most:
            first, last = (end, end + size) if how == "by" else (start - size, start)
            said = [word.text for word in words[max(0, first) : last]]
            if first < 0 or {"or", "and"} & set(said):
                continue
            named = _named(said, presidents)
            if not named or not _begins(said[0 if how == "of" else -1], named):
                continue
            judges = how == "of" and words[start].base in ("judge", "federal", "district")
            whole = (start, last) if how == "by" else (first, start if judges else end)
            yield _by(*whole, named)
            while how == "by" and last < len(words) and words[last].text in ("or", "and"):
                start = last + 1 + (words[last + 1].text == "by")
                last = min(len(words), start + 2)
                while last > start and not (
                    more := _named([w.text for w in words[start:last]], presidents)
                ):
                    last -= 1
                if last == start:
                    break
                yield _by(start, last, more)
            break


def _by(start: int, end: int, names: Sequence[str]) -> Span:
    label = " or ".join(" ".join(part.capitalize() for part in name.split()) for name in names)
    given = tuple(f"appointed_by={name}" for name in names)
    return Span(start, end, "appointed_by", given, f"appointed by {label}", 1.2,
                says=f"Was appointed by {label}")  # fmt: skip


def _begins(word: str, names: Sequence[str]) -> bool:
    parts = {part for name in names for part in name.split()} | {"president"}
    return any(fuzz.ratio(word, part) >= 85 for part in parts)


def _named(said: Sequence[str], presidents: Iterable[str]) -> list[str]:
    """Those of `presidents` whom the words name, first names and initials counting."""
    best: list[str] = []
    length = 0
    for president in presidents:
        parts = [part for part in president.split() if len(part) > 1]
        last = [part for part in parts if part not in ("jr", "sr")][-1]
        hit = next((at for at, word in enumerate(said) if fuzz.ratio(word, last) >= 85), None)
        if hit is None:
            continue
        first = said[:hit]
        given = sum(any(fuzz.ratio(word, p) >= 85 for p in parts[:-1]) for word in first)
        if any(w in ("george", "h", "w") and w not in president.split() for w in first):
            continue
        if not best or given > length:
            best, length = [president], given
        elif given == length:
            best.append(president)
    return best


def _by_party(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """`Appointed by Republican presidents`, `judges picked by Democrats`."""
    known = gazetteer.values("appointing_party")
    said = r"(?P<party>republican|democrat)(?:s|ic)?"
    for start, end, match in matches(
        words,
        rf"(?:(?:appointed|nominated|named|picked|chosen|selected|put (?:there|forward)) by"
        rf" (?:an? |the )?{said}(?: presidents?| administrations?| white houses?)?"
        rf"|{said.replace('party', 'owner')}(?: president(?:s|ial)?)?"
        rf" (?:appointees?|nominees?|picks))",
    ):
        party = (match["party"] or match["owner"]).replace("democrat", "democratic")
        if party in known:
            label = f"appointed by a {party.capitalize()} president"
            yield Span(start, end, "appointed_by", (f"appointing_party={party}",), label, 1.3,
                       says=f"Was {label}")  # fmt: skip


def _occupations(words: Sequence[Token]) -> Iterator[Span]:
    """What lawmakers live by, where the question says what they are: not what they deal with."""
    listed_ = tables.occupations()
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + 4) + 1):
            phrase = stems_of(words, start, end)
            recorded = listed_["is"].get(phrase)
            if recorded and not _is_subject(words, start, end):
                recorded = None
            does = listed_["does"].get(phrase)
            if not recorded and does and before(words, start) in ("who", "that", "and", "also"):
                recorded = does
            if recorded:
                yield _lives_by(words, start, end, recorded)


def _lives_by(words: Sequence[Token], start: int, end: int, recorded: Sequence[str]) -> Span:
    label = raw(words, start, end)
    first, last = start, end
    while first and words[first - 1].text in _CUES:
        first -= 1
    while last < len(words) and words[last].text in ("turned", "by", "occupation", "profession"):
        last += 1
    given = tuple(dict.fromkeys(f"occupation+{' '.join(stems(each))}" for each in recorded))
    return Span(first, last, "occupation", given, label, 1.15, says=f"Has the occupation {label}")


def _is_subject(words: Sequence[Token], start: int, end: int) -> bool:
    after = words[end] if end < len(words) else None
    if after is not None and (after.text in ("turned", "by") or after.base in _LEGISLATING):
        return True
    said = before(words, start, frozenset({"a", "an", "also", "the", "former", "currently"}))
    return said in _IS or (start == 0 and any(word.base in _LEGISLATING for word in words[end:]))


_LEGISLATING: Final = frozenset(
    {"legislator", "lawmaker", "senator", "representative", "politician", "mp", "delegate"}
)


def _projects(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """Projects by their own names: `Cilium maintainers`."""
    some = cased(words)
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + 5) + 1):
            values = gazetteer.spelt("project", stems_of(words, start, end))
            if " ".join(word.text for word in words[start:end]) not in values:
                continue  # `volcanoes` are no `Volcano`
            word = words[start]
            common = end - start == 1 and word.text == stem(word.text)
            kept = _kept(words, start, end)
            if common and not word.raw[:1].isupper() and some and not kept:
                continue
            label = raw(words, start, end)
            given = tuple(f"project={value}" for value in values)
            yield Span(start, end, "project", given, label, 1.2 if kept else 0.7,
                       says=f"Maintains {label}")  # fmt: skip


def _kept(words: Sequence[Token], start: int, end: int) -> bool:
    """Whether somebody maintains it: `who maintains kbind`, `maintainers of flux`."""
    near = [stem(word.text) for word in (*words[max(0, start - 2) : start], *words[end : end + 1])]
    return any(each.startswith("maintain") or each in _MAINTAINING for each in near)
