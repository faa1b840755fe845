"""What the query line offers while one types."""

from __future__ import annotations

import json

from tests.tui.fakes import HOSTILE, person

from shortlist.contract.search import SearchResponse
from shortlist.tui.kit.query.completion import Listing, offers_for, rest_of
from shortlist.tui.kit.query.facet_book import FacetAsked, seen_values
from shortlist.tui.kit.query.vocabulary import Vocabulary


def answer(*people: object, terms: list[dict[str, object]] | None = None) -> SearchResponse:
    plan = {"kind": "role", "terms": terms or [], "remainder": ""}
    data = {"results": [{"person": p.model_dump()} for p in people], "request": {"plan": plan}}  # type: ignore[attr-defined]
    return SearchResponse.model_validate({"data": data, "meta": {"request_id": "r"}})


def seen_in(*people: object, **given: object) -> Vocabulary:
    seen = Vocabulary()
    seen.take(answer(*people, **given))  # type: ignore[arg-type]
    return seen


def listing(seen: Vocabulary) -> Listing:
    """Of a deployment that lists no values."""
    return lambda *asked: seen_values(seen, FacetAsked.of(*asked))


def labels(line: str, seen: Vocabulary, past: tuple[str, ...] = ()) -> list[str]:
    found = offers_for(line, len(line), listing(seen), past)
    return [offer.label for offer in found.offers] if found else []


def test_values_of_a_filter_are_those_that_were_answered_and_asked() -> None:
    seen = seen_in(person(0), person(5), person(1))
    assert labels("location:ber", seen) == ["Berlin, Germany"]
    assert labels("fintech location:ger", seen) == ["Germany", "Berlin, Germany"]
    assert labels("company:", seen, ("company:Siemens",)) == [
        "Siemens",
        "Northwind Pay",
        "Lumen & Sons",
    ]
    assert labels("location:xyz", seen) == []


def test_an_offer_takes_the_place_of_what_was_typed_and_is_quoted_where_it_must_be() -> None:
    line = "vp location:ber"
    found = offers_for(line, len(line), listing(seen_in(person(0))), ())
    assert found is not None
    assert line[: found.start] + found.offers[0].text + line[found.end :] == (
        'vp location:"Berlin, Germany"'
    )
    inside = 'title:"VP Eng" pay'
    found = offers_for(inside, 10, listing(seen_in(person(0))), ())
    assert found is not None
    assert (found.start, found.end) == (0, 14)
    assert found.offers[0].text == 'title:"VP Engineering"'


def test_type_and_count_are_offered_with_what_they_mean_and_cost() -> None:
    found = offers_for("type:", 5, listing(Vocabulary()), ())
    assert found is not None
    assert [offer.text for offer in found.offers] == [
        "type:instant",
        "type:fast",
        "type:auto",
        "type:deep",
    ]
    found = offers_for("n:1", 3, listing(Vocabulary()), ())
    assert found is not None
    assert [(offer.text, offer.note) for offer in found.offers] == [
        ("n:10", "up to 1 credit"),
        ("n:100", "up to 10 credits"),
        ("n:150", "up to 15 credits"),
    ]


def test_nothing_is_offered_for_words_nor_for_a_value_that_is_whole() -> None:
    seen = seen_in(person(0))
    assert labels("berlin", seen) == []
    assert labels("company_size:5", seen) == []
    assert labels("type:auto", seen) == []


def test_the_line_goes_on_as_the_past_a_filter_or_a_term_that_was_read() -> None:
    term = {"kind": "skill", "value": "Kubernetes", "text": "k8s"}
    seen = seen_in(terms=[term])
    past = ("nurses in Ghana", "Nurses in Japan")
    assert rest_of("nur", seen, past) == "ses in Ghana"
    assert rest_of("nurses in j", seen, past) == "apan"
    assert rest_of("vp loca", seen, past) == "tion:"
    assert rest_of("engineers who know kub", seen, past) == "ernetes"
    assert rest_of("", seen, past) == ""
    assert rest_of("xy", seen, past) == ""


def test_what_was_seen_is_kept_as_json_and_a_damaged_note_is_no_matter() -> None:
    seen = seen_in(person(0))
    again = Vocabulary(json.loads(json.dumps(seen.kept())))
    assert labels("title:vp", again) == ["VP Engineering"]
    for damaged in (None, [], "x", {"title": 3}, {"title": {"CTO": "often"}}):
        assert labels("title:", Vocabulary(damaged)) == []


def test_names_of_people_are_never_kept_and_hostile_values_are_text() -> None:
    seen = seen_in(person(0, **HOSTILE), terms=[{"kind": "name", "value": "Amara Okafor"}])
    told = json.dumps(seen.kept())
    assert "Amara" not in told
    assert "app.quit" not in told, "the name"
    assert "\\u001b" not in told
    assert '"' not in "".join(labels("title:", seen))
