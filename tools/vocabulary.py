"""Makes the large tables of words ready to load: `python -m tools.vocabulary`.

Run it after a change of a table of titles, places, languages or descriptions, or of how `tokens`
folds a word.
"""

from __future__ import annotations

import lzma
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any, Final

import numpy as np
import orjson
from numpy.typing import NDArray

from shortlist.service.index.embedding import MiniLm
from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.places import STATES
from shortlist.service.lexicon.text import fold, stems
from shortlist.service.reading import descriptions, inflection
from shortlist.service.reading.composed_titles import composes
from shortlist.service.reading.stop_words import SMALL
from shortlist.service.reading.title_segments import LESSER, expanded
from shortlist.service.reading.tokens import renamed, singular, tokens
from shortlist.service.reading.vocabulary import companies, occupations, tables
from shortlist.service.reading.vocabulary.words import rows, words_for
from tools.whereabouts import whereabouts

_SHARED_MOST: Final = 4
"""A title of more occupations than this names the groups that they are in, if those are so few."""

Listed = dict[str, list[str]]


@cache
def titles() -> tuple[Listed, Listed]:
    """Key of a title to its occupations: of all titles, those of trades too, and of main ones. A
    title is there by its own key and by that of its synonyms."""
    listed, main = listed_titles()
    same, wider = trade_titles()
    every = dict(listed)
    for trade, _ in _trades():
        every.setdefault(trade, [])
    for title, trades in wider.items():
        # Of a narrower title no table knows which occupation it is.
        every.setdefault(title, every[trades[0]] if title in same else [])
    return every, main


_NO_LETTERS: Final = words_for("letters_that_are_words")


@cache
def listed_titles() -> tuple[Listed, Listed]:
    """As `titles`, of those alone that lists of occupations have."""
    every: Listed = {}
    main: Listed = {}
    names = synonyms()
    for row in rows("titles.tsv.xz"):
        if row["kind"] == "short" and row["key"] in _NO_LETTERS:
            continue  # `Kubernetes SIG Apps` is no advanced practice psychiatric nurse
        own = _key(row["key"])
        for words in dict.fromkeys((own, _renamed(own, names))):
            ids = every.setdefault(words, [])
            if row["occupation"] not in ids and not row["occupation"].startswith(("soc:", "isco:")):
                ids.append(row["occupation"])
            if row["kind"] == "preferred" and row["occupation"] not in main.setdefault(words, []):
                main[words].append(row["occupation"])
    found = {words: _narrowed(ids, main.get(words, ())) for words, ids in every.items() if words}
    for row in rows("titles_extra.tsv"):
        own = _key(row["key"])
        for words in dict.fromkeys((own, _renamed(own, names))):
            if row["relation"] == "other_sense":
                found[words] = [row["occupation"]]
            elif row["occupation"] not in found.setdefault(words, []):
                found[words].append(row["occupation"])
    return found, main


@cache
def synonyms() -> dict[str, str]:
    """Key of words in titles, to those that say the same: as a table lists them, and as they are
    spelt in the United States."""
    words = english().split()
    known = frozenset(words)
    found = {}
    for word in words:
        spelt = _BRITISH.sub(lambda piece: _AMERICAN[piece[0]], word)
        if len(word) >= _SPELT_LEAST and spelt != word and spelt in known:
            found[_key(word)] = _key(spelt)
        for at in range(_PART_LEAST, len(word) - _PART_LEAST + 1):
            if word[:at] in known and word[at:] in _WORKERS:
                found[f"{_key(word[:at])} {_key(word[at:])}"] = _key(word)
    for row in rows("title_synonyms.tsv"):
        found |= dict.fromkeys(map(tables.key, row["also"].split(";")), tables.key(row["name"]))
    return found


@cache
def _trades() -> list[tuple[str, dict[str, str]]]:
    """The lines of the table of trades, each with the trade's key, which two may share."""
    return [
        (_renamed(tables.key(row["title"]), synonyms()), row) for row in rows("trade_titles.tsv.gz")
    ]


@cache
def trade_titles() -> tuple[dict[str, str], Listed]:
    """Keys of titles, to the one trade of which each is another name, and to the trades of which
    whoever has it is: `hoof trimmer` of a farrier, `deckhand` of a sailor. One that a list has is
    of those trades alone that are like its occupations."""
    names = synonyms()
    every, main = listed_titles()
    trades = {trade for trade, _ in _trades()}
    same: Listed = {}
    wider: Listed = {}
    for trade, row in _trades():
        for column in ("same", "kinds"):
            for title in filter(None, row[column].split(";")):
                plain = _renamed(tables.key(title), names)
                long = _renamed(" ".join(expanded(tuple(plain.split()))), names)
                said = plain if plain in every or plain in trades else long
                # Of a `concert pianist` the words say it, of an `HR director` level and part.
                told = f" {said}".endswith(f" {trade}") or composes(tuple(long.split()))
                lesser = LESSER.intersection(said.split()).difference(trade.split())
                if told or lesser or _are_apart(every, said, trade):
                    continue
                for found in (wider, same) if column == "same" else (wider,):
                    if trade not in found.setdefault(said, []):
                        found[said].append(trade)
    # What several trades are called, or is a trade of its own, is not asked for by another's name.
    own = trades | main.keys()
    one = {said: of[0] for said, of in same.items() if len(of) == 1 and said not in own}
    return one, wider


def practices(every: Listed) -> Listed:
    """Key of what the people of a trade practise to its trades, those of whom it is the only name
    first: `midwifery`, `Hufbeschlag`. None that is a part of a business, or a title itself."""
    found: Listed = {}
    for row in rows("trade_fields.tsv.gz"):
        trade = _renamed(tables.key(row["trade"]), synonyms())
        for said in map(tables.key, row["practises"].split(";")):
            plain = said in tables.subjects() or said in every or len(said) <= _PART_LEAST
            if not plain and trade not in found.setdefault(said, []):
                found[said].append(trade)
    return found


def _are_apart(every: Listed, one: str, other: str) -> bool:
    """Whether a scheme has two titles in different ones of its widest groups."""
    groups = [occupations.widest(every.get(title, ())) for title in (one, other)]
    schemes = [{each.partition(":")[0] for each in of} for of in groups]
    return bool(schemes[0] & schemes[1]) and groups[0].isdisjoint(groups[1])


def _renamed(words: str, names: dict[str, str]) -> str:
    split = words.split()
    # Most have no word that a synonym begins with, and are not looked through.
    if _first_words().isdisjoint(split):
        return " ".join(split)
    return " ".join(renamed(split, names, tables.SYNONYM_LONGEST))


@cache
def _first_words() -> frozenset[str]:
    return frozenset(name.split(" ", 1)[0] for name in synonyms())


_PART_LEAST: Final = 3
_WORKERS: Final = words_for("worker_behind_a_thing")
"""What ends a word for who works with a thing: `stone mason` is a `stonemason`."""
_AMERICAN: Final = {"ae": "e", "oe": "e", "our": "or", "amme": "am", "eller": "eler",
                    "ellor": "elor", "atre": "ater", "entre": "enter", "iser": "izer",
                    "ised": "ized", "mould": "mold"}  # fmt: skip
"""What of a word is spelt otherwise in the United States."""
_SPELT_LEAST: Final = 6
"""Shorter words that differ so are others: a `hoe` is no `he`."""
_BRITISH: Final = re.compile(f"(?<!sc)(?:{'|'.join(_AMERICAN)})")


def foreign() -> dict[str, dict[str, str]]:
    """A language, to the roots of its titles with the one occupation that each names: where it
    names several, the one whose main title it is. None of a word that many longer titles begin
    with, or end in: `técnico`."""
    ids: dict[str, dict[str, list[str]]] = {}
    main: dict[str, dict[str, str]] = {}
    longer: dict[str, Counter[str]] = {}
    for row in rows("titles.tsv.xz"):
        language, id_ = row["lang"], row["occupation"]
        if language not in inflection.LANGUAGES or not id_.startswith("esco:"):
            continue
        for said in inflection.roots(language, tokens(row["title"] or row["key"])):
            if " " in said:
                head = said.split()[-1 if language in _HEAD_LAST else 0]
                longer.setdefault(language, Counter())[head] += 1
            known = ids.setdefault(language, {}).setdefault(said, [])
            known += [] if id_ in known else [id_]
            if row["kind"] == "preferred":
                main.setdefault(language, {}).setdefault(said, id_)
    return {
        language: {
            said: main[language].get(said) or each[0]
            for said, each in own.items()
            if (len(each) == 1 or said in main[language])
            and longer[language][said] < _GENERIC_LEAST
        }
        for language, own in ids.items()
    }


_HEAD_LAST: Final = ("de", "nl")
"""Languages whose titles end in what somebody is."""
_GENERIC_LEAST: Final = 40


def other_words() -> dict[str, dict[str, str]]:
    """A language, to its words by their roots, with what the tables call it: titles of occupations,
    and what other tables have in English alone."""
    labels = occupations.labels()
    found = {
        language: {said: labels[id_] for said, id_ in own.items()}
        for language, own in foreign().items()
    }
    for language in inflection.LANGUAGES:
        found.setdefault(language, {}).update(_trades_elsewhere(language))
    # Of two terms with one root, `comptabilité` and `comptable`, the last; of `=ingegneria`, whose
    # root `ingegnere` has, the very word alone.
    words: dict[tuple[str, str], tuple[str, str]] = {}
    for row in rows("other_words.tsv"):
        own = found.setdefault(row["lang"], {})
        for term in row["term"].split(";"):
            if term.startswith("="):
                own[f"={tables.key(term)}"] = row["english"]
                continue
            own.update(dict.fromkeys(_roots(row["lang"], term), row["english"]))
            words[row["lang"], f"={tables.key(term)}"] = term, row["english"]
    # Of those that share a root, each also by the very word: `enseignant`, `enseignement`.
    for language, term, english in _titles_elsewhere():
        words.setdefault((language, f"={tables.key(term)}"), (term, english))
    known, names = titles()[0], synonyms()
    for (language, word), (term, english) in words.items():
        others = {found[language].get(said, english) for said in _roots(language, term)}
        keys = {_renamed(tables.key(each), names) for each in others | {english}}
        # Another language may have a word of that root, too: `designer industriale`, `industrial`.
        beside = {
            _renamed(tables.key(each), names)
            for other in inflection.LANGUAGES
            for said in _roots(other, term)
            if (each := found[other].get(said))
        }
        if (others != {english} and not keys <= known.keys()) or beside - keys:
            found[language][word] = english
    return found


def _titles_elsewhere() -> Iterator[tuple[str, str, str]]:
    """A language, what a trade is called in it, and the trade."""
    for row in rows("trade_titles.tsv.gz"):
        for language in inflection.LANGUAGES:
            for term in filter(None, row[language].split(";")):
                yield language, term, row["title"]


_SHORT_ELSEWHERE: Final = 3
"""Letters of so few are a word of another language as often: `Not.` of a notary."""


def _trades_elsewhere(language: str) -> dict[str, str]:
    """What trades are called in a language, by their roots: of two that are called alike, that of
    which it is the more usual name."""
    named = [
        (at, said, row["title"])
        for row in rows("trade_titles.tsv.gz")
        for at, term in enumerate(filter(None, row[language].split(";")))
        for said in _roots(language, term)
        if len(said) > _SHORT_ELSEWHERE
    ]
    return {said: title for _, said, title in sorted(named, key=lambda each: -each[0])}


@cache
def _roots(language: str, term: str) -> tuple[str, ...]:
    return inflection.roots(language, tokens(term))


def head_nouns(titles: Iterable[str]) -> dict[str, int]:
    """Last words of English titles, to how many titles end so."""
    found = Counter(words.rsplit(" ", 1)[-1] for words in titles)
    return {word: count for word, count in found.items() if count >= 3 and len(word) > 2}


@cache
def english() -> str:
    """The words of English titles, in order."""
    titles_ = (row["key"] for row in rows("titles.tsv.xz") if row["lang"] == "en")
    return " ".join(sorted({word for title in titles_ for word in title.split()}))


def languages() -> dict[str, str]:
    """Key of a language's name in any of the tables' languages, to its code."""
    found: dict[str, str] = {}
    plain = SMALL | set(english().split())
    for row in rows("languages.tsv"):
        found.setdefault(tables.key(row["name_en"]), row["code"])
        names = [row["native"], *(row[f"name_{each}"] for each in inflection.LANGUAGES)]
        # What is a word of English is hardly ever `Iron`, or Mossi, which is `Moore`.
        elsewhere = [name for name in names if tables.key(name) not in plain]
        for name in [*elsewhere, *(row["aliases"] or "").split("|")]:
            if name and (said := tables.key(name)):
                found.setdefault(said, row["code"])
    return found


def schools() -> dict[str, str]:
    """Key of a school's name, to where it is: `de`, `us/texas`; none of a name that is of schools
    in several countries."""
    found: dict[str, set[str]] = {}
    for row in rows("schools.tsv.gz"):
        place = STATES.get(row["region"]) if row["country"] == "US" else None
        for name in (row["name"], *filter(None, row["aliases"].split("|"))):
            found.setdefault(organisation_key(name), set()).add(place or row["country"].lower())
    return {name: at for name, places in found.items() if name and (at := _one_place(places))}


def _one_place(places: set[str]) -> str:
    """The country that all `places` are in, or the one state of it that any of them is; empty of
    several countries."""
    states = [place for place in places if "/" in place]
    countries = {place[:2] for place in places}
    return "" if len(countries) > 1 else states[0] if len(states) == 1 else min(countries)


def cities() -> dict[str, tuple[str, str]]:
    """Key of a city's name, to the country's code and the name of the largest that has it."""
    found: dict[str, tuple[str, str]] = {}
    for row in sorted(rows("cities.tsv.gz"), key=lambda row: -int(row["population"])):
        found.setdefault(tables.key(row["name"]), (row["country"].lower(), row["name"]))
    return found


def city_aliases() -> dict[str, str]:
    """Other names of cities, folded, to the key of the name in `cities`: `koln`, `bombay`, `nyc`.

    Of a name that two cities have, the larger one's; none that is the name of another city, or a
    word that the tables know."""
    main, words = cities(), _known_words()
    found: dict[str, str] = {}
    for row in sorted(rows("cities.tsv.gz"), key=lambda row: -int(row["population"])):
        own = tables.key(row["name"])
        if main[own] != (row["country"].lower(), row["name"]):
            continue
        aliases = [
            " ".join(fold(alias).replace("-", " ").split())
            for alias in (row["aliases"] or "").split("|")
        ]
        initials = {
            "".join(word[0] for word in alias.split()) for alias in (own, *aliases) if alias
        }
        for said in aliases:
            # Most of three letters are codes of airports, which nobody says.
            spelt = len(said) >= _ALIAS_LEAST or (len(said) > 2 and said in initials)
            if said.isascii() and spelt and not words.intersection((said, tables.key(said))):
                found.setdefault(said, own)
    return found


_ALIAS_LEAST: Final = 4


def _known_words() -> frozenset[str]:
    every, _ = titles()
    known: tuple[Iterable[str], ...] = (cities(), every, head_nouns(every), languages(),
                                        tables.country_names(), tables.industry_terms(),
                                        tables.subjects(), companies.companies())  # fmt: skip
    return frozenset(chain.from_iterable(known))


def _key(text: str) -> str:
    return " ".join(map(singular, text.split()))


def _narrowed(ids: list[str], main: Sequence[str]) -> list[str]:
    """What a title of the occupations `ids` names, the main title of `main`. Where one scheme
    gives it to too many, another that knows few of them tells nothing: ESCO has a `maintenance
    technician` among its welders alone, O*NET among thirteen occupations."""
    by_scheme: Listed = {}
    for each in ids:
        by_scheme.setdefault(each.split(":")[0], []).append(each)
    found: list[str] = []
    for own in by_scheme.values():
        few = own if len(own) <= _SHARED_MOST else _common(own)
        if not few:
            return [each for each in ids if each in main]
        found += few
    return found


def _common(ids: list[str]) -> list[str]:
    """The few groups of like occupations that these are in; none where they are further apart."""
    groups = dict.fromkeys(
        next((group for group in occupations.lineage(each) if _is_like(group)), "") for each in ids
    )
    return list(groups) if len(groups) <= _SHARED_MOST and "" not in groups else []


def spelt_alike(every: Listed) -> Listed:
    """Key of a title of several words, to those of an occupation with it that differ by endings
    alone: `weld inspector`, a `welding inspector`."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for title in every:
        if " " in title:
            alike.setdefault(stems(title), []).append(title)
    found = {
        title: [each for each in titles if each != title and {*every[each]} & {*every[title]}]
        for titles in alike.values()
        for title in titles
    }
    return {title: others for title, others in found.items() if others}


def _is_like(group: str) -> bool:
    """Whether the occupations of a group are alike: `soc:29-1210`, `isco:2211`."""
    scheme, _, code = group.partition(":")
    if scheme == "soc":
        return code.endswith("0") and not code.endswith("00")
    return scheme == "isco" and len(code) == 4


def compiled() -> bytes:
    """What `compiled.json.xz` holds, before it is compressed; the same tables give the same."""
    every, main = titles()
    same, wider = trade_titles()
    aliases = city_aliases()
    alone, inside = whereabouts(aliases)
    made: dict[str, Any] = {
        "synonyms": synonyms(),
        "titles": _lines(every),
        "same_trade": same,
        "spelt_alike": spelt_alike(every),
        "wider_trades": wider,
        "practices": practices(every),
        "preferred": _lines(main),
        "head_nouns": head_nouns(every),
        "english": english(),
        "languages": languages(),
        "schools": schools(),
        "cities": cities(),
        "city_aliases": aliases,
        "whereabouts": {"alone": _pairs(alone), "inside": _pairs(inside)},
        "other_words": {language: _pairs(own) for language, own in other_words().items()},
    }
    return orjson.dumps(made, option=orjson.OPT_SORT_KEYS)


def _pairs(listed: dict[str, str]) -> dict[str, str]:
    """As `_lines`, of one value each."""
    keys = sorted(listed)
    return {"keys": "\n".join(keys), "ids": "\n".join(listed[key] for key in keys)}


def _lines(listed: Listed) -> dict[str, str]:
    """As two long texts, which load in a tenth of the time of as many lists."""
    keys = sorted(listed)
    return {"keys": "\n".join(keys), "ids": "\n".join(" ".join(listed[key]) for key in keys)}


def meanings() -> NDArray[np.int8]:
    """What `descriptions.npy` holds: of each trade the mean of its descriptions' vectors."""
    model = MiniLm()
    means = [
        model.embed(row["said"].split("|")).mean(axis=0) for row in rows("descriptions.tsv.gz")
    ]
    unit = np.stack([each / np.abs(each).max() for each in means])
    return np.round(unit * 127).astype(np.int8)


def main() -> None:
    """Write `compiled.json.xz` and `descriptions.npy`."""
    tables.COMPILED.write_bytes(lzma.compress(compiled(), preset=9))
    np.save(descriptions.MEANING, meanings())


if __name__ == "__main__":
    main()
