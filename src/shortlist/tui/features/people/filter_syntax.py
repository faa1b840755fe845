"""The syntax of the filter of People: words, `#tag`, `note:word` and `is:selected`."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any

STATES = ("selected", "noted", "tagged")


def read_filter(
    text: str, remarks: Mapping[str, Mapping[str, Any]], selection: Container[object]
) -> tuple[list[str], Callable[[str], bool] | None]:
    """The words a row must hold, and what else must be true of a person, given the id.

    `#warm` is a tag that begins so, `#` alone any tag; `note:oslo` a note that holds it. What is
    not known, such as `is:it`, is a word like another.
    """
    words: list[str] = []
    rules: list[Callable[[str], bool]] = []
    for word in text.casefold().split():
        if word.startswith("#"):
            rules.append(_among(who for who, r in remarks.items() if _tagged(r, word[1:])))
        elif word.startswith("note:"):
            rules.append(_among(who for who, r in remarks.items() if _noted(r, word[5:])))
        elif word == "is:noted":
            rules.append(_among(who for who, r in remarks.items() if _noted(r, "")))
        elif word == "is:tagged":
            rules.append(_among(who for who, r in remarks.items() if _tagged(r, "")))
        elif word == "is:selected":
            rules.append(selection.__contains__)
        else:
            words.append(word)
    return words, (lambda who: all(rule(who) for rule in rules)) if rules else None


def _among(people: Any) -> Callable[[str], bool]:
    return frozenset(people).__contains__


def _tagged(remark: Mapping[str, Any], beginning: str) -> bool:
    return any(str(tag).casefold().startswith(beginning) for tag in remark.get("tags") or ())


def _noted(remark: Mapping[str, Any], text: str) -> bool:
    note = str(remark.get("note") or "")
    return bool(note) and text in note.casefold()
