"""How many people the sentences of a record say that somebody leads."""

from __future__ import annotations

from typing import Final

from shortlist.service.reading.tokens import Token, matches
from shortlist.service.reading.vocabulary.words import number, pattern, words_for

_LEADING: Final = words_for("leading_in_prose")
_LED: Final = words_for("led_in_prose")
_TEAM: Final = words_for("team_in_prose")
_OF_OTHERS: Final = words_for("led_by_others")
_BEHIND: Final = 3
"""Words after a number in which those stand who are counted."""
_BEFORE: Final = 4
"""Words before a number in which a team stands: `a team of 12`, `Headcount under me: 12`."""
_TEAMS: Final = _TEAM | {"manager", "mgr"}
_TIMES: Final = words_for("time_in_prose")
_NUMBER: Final = pattern("number")


def led(words: tuple[Token, ...]) -> int:
    """How many people a sentence says that somebody leads, at the most; 0 where it says none: a
    number of people, or of a team, beside a word of leading, `18 people look to her for direction`,
    `J'encadre une équipe de 32`; not `a firm of 50 people`."""
    said = [word.text for word in words]
    leads = not _LEADING.isdisjoint(said)
    if not _OF_OTHERS.isdisjoint(said) or not (leads or _TEAMS.intersection(said)):
        return 0
    found = [0]
    for start, end, match in matches(words, _NUMBER):
        behind = said[end : end + _BEHIND]
        if not _TIMES.isdisjoint(behind[:2]):
            continue
        before = said[max(0, start - _BEFORE) : start]
        counted = not _LED.isdisjoint(behind)
        team = not _TEAM.isdisjoint(before)
        # `Team of 12`, `line manager of 12`
        of = before[-1:] == ["of"] and not _TEAMS.isdisjoint(before[-2:])
        if of or (leads and (counted or team)):
            found.append(number(match[0]))
    return max(found)
