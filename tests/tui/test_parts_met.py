"""Which parts of a question somebody meets: signs in the list, words beside it, and a line
above the weak ones."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tui.fakes import FakeClient, app_on, person, seen, shows, type_in

from shortlist.contract.search import SearchPlan, SearchResponse, SearchResult
from shortlist.tui.features.search.match_reasons import why_content
from shortlist.tui.features.search.parts_met import parts_of, statuses_of

ROLE = {"kind": "role", "value": "Nurse", "text": "nurses"}
PLACE = {"kind": "place", "value": "Spain", "text": "Spain"}
TOPIC = {"kind": "topic", "value": "wound care", "text": "wound care"}


def result(met: Any = None, **changes: Any) -> SearchResult:
    who = person(0, **{"title": "Nurse", "location": "Lyon, France", **changes})
    return SearchResult.model_validate({"person": who, "met": met})


def statuses(met: Any, *terms: dict[str, Any], **changes: Any) -> list[str]:
    plan = SearchPlan.model_validate({"terms": list(terms)})
    return statuses_of(result(met, **changes), parts_of(plan))


def test_what_the_service_says_of_each_part_decides() -> None:
    assert statuses([1.0, 0.0], ROLE, PLACE) == ["satisfied", "unsatisfied"]
    assert statuses([0.4, 0.85], ROLE, PLACE) == ["near", "satisfied"]


def test_what_comes_near_is_said_so_where_the_record_says_what_it_is() -> None:
    plan = SearchPlan.model_validate({"terms": [ROLE, PLACE]})
    told = why_content(result([1.0, 0.4]), plan, None).plain
    assert "1 of 2 match" in told
    assert "≈ place     Spain\n            near: location is Lyon, France" in told
    assert statuses([0.4, 0.4], PLACE, TOPIC, location=None) == ["unclear", "unclear"]


def test_what_no_field_tells_is_unclear_and_never_no() -> None:
    assert statuses([0.0, 0.0], PLACE, TOPIC, location=None) == ["unclear", "unclear"]


def test_of_a_service_that_does_not_say_only_words_of_the_record_are_claimed() -> None:
    assert statuses(None, ROLE, PLACE) == ["satisfied", "unclear"]
    assert statuses(None, {**ROLE, "negated": True}) == ["unclear"]
    assert statuses(None, {"kind": "count", "value": "5"}) == []


@pytest.mark.parametrize("met", ["yes", [2.0], [True], [None, 1], {}, []])
def test_what_another_deployment_calls_met_breaks_nothing(met: Any) -> None:
    assert result(met).met is None


def test_what_does_not_match_is_said_in_words() -> None:
    plan = SearchPlan.model_validate({"terms": [ROLE, PLACE, {**PLACE, "negated": True}]})
    told = why_content(result([1.0, 0.0, 1.0]), plan, None).plain
    assert "2 of 3 match" in told
    assert "✓ role      Nurse\n            “Nurse” title" in told
    assert "✗ place     Spain\n            no: location is Lyon, France" in told
    assert "✓ not place Spain" in told


def test_what_was_studied_spoken_or_held_before_is_quoted_from_the_career() -> None:
    career = {
        "education": [{"school": "University of Leeds", "degree": "MSc"}],
        "languages": ["German"],
        "history": [{"title": "Nurse", "company": "Acme"}],
    }
    terms = [
        {"kind": "degree", "value": "master's", "text": "masters"},
        {"kind": "language", "value": "German", "text": "German"},
        {"kind": "organisation", "value": "Acme", "text": "Acme"},
    ]
    plan = SearchPlan.model_validate({"terms": terms})
    told = why_content(result([1.0, 1.0, 1.0], company="Kelp", **career), plan, None).plain
    assert "education: MSc, University of Leeds" in told
    assert "“German” languages" in told
    assert "“Nurse, Acme” history" in told
    # Where the service does not say, a post of before is not claimed to be the present one.
    assert statuses(None, terms[2], company="Kelp", **career) == ["unclear"]


def test_small_words_and_parts_of_words_are_no_evidence() -> None:
    career = {
        "history": [{"title": "Nurse", "company": "Acme", "start": "2014"}],
        "company_size": "501-1,000",
        "summary": "Officer of the guard. A degree of the University of Oxford.",
    }
    terms = [
        {"kind": "time", "value": "5+ years of experience", "text": "more than 5 years"},
        {"kind": "size", "value": "250+ staff", "text": "big company"},
        {"kind": "topic", "value": "sale of ice", "text": "sale of ice"},
    ]
    plan = SearchPlan.model_validate({"terms": terms})
    told = why_content(result([1.0, 1.0, 1.0], **career), plan, None).plain
    assert "history: Nurse, Acme, since 2014" in told
    assert "company size: 501-1,000" in told
    assert "sale of ice\n            in other words of their record" in told
    told = why_content(result([1.0, 1.0, 0.4], **career), plan, None).plain
    assert "sale of ice\n            their record here does not say" in told


def test_the_sentence_with_most_of_the_words_is_quoted() -> None:
    summary = "Wound dressing by day. Wound care by night."
    plan = SearchPlan.model_validate({"terms": [TOPIC]})
    assert (
        "“Wound care by night” summary"
        in why_content(result([1.0], summary=summary), plan, None).plain
    )


def test_an_industry_is_quoted_from_where_it_is_said() -> None:
    plan = SearchPlan.model_validate(
        {"terms": [{"kind": "industry", "value": "accounting", "text": "x"}]}
    )
    told = why_content(result([1.0], title="Accounting Associate", industry="Retail"), plan, None)
    assert "“Accounting Associate” title" in told.plain


async def test_weak_ones_stand_under_a_line_that_the_cursor_passes_over() -> None:
    client = FakeClient(found=5, sure=[0.9, 0.3, 0.8, 0.2, 0.1])
    app = app_on(client)
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "vp berlin")
        await pilot.press("enter")
        await shows(pilot, "5 people found", "── 3 weaker matches ──")
        lines = seen(app).splitlines()
        at = next(n for n, line in enumerate(lines) if "3 weaker" in line)
        names = [person(n).name or "" for n in (0, 2, 1, 3, 4)]
        order = [at - 2, at - 1, at + 1, at + 2, at + 3]
        for name, y in zip(names, order, strict=True):
            assert name in lines[y], "in their order, the weak ones after the others"
        await pilot.press("j", "j")
        await shows(pilot, "3 of 5")
        assert f"▌  {names[2]}" in seen(app), "from the one above the line to the one below it"
        await pilot.click(offset=(10, order[3]))
        await shows(pilot, "4 of 5")
        await pilot.click(offset=(10, at))
        await pilot.pause()
        assert "4 of 5" in seen(app), "the line is nobody"
        await pilot.press("a")
        await shows(pilot, "5 selected")


async def test_a_list_without_weak_ones_has_no_such_line() -> None:
    app = app_on(FakeClient(found=3, sure=[0.9, 0.8, 0.7]))
    async with app.run_test(size=(140, 40)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "vp berlin")
        await pilot.press("enter")
        await shows(pilot, "3 people found")
        assert "weaker" not in seen(app)


def test_met_is_kept_with_an_answer() -> None:
    answer = SearchResponse.model_validate({"data": {"results": [result([1.0, 0.0]).to_wire()]}})
    again = SearchResponse.model_validate(answer.to_wire())
    assert again.data.results[0].met == [1.0, 0.0]
    assert "met" not in result().to_wire()
