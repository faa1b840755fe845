"""Enrichment's rules: what is asked, what it costs at most, and that nothing is paid twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tui.fakes import person

from shortlist.contract.enrich import EnrichResponse
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.live.enrichment import (
    anchor_of,
    forget_asking,
    keep_asking,
    key_for,
    limit_to_cap,
    most_cost,
    note_asking,
    note_known,
    requests_of,
    subject_of,
    take_over_answer,
    tally,
    typed_subject,
    what_to_ask,
)
from shortlist.tui.live.messages import FieldsResolved
from shortlist.tui.live.state import EnrichWork, FieldWork, Subject, Trouble


def work_with(*subjects: Subject, wanted: tuple[str, ...] = ("work_email",)) -> EnrichWork:
    return EnrichWork(subjects={s.key: s for s in subjects}, wanted=set(wanted))


def answer(used: int = 1, **statuses: str) -> EnrichResponse:
    return EnrichResponse.model_validate(
        {
            "data": {n: {"status": s, "value": "v"} for n, s in statuses.items()},
            "meta": {"usage": {"acu_used": used}},
        }
    )


def test_the_id_names_a_person_exactly_and_a_page_is_next() -> None:
    assert anchor_of(person(1)).kind == "person_id"
    assert anchor_of(person(1, person_id="")).kind == "profile_url"


@pytest.mark.parametrize(
    ("typed", "kind", "fields"),
    [
        ("https://p.example/in/a", "profile_url", {"profile_url": "https://p.example/in/a"}),
        ("a@b.example", "email", {"email": "a@b.example"}),
        ("Ana Li @ b.example", "name", {"name": "Ana Li", "company_domain": "b.example"}),
        ("person_7", "person_id", {"person_id": "person_7"}),
    ],
)
def test_an_anchor_is_told_from_how_it_is_written(
    typed: str, kind: str, fields: dict[str, str]
) -> None:
    subject = typed_subject(f"  {typed} ")
    assert subject is not None
    assert (subject.anchor.kind, subject.anchor.fields) == (kind, fields)


@pytest.mark.parametrize("typed", ["", "Ana Li", "Ana Li at b"])
def test_what_names_nobody_is_refused(typed: str) -> None:
    assert typed_subject(typed) is None


def test_only_fields_that_were_never_settled_are_asked() -> None:
    subject = subject_of(person(1))
    work = work_with(subject, wanted=("work_email", "personal_email", "phone"))
    subject.fields = {
        "work_email": FieldWork("found"),
        "personal_email": FieldWork("not_found"),
        "phone": FieldWork("asking"),
    }
    assert what_to_ask(work) == {}
    del subject.fields["phone"]
    assert what_to_ask(work) == {subject.key: ["phone"]}
    assert most_cost(["phone", "work_email"]) == 11


def test_a_retry_asks_for_what_was_unavailable_and_nothing_else() -> None:
    subject = subject_of(person(1))
    work = work_with(subject, wanted=("work_email", "personal_email", "phone"))
    key_for(subject, ["work_email", "personal_email", "phone"])
    take_over_answer(
        work,
        FieldsResolved(
            subject.key,
            ["work_email", "personal_email", "phone"],
            answer(work_email="found", personal_email="unavailable", phone="not_found"),
            None,
        ),
    )
    assert what_to_ask(work) == {}
    assert what_to_ask(work, retry=True) == {subject.key: ["personal_email"]}
    assert work.charged == 1
    assert tally(work) == {"found": 1, "unavailable": 1, "not_found": 1}


def test_a_lookup_whose_outcome_is_unknown_is_asked_again_under_its_own_key() -> None:
    subject = subject_of(person(1))
    work = work_with(subject)
    key = key_for(subject, ["work_email"])
    for code in ("outcome_unknown", "upstream_timeout", "upstream_unavailable", "rate_limited"):
        lost = FieldsResolved(subject.key, ["work_email"], None, Trouble(code, "lost"))
        take_over_answer(work, lost)
        assert what_to_ask(work, retry=True) == {subject.key: ["work_email"]}
        assert key_for(subject, ["work_email"]) == key, code


def test_a_key_that_would_replay_a_refusal_or_an_answer_is_not_used_again() -> None:
    subject = subject_of(person(1))
    work = work_with(subject)
    first = key_for(subject, ["work_email"])
    refused = Trouble("insufficient_acu", "not enough")
    take_over_answer(work, FieldsResolved(subject.key, ["work_email"], None, refused))
    second = key_for(subject, ["work_email"])
    assert second != first
    found = answer(work_email="unavailable")
    take_over_answer(work, FieldsResolved(subject.key, ["work_email"], found, None))
    assert key_for(subject, ["work_email"]) != second


def test_what_was_resolved_before_is_known_and_not_asked() -> None:
    first, second = subject_of(person(1)), subject_of(person(2))
    kept = {
        (first.key, "work_email"): {"status": "found", "value": "a@b.example"},
        (second.key, "work_email"): {"status": "unavailable"},
        ("somebody", "work_email"): {"status": "found"},
    }
    work = work_with(first, second)
    note_known(work.subjects, kept)
    assert what_to_ask(work) == {second.key: ["work_email"]}
    field = first.fields["work_email"]
    assert field.known
    assert field.result is not None
    assert field.result.value == "a@b.example"


def test_a_field_the_answer_leaves_out_or_calls_by_another_name_is_no_miss() -> None:
    subject = subject_of(person(1))
    work = work_with(subject)
    take_over_answer(
        work,
        FieldsResolved(subject.key, ["work_email", "phone"], answer(phone="pondering"), None),
    )
    assert {name: f.status for name, f in subject.fields.items()} == {
        "work_email": "unavailable",
        "phone": "unavailable",
    }


def test_a_cap_holds_whatever_is_found_and_says_what_waits() -> None:
    subjects = [subject_of(person(n)) for n in range(4)]
    work = work_with(*subjects, wanted=("work_email", "phone"))
    asked = what_to_ask(work)
    assert limit_to_cap(work, asked) == (asked, 0)
    work.cap = 13
    let, waiting = limit_to_cap(work, asked)
    assert let == {
        subjects[0].key: ["work_email", "phone"],
        subjects[1].key: ["work_email"],
        subjects[2].key: ["work_email"],
    }
    assert waiting == 4
    work.charged = 2
    subjects[0].fields["phone"] = FieldWork("asking")
    let, _ = limit_to_cap(work, what_to_ask(work))
    assert let == {subjects[0].key: ["work_email"]}
    work.cap = 12
    assert limit_to_cap(work, what_to_ask(work))[0] == {}


def test_the_weakest_anchor_is_told_from_the_strongest() -> None:
    strengths = [
        typed_subject(text).anchor.strength  # type: ignore[union-attr]
        for text in ("person_7", "https://p.example/in/a", "a@b.example", "Ana Li @ b.example")
    ]
    assert strengths == [3, 3, 2, 1]


def test_what_left_and_was_never_answered_goes_out_again_under_its_key(own_home: Path) -> None:
    store = Store(find_places(), "local")
    before = subject_of(person(1))
    fields = ["work_email", "phone"]
    key = key_for(before, fields)
    keep_asking(store, before, fields, key, 1_000.0)
    # The program ends here; at the next start:
    subject = subject_of(person(1))
    work = work_with(subject, wanted=("work_email", "personal_email", "phone"))
    note_asking(work.subjects, store, 2_000.0)
    assert what_to_ask(work) == {subject.key: ["personal_email"]}
    again = what_to_ask(work, retry=True)[subject.key]
    assert requests_of(subject, [*again, "personal_email"]) == [fields, ["personal_email"]]
    assert key_for(subject, fields) == key
    forget_asking(store, subject, fields)
    fresh = subject_of(person(1))
    note_asking({fresh.key: fresh}, store, 2_000.0)
    assert not fresh.fields
    # A key that deployments have forgotten is not used again.
    keep_asking(store, before, fields, key, 1_000.0)
    note_asking({fresh.key: fresh}, store, 1_000.0 + 25 * 3600)
    assert not fresh.fields
    store.close()
