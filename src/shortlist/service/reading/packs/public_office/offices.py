"""Offices and the families they are in, by the wordings of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shortlist.service.lexicon.text import STOPWORDS, stem, stems, with_article
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office import roles
from shortlist.service.reading.packs.public_office.tables import words_for
from shortlist.service.reading.packs.public_office.texts import before, pieces, stems_of
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token

_LESSER: Final = words_for("lesser")
_COURTS: Final = {
    "district": "district court", "trial": "district court", "circuit": "court of appeals",
    "appeals": "court of appeals", "appellate": "court of appeals",
}  # fmt: skip


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The offices that pieces of `words` name, those that people here hold."""
    here = roles.OFFICES | gazetteer.values("role").keys()
    for start, end in pieces(words, roles.LONGEST_PHRASE):
        ids = roles.PHRASES.get(stems_of(words, start, end), ())
        if not here.isdisjoint(ids) and _is_meant(words, start, end, ids):
            yield span(words, start, end, ids)
    yield from _courts(words)


def span(words: Sequence[Token], start: int, end: int, ids: tuple[str, ...]) -> Span:
    """That somebody holds one of the offices."""
    label = " or ".join(dict.fromkeys(roles.LABELS.get(r, r.replace("_", " ")) for r in ids[:2]))
    families = [each for each in roles.wider(ids) if each not in ids]
    if "federal_legislator" in families:
        families = []  # a state's legislator of the party is no nearer than any in Congress
    near = [*(f"role={each}" for each in families), *(f"past_role={each}" for each in ids)]
    said = tuple(stem(w.text) for w in words[start:end] if w.text not in STOPWORDS)
    if said and roles.OFFICES.intersection(ids):
        near.append(f"title_word+{' '.join(said)}")
    return Span(
        start, end, "role", tuple(f"role={each}" for each in ids), label,
        1.15 if end - start > 1 else 1.1, tuple(near), says=f"Is {with_article(label)}",
    )  # fmt: skip


def _is_meant(words: Sequence[Token], start: int, end: int, ids: tuple[str, ...]) -> bool:
    """Whether it is an office: `king` in a name is none, nor what a longer title ends in."""
    first = before(words, start)
    if first in _LESSER or roles.is_longer(ids, first):
        return False
    if end - start > 1:
        return True
    word = words[start]
    if word.text in STOPWORDS or word.text.startswith("delegation"):
        return False
    if word.text in ("pi", "ag", "pm"):
        return word.raw.isupper() or start == 0
    follows = words[end] if end < len(words) else None
    if word.text == "academic" and follows and follows.text not in STOPWORDS:
        return False  # `academic medical centres`
    named = word.raw[:1].isupper() and follows is not None and follows.raw[:1].isupper()
    return not (named and ids[0] in ("head_of_state", "monarch"))


def _courts(words: Sequence[Token]) -> Iterator[Span]:
    """`District judges` and `circuit judges` say the kind of court."""
    for at, word in enumerate(words[:-1]):
        court = _COURTS.get(word.text)
        if court and stem(words[at + 1].text) in ("judg", "court"):
            value = f"industry~{' '.join(stems(court))}"
            says = f"Sits on a {court}"
            yield Span(at, at + 1, "organisation", (value,), court.title(), 1.2, says=says)
