"""The rules of enrichment: which anchor, which fields still need asking, and what that costs.

Pure: every rule about paying once is here, and tested without a screen.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shortlist.contract.limits import ENRICH_FIELDS, ENRICH_PRICES, IDEMPOTENCY_KEEP_HOURS
from shortlist.tui.kit.words import FIELD_NAMES, count, credits, plain
from shortlist.tui.live.state import Anchor, EnrichWork, FieldWork, LostRequest, Subject, Trouble
from shortlist.tui.live.troubles import is_spent

if TYPE_CHECKING:
    from shortlist.contract.enrich import EnrichResponse
    from shortlist.contract.person import Person
    from shortlist.desk.store import Store
    from shortlist.tui.live.messages import FieldsResolved

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_PAIR = re.compile(r"(?P<name>.+?)\s+@\s+(?P<domain>[^\s@/]+\.[^\s@/]+)")
_SETTLED = ("found", "not_found")


def anchor_of(person: Person) -> Anchor:
    """The anchor that names a person exactly (interface, 4.3).

    The id comes from the very service that is asked; a profile page is next best, since one page
    can be written in many ways.
    """
    if person.person_id:
        return Anchor("person_id", {"person_id": person.person_id})
    return Anchor("profile_url", {"profile_url": person.profile_url or ""})


def subject_of(person: Person) -> Subject:
    return Subject(
        key=person.person_id,
        name=plain(person.name) or person.person_id,
        person=person,
        anchor=anchor_of(person),
    )


def typed_subject(text: str) -> Subject | None:
    """A person named by hand: a profile URL, an e-mail, `Name @ company.com`, or an id."""
    text = text.strip()
    if not text:
        return None
    if text.startswith(("http://", "https://")):
        anchor = Anchor("profile_url", {"profile_url": text})
    elif pair := _PAIR.fullmatch(text):
        anchor = Anchor("name", {"name": pair["name"], "company_domain": pair["domain"]})
    elif _EMAIL.fullmatch(text):
        anchor = Anchor("email", {"email": text})
    elif " " not in text:
        anchor = Anchor("person_id", {"person_id": text})
    else:
        return None
    values = list(anchor.fields.values())
    key = values[0] if anchor.kind == "person_id" else ":".join([anchor.kind, *values])
    return Subject(key=key, name=plain(text, 80), person=None, anchor=anchor)


def to_ask(subject: Subject, wanted: Iterable[str]) -> list[str]:
    """The wanted fields that were never settled and are not being asked now."""
    fields = []
    for name in ENRICH_FIELDS:
        if name not in wanted:
            continue
        field = subject.fields.get(name)
        if field is None or field.status == "waiting":
            fields.append(name)
    return fields


def to_retry(subject: Subject) -> list[str]:
    """Only what was unavailable, or failed: what was found or missed is never asked again."""
    return [
        name for name, field in subject.fields.items() if field.status in ("unavailable", "failed")
    ]


def is_left_out(subject: Subject, left_out: Container[Any]) -> bool:
    """Whether the person is on this machine's list of those left out."""
    return subject.anchor.fields in left_out or subject.person in left_out


def what_to_ask(
    work: EnrichWork, *, retry: bool = False, left_out: Container[Any] = ()
) -> dict[str, list[str]]:
    """By subject, the fields one press would ask for; with `retry`, those that were unavailable."""
    asked = {
        key: to_retry(subject) if retry else to_ask(subject, work.wanted)
        for key, subject in work.subjects.items()
        if not is_left_out(subject, left_out)
    }
    return {key: fields for key, fields in asked.items() if fields}


def in_flight(work: EnrichWork) -> int:
    """The ACU that requests on the wire cost if everything is found."""
    return sum(
        most_cost(name for name, field in subject.fields.items() if field.status == "asking")
        for subject in work.subjects.values()
    )


def limit_to_cap(
    work: EnrichWork, asked: Mapping[str, list[str]]
) -> tuple[dict[str, list[str]], int]:
    """What the cap lets through of `asked`, in order, and how many fields wait.

    Counted as if everything were found, beside what was charged and what is on the wire: so the
    cap holds whatever is found. What was missed costs nothing, and leaves room for another press.
    """
    if work.cap is None:
        return dict(asked), 0
    left = work.cap - work.charged - in_flight(work)
    let, waiting = {}, 0
    for key, fields in asked.items():
        now = []
        for name in fields:
            if most_cost([name]) <= left:
                left -= most_cost([name])
                now.append(name)
        waiting += len(fields) - len(now)
        if now:
            let[key] = now
    return let, waiting


def note_known(
    subjects: Mapping[str, Subject], known: Mapping[tuple[str, str], Mapping[str, Any]]
) -> None:
    """Take over what this machine resolved before, so that it is never asked and paid again. What
    is known since, or asked for now, stays."""
    from shortlist.contract.enrich import FieldResult

    for (key, name), kept in known.items():
        subject = subjects.get(key)
        if subject is None or name in subject.fields:
            continue
        if kept.get("status") in _SETTLED:
            result = FieldResult.model_validate(kept)
            subject.fields[name] = FieldWork(result.status, result, known=True)


def most_cost(fields: Iterable[str]) -> int:
    """The ACU these fields cost if every one is found; a miss or a failure costs nothing."""
    return sum(ENRICH_PRICES.get(name, 0) for name in fields)


def fields_words(asked: Sequence[str]) -> str:
    """What is asked for, one entry for each field of each person: by its name where it is one
    field of all of them."""
    if len(set(asked)) == 1:
        return f"the {FIELD_NAMES[asked[0]].lower()}"
    return count(len(asked), "field")


def new_key() -> str:
    """An idempotency key for one action of one person."""
    return f"app-{uuid.uuid4()}"


def key_for(subject: Subject, fields: Sequence[str]) -> str:
    """The idempotency key of this request: the same one until its answer has come (section 7).

    So a lookup whose outcome is not known is asked again under its own key, and paid once.
    """
    return subject.keys.setdefault(tuple(fields), new_key())


def requests_of(subject: Subject, fields: Sequence[str]) -> list[list[str]]:
    """`fields` as requests: those whose outcome is not known go out again as they did."""
    rest, parts = list(fields), []
    for kept in subject.keys:
        if set(kept) <= set(rest):
            parts.append(list(kept))
            rest = [name for name in rest if name not in kept]
    return [*parts, rest] if rest else parts


ASKING = "enrich.asking"
"""Where this machine keeps the keys of lookups that have left and were not answered yet."""


def keep_asking(store: Store, subject: Subject, fields: Sequence[str], key: str, at: float) -> None:
    """Written before a lookup leaves, so that one which outlives this program is not paid twice."""
    kept = store.recall(ASKING, {})
    asked = kept.setdefault(subject.key, {})
    if asked.get(",".join(fields), [""])[0] == key:
        return  # It goes out again: the time of the first counts.
    asked[",".join(fields)] = [key, at]
    store.remember(ASKING, kept)


def forget_asking(store: Store, subject: Subject, fields: Sequence[str]) -> None:
    kept = store.recall(ASKING, {})
    if kept.get(subject.key, {}).pop(",".join(fields), None) is not None:
        store.remember(ASKING, {key: asked for key, asked in kept.items() if asked})


def note_asking(subjects: Mapping[str, Subject], store: Store, now: float) -> None:
    """Take over lookups of an earlier run of this program that never got an answer.

    Their fields are not asked anew but by `R`, under the same keys, for as long as deployments
    keep keys (section 7).
    """
    for key, asked in store.recall(ASKING, {}).items():
        if (subject := subjects.get(key)) is None:
            continue
        for names, (request_key, at) in asked.items():
            fields = names.split(",")
            open_ = [name for name in fields if name not in subject.fields]
            if open_ and now - at < IDEMPOTENCY_KEEP_HOURS * 3600:
                subject.keys[tuple(fields)] = request_key
                for name in open_:
                    subject.fields[name] = FieldWork("failed", trouble=_NEVER_ANSWERED)


_NEVER_ANSWERED = Trouble(
    "outcome_unknown",
    "Asked for before, and the answer never came. R asks again under the same key: "
    "it is paid once.",
)


def note_lost(work: EnrichWork, event: FieldsResolved) -> None:
    """The service was not reached, or did not answer: keep what to ask again when it is back."""
    subject = work.subjects.get(event.subject)
    key = subject.keys.get(tuple(event.fields)) if subject is not None else None
    if key is not None and key not in work.revived:
        work.lost.append(LostRequest(event.subject, event.fields, key))


def take_lost(work: EnrichWork) -> list[tuple[Subject, list[str]]]:
    """What goes out again now that the service is back, each under the key it had.

    It was agreed to before it left, and is paid once: nobody is asked again. What has been asked
    again by hand, or taken off the list, is not among it.
    """
    again = []
    for id_, fields, key in work.lost:
        subject = work.subjects.get(id_)
        if subject is None or subject.keys.get(tuple(fields)) != key:
            continue
        if all(subject.fields[name].status == "failed" for name in fields):
            work.revived.add(key)
            again.append((subject, fields))
    work.lost.clear()
    return again


def charge_of(answer: EnrichResponse) -> float | None:
    """What an answer says was charged, in ACU: the sum, or the fields that were billed; `None`
    where it says neither."""
    usage = answer.meta.usage
    if usage.acu_used is not None:
        return usage.acu_used
    return most_cost(usage.billed) if "billed" in usage.model_fields_set else None


def charged_words(work: EnrichWork) -> str:
    """What the answers say was charged, and how many do not say."""
    if not work.untold:
        return f"{credits(work.charged)} charged"
    if not work.charged:
        return "charged: not given"
    return f"{credits(work.charged)} charged, {count(work.untold, 'answer')} not telling"


def take_over_answer(work: EnrichWork, event: FieldsResolved) -> float:
    """Note what became of the fields of one request. Returns the ACU charged for it."""
    subject = work.subjects.get(event.subject)
    if event.answer is None and event.trouble is None:
        if subject is not None:
            for name in event.fields:
                subject.fields.pop(name, None)
        return 0
    charged: float = 0
    if event.answer is not None:
        told = charge_of(event.answer)
        charged = told or 0
        work.untold += told is None
    work.charged = round(work.charged + charged, 6)
    if subject is None:
        return charged
    if is_spent(event.trouble):
        subject.keys.pop(tuple(event.fields), None)
    for name in event.fields:
        if event.answer is not None:
            result = event.answer.data.get(name)
            status = result.status if result is not None else "unavailable"
            known = status if status in (*_SETTLED, "unavailable") else "unavailable"
            subject.fields[name] = FieldWork(known, result)
        else:
            code = event.trouble.code if event.trouble else ""
            status = "unavailable" if code.startswith("upstream_") else "failed"
            subject.fields[name] = FieldWork(status, trouble=event.trouble)
    return charged


def tally(work: EnrichWork) -> dict[str, int]:
    """How many fields stand how, over all the people here."""
    counts: dict[str, int] = {}
    for subject in work.subjects.values():
        for name, field in subject.fields.items():
            if name in work.wanted or field.status != "waiting":
                counts[field.status] = counts.get(field.status, 0) + 1
    return counts


def unknown_outcomes(work: EnrichWork) -> int:
    """Of how many fields it is not known whether they were resolved, and charged."""
    troubles = (field.trouble for s in work.subjects.values() for field in s.fields.values())
    return sum(trouble is not None and trouble.code == "outcome_unknown" for trouble in troubles)
