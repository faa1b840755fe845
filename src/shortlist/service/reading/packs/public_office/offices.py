"""Offices and the families they are in, by the wordings of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from shortlist.service.lexicon.text import STOPWORDS, stem, with_article
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office import roles
from shortlist.service.reading.packs.public_office.tables import words_for
from shortlist.service.reading.packs.public_office.texts import before, pieces, stems_of
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token

_LESSER: Final = words_for("lesser")


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The offices that pieces of `words` name, those that people here hold."""
    here = roles.OFFICES | gazetteer.values("role").keys()
    for start, end in pieces(words, roles.LONGEST_PHRASE):
        ids = roles.PHRASES.get(stems_of(words, start, end), ())
        if not here.isdisjoint(ids) and _is_meant(words, start, end, ids):
            own = span(start, end, ids)
            if roles.OFFICES.intersection(ids):
                title = " ".join(stem(w.text) for w in words[start:end] if w.text not in STOPWORDS)
                own = replace(own, near=(*own.near, f"title_word+{title}"))
            yield own


def span(start: int, end: int, ids: tuple[str, ...]) -> Span:
    """That somebody holds one of the offices."""
    label = " or ".join(dict.fromkeys(roles.LABELS.get(r, r.replace("_", " ")) for r in ids[:2]))
    families = [each for each in roles.wider(ids) if each not in ids]
    near = [*(f"role={each}" for each in families), *(f"past_role={each}" for each in ids)]
    return Span(
        start, end, "role", tuple(f"role={each}" for each in ids), label,
        1.15 if end - start > 1 else 1.1, tuple(near), says=f"Is {with_article(label)}",
    )  # fmt: skip


def _is_meant(words: Sequence[Token], start: int, end: int, ids: tuple[str, ...]) -> bool:
    """Whether it is an office: not what a longer title ends in, nor `king` in a name."""
    first = before(words, start)
    if first in _LESSER:
        return False
    if end - start > 1:
        return True
    word = words[start]
    if word.text in STOPWORDS or word.text.startswith("delegation"):
        return False
    if word.text in ("pi", "ag", "pm"):
        return word.raw.isupper()
    follows = words[end] if end < len(words) else None
    named = word.raw[:1].isupper() and follows is not None and follows.raw[:1].isupper()
    return not (named and ids[0] in ("head_of_state", "monarch"))
