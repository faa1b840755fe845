"""Parties: one key for the ways a name is written."""

from __future__ import annotations

from typing import Final

from shortlist.service.lexicon.text import key

_PARTIES: Final = {
    "democratic": "democratic",
    "democrat": "democratic",
    "democratic farmer labor": "democratic",
    "labour co op": "labour",
    "nonpartisan": "nonpartisan",
    "liberal democrat": "liberal democrats",
    "green party": "green",
    "independence": "independence",
}


def party_key(text: str) -> str:
    """One spelling for the names of a party: `Democrat` and `Democratic` are one."""
    name = key(text.replace("(Co-op)", ""))
    return _PARTIES.get(name, name)
