"""The structured filters of a search (interface, section 4.1) as conditions."""

from __future__ import annotations

from dataclasses import replace

from shortlist.service.index.port import Filters
from shortlist.service.lexicon import places
from shortlist.service.lexicon.alphabets import spellings
from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.text import STOPWORDS, key, stems
from shortlist.service.reading.linkers import industries
from shortlist.service.reading.linkers.roles import held_by
from shortlist.service.reading.packs.public_office import roles
from shortlist.service.reading.titles import written_out
from shortlist.service.reading.vocabulary.words import seniorities
from shortlist.service.reading.whereabouts import in_english
from shortlist.service.search.conditions import Clause, Condition
from shortlist.service.search.vocabulary import Vocabulary


def filter_conditions(filters: Filters, vocabulary: Vocabulary) -> list[Condition]:
    """One condition per filter that is given; each is enforced, never weakened."""
    conditions = []
    if filters.title and filters.title.strip():
        conditions.append(_condition("role", filters.title, of_title(filters.title)))
    if filters.seniority and filters.seniority.strip():
        conditions.append(_condition("seniority", filters.seniority, _seniority(filters.seniority)))
    if filters.company and filters.company.strip():
        conditions.append(
            _condition("organisation", filters.company, _company(filters.company, vocabulary))
        )
    if filters.industry and filters.industry.strip():
        conditions.append(
            _condition("industry", filters.industry, _industry(filters.industry, vocabulary))
        )
    if filters.location and filters.location.strip():
        conditions.append(
            _condition("place", filters.location, _location(filters.location, vocabulary))
        )
    return conditions


def _condition(kind: str, value: str, clauses: tuple[Clause, ...]) -> Condition:
    return Condition(
        kind=kind,
        label=value.strip(),
        description=f"{kind.title()}: {value.strip()}",
        clauses=clauses,
        enforced=True,
    )


def of_title(value: str) -> tuple[Clause, ...]:
    """People whose title has all its words, or who hold the very role it names."""
    ways = (
        tuple(dict.fromkeys(w for w in stems(written_out(spelt)) if w not in STOPWORDS))
        for spelt in spellings(value)
    )
    clauses = [Clause("title_word", words=words) for words in ways if words]
    if ids := roles.PHRASES.get(stems(value), ()):
        clauses.append(Clause("role", values=ids))
    clauses += [Clause(facet, values=held) for facet, held in held_by(value).items()]
    return tuple(clauses) or (Clause("title", values=(written_out(value),)),)


def _seniority(value: str) -> tuple[Clause, ...]:
    wanted = key(value)
    named = [
        name for name, also in seniorities().items() if wanted and wanted in map(key, (name, *also))
    ]
    return (Clause("seniority", values=tuple(dict.fromkeys([*named, value.strip().lower()]))),)


def _company(value: str, vocabulary: Vocabulary) -> tuple[Clause, ...]:
    """The organisation of that name, else every one whose name has these words in one piece."""
    known = vocabulary.values("company")
    wanted = tuple(dict.fromkeys(map(organisation_key, spellings(value))))
    named = tuple(each for each in wanted if each in known) or _meant(value, vocabulary)
    held = named or vocabulary.holding("company", tuple(map(stems, wanted)))
    return (Clause("company", values=held or wanted),)


def _meant(value: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    keys = (tuple(organisation_key(spelt).split()) for spelt in spellings(value))
    held = (name for words in keys for name in vocabulary.organisations(words))
    return tuple(dict.fromkeys(held))


def _industry(value: str, vocabulary: Vocabulary) -> tuple[Clause, ...]:
    """The industries whose name has these words in one piece, else those that they mean."""
    held = vocabulary.holding("industry", tuple(map(stems, spellings(value))))
    if not held and (meant := tuple(industries.named(value))):
        return (Clause("sector", values=meant),)
    return (Clause("industry", values=held or tuple(map(key, spellings(value)))),)


def _location(value: str, vocabulary: Vocabulary) -> tuple[Clause, ...]:
    """The place and all that lies in it."""
    value = in_english(value)
    name = key(value)
    if name in places.REGIONS:
        return (Clause("place", values=places.REGIONS[name]),)
    if name in places.NATIONS:
        return (Clause("place", values=(places.NATIONS[name],)),)
    if name in places.ALIASES:
        return (Clause("place", values=(places.ALIASES[name],)),)
    known = vocabulary.values("place")
    paths = [path for path in reversed(places.paths_of_text(value)) if not path.startswith("?")]
    if "," in value and paths:
        narrow = [path for path in paths if path in known]
        depth = value.count(",") + 1
        exact = [path for path in narrow if path.count("/") + 1 >= min(depth, 2)]
        return (Clause("place", values=tuple((exact or paths)[:1])),)
    code = value.strip().upper()
    named = (places.STATES.get(code) if len(code) == 2 else None, places.STATES.get(name))
    found = list(dict.fromkeys(path for path in (*named, places.COUNTRIES.get(name)) if path))
    if not found:
        spelt = [tuple(key(each).split()) for each in spellings(value)]
        held = (path for each in spelt for path in vocabulary.places(each))
        found = list(dict.fromkeys(held))
    if not found and "," in value:
        # Of a country that no table has: a record says each part of it, as this does.
        parts = [Clause("place", values=(path,)) for path in places.paths_of_text(value)]
        return (replace(parts[0], also=tuple(parts[1:])),) if parts else ()
    return (Clause("place", values=tuple(found) or (name,)),)
