"""Why a person was found: only what shares words with a term is quoted for it."""

from __future__ import annotations

import pytest

from shortlist.contract.person import Person
from shortlist.contract.search import SearchPlan, SearchResult
from shortlist.contract.sets import SetItem
from shortlist.tui.features.people.reasons import reasons_of
from shortlist.tui.features.search.match_reasons import why_content
from shortlist.tui.live.state import AppState

PERSON = Person.model_validate({"person_id": "p1", "name": "Ada", "location": "Rome, Lazio, Italy"})


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("Rome", "“Rome, Lazio, Italy” location"),
        ("Canada", "location: Rome, Lazio, Italy"),
    ],
)
def test_a_field_is_quoted_only_for_a_term_that_it_shares_words_with(place: str, told: str) -> None:
    plan = SearchPlan.model_validate(
        {"terms": [{"kind": "place", "value": place, "text": place, "negated": False}]}
    )
    assert told in why_content(SearchResult(person=PERSON), plan, None).plain


@pytest.mark.parametrize("compact", [False, True])
def test_what_somebody_was_found_by_is_told_whole_in_the_pane_and_on_the_page(
    compact: bool,
) -> None:
    part = {"kind": "place", "value": "Rome", "status": "satisfied", "told": "“Rome” location"}
    why = {"query": "who is in Rome", "at": "2026-11-21T14:39:00.000Z", "parts": [part]}
    kept = SetItem.model_validate({"id": "p1", "person": PERSON.model_dump(), "why": why})
    told = reasons_of(kept, AppState(), compact=compact).why
    assert told is not None
    assert [line.split("  ")[0] for line in told.plain.strip("\n").splitlines()][:2] == (
        ["Found by", "✓ place"] if compact else ["Why this person", "Found by"]
    )
