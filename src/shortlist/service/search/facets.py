"""Values for filters, as records spell them, with their counts.

What is counted is what a search finds: each value goes through the very condition that it makes as
a filter (section 4.1), together with the other filters. What no filter takes, such as a skill, is
counted as a question's condition on it would.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from shortlist.contract.extensions import Facet, FacetValue
from shortlist.contract.limits import FILTERS_SERVED
from shortlist.service.index.port import Filters, Record
from shortlist.service.index.retrieval import All, AnyOf, Where
from shortlist.service.lexicon import places
from shortlist.service.lexicon.alphabets import spellings
from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.text import STOPWORDS, key, stems
from shortlist.service.reading.record_parts import called, parts
from shortlist.service.reading.titles import written_out
from shortlist.service.reading.vocabulary import tables
from shortlist.service.reading.vocabulary.words import seniorities
from shortlist.service.search.conditions import all_of
from shortlist.service.search.filters import filter_conditions
from shortlist.service.search.vocabulary import VALUES_MOST, Vocabulary

if TYPE_CHECKING:
    from shortlist.service.search.finder import WholeIndex

_KEYS: Final = {"location": "place"}
"""The facet of the index for what can be listed, where it has another name."""
_INDUSTRIES: Final = ("industry", "sub_industry", "company_industry")
_LOOKED_AT: Final = 2
"""Times as many values as are wanted are counted: what finds more by its words comes first."""
_EXAMPLES: Final = 3
"""People whose records say how a value is spelt."""
_SPELT_KEPT: Final = 20_000
_PLURAL: Final = 4
"""Letters from which on an `s` at the end is taken for that of a plural."""


def facet(
    index: WholeIndex, vocabulary: Vocabulary, name: str, begins: str, filters: Filters, limit: int
) -> Facet:
    """At most `limit` values of `name` (one of `limits.FACETS`) that have a word that begins as
    `begins` does, whom `filters` without this one leave somebody for."""
    others = replace(filters, **({name: None} if name in FILTERS_SERVED else {}))
    where = all_of(filter_conditions(others, vocabulary), vocabulary)
    facet_key = _KEYS.get(name, name)
    closed = name == "seniority"
    known = (
        vocabulary.values(facet_key)
        if where is None or closed
        else dict(index.facet(facet_key, VALUES_MOST, where))
    )
    # What no filter takes is counted as it is; a filter may find more than have the very value.
    most = limit * (_LOOKED_AT if name in FILTERS_SERVED else 1)
    fitting = _fitting(name, begins, known, None if closed else most)
    looked_at = fitting if closed else fitting[:most]
    counter = _Counter(index, vocabulary, name, facet_key, where)
    counted: dict[tuple[str, ...], tuple[int, int, FacetValue]] = {}
    values = counter.values([value for _, value in looked_at])
    for (rank, _), one in zip(looked_at, values, strict=True):
        if (one.people or closed) and one.value:
            counted.setdefault(_meaning(name, one), (rank, -(one.people or 0), one))
    values = [one for _, _, one in sorted(counted.values(), key=lambda each: each[:2])]
    return Facet(
        name=name,
        begins=begins,
        values=values if closed else values[:limit],
        closed=closed,
        more=not closed and (len(values) > limit or len(fitting) > len(looked_at)),
        people=index.count(where),
    )


def _meaning(name: str, one: FacetValue) -> tuple[str, ...]:
    """The same for spellings that are one filter: `Director, HR` and `HR Director`; `Berlin,
    Berlin, Germany` where everybody in Berlin, Germany is there."""
    if name == "title":
        words = stems(written_out(one.value))
        return tuple(sorted(word for word in words if word not in STOPWORDS))
    if name == "location":
        parts = [key(part) for part in one.value.split(",")]
        return (parts[0], parts[-1], str(one.people))
    return (key(one.value),)


def _fitting(
    name: str, begins: str, values: Iterable[str], most: int | None
) -> list[tuple[int, str]]:
    """Of `values`, which come as most people have them, those of which a word begins so: 0 and the
    value where it is the first word, then 1 where it is a later one. Of a closed list, where `most`
    is None, 2 and all others; else no more are looked for once there are more than so many."""
    ways = _ways(name, begins)
    ranked: tuple[list[str], list[str], list[str]] = ([], [], [])
    for value in values:
        rank = 2
        for text in _read_as(name, value) if ways else ():
            for way, later in ways:
                if text.startswith(way):
                    rank = 0
                elif rank and later in text:
                    rank = 1
        ranked[rank if ways else 0].append(value)
        if most is not None and len(ranked[0]) > most:
            break
    shown = ranked if most is None else ranked[:2]
    return [(rank, value) for rank, held in enumerate(shown) for value in held]


def _ways(name: str, begins: str) -> list[tuple[str, str]]:
    """The ways to read what a word begins with; each with a space before it, too."""
    ways = {key(begins)}
    if name == "title":
        # Somebody asks for `nurses` and is a nurse; `nurs` is not written to its end.
        ways |= {written_out(begins), tables.key(begins) if len(begins) > _PLURAL else key(begins)}
    return [(way, f" {way}") for way in ways if way]


def _read_as(name: str, value: str) -> Sequence[str]:
    if name == "location":
        return (_place_words(value),)
    if name == "language":
        return (key(tables.language_labels().get(value, value)),)
    if name == "seniority":
        return (key(value), *map(key, seniorities().get(value, ())))
    return (value,)


@lru_cache(maxsize=100_000)
def _place_words(path: str) -> str:
    """The narrowest part of a place: `Ber` finds Berlin, not all that lies in it."""
    last = path.rsplit("/", 1)[-1]
    return key(places.label(path)) if path == last and len(path) == 2 else last


class _Counter:
    """Counts and spells the values of one facet, of one moment."""

    def __init__(
        self,
        index: WholeIndex,
        vocabulary: Vocabulary,
        name: str,
        facet_key: str,
        others: Where | None,
    ) -> None:
        self._index, self._vocabulary = index, vocabulary
        self._name, self._key, self._others = name, facet_key, others
        self._spelt = vocabulary.written

    def values(self, values: Sequence[str]) -> list[FacetValue]:
        """Each of `values`, in order."""
        self._spell([value for value in values if (self._key, value) not in self._spelt])
        return [self._value(value, self._spelt.get((self._key, value), value)) for value in values]

    def _value(self, value: str, spelt: str) -> FacetValue:
        where: Where | None = AnyOf(self._key, (value,))
        if self._name in FILTERS_SERVED:
            # Whom the filter finds that is given a value so spelt.
            wanted = filter_conditions(Filters(**{self._name: spelt}), self._vocabulary)
            where = all_of(wanted, self._vocabulary)
        both = [each for each in (where, self._others) if each is not None]
        people = self._index.count(All(tuple(both)))
        also = list(seniorities().get(value, ())) if self._name == "seniority" else []
        return FacetValue(value=spelt, people=people, also=also)

    def _spell(self, values: Sequence[str]) -> None:
        """Find out how people write `values`, by what a few records have in their place."""
        if len(self._spelt) >= _SPELT_KEPT:
            self._spelt.clear()
        if self._name in ("seniority", "language"):
            labels = tables.language_labels() if self._name == "language" else {}
            self._spelt.update({(self._key, each): labels.get(each, each) for each in values})
            return
        scan = self._index.scan
        examples = {value: scan(AnyOf(self._key, (value,)), _EXAMPLES) for value in values}
        records = self._index.get([id_ for ids in examples.values() for id_ in ids])
        for value, ids in examples.items():
            said = [text for id_ in ids for text in self._said(records.get(id_, {}), value)]
            likeliest = max(said, key=said.count) if said else ""
            if self._name == "location":
                likeliest = _place_spelt(value, likeliest)
            self._spelt[self._key, value] = likeliest or value

    def _said(self, record: Record, value: str) -> list[str]:
        """What of `record` is read as `value`."""
        if self._name == "location":
            return [str(record.get("location") or "")]
        keyed = {"title": written_out, "company": organisation_key, "school": organisation_key}
        read_as = keyed.get(self._name, key)
        texts = _texts(record, self._name)
        return [text for text in texts if value in map(read_as, spellings(text))][:1]


def _texts(record: Record, name: str) -> list[str]:
    """What a record has for one of `limits.FACETS`."""
    if name == "school":
        studies = (study for study, _ in parts(record, "education") if isinstance(study, dict))
        texts = [str(study.get("school") or "") for study in studies]
    elif name == "skill":
        texts = [called(entry) for entry, _ in parts(record, "skills")]
    elif name == "industry":
        fields = (str(record.get(field) or "") for field in _INDUSTRIES)
        texts = [text for field in fields for text in field.split(";")]
    else:
        texts = [str(record.get(name) or "")]
    return [text.strip() for text in texts]


def _place_spelt(path: str, location: str) -> str:
    """A place in words, each part as `location`, which lies in it, has it."""
    said = {key(part): part.strip() for part in location.split(",")}
    label = places.label(path)
    return ", ".join(said.get(key(part), part) for part in label.split(", "))
