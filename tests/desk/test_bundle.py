"""What is sealed stays as it was sealed, and whatever was changed is named; the page that shows it
runs and fetches nothing."""

from __future__ import annotations

import copy
import json
import stat
from html.parser import HTMLParser
from typing import Any

import pytest

from shortlist.contract.sets import PeopleSet, SetItem
from shortlist.desk.bundle import PAGE, checked_bundle, content_of, describe_check, sealed_bundle
from shortlist.desk.places import DeskError, Places, find_places
from shortlist.desk.seals import check_seal, own_fingerprint

NASTY = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&</pre></body>\ud800"
SET = {
    "id": "set_1",
    "status": "completed",
    "searches": [
        {"query": "beekeepers", "count": 9, "status": "completed"}
        | {"criteria": [{"description": "Is a beekeeper"}]}
    ],
    "item_count": 3,
    "spent_credits": 1,
}


def item(number: int, name: str = "", url: str = "https://people.example/in/a") -> SetItem:
    return SetItem.model_validate(
        {
            "id": f"item_{number}",
            "person": {"person_id": f"bee-{number}", "name": name or f"Bee {number}"}
            | {"title": "Beekeeper", "profile_url": url},
            "verification": [
                {
                    "criterion": "Is a beekeeper",
                    "status": "satisfied",
                    "reasoning": "It says so.",
                    "references": [{"quote": "keeps bees", "url": url, "source": "title"}],
                }
            ],
        }
    )


def content(*items: SetItem) -> dict[str, Any]:
    return content_of(
        PeopleSet.model_validate(SET), items, deployment="https://d.example", purpose="a panel"
    )


@pytest.fixture
def places() -> Places:
    return find_places()


@pytest.fixture
def document(places: Places) -> dict[str, Any]:
    made = sealed_bundle(places, content(*map(item, range(3))), as_page=False)
    return json.loads(made)


def changes(document: dict[str, Any]) -> list[str]:
    found, read = checked_bundle(json.dumps(document))
    assert found.whole is False
    return describe_check(found, read["content"])


def test_a_bundle_as_it_was_made_is_whole(places: Places) -> None:
    for as_page in (False, True):
        made = sealed_bundle(places, content(item(1, NASTY), item(2)), as_page=as_page)
        found, document = checked_bundle(made)
        assert found.whole and found.fingerprint == own_fingerprint(places)
        assert document["content"]["purpose"] == "a panel"
        assert document["content"]["versions"]["program"].startswith("shortlist ")
    assert stat.S_IMODE((places.config / "signing-key").stat().st_mode) == 0o600
    assert len([*places.config.iterdir()]) == 1, "nothing is left beside the key"


def test_a_changed_field_of_a_person_is_named(document: dict[str, Any]) -> None:
    document["content"]["people"][1]["person"]["title"] = "Pilot"
    assert changes(document) == ["changed: Bee 1 (bee-1): title"]


def test_a_changed_verdict_and_quote_are_named(document: dict[str, Any]) -> None:
    verdict = document["content"]["people"][2]["verdicts"][0]
    verdict["status"] = "unclear"
    verdict["references"][0]["quote"] = "keeps wasps"
    assert changes(document) == [
        "changed: Bee 2 (bee-2): references 0 quote of “Is a beekeeper”",
        "changed: Bee 2 (bee-2): status of “Is a beekeeper”",
    ]


def test_somebody_taken_out_or_put_in_is_one_line_and_nobody_else_is_named(
    document: dict[str, Any],
) -> None:
    without = copy.deepcopy(document)
    del without["content"]["people"][0]
    assert changes(without) == [
        "changed: who is in it, and in which order",
        "removed: item_0 (bee-0)",
    ]
    added = copy.deepcopy(document["content"]["people"][0])
    added["item_id"], added["person"] = "item_9", {"person_id": "bee-9", "name": "Bee 9"}
    document["content"]["people"].append(added)
    assert changes(document) == [
        "changed: who is in it, and in which order",
        "added: Bee 9 (bee-9)",
    ]


def test_another_order_is_a_change(document: dict[str, Any]) -> None:
    document["content"]["people"].reverse()
    assert changes(document) == ["changed: who is in it, and in which order"]


@pytest.mark.parametrize("path", ["purpose", "deployment", "made_at"])
def test_what_was_asked_and_why_is_sealed_too(document: dict[str, Any], path: str) -> None:
    document["content"][path] = "else"
    assert changes(document) == [f"changed: {path}"]


def test_a_seal_that_was_made_to_fit_is_not_signed(document: dict[str, Any]) -> None:
    other = copy.deepcopy(document)
    other["content"]["purpose"] = "else"
    parts = sealed_bundle(find_places(), other["content"], as_page=False)
    other["seal"]["parts"]["purpose"] = json.loads(parts)["seal"]["parts"]["purpose"]
    found = check_seal(other)
    assert (found.changed, found.signed, found.whole) == ([], False, False)


def test_what_stands_beside_it_or_is_called_otherwise_is_no_part_of_it(
    document: dict[str, Any],
) -> None:
    assert check_seal({**document, "note": "all fine"}).added == ["note"]
    assert not check_seal({**document, "kind": "other"}).signed
    document["seal"]["fingerprint"] = "0000"
    assert not check_seal(document).whole


def test_another_machine_s_seal_has_another_fingerprint(
    document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory, monkeypatch: Any
) -> None:
    before = check_seal(document).fingerprint
    monkeypatch.setenv("SHORTLIST_HOME", str(tmp_path_factory.mktemp("elsewhere")))
    assert own_fingerprint(find_places()) == ""
    again = json.loads(sealed_bundle(find_places(), document["content"], as_page=False))
    assert check_seal(again).whole and check_seal(again).fingerprint != before


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_the_page_runs_and_fetches_nothing_whatever_a_record_says(places: Places) -> None:
    items = [item(1, NASTY, NASTY), item(2, url="javascript:alert(1)"), item(3, "Ada")]
    page = sealed_bundle(places, content(*items), as_page=True)
    tags = Page(page).tags
    allowed = {"html", "head", "meta", "title", "style", "body", "h1", "h2", "dl", "dt", "dd", "p"}
    allowed |= {"code", "section", "div", "strong", "br", "blockquote", "a", "pre"}
    assert {tag for tag, _ in tags} <= allowed
    for tag, attributes in tags:
        assert not [name for name in attributes if name.startswith("on") or name == "src"]
        assert tag != "a" or str(attributes["href"]).startswith("https://people.example/")
    assert "default-src &#x27;none&#x27;" in page or "default-src 'none'" in page
    assert "3. Ada" in page and "keeps bees" in page and "a panel" in page


def test_the_page_that_is_shown_is_sealed_as_well(places: Places) -> None:
    page = sealed_bundle(places, content(item(1)), as_page=True)
    shown, mark, held = page.partition('<pre id="sealed"')
    found, document = checked_bundle(shown.replace("Beekeeper", "Pilot") + mark + held)
    assert describe_check(found, document["content"]) == [f"changed: {PAGE}"]
    after = page.replace("</html>", "<p>All of it is false.</p></html>")
    assert not checked_bundle(after)[0].whole


@pytest.mark.parametrize(
    "text",
    [
        *("", "{}", "[]", "null", "<html></html>", "not JSON", '{"seal": {}, "content": {}}'),
        '{"kind": "k", "version": 1, "content": {}, "seal": {"algorithm": "ed25519", '
        '"public_key": "x", "parts": {}, "signature": "é"}}',
        '{"a": 1, "a": 2}',
        '{"a": NaN}',
        "[" * 100_000,
        '<pre id="sealed">{}</pre><pre id="sealed">{}</pre>',
    ],
)
def test_what_is_no_bundle_is_one_line(text: str) -> None:
    with pytest.raises(DeskError):
        checked_bundle(text)


def test_json_that_says_a_thing_twice_is_refused(document: dict[str, Any]) -> None:
    text = json.dumps(document).replace('"purpose"', '"purpose": "else", "purpose"', 1)
    with pytest.raises(DeskError, match="twice"):
        checked_bundle(text)


def test_a_damaged_key_is_said_and_not_replaced(places: Places) -> None:
    (places.config / "signing-key").write_text("none")
    with pytest.raises(DeskError, match="damaged"):
        sealed_bundle(places, content(item(1)), as_page=False)
    assert (places.config / "signing-key").read_text() == "none"
