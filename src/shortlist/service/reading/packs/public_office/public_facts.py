"""Plain facts of public life: those of the table, by whom somebody was appointed, and what
legislators live by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.lexicon.text import STOPWORDS
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office.subjects import facet_of
from shortlist.service.reading.packs.public_office.tables import FACTS, words_for
from shortlist.service.reading.packs.public_office.texts import pieces, stems_of
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, matches, written

_SAYS: Final = {
    "party": "Belongs to the {} party",
    "chamber": "Sits in the {}",
    "appointment": "Holds a position of this kind: {}",
    "appointed_by": "Was {}",
    "organisation": "Sits on a {}",
    "occupation": "Has the occupation {}",
    "district": "Represents {}",
    "place": "Represents {}",
}
_EVERYDAY: Final = words_for("everyday")
"""Names of parties and chambers that are words of other things, too."""
_BESIDE: Final = STOPWORDS | words_for("beside_everyday")
_APPOINTING: Final = words_for("appointing")
_OF_AN_OCCUPATION: Final = words_for("cue_of_an_occupation")
_LEGISLATING: Final = words_for("legislating")


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The plain facts of public life in pieces of `words`."""
    for linker in (_of_the_table, _parties, _appointed_by):
        yield from linker(words, gazetteer)


def _fact(start: int, end: int, kind: str, values: Sequence[str], label: str) -> Span:
    sure = 0.95 if kind == "chamber" else 1.2  # `House members` hold an office
    return Span(start, end, kind, tuple(values), label, sure, says=_SAYS[kind].format(label))


def _of_the_table(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    for kind, values, label, pattern in FACTS:
        for start, end, match in matches(words, pattern):
            here = kind in ("district", "place") or gazetteer.values(facet_of(values[0]))
            if here and _is_meant(words, start, end, kind):
                given = [match.expand(value) for value in values]
                name = label or written(words[start:end]).removesuffix("'s")
                yield _fact(start, end, kind, given, name)


def _is_meant(words: Sequence[Token], start: int, end: int, kind: str) -> bool:
    """`House managers` are of another noun, as `green energy` is; an occupation is what lawmakers
    live by where the question says so: not what they deal with."""
    if kind == "occupation":
        told = not _OF_AN_OCCUPATION.isdisjoint(word.text for word in words)
        return told or not _LEGISLATING.isdisjoint(word.base for word in words[end : end + 1])
    named = end > start + 1 or words[start].text not in _EVERYDAY or words[start].raw[:1].isupper()
    return named or end == len(words) or words[end].text in _BESIDE


def _parties(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    for start, end in pieces(words, 7):
        own = gazetteer.spelt("party", stems_of(words, start, end))
        if own and end > start + 1:
            yield _fact(start, end, "party", [f"party={own[0]}"], written(words[start:end]))


def _appointed_by(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """`Appointed by Barack Obama`, `Obama appointees`."""
    if _APPOINTING.isdisjoint(word.text for word in words):
        return
    for start, end in pieces(words, 4):
        *first, last = (word.text for word in words[start:end])
        named = [
            president
            for president in gazetteer.values("appointed_by")
            if president.split()[-1] == last and {*president.split(), "president"}.issuperset(first)
        ]
        if named:
            label = f"appointed by {' or '.join(each.title() for each in named)}"
            yield _fact(start, end, "appointed_by", [f"appointed_by={p}" for p in named], label)
