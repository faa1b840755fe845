"""The tables that the linkers read, loaded once, each when it is first asked for."""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import orjson

from shortlist.service.reading.tokens import bases, renamed
from shortlist.service.reading.vocabulary.words import rows, words_for

_HERE: Final = Path(__file__).parent
COMPILED: Final = _HERE / "compiled.json.xz"
"""What `tools.vocabulary` makes of the tables that take a second to read, ready to load."""


class OccupationLists(Mapping[str, list[str]]):
    """Keys of titles, to occupations: a hundred thousand, so each list is made when asked for."""

    def __init__(self, keys: str, ids: str) -> None:
        """`keys` and the `ids` of each, separated by spaces: one a line."""
        self._ids: dict[str, str] = dict(zip(keys.split("\n"), ids.split("\n"), strict=True))

    def __getitem__(self, words: str) -> list[str]:
        return self._ids[words].split()

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)

    def __contains__(self, words: object) -> bool:
        return words in self._ids

    def get(self, key: str, /, default: Any = None) -> Any:
        """As of any mapping, without an exception for the many words that are no title."""
        found = self._ids.get(key)
        return default if found is None else found.split()


def key(text: str) -> str:
    """The key of a name: its folded words in the singular."""
    return " ".join(bases(text))


@cache
def compiled() -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(lzma.decompress(COMPILED.read_bytes()))
    for name in ("titles", "preferred"):
        found[name] = OccupationLists(**found[name])
    return found


def practices() -> dict[str, list[str]]:
    """Key of what the people of a trade practise, to its trades: `midwifery`, a midwife."""
    found: dict[str, list[str]] = compiled()["practices"]
    return found


def titles() -> OccupationLists:
    """Key of a title, to the occupations that it names; none where it names too many."""
    found: OccupationLists = compiled()["titles"]
    return found


def synonyms() -> dict[str, str]:
    """Key of words in titles, to those that say the same and that `titles` goes by."""
    found: dict[str, str] = compiled()["synonyms"]
    return found


def same_trade() -> dict[str, str]:
    """Key of a title, to the trade of which it is another name: `hoof trimmer`, a `farrier`."""
    found: dict[str, str] = compiled()["same_trade"]
    return found


def spelt_alike() -> dict[str, list[str]]:
    """Key of a title, to those of an occupation with it that differ by endings alone."""
    found: dict[str, list[str]] = compiled()["spelt_alike"]
    return found


def wider_trades() -> dict[str, list[str]]:
    """Key of a title, to the trades of which whoever has it is: `deckhand`, a `sailor`."""
    found: dict[str, list[str]] = compiled()["wider_trades"]
    return found


def is_title(name: str) -> bool:
    """Whether this key, or one that says the same, is that of a title."""
    return " ".join(renamed(name.split(), synonyms(), SYNONYM_LONGEST)) in titles()


SYNONYM_LONGEST: Final = 4
"""Of so many words a key of `synonyms` has at the most."""


@cache
def title_short_words() -> frozenset[str]:
    """Abbreviations that are no words of their own, such as `mgr`."""
    short = frozenset(row["short"] for row in rows("title_words.tsv") if row["sense"] == "0")
    return short - words_for("plain_word") - words_for("plain_in_a_title")


@cache
def english() -> frozenset[str]:
    """The folded words of English titles."""
    return frozenset(compiled()["english"].split())


def head_nouns() -> dict[str, int]:
    """Last words of English titles, to how many titles end so."""
    found: dict[str, int] = compiled()["head_nouns"]
    return found


def is_of_people(noun: str) -> bool:
    """Whether so many titles end in a noun, which names no part of a business, that it is one for
    people."""
    return head_nouns().get(noun, 0) >= _OF_PEOPLE and noun not in subjects()


_OF_PEOPLE: Final = 20


@cache
def subjects() -> dict[str, str]:
    """Key of a term for a part of a business, to that part."""
    found: dict[str, str] = {}
    for row in rows("subjects.tsv"):
        for term in row["terms"].split(";"):
            found[key(term)] = row["concept"]
    return found


@cache
def subject_labels() -> dict[str, str]:
    """A part of a business, to what it is called first."""
    return {row["concept"]: row["terms"].split(";")[0] for row in rows("subjects.tsv")}


@cache
def with_kinds(concept: str) -> tuple[str, ...]:
    """A part of a business, and those that are kinds of it: who asks for one asks for each."""
    kinds = {row["concept"]: row.get("kinds", "").split() for row in rows("subjects.tsv")}
    return concept, *kinds.get(concept, ())


@cache
def _abbreviations() -> dict[str, str]:
    found: dict[str, str] = {}
    for row in rows("title_abbreviations.tsv"):
        if "compiled" in row["source"] and row["short"].isupper() and " " in row["long"]:
            found.setdefault(row["short"].lower(), key(row["long"]))
    for row in rows("title_words.tsv"):
        if row["sense"] in ("0", "1") and " " not in row["short"]:
            found.setdefault(row["short"], key(row["long"]))
    for word in tuple(found):
        if word.endswith(("ops", "rel")) or word in words_for("plain_word"):
            del found[word]
    for letters, meant in title_letters().items():
        found.pop(letters, None)
        if main := [each.title for each in meant if each.main]:
            found[letters] = main[0]
    found |= {
        "fd": "finance director",
        "md": "managing director",
        "hrd": "human resources director",
        "hrbp": "human resources business partner",
    }
    return found


@dataclass(frozen=True, slots=True)
class Letters:
    """One of the titles that the same letters stand for."""

    title: str
    main: bool
    """Whether it is meant where nothing beside them says otherwise."""
    beside: frozenset[str]
    """Words of a title that tell that it is."""
    at: tuple[str, ...]
    """What is said of organisations where it may be."""


@cache
def title_letters() -> dict[str, tuple[Letters, ...]]:
    """Letters of more than one title: what `CSO` may be short for."""
    found: dict[str, list[Letters]] = {}
    for row in rows("title_letters.tsv"):
        at = tuple(key(each) for each in row["at"].split(";") if each)
        one = Letters(row["title"], row["main"] == "1", frozenset(bases(row["beside"])), at)
        found.setdefault(row["letters"], []).append(one)
    return {letters: tuple(meant) for letters, meant in found.items()}


@cache
def _senses() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in rows("title_abbreviations.tsv"):
        found.setdefault(row["short"].lower(), []).append(row["long"])
    return found


def senses(word: str) -> list[str]:
    """All that a folded abbreviation may be short for."""
    return _senses().get(word, [])


def abbreviation(word: str) -> str:
    """What a folded word of a title is short for; empty when for nothing."""
    return _abbreviations().get(word, "")


def languages() -> dict[str, str]:
    """Key of a language's name in any of the tables' languages, to its code."""
    found: dict[str, str] = compiled()["languages"]
    return found


def code_of_language(*names: str) -> str:
    """The code of the language that is called by one of these keys; empty where none is."""
    return next(filter(None, map(languages().get, names)), "")


@cache
def language_labels() -> dict[str, str]:
    """A language's code, to its English name."""
    return {row["code"]: row["name_en"] for row in rows("languages.tsv")}


@cache
def country_names() -> dict[str, tuple[str, bool]]:
    """Key of a country's name or of its people's, to its code and whether it is the name."""
    found: dict[str, tuple[str, bool]] = {}
    names = [f"name_{code}" for code in ("en", "de", "fr", "es", "it", "nl", "pt")]
    for row in rows("countries.tsv"):
        code = row["iso2"].lower()
        others = (name for of in ("aliases", "names_own") for name in (row[of] or "").split("|"))
        for name in [*(row[column] or "" for column in names), *others]:
            if name and (said := key(name)):
                found.setdefault(said, (code, True))
        for name in (row["demonyms"] or "").split("|"):
            if name and (said := key(name)):
                found.setdefault(said, (code, False))
    return found


@cache
def countries_told() -> dict[str, str]:
    """Key of a town's or a region's name, to the code of the country that it tells alone."""
    alone = compiled()["whereabouts"]["alone"]
    return dict(zip(alone["keys"].split("\n"), alone["ids"].split("\n"), strict=True))


@cache
def regions() -> dict[str, tuple[str, ...]]:
    """Key of a region of the world, to its members: `de`, `US-CA`."""
    found: dict[str, tuple[str, ...]] = {}
    for row in rows("regions.tsv"):
        for name in (row["region"], *(row["aliases"] or "").split("|")):
            if name and (said := key(name)):
                found.setdefault(said, tuple(row["members"].split("|")))
    return found


@cache
def industries() -> dict[str, str]:
    """An industry, to the wider one that it belongs to; empty where there is none."""
    return {row["id"]: row["broader"] for row in rows("industries.tsv")}


@cache
def industry_lineage(industry: str) -> tuple[str, ...]:
    """An industry and those it belongs to, narrowest first."""
    wider = industries().get(industry, "")
    return (industry, *industry_lineage(wider)) if wider else (industry,)


@cache
def industry_terms() -> dict[str, tuple[str, ...]]:
    """Key of a term for an industry, to the industries that are called so."""
    found: dict[str, tuple[str, ...]] = {}
    for row in rows("industries.tsv"):
        for term in (row["id"].replace("_", " "), *row["terms"].split(";")):
            said = key(term)
            if row["id"] not in found.get(said, ()):
                found[said] = (*found.get(said, ()), row["id"])
    return found


@cache
def industry_labels() -> dict[str, str]:
    """Key of a class of ISIC or NAICS, to the industry that it is part of."""
    by_code = {
        code: row["id"] for row in rows("industries.tsv") for code in row["codes"].split() if code
    }
    found: dict[str, str] = {}
    for row in rows("industry_classes.tsv.gz"):
        scheme, _, digits = row["id"].partition(":")
        for size in range(len(digits), 1, -1):
            if industry := by_code.get(f"{scheme}:{digits[:size]}"):
                found.setdefault(key(row["label"]), industry)
                break
    return found


@cache
def other_words() -> dict[str, dict[str, str]]:
    """A language, to its words by their roots, with what the tables call it: titles of occupations,
    and what other tables have in English alone."""
    return {
        language: dict(zip(each["keys"].split("\n"), each["ids"].split("\n"), strict=True))
        for language, each in compiled()["other_words"].items()
    }


def preferred() -> OccupationLists:
    """Key of the main title of an occupation, to its ids."""
    found: OccupationLists = compiled()["preferred"]
    return found
