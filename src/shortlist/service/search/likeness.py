"""Similarity of everyday words to names of a table: `haul goods by lorry` is like `road haulage`.

The industries and occupations of the tables lie beside this file as vectors of the embedding model.
A likeness orders people and admits nobody. `python -m shortlist.service.search.likeness` makes the
file, after a change of `industries.tsv`, `occupations.tsv.gz`, `titles_extra.tsv` or the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from shortlist.service.index.retrieval import Vectors
from shortlist.service.lexicon.text import listed
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.question import Question
from shortlist.service.reading.tokens import Token, written
from shortlist.service.reading.vocabulary.words import rows

_FILE: Final = Path(__file__).with_name("likeness.npz")
_LEAST: Final = {"occupation": 0.58, "industry": 0.60}
"""The cosine from which on a name is meant: of a hundred phrases most that are nearer are right,
most that are further off are not."""
_SURE: Final = 0.75
"""The same of an occupation where the question names one already."""
_BESIDE: Final = 0.06
"""How much less alike another one may be."""
_MOST: Final = 3
_LONGEST: Final = 12
_BOUNDS: Final = listed(
    """
    of at in near from who whose based within across
    """
)
"""Words that end what is said of one thing."""
_FIRM: Final = frozenset(
    {"firm", "company", "business", "employer", "organisation", "organization"}
)
"""Words for who does something; every name of an industry is like them."""
Embed = Callable[[Sequence[str]], Vectors]


@dataclass(frozen=True, slots=True)
class Alike:
    """What a piece of a question is like."""

    kind: str
    """`occupation` or `industry`."""
    ids: tuple[str, ...]
    names: tuple[str, ...]
    text: str
    """The piece of the question."""
    cosine: float


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one kind, what they name, and their vectors."""

    kind: str
    names: tuple[str, ...]
    ids: tuple[str, ...]
    vectors: NDArray[np.float32]


@cache
def known() -> tuple[Names, ...]:
    """What the file holds, one a kind."""
    with np.load(_FILE) as kept:
        return tuple(
            Names(
                kind,
                tuple(kept[f"{kind}_names"].tolist()),
                tuple(kept[f"{kind}_ids"].tolist()),
                kept[kind].astype(np.float32) / 127.0,
            )
            for kind in _LEAST
        )


def named(kind: str) -> list[tuple[str, str]]:
    """The names of a kind with what they name, as the tables have them."""
    if kind == "industry":
        found = [
            (term, row["id"]) for row in rows("industries.tsv") for term in row["terms"].split(";")
        ]
    else:
        found = [
            (row["label_en"], row["id"])
            for row in rows("occupations.tsv.gz")
            if row["label_en"] and row["scheme"] in ("onet", "esco")
        ]
        found += [
            (row["title"] or row["key"], row["occupation"]) for row in rows("titles_extra.tsv")
        ]
    return list(dict.fromkeys(found))


def alike(question: Question, gazetteer: Gazetteer, embed: Embed) -> list[Alike]:
    """What the pieces of `question` that nobody understood are most like, at most one of a kind."""
    pieces = list(dict.fromkeys(_pieces(question, gazetteer)))
    if not pieces:
        return []
    vectors = embed(pieces)
    found = []
    for names in known():
        if vectors.shape[1] != names.vectors.shape[1]:
            return []  # of another model than the names
        # One at a time: of so few the product of all is several times slower.
        cosines = np.stack([names.vectors @ vector for vector in vectors])
        piece = int(cosines.max(axis=1).argmax())
        best = np.argpartition(-cosines[piece], 4 * _MOST)[: 4 * _MOST]
        best = best[np.argsort(-cosines[piece, best])]
        top = float(cosines[piece, best[0]])
        sure = names.kind == "occupation" and any(part.kind == "role" for part in question.parts)
        if top < (_SURE if sure else _LEAST[names.kind]):
            continue
        close = [at for at in best.tolist() if cosines[piece, at] >= top - _BESIDE]
        ids = tuple(dict.fromkeys(names.ids[at] for at in close))[:_MOST]
        called = tuple(dict.fromkeys(names.names[at] for at in close))[:_MOST]
        found.append(Alike(names.kind, ids, called, pieces[piece], top))
    return found


def _pieces(question: Question, gazetteer: Gazetteer) -> Iterator[str]:
    """What stands around each word that was not understood, up to where something else begins."""
    words = question.words
    # A word that skills here say is plain enough.
    loose = {
        word.start
        for runs in question.loose
        for run in runs
        if len(run) > 1 or not gazetteer.skills((run[0].text,))
        for word in run
    }
    apart = {
        at
        for part in question.parts
        if part.kind in ("place", "organisation", "school")
        for span in part.spans
        for at in range(span.start, span.end)
    } | {at for number in question.numbers for at in range(number.start, number.end)}
    pieces: list[list[Token]] = [[]]
    for at, word in enumerate(words):
        bound = word.text in _BOUNDS and not _goes_on(words, at, loose)
        if at in apart or bound or ":" in word.gap or ";" in word.gap:
            pieces.append([])
        if at not in apart and not bound:
            pieces[-1].append(word)
    for piece in pieces:
        if len(piece) <= _LONGEST and any(each.start in loose for each in piece):
            yield written([each for each in piece if each.base not in _FIRM])


def _goes_on(words: Sequence[Token], at: int, loose: set[int]) -> bool:
    """`Getting rid of rubbish`: what was not understood and what follows `of` are one thing."""
    return words[at].text == "of" and at > 0 and words[at - 1].start in loose


def main() -> None:
    """Write names, what they name, and the vectors, as bytes, beside this file."""
    from shortlist.service.index.embedding import MiniLm

    model = MiniLm()
    made: dict[str, NDArray[Any]] = {}
    for kind in _LEAST:
        names = [name for name, _ in named(kind)]
        vectors = np.concatenate(
            [model.embed(names[at : at + 256]) for at in range(0, len(names), 256)]
        )
        made[kind] = np.round(vectors * 127.0).astype(np.int8)
        made[f"{kind}_names"] = np.array(names)
        made[f"{kind}_ids"] = np.array([id_ for _, id_ in named(kind)])
    np.savez_compressed(_FILE, allow_pickle=False, **made)


if __name__ == "__main__":
    main()
