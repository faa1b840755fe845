"""Makes the titles ready to load: `python -m shortlist.service.reading.vocabulary.compile`.

Run it after a change of `titles.tsv.gz`, `titles_extra.tsv` or `tokens.singular`.
"""

from __future__ import annotations

import gzip
from typing import Final

import orjson

from shortlist.service.reading.tokens import singular
from shortlist.service.reading.vocabulary import tables

_SHARED_MOST: Final = 4
"""A title of more occupations than this names the groups that they are in, if those are so few."""

Listed = dict[str, list[str]]


def listed() -> dict[str, Listed]:
    """Key of a title to its occupations: of all titles, and of main ones."""
    every: Listed = {}
    main: Listed = {}
    for row in tables.rows("titles.tsv.gz"):
        words = _key(row["key"])
        ids = every.setdefault(words, [])
        if row["occupation"] not in ids and not row["occupation"].startswith(("soc:", "isco:")):
            ids.append(row["occupation"])
        if row["kind"] == "preferred" and row["occupation"] not in main.setdefault(words, []):
            main[words].append(row["occupation"])
    found = {words: _narrowed(ids) for words, ids in every.items() if words}
    for row in tables.rows("titles_extra.tsv"):
        words = _key(row["key"])
        if row["relation"] == "other_sense":
            found[words] = [row["occupation"]]
        elif row["occupation"] not in found.setdefault(words, []):
            found[words].append(row["occupation"])
    return {"titles": found, "preferred": main}


def _key(text: str) -> str:
    return " ".join(map(singular, text.split()))


def _narrowed(ids: list[str]) -> list[str]:
    by_scheme: Listed = {}
    for each in ids:
        by_scheme.setdefault(each.split(":")[0], []).append(each)
    return [
        each
        for own in by_scheme.values()
        for each in (own if len(own) <= _SHARED_MOST else _common(own))
    ]


def _common(ids: list[str]) -> list[str]:
    """The few groups of like occupations that these are in; none where they are further apart."""
    groups = dict.fromkeys(
        next((group for group in tables.lineage(each) if _is_like(group)), "") for each in ids
    )
    return list(groups) if len(groups) <= _SHARED_MOST and "" not in groups else []


def _is_like(group: str) -> bool:
    """Whether the occupations of a group are alike: `soc:29-1210`, `isco:2211`."""
    scheme, _, code = group.partition(":")
    if scheme == "soc":
        return code.endswith("0") and not code.endswith("00")
    return scheme == "isco" and len(code) == 4


def main() -> None:
    """Write `titles.json.gz`; the same tables give the same bytes."""
    made = orjson.dumps(listed(), option=orjson.OPT_SORT_KEYS)
    with tables.COMPILED.open("wb") as file:
        file.write(gzip.compress(made, 9, mtime=0))


if __name__ == "__main__":
    main()
