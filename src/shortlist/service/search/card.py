"""What a list needs of each person in it: far less than a record, and asked for often."""

from __future__ import annotations

from typing import Final, NamedTuple

import orjson

from shortlist.contract.limits import SEARCH_FIELDS_DEFAULT
from shortlist.service.index.port import Record
from shortlist.service.lexicon.text import name_words

_SUFFIXES: Final = frozenset({"jr", "sr", "ii", "iii", "iv"})


class Card(NamedTuple):
    """A person as ranking and answers need them."""

    person_id: str
    name: str
    name_words: tuple[str, ...]
    """Its folded words, without `jr` and the like."""
    last_name: str
    """The last word of the last name; empty without a name."""
    shown: str
    """`"person_id":…,"name":…,` and so on in JSON, all of `SEARCH_FIELDS_DEFAULT`."""

    @classmethod
    def of(cls, record: Record) -> Card:
        """The card of `record`."""
        name = str(record.get("name") or "")
        said = tuple(part for part in name_words(name) if part not in _SUFFIXES)
        last_name = name_words(str(record.get("last_name") or "")) or said[-1:]
        shown: dict[str, object] = {"person_id": str(record["id"])}
        for field in SEARCH_FIELDS_DEFAULT:
            key = "profile_url" if field == "profile" else field
            shown[key] = record.get(key)
        return cls(
            person_id=str(record["id"]),
            name=name,
            name_words=said,
            last_name=last_name[-1] if last_name else "",
            shown=orjson.dumps(shown).decode()[1:-1] + ",",
        )
