"""Who is in review is for the owner of the data folder, and for nobody over HTTP (section 3)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Ended, Shell
from tests.service.person.directory import fill, person
from tests.service.server import RunningService, running_service
from tests.service.sets.sse import follow

from shortlist.service.db.engine import database_url, open_engine
from shortlist.service.index.suppress import suppress

CURRENT, UNKNOWN = "Is an engineer", "Plays the theremin"
PEOPLE = [
    person("plays", "Pia Player", summary="Pia Player plays the theremin."),
    *(person(f"quiet-{n}", f"Quin Quiet{n}") for n in range(3)),
]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(fill(tmp_path_factory.mktemp("review") / "data", PEOPLE)) as running:
        yield running.wait_ready()


def shortlist(service: RunningService, *words: str) -> Ended:
    return Shell()("sets", "review", *words, "--data-dir", str(service.data_dir))


def test_s3_1_the_owner_sees_who_is_in_review_and_a_key_does_not(service: RunningService) -> None:
    with service.client() as client:
        asked = {"query": "engineers", "criteria": [CURRENT, UNKNOWN], "count": 5}
        made = client.post("/v1/sets", json={"search": asked}).json()
        follow(client, made["id"], timeout=60)
        found = client.get(f"/v1/sets/{made['id']}").json()
        assert found["item_count"] == 1
        assert found["searches"][0]["progress"]["review"] == 3
        for status in ("review", "all"):
            listed = client.get(made["items_url"], params={"status": status}).json()["data"]
            assert [item["person"]["person_id"] for item in listed] == ["plays"]
    told = json.loads(shortlist(service, made["id"], "--json").out)
    assert (told["set_id"], told["in_review"]) == (made["id"], 3)
    (unclear,) = told["criteria"]
    assert (unclear["criterion"], unclear["unclear"]) == (UNKNOWN, 3)
    ids = [entry["person"]["person_id"] for entry in unclear["people"]]
    assert sorted(ids) == ["quiet-0", "quiet-1", "quiet-2"]
    assert all(entry["verdict"]["reasoning"] for entry in unclear["people"])

    shown = shortlist(service, made["id"]).out
    assert "3 people in review, none of them billed" in shown
    assert f"{UNKNOWN}: 3 unclear" in shown and "decide it" in shown
    assert "Quin Quiet1" in shown and "Pia Player" not in shown

    # Who asks to be left out is gone from here as well.
    engine = open_engine(database_url(service.data_dir))
    suppress(engine, "person_id", "quiet-1")
    engine.dispose()
    after = shortlist(service, made["id"], "--json").out
    assert json.loads(after)["in_review"] == 2 and "Quiet1" not in after


def test_a_set_of_another_folder_is_told_to_be_elsewhere(service: RunningService) -> None:
    ended = shortlist(service, "set_nowhere")
    assert (ended.code, ended.out) == (1, "")
    assert "has no Set set_nowhere" in ended.err and "its own application" in ended.err


def test_what_is_there_already_is_not_asked_for(tmp_path: Path) -> None:
    about = {"summary": "Likes long walks.", "history": []}
    vague = person("vague", "Vera Vague", title="Happiness guru", **about)
    untitled = person("untitled", "Una Untitled", **about) | {"title": None}
    data_dir = fill(tmp_path / "data", [vague, untitled])
    with running_service(data_dir) as service, service.wait_ready().client() as client:
        asked = {"query": "long walks", "criteria": ["Is a nurse"], "count": 5}
        made = client.post("/v1/sets", json={"search": asked}).json()
        follow(client, made["id"], timeout=60)

        def unclear() -> tuple[int, list[str]]:
            (told,) = json.loads(shortlist(service, made["id"], "--json").out)["criteria"]
            return told["unclear"], told["decided_by"]

        assert unclear() == (2, ["title"])
        engine = open_engine(database_url(data_dir))
        suppress(engine, "person_id", "untitled")
        engine.dispose()
        assert unclear() == (1, [])
        assert "Words of theirs that say so decide it" in shortlist(service, made["id"]).out
