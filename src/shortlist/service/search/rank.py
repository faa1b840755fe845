"""Ranking and confidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rapidfuzz import fuzz

from shortlist.service.index.port import Hit, Record
from shortlist.service.lexicon.organisations import organisation_key
from shortlist.service.lexicon.text import STOPWORDS, key, words
from shortlist.service.search.conditions import SATISFIED, UNSATISFIED, Understood, facts_of
from shortlist.service.search.names import SURE, NameMatch

_RRF: Final = 20
_SCALE: Final = 0.1


def fuse(
    by_words: Sequence[tuple[str, float]], by_meaning: Sequence[tuple[str, float]]
) -> list[tuple[str, float]]:
    """Reciprocal ranks of both lists, on a scale from 0 to 0.1."""
    scores: dict[str, float] = {}
    for weight, answer in ((0.5, by_words), (0.5, by_meaning)):
        for rank, (person_id, _) in enumerate(answer):
            scores[person_id] = scores.get(person_id, 0.0) + weight / (_RRF + rank)
    best = 1.0 / _RRF
    fused = ((person_id, _SCALE * score / best) for person_id, score in scores.items())
    return sorted(fused, key=lambda item: (-item[1], item[0]))


def hits(
    understood: Understood, pairs: Sequence[tuple[Record, float]], *, thorough: bool
) -> list[Hit]:
    """The answers in order, each with its confidence."""
    scored = []
    for record, score in pairs:
        facts = facts_of(record)
        total = earned = 0.0
        verdicts = set()
        for condition in understood.conditions:
            verdict, _ = condition.check(facts)
            verdicts.add(verdict)
            total += condition.weight
            if verdict == SATISFIED:
                earned += condition.weight
            elif condition.comes_near(facts):
                earned += 0.5 * condition.weight
            elif verdict != UNSATISFIED:
                earned += 0.3 * condition.weight
        share = earned / total if total else 0.0
        fusion = score % 1.0 if total and score >= 1.0 else min(score, _SCALE)
        final = share + min(fusion, _SCALE) if thorough and total else score
        sure = confidence(understood, verdicts, score)
        scored.append(Hit(str(record["id"]), final, sure, record))
    return sorted(scored, key=lambda hit: (-hit.score, hit.person_id))


def confidence_in(understood: Understood, record: Record, score: float) -> float:
    """How likely this person is what was asked for; `score` is that of retrieval."""
    facts = facts_of(record)
    verdicts = {condition.check(facts)[0] for condition in understood.conditions}
    return confidence(understood, verdicts, score)


def confidence(understood: Understood, verdicts: set[str], score: float) -> float:
    """How likely a person is what was asked for.

    Measured on graded queries: of people who meet all that was understood, 97 % were exact answers
    while at most two words were left unread, 93 % with three and 60 % with more; of those who miss
    something, none. `benchmarks/quality` measures it again.
    """
    unread = understood.remainder.split()
    if not verdicts:
        return round(min(0.5, 5.0 * score), 3)
    if UNSATISFIED in verdicts:
        return 0.03
    if verdicts != {SATISFIED}:
        return 0.3
    if unread and all(c.implied or c.kind in ("place", "status") for c in understood.conditions):
        return 0.4  # whom they look for was not understood
    if sum(1 for word in unread if word[:1].isupper()) > 1:
        return 0.2  # most likely a name that nobody here has
    return (0.97, 0.97, 0.96, 0.93)[len(unread)] if len(unread) < 4 else 0.6


def named(
    understood: Understood, query: tuple[str, ...], matches: Iterable[tuple[NameMatch, Record]]
) -> list[Hit]:
    """People whose names the query may mean, the best first."""
    scored: list[tuple[float, Record]] = []
    for match, record in matches:
        if match.score < 0.5:
            continue
        score = match.score
        facts = facts_of(record)
        for condition in understood.conditions:
            if condition.implied:
                score += 0.02 * (condition.check(facts)[0] == SATISFIED)
            elif condition.check(facts)[0] == SATISFIED:
                score += 0.08
        hints = [
            word
            for at, word in enumerate(query)
            if at not in match.matched and word not in STOPWORDS
        ]
        said = words(" ".join(str(record.get(n) or "") for n in ("title", "company", "summary")))
        for hint in hints:
            if any(fuzz.ratio(hint, word) >= 86 for word in said):
                score += 0.05
        scored.append((score, record))
    scored.sort(key=lambda item: (-item[0], str(item[1]["id"])))
    best = scored[0][0] if scored else 0.0
    return [
        Hit(
            str(record["id"]),
            round(score, 4),
            _sure_of_name(score, best),
            record,
        )
        for score, record in scored
    ]


def _sure_of_name(score: float, best: float) -> float:
    """The best match of a name is almost always meant; who comes after, hardly ever."""
    if score < SURE:
        return 0.02
    return 0.97 if best - score < 0.001 else round(max(0.02, 0.4 - 4.0 * (best - score)), 3)


def once(found: Sequence[Hit]) -> list[Hit]:
    """Each person once, at their best place."""
    kept_ids = set(
        without_twins(
            [hit.person_id for hit in found], {hit.person_id: hit.record for hit in found}
        )
    )
    return [hit for hit in found if hit.person_id in kept_ids]


def without_twins(ordered: Sequence[str], records: Mapping[str, Record]) -> list[str]:
    """`ordered` without later records of someone who came before, or that are unknown.

    A name alone never makes two records one person: a mail address, a profile, or the same
    organisation and title beside it does.
    """
    seen: set[tuple[str, str]] = set()
    kept = []
    for person_id in ordered:
        record = records.get(person_id)
        if record is None:
            continue
        marks = _marks(record)
        if any(mark in seen for mark in marks):
            continue
        seen.update(marks)
        kept.append(person_id)
    return kept


def _marks(record: Record) -> list[tuple[str, str]]:
    name = key(str(record.get("name") or ""))
    if not name:
        return []
    marks: list[Any] = []
    contacts = record.get("contacts")
    if isinstance(contacts, dict):
        for kind in ("work_email", "personal_email"):
            contact = contacts.get(kind)
            value = contact.get("value") if isinstance(contact, dict) else contact
            if isinstance(value, str) and value:
                marks.append(value.lower())
    for link in record.get("links") or ():
        if isinstance(link, dict) and link.get("type") in (
            "professional_network",
            "github",
            "wikidata",
        ):
            marks.append(str(link.get("url")).lower().rstrip("/"))
    company, title = record.get("company"), record.get("title")
    if company and title:
        marks.append(f"{organisation_key(str(company))}|{key(str(title))}|{record.get('region')}")
    return [(name, str(mark)) for mark in marks]
