"""Offices and the families they are in, by the wordings of the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from shortlist.service.lexicon.text import STOPWORDS, listed, stem, stems, with_article
from shortlist.service.reading.gazetteer import Gazetteer
from shortlist.service.reading.packs.public_office import roles
from shortlist.service.reading.packs.public_office.texts import (
    before,
    stems_of,
)
from shortlist.service.reading.spans import Span
from shortlist.service.reading.tokens import Token, matches

LEGISLATORS: Final = listed(
    """
    legislator state_legislator federal_legislator senator representative us_senator
    us_representative state_senator state_representative mp
    """
)
LEADERS: Final = listed(
    """
    speaker speaker_pro_tem majority_leader minority_leader majority_whip minority_whip whip_any
    senate_president pro_tem caucus_chair chamber_leader whip
    """
)
DIPLOMATS: Final = frozenset({"ambassador", "diplomat", "un_representative", "charge"})
ROLES: Final = frozenset(roles.ROLES) | {
    wider for role in roles.ROLES.values() for wider in role.wider
}
_REPRESENTING: Final = frozenset({"represent", "represents", "representing", "represented"})
_LESSER: Final = frozenset({"deputy", "assistant", "associate", "vice"})
_COURTS: Final = {
    "district": "district court", "trial": "district court", "circuit": "court of appeals",
    "appeals": "court of appeals", "appellate": "court of appeals",
}  # fmt: skip
_SPEAKING: Final = _REPRESENTING | listed("speak speaks speaking sit sits sitting stand stands")
_NAMED: Final = (
    (r"(?:the )?(?:us|united states) house(?: of representatives)?", "us_representative"),
    (r"(?:the )?delegation", "legislator"),
)


def link(words: Sequence[Token], gazetteer: Gazetteer) -> Iterator[Span]:
    """The offices that pieces of `words` name, those that people here hold."""
    held = gazetteer.values("role")
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + roles.LONGEST_PHRASE) + 1):
            ids = roles.PHRASES.get(stems_of(words, start, end))
            if ids and _plausible(words, start, end, ids) and _here(ids, held):
                yield span(words, start, end, _graded(words, start, ids))
    for pattern, role in _NAMED:
        for start, end, _ in matches(words, pattern):
            yield span(words, start, end, (role,))
    yield from _courts(words)
    yield from _spoken_for(words)


def span(words: Sequence[Token], start: int, end: int, ids: tuple[str, ...]) -> Span:
    """That somebody holds one of the offices."""
    label = " or ".join(dict.fromkeys(roles.LABELS.get(r, r.replace("_", " ")) for r in ids[:2]))
    near = (*(f"role={wide}" for wide in _wider(ids)), *(f"past_role={each}" for each in ids))
    said = tuple(stem(w.text) for w in words[start:end] if w.text not in STOPWORDS)
    if said and roles.OFFICES.intersection(ids):
        near += (f"title_word+{' '.join(said)}",)
    return Span(
        start, end, "role", tuple(f"role={each}" for each in ids), label,
        1.15 if end - start > 1 else 1.1, near, says=f"Is {with_article(label)}",
    )  # fmt: skip


def _here(ids: tuple[str, ...], held: Mapping[str, int]) -> bool:
    return any(each in held or each in roles.OFFICES for each in ids)


def _wider(ids: tuple[str, ...]) -> tuple[str, ...]:
    found = (w for each in ids if each in roles.ROLES for w in roles.ROLES[each].wider)
    wider = tuple(dict.fromkeys(each for each in found if each not in ids))
    # A state's legislator of the party is no nearer than the other party's in Congress.
    return () if "federal_legislator" in wider else wider


def _plausible(words: Sequence[Token], start: int, end: int, ids: tuple[str, ...]) -> bool:
    """Words such as `king` in a name are no office, nor is what a longer title ends in."""
    first = before(words, start)
    if first in _LESSER or roles.is_longer(ids, first):
        return False
    if end - start > 1:
        return True
    word = words[start]
    if word.text in _REPRESENTING or word.text.startswith("delegation"):
        return False
    if word.text in ("pi", "ag", "pm"):
        return word.raw.isupper() or start == 0
    if word.text == "academic" and end < len(words) and words[end].text not in STOPWORDS:
        return False  # `academic medical centres`
    follows = words[end].raw[:1].isupper() if end < len(words) else False
    return not (ids[0] in ("head_of_state", "monarch") and word.raw[:1].isupper() and follows)


def _graded(words: Sequence[Token], start: int, ids: tuple[str, ...]) -> tuple[str, ...]:
    """`Senior district judges`: the office has a court's name within."""
    court = start - 1 if start and words[start - 1].text in _COURTS else start
    grade = words[court - 1].text if court else ""
    return (f"{grade}_judge",) if ids[0] == "judge" and grade in ("senior", "chief") else ids


def _courts(words: Sequence[Token]) -> Iterator[Span]:
    """`District judges` and `circuit judges` say the kind of court."""
    for at, word in enumerate(words[:-1]):
        court = _COURTS.get(word.text)
        if not court or stem(words[at + 1].text) not in ("judg", "court"):
            continue
        value = f"industry~{' '.join(stems(court))}"
        says = f"Sits on a {court}"
        yield Span(at, at + 1, "organisation", (value,), court.title(), 1.2, says=says)


def _spoken_for(words: Sequence[Token]) -> Iterator[Span]:
    """`Who represents Kenya in Washington` is its ambassador, `at the UN` another one."""
    if _SPEAKING.isdisjoint(word.text for word in words):
        return
    for start, end, _ in matches(words, r"(?:at|to|in) the (?:united nations|un)"):
        yield span(words, start, end, ("un_representative",))
    for start, end, _ in matches(words, r"in washington(?: d ?c)?"):
        yield Span(start, end, "role", ("role=ambassador",), "ambassador", 1.3,
                   says="Is an ambassador")  # fmt: skip
