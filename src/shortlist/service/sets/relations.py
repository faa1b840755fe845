"""How words of a record say what they do not spell out: the relation behind a verdict (4.2).

`HGV driver` says of somebody that they are a truck driver, and `Universität Hamburg` that they
studied in Germany; a person who reads the evidence is told why.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shortlist.service.index.facets import Fact
from shortlist.service.lexicon.text import STOPWORDS, stems, with_article
from shortlist.service.reading.title_segments import expanded
from shortlist.service.reading.titles import tokens_of
from shortlist.service.reading.vocabulary import occupations, tables
from shortlist.service.search.conditions import Condition

_SCHEMES: Final = {"onet": "O*NET", "esco": "ESCO", "soc": "the US SOC", "isco": "ISCO-08"}
_LEVELS: Final = {"c_level": "chief officer", "vp": "vice president", "top": "head of all of it"}
_NO_PART: Final = frozenset({"any", "general"})


def relation(condition: Condition, fact: Fact) -> str:
    """Why the words that `fact` quotes meet `condition`, to be read after them; empty where they
    say so themselves."""
    told = _TOLD.get(fact.key.removeprefix("past_"))
    if told is None or condition.negated:
        return ""
    if any(_spells_out(fact.quote, one) for one in condition.label.split(" or ")):
        return ""
    return told(condition, fact)


def _spells_out(quote: str, name: str) -> bool:
    own = {*stems(quote), *stems(" ".join(expanded(tokens_of(quote))))}
    return {stem for stem in stems(name) if stem not in STOPWORDS} <= own


def _occupation(_: Condition, fact: Fact) -> str:
    scheme = str(fact.value).split(":")[0]
    name = occupations.labels().get(str(fact.value), "")
    return f"a title of {name} in {_SCHEMES[scheme]}" if name and scheme in _SCHEMES else ""


def _other_name(condition: Condition, _: Fact) -> str:
    return f"another name for {condition.label}"


def _trade(condition: Condition, fact: Fact) -> str:
    practised = condition.clauses[0].key == "concept"  # a nurse works in nursing
    return f"who is in {condition.label}" if practised else _other_name(condition, fact)


def _leader(condition: Condition, _: Fact) -> str:
    return f"who leads what {with_article(condition.label)} does"


def _post(_: Condition, fact: Fact) -> str:
    level, part = str(fact.value).split(":")
    said = with_article(_LEVELS.get(level, level))
    return said if part in _NO_PART else f"{said}, {tables.subject_labels().get(part, part)}"


def _industry(_: Condition, fact: Fact) -> str:
    name = str(fact.value).replace("_", " ")
    return "" if _spells_out(fact.quote, name) else f"counted as {name}"


def _place(condition: Condition, _: Fact) -> str:
    return f"in {condition.label}"


def _school(condition: Condition, _: Fact) -> str:
    return f"{condition.label}, by the list of schools"


def _company(condition: Condition, _: Fact) -> str:
    values = [value for clause in condition.clauses for value in clause.values]
    return f"one of {condition.label}" if len(set(values)) > 1 else ""


def _reworded(_: Condition, __: Fact) -> str:
    return "in other words"


def _since(_: Condition, fact: Fact) -> str:
    return f"since {str(fact.value).rpartition(' ')[2]}"


def _count(_: Condition, fact: Fact) -> str:
    return f"the last of {fact.value} that the record tells of"


_TOLD: Final[dict[str, Callable[[Condition, Fact], str]]] = {
    "occ": _occupation,
    "trade": _trade,
    "leads": _leader,
    "post": _post,
    "sector": _industry,
    "place": _place,
    "school": _school,
    "company": _company,
    "language": _other_name,
    "languages": _count,
    "degrees": _count,
    "certificates": _count,
    "stated": _reworded,
    "worked_since": _since,
    "origin": _place,
    "worked_in": _place,
    "certification": _other_name,
    "degree": _other_name,
}
"""By facet, what its facts are to the words that they quote."""
