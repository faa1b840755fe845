"""Recognition of persons' names in queries, spelling mistakes included, and who is meant."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA, JaroWinkler

from shortlist.service.index.port import Record
from shortlist.service.lexicon.alphabets import in_latin, with_one_letter
from shortlist.service.lexicon.text import STOPWORDS, fold, name_words, words
from shortlist.service.reading.vocabulary.words import nicknames, words_for
from shortlist.service.search.conditions import SATISFIED, Understood, facts_of
from shortlist.service.search.port import Hit

SURE: Final = 0.84
"""From here on, two words of a query are taken for a person's first and last name."""
_CERTAIN: Final = 0.97
"""Needed where the words also mean something else, such as `Virginia Judge`."""
ALONE_MOST: Final = 4
"""Words of a query that names somebody although each of them also means something else."""
_LEAST: Final = 0.66
_SUFFIXES: Final = words_for("name_suffix")
_TURNED_LEAST: Final = 0.8
"""With the last name first, which few write, no letters more are let pass."""


class PersonName(NamedTuple):
    """The name of a person, folded."""

    words: tuple[str, ...]
    """Its words, without `jr` and the like."""
    last: str
    """The last word of the last name; empty without a name."""

    @classmethod
    def of(cls, record: Record) -> PersonName:
        """The name of `record`."""
        said = name_words(str(record.get("name") or ""))
        kept = tuple(word for word in said if word not in _SUFFIXES)
        last = name_words(str(record.get("last_name") or "")) or kept[-1:]
        return cls(kept, last[-1] if last else "")


@dataclass(frozen=True, slots=True)
class NameMatch:
    """How well a record's name is what a query says."""

    score: float
    """0 to 1."""
    matched: frozenset[int]
    """Which words of the query are its name."""
    weakest: float
    """How alike the less alike of first and last name are."""


_DOTTED: Final = re.compile(r"[^\W\d_]\.")
_NO_MATCH: Final = NameMatch(0.0, frozenset(), 0.0)


@lru_cache(maxsize=100_000)
def alike(a: str, b: str) -> float:
    """How alike two words of a name are, 0 to 1."""
    a, b = in_latin(a.removesuffix(".")), in_latin(b)
    if a == b:
        return 1.0
    if len(a) == 1 or len(b) == 1:
        return 0.72 if a[0] == b[0] else 0.0
    if b in nicknames().get(a, ()):
        return 0.93
    if with_one_letter(a) == with_one_letter(b):
        return 0.98  # Mueller and Muller
    spelling = max(fuzz.ratio(a, b) / 100, OSA.normalized_similarity(a, b))
    return 0.5 * spelling + 0.5 * JaroWinkler.similarity(a, b)


def match(query: tuple[str, ...], named: PersonName) -> NameMatch:
    """Aligns the words of a query with the first and last name of a person."""
    name = named.words
    if not name or not query:
        return _NO_MATCH
    if (whole := _written_together(query, name)) is not None:
        return whole
    best_last = _best(query, named.last, frozenset())
    if len(name) > 1 and best_last[0] < _LEAST:
        return _NO_MATCH
    best_first = _best(query, name[0], frozenset({best_last[1]}))
    if len(name) == 1:
        # Less than of both names: `John Smith` is not the one who is only called John.
        score = best_last[0] * (0.9 if len(query) > 1 else 1.0)
        return NameMatch(score, frozenset({best_last[1]}), best_last[0])
    first, last = best_first[0], best_last[0]
    matched = {best_first[1], best_last[1]}
    bonus = 0.0
    for middle in name[1:-1]:
        similar, at = _best(query, middle, frozenset(matched))
        if similar >= 0.8 and len(middle) > 1:
            matched.add(at)
            bonus += 0.05
    if min(first, last) < (_LEAST if best_first[1] < best_last[1] else _TURNED_LEAST):
        return _NO_MATCH
    order = 0.0 if best_first[1] < best_last[1] else 0.04
    score = 0.45 * first + 0.55 * last + bonus - order
    return NameMatch(min(score, 1.0 + bonus), frozenset(matched), min(first, last))


def _written_together(query: tuple[str, ...], name: tuple[str, ...]) -> NameMatch | None:
    """`Abdul Rahman Alzadjali` for `Abdulrahman Al Zadjali`, `Jin Hong Breinholt` for `Jinhong
    Brejnholt`: the same letters, or nearly, cut otherwise."""
    said, own = (in_latin("".join(words)) for words in (query, name))
    similar = fuzz.ratio(said, own) / 100
    cut = len(query) != len(name) and similar >= _CUT_ALIKE
    if query == name or len(own) < _CUT_LEAST or not (said == own or cut):
        return None
    return NameMatch(similar, frozenset(range(len(query))), similar)


_CUT_LEAST: Final = 8
_CUT_ALIKE: Final = 0.93


def query_words(said: str) -> tuple[str, ...]:
    """The words of a query as `match` takes them: of `A. Lincoln`, `a.` is no article."""
    return tuple(
        word
        for chunk in said.split()
        for word in ((fold(chunk),) if _DOTTED.fullmatch(chunk) else name_words(chunk))
    )


def is_named(found: NameMatch, query: tuple[str, ...], unread: frozenset[str]) -> bool:
    """Whether the query names this person: its words must not all mean something else."""
    if not found.matched or not _together(query, found.matched):
        return False
    said = [query[at] for at in found.matched]
    loose = sum(1 for word in said if word in unread)
    if loose == len(said):
        least = _LEAST if len(query) <= ALONE_MOST else _TURNED_LEAST
        return found.score >= SURE and found.weakest >= least
    if loose:
        return found.score >= 0.865
    return found.weakest >= _CERTAIN and len(query) <= ALONE_MOST


def _together(query: tuple[str, ...], matched: frozenset[int]) -> bool:
    """Whether no more than a middle name stands between: `care about the power` is no name."""
    places = sorted(matched)
    return all(
        after - before <= 2 and STOPWORDS.isdisjoint(query[before + 1 : after])
        for before, after in pairwise(places)
    )


def _best(query: tuple[str, ...], part: str, used: frozenset[int]) -> tuple[float, int]:
    best, where = 0.0, -1
    for at, word in enumerate(query):
        if at in used or (word in STOPWORDS and word != part):
            continue  # `Will` is a name only where it is one
        similar = alike(word, part)
        if similar > best:
            best, where = similar, at
    return best, where


def ranked(
    understood: Understood,
    query: tuple[str, ...],
    matches: Mapping[str, NameMatch],
    records: Mapping[str, Record],
) -> list[Hit]:
    """People whose names the query may mean, the best first."""
    scored: list[tuple[float, int, str]] = []
    for person_id, record in records.items():
        match = matches[person_id]
        score = match.score
        if len(understood.loose) > 1:
            # Of `Carol Rojas Government of Costa Rica`, Costa is nobody's name.
            score -= 0.1 * sum(1 for at in match.matched if query[at] not in understood.loose)
        facts = facts_of(record)
        for condition in understood.conditions:
            if condition.check(facts)[0] == SATISFIED:
                score += 0.08
        said = words(" ".join(str(record.get(n) or "") for n in ("title", "company", "summary")))
        for at, hint in enumerate(query):
            if at in match.matched or hint in STOPWORDS:
                continue
            if any(fuzz.ratio(hint, word) >= 86 for word in said):
                score += 0.05
        # Of two who are called so, first who has no name beside.
        beside = len(PersonName.of(record).words) - len(match.matched)
        scored.append((-score, beside, person_id))
    scored.sort()
    best = -scored[0][0] if scored else 0.0
    return [
        Hit(records[person_id], round(-less, 4), _sure_of_name(-less, best))
        for less, _, person_id in scored
    ]


def _sure_of_name(score: float, best: float) -> float:
    """The best match of a name is almost always meant; who comes after, hardly ever."""
    if score < SURE:
        return 0.02
    return 0.97 if best - score < 0.001 else round(max(0.02, 0.4 - 4.0 * (best - score)), 3)
