"""Why a person was found: only what shares words with a term is quoted for it."""

from __future__ import annotations

import pytest

from shortlist.contract.person import Person
from shortlist.contract.search import SearchPlan, SearchResult
from shortlist.tui.features.search.match_reasons import why_content

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
