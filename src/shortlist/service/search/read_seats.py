"""Reading whom people represent, where they studied, and for which government they work."""

from __future__ import annotations

from typing import Final

from shortlist.service.lexicon import places
from shortlist.service.lexicon.text import STOPWORDS, key, listed
from shortlist.service.search.conditions import Clause, Condition
from shortlist.service.search.reading import Reading
from shortlist.service.search.vocabulary import Vocabulary

_SITTING_FOR: Final = listed(
    "mp mps parliament commons constituency seat represents representing represented member sits"
)
_FOR: Final = listed("for representing represents represent in of covering covers cover within")
_COMMONS: Final = frozenset({"mp", "mps", "parliament", "commons"})
_LONGEST_SCHOOL: Final = 16
"""With what it was called before."""
_COUNTY: Final = frozenset({"county", "counties", "parish"})
_TAKING_IN: Final = (
    r"(?:whose |with )?(?:an? )?(?:districts?|seats?)"
    r"(?: that)? (?:takes? in|covers?|includes?|contains?|spans?|reach(?:es)? into)(?=\s|$)"
)
_PARTS: Final = r"(?:constituenc(?:y|ies)|seats?|parts)(?: in| of| within)?(?=\s|$)"
_EDUCATED: Final = (
    r"(?:who |that |were |was |are )*(?:studied|educated|graduated?|graduates?|schooled|trained"
    r"|went to|attended|alum(?:s|ni|nus|na|nae)?|degrees?|diplomas?|jd|law school)"
    r"(?: (?:law|at|from|in|of))*(?=\s|$)"
)


def read_district(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """Counties and numbered districts."""
    for at, word in enumerate(reading.words):
        if word.text not in _COUNTY or reading.taken[at]:
            continue
        if at + 1 < len(reading.words) and reading.words[at + 1].capital and not word.comma:
            continue  # `Cook County Board`
        for start in range(max(0, at - 3), at):
            values = vocabulary.counties.get(reading.texts(start, at))
            if not values and start == at - 1 and word.capital and reading.words[start].capital:
                values = (" ".join(reading.texts(start, at + 1)),)  # one that no record lists
            if values and reading.free(start, at):
                text = reading.said(start, at + 1)
                label = text.removesuffix("'s").removesuffix("’s")
                reading.take(start, at + 1)
                for begins, ends, _ in reading.search(_TAKING_IN):
                    reading.take(begins, ends)
                return [
                    Condition(
                        kind="place",
                        label=label,
                        description=f"Represents {label}",
                        clauses=(Clause("county", values=values),),
                        text=text,
                        negated=reading.negated[start],
                        weight=1.3,
                    )
                ]
    for start, end, match in reading.search(
        r"district (\d{1,3})(?=\s|$)|(\d{1,3})(?:st|nd|rd|th) district"
    ):
        reading.take(start, end)
        number = key(match[1] or match[2])
        return [
            Condition(
                kind="district",
                label=f"district {number}",
                description=f"Represents district {number}",
                clauses=(Clause("district", values=(number,)),),
                text=reading.said(start, end),
                weight=1.3,
            )
        ]
    return []


def read_seat(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """The electoral district by its name, where the query is about who sits for it."""
    if not any(word.text in _SITTING_FOR for word in reading.words):
        return []
    several = any(word.text in ("constituencies", "seats", "parts") for word in reading.words)
    for start, end, values in reading.find({} if several else vocabulary.seats, 8, by="texts"):
        if reading.cased and not reading.words[start].capital:
            continue
        if set(reading.texts(start, end)) <= STOPWORDS:
            continue  # Alaska has a district A
        if end < len(reading.words) and reading.words[end].text in _COUNTY:
            continue
        reading.take(start, end)
        return [_sits_for(reading, start, end, Clause("district", values=values))]
    if not any(word.text in _COMMONS for word in reading.words):
        return []
    for start, end, values in reading.find(vocabulary.counties, 4, by="texts"):
        follows_for = reading.before(start) in _FOR
        # `MPs for Manchester` sit for one of its seats.
        if follows_for and reading.words[start].capital and not _is_region(reading, start, end):
            reading.take(start, end)
            for begins, ends, _ in reading.search(_PARTS):
                reading.take(begins, ends)
            return [_sits_for(reading, start, end, Clause("county", values=values))]
    return []


def _is_region(reading: Reading, start: int, end: int) -> bool:
    name = " ".join(reading.texts(start, end))
    return any(
        name in known for known in (places.REGIONS, places.STATES, places.COUNTRIES, places.NATIONS)
    )


def _sits_for(reading: Reading, start: int, end: int, clause: Clause) -> Condition:
    label = reading.said(start, end)
    return Condition(
        kind="district",
        label=label,
        description=f"Represents {label}",
        clauses=(clause,),
        text=label,
        negated=reading.negated[start],
        weight=1.9,
    )


def read_school(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """Where people were educated: `who studied at Yale`, `Harvard graduates`."""
    cues = list(reading.search(_EDUCATED))
    if not cues or not vocabulary.values("school"):
        return []
    found: list[tuple[int, int, tuple[str, ...]]] = []
    for start, end, keys in reading.find(vocabulary.schools, _LONGEST_SCHOOL, by="texts"):
        word = reading.words[start]
        if not reading.free(start, end) or (reading.cased and not word.capital):
            continue
        if found and not any(
            (other[1] < start and reading.joined(other[1], start))
            or (end < other[0] and reading.joined(end, other[0]))
            for other in found
        ):
            continue  # `School of Law` of a name that is read already
        if end - start == 1 and len(word.text) < 4:
            continue
        name = " ".join(reading.name(start, end))
        reading.take(start, end)
        found.append((start, end, (name,) if name in keys else keys))
    if not found:
        return []
    for start, end, _ in cues:
        reading.take(start, end)
    found.sort()
    label = " or ".join(reading.said(start, end) for start, end, _ in found)
    return [
        Condition(
            kind="school",
            label=label,
            description=f"Studied at {label}",
            clauses=(Clause("school", values=tuple(v for *_, each in found for v in each)),),
            text=label,
            negated=reading.negated[found[0][0]],
            weight=1.8,
        )
    ]


def read_government(reading: Reading, vocabulary: Vocabulary) -> list[Condition]:
    """`in federal agencies`, `in the federal government`."""
    held = vocabulary.holding("industry", (("feder", "govern"),))
    for start, end, _ in reading.search(
        r"(?:federal|us government|government) (?:agenc(?:y|ies)|departments?|government)(?=\s|$)"
    ):
        if not held:
            return []
        reading.take(start, end)
        label = reading.said(start, end)
        return [
            Condition(
                kind="sector",
                label=label,
                description="Works for the federal government",
                clauses=(Clause("industry", values=held),),
                text=label,
                negated=reading.negated[start],
                weight=1.2,
            )
        ]
    return []
