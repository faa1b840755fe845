"""What commands know of the people of this machine, on its own service: each test has its own
people, by trades that nobody else of them has."""

from __future__ import annotations

import asyncio
import csv
import json
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.test_commands import Desk

pytestmark = pytest.mark.timeout(400)
COLUMNS = (
    *("id", "name", "title", "company", "location", "work_email"),
    *("profile_url", "company_domain"),
)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    desk = Desk(tmp_path_factory.mktemp("machine"))
    yield desk
    desk.end_service()


def person(prefix: str, name: str, title: str, company: str = "Hive One") -> dict[str, str]:
    word = name.lower().replace(" ", "-")
    return {
        "id": f"{prefix}-{word}",
        "name": name,
        "title": title,
        "company": company,
        "location": "Lyon, France",
        "work_email": f"{word}@hive.example",
        "profile_url": f"https://people.example/in/{prefix}-{word}",
        "company_domain": "hive.example",
    }


def bring_in(desk: Desk, path: Path, people: list[dict[str, str]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(people)
    desk.run("index", "import", str(path))


def made_set(desk: Desk, *arguments: str) -> str:
    """The id of a Set that is made, and has ended."""
    created, *_ = desk.lines("sets", *arguments, "--watch")
    return str(created["id"])


def ended(desk: Desk, *arguments: str) -> tuple[int, str, str]:
    told = desk.shell(*arguments)
    return told.code, told.out, told.err


def diff(desk: Desk, *sets: str) -> tuple[int, dict[str, Any]]:
    code, out, err = ended(desk, "sets", "diff", *sets, "--json")
    assert code in (0, 1), err
    return code, json.loads(out)


def test_the_same_set_again_says_who_came_left_and_changed(desk: Desk, tmp_path: Path) -> None:
    first = [
        person("bee", "Ada Comb", "Beekeeper"),
        person("bee", "Bo Drone", "Beekeeper"),
        person("bee", "Cy Queen", "Beekeeper"),
    ]
    bring_in(desk, tmp_path / "a.csv", first)
    asked = ("create", "beekeepers", "--count", "9", "--criterion", "Is a beekeeper")
    before = made_set(desk, *asked, "--budget", "5")
    later = [
        person("bee", "Ada Comb", "Beekeeper", "Hive Three"),
        person("bee", "Cy Queen", "Accountant"),
        person("bee", "Di Worker", "Beekeeper"),
    ]
    bring_in(desk, tmp_path / "b.csv", later)
    estimate = desk.json("sets", "again", before, "--estimate")
    assert estimate == {
        "again": before,
        "query": "beekeepers",
        "count": 9,
        "criteria": ["Is a beekeeper"],
        "budget": 5,
        "estimated_credits": 1,
    }
    after = made_set(desk, "again", before)
    assert after != before
    assert desk.json("sets", "show", after)["budget"] == {"credits": 5}

    code, told = diff(desk, before, after)
    assert code == 1 and told["same"] is False
    (came,), (left,), (changed,) = told["came"], told["left"], told["changed"]
    assert came["person"]["person_id"] == "bee-di-worker"
    assert came["verification"][0]["status"] == "satisfied"
    assert left["person"]["person_id"] == "bee-cy-queen"
    assert left["why"].endswith("they changed: title Beekeeper → Accountant")
    assert changed["person"]["person_id"] == "bee-ada-comb"
    assert changed["fields"] == [{"what": "company", "before": "Hive One", "after": "Hive Three"}]
    assert told["unchanged"] == 1
    assert diff(desk, after, after) == (
        0,
        {"before": after, "after": after, "same": True, "came": [], "left": [], "changed": []}
        | {"unchanged": 3, "notes": []},
    )
    code, out, err = ended(desk, "sets", "diff", before, after)
    assert code == 1
    assert "+ Di Worker · Beekeeper · Hive One" in out
    assert "    company: Hive One → Hive Three" in out
    assert "1 came, 1 left, 1 changed, 1 person the same" in err


def test_a_verdict_of_ones_own_stands_beside_the_services(desk: Desk, tmp_path: Path) -> None:
    names = ("Ida Vine", "Jo Barrel", "Kim Cork", "Lu Grape")
    people = [person("wine", name, "Sommelier") for name in names]
    bring_in(desk, tmp_path / "a.csv", people)
    set_id = made_set(desk, "create", "sommeliers", "--count", "9", "--criterion", "Is a sommelier")
    refused = ended(desk, "sets", "overrule", set_id, "wine-ida-vine", "no")
    assert refused[0] == 2 and "--reason is needed" in refused[2]
    for at, name in enumerate(("ida-vine", "jo-barrel", "kim-cork"), 1):
        told = desk.json(
            *("sets", "overrule", set_id, f"wine-{name}", "no", "--reason", "buys for a shop")
        )
        assert told["yours"] == {"verdict": "no", "reason": "buys for a shop"}
        assert told["service"] == "satisfied"
        assert told["agreement"] == {"agreed": 0, "told": at}
    # A page names them as well as an id; one whom the service was right about.
    page = "https://people.example/in/wine-lu-grape"
    told = desk.json("sets", "overrule", set_id, page, "yes", "--reason", "asked them")
    assert told["agreement"] == {"agreed": 1, "told": 4}
    assert desk.json("sets", "show", set_id)["agreement"] == {
        "Is a sommelier": {"agreed": 1, "told": 4}
    }
    path = tmp_path / "out.csv"
    desk.run("sets", "export", set_id, "-o", str(path))
    rows = {row["person_id"]: row for row in csv.DictReader(path.open(encoding="utf-8"))}
    assert rows["wine-ida-vine"]["own_verdicts"] == "Is a sommelier: no, buys for a shop"
    ida, lu = rows["wine-ida-vine"], rows["wine-lu-grape"]
    assert ida["criterion_1_verdict"] == lu["criterion_1_verdict"] == "satisfied"
    assert (ida["criterion_1_yours"], lu["criterion_1_yours"]) == ("no", "yes")
    assert ida["criterion_1_yours_reason"] == "buys for a shop"
    # Beside what the service says of it.
    names = list(ida)
    assert names.index("criterion_1_yours") == names.index("criterion_1_date") + 1
    desk.run("sets", "export", set_id, "-o", str(path.with_suffix(".json")))
    told = json.loads(path.with_suffix(".json").read_text())["items"]
    said = {one["person"]["person_id"]: one["verification"][0]["yours"] for one in told}
    assert said["wine-ida-vine"]["reason"] == "buys for a shop"
    bundle = tmp_path / "evidence.json"
    desk.run("sets", "bundle", set_id, "-o", str(bundle))
    content = json.loads(bundle.read_text())["content"]
    ours = [entry["verdicts"][0].get("yours") for entry in content["people"]]
    assert sorted(each["verdict"] for each in ours if each) == ["no", "no", "no", "yes"]
    desk.run("sets", "overrule", set_id, "wine-ida-vine", "--undo")
    assert desk.json("sets", "show", set_id)["agreement"]["Is a sommelier"]["told"] == 3
    places = desk.json("who", "wine-jo-barrel")["found"]
    assert str(bundle) in [place["where"] for place in places], "a sealed file holds them, too"
    desk.run("who", "wine-jo-barrel", "--erase", "--yes", "--proof", str(tmp_path / "proof.json"))
    assert desk.json("sets", "show", set_id)["agreement"]["Is a sommelier"]["told"] == 2


def test_every_credit_is_accounted_for_until_a_receipt_is_missing(
    desk: Desk, tmp_path: Path
) -> None:
    bring_in(desk, tmp_path / "a.csv", [person("ledger", "Ed Pence", "Numismatist")])
    found = desk.json("search", "numismatists")
    assert found["meta"]["credits_charged"] == 1
    desk.run("person", found["data"]["results"][0]["person"]["person_id"])
    made_set(desk, "create", "numismatists", "--count", "3")
    code, out, err = ended(desk, "audit")
    assert code == 0, out
    assert "Every credit that the service tells of is accounted for." in err
    assert "other machines and other keys are in it" in out  # what it cannot know

    with sqlite3.connect(desk.home / "data" / "desk.db") as db:
        (key,) = db.execute(
            "DELETE FROM receipts WHERE kind = 'search' AND name = 'numismatists' RETURNING key"
        ).fetchone()
    db.close()
    code, out, err = ended(desk, "audit", "--json")
    told = json.loads(out)
    assert (code, told["agrees"]) == (1, False)
    named = {line["what"]: line for line in told["days"] + told["keys"] if line["difference"]}
    (search,) = [line for what, line in named.items() if what.endswith(" search")]
    assert search["difference"] == 1
    assert any(suspect.startswith(key) for suspect in search["without_receipt"])
    assert named["this key, today"]["difference"] == 1


@pytest.mark.parametrize("ending", ["html", "json"])
def test_the_evidence_of_a_set_in_one_file_that_tells_what_was_changed(
    desk: Desk, tmp_path: Path, ending: str
) -> None:
    prefix = f"smith-{ending}"
    trade = {"html": "Farrier", "json": "Cooper"}[ending]
    bring_in(desk, tmp_path / "a.csv", [person(prefix, f"Al {trade}", trade)])
    made = made_set(desk, "create", trade, "--count", "3", "--criterion", f"Is a {trade}")
    sealed = tmp_path / f"evidence.{ending}"
    told = desk.json("sets", "bundle", made, "-o", str(sealed))
    assert (told["people"], told["set_id"]) == (1, made)
    text = sealed.read_text()
    assert "@hive.example" not in text, "it holds no contact details"
    whole = desk.json("verify", str(sealed))
    assert whole["whole"] and whole["own_key"]
    assert whole["fingerprint"] == told["fingerprint"]
    desk.run("verify", str(sealed), "--key", told["fingerprint"])

    code, _, err = ended(desk, "sets", "bundle", made, "-o", str(sealed))
    assert code == 1 and "already there" in err
    assert ended(desk, "sets", "bundle", made, "-o", str(tmp_path / "x.txt"))[0] == 2
    sealed.write_text(text.replace("Lyon, France", "Paris, France"))
    code, out, err = ended(desk, "verify", str(sealed))
    assert code == 1
    assert f"changed: Al {trade} ({prefix}-al-{trade.lower()}): location" in out
    assert "not as it was sealed" in err
    sealed.write_text(text)
    code, out, err = ended(desk, "verify", str(sealed), "--key", "00ff")
    assert code == 1 and "another key than the one you named" in out
    assert "Nothing was changed" in err, "it is whole, whoever sealed it"


def test_where_somebody_is_and_out_of_all_of_it_with_a_proof(desk: Desk, tmp_path: Path) -> None:
    bring_in(
        desk,
        tmp_path / "a.csv",
        [person("glass", "Gil Pane", "Glassblower"), person("glass", "Hal Pane", "Glassblower")],
    )
    made = made_set(desk, "create", "glassblowers", "--count", "3", "--criterion", "Glassblower")
    exported = tmp_path / "out.csv"
    desk.run("sets", "export", made, "-o", str(exported))
    desk.run("enrich", "--person-id", "glass-gil-pane", "--fields", "work_email")
    for who in ("glass-gil-pane", "gil-pane@hive.example", "people.example/in/glass-gil-pane"):
        told = desk.json("who", who)
        assert {each["kind"] for each in told["found"]} == {"index", "set", "contact", "export"}
        assert (told["people"], told["names"]) == (1, ["Gil Pane"])

    # On no terminal it is not done without a yes, and nothing is.
    assert ended(desk, "who", "glass-gil-pane", "--erase")[0] == 2
    proof = tmp_path / "proof.json"
    by_mail = ("who", "gil-pane@hive.example", "--erase", "--yes", "--proof", str(proof))
    done = desk.json(*by_mail)
    assert done["left"] == [] and done["exported_files"] == [str(exported)]
    left = desk.json("who", "glass-gil-pane")["found"]
    assert {each["kind"] for each in left} == {"left out"}
    items = desk.lines("sets", "items", made, "--all")
    assert [item["person"]["person_id"] for item in items] == ["glass-hal-pane"]
    found = desk.json("search", "glassblowers")["data"]["results"]
    assert [each["person"]["person_id"] for each in found] == ["glass-hal-pane"]
    code, _, err = ended(desk, "person", "--url", "https://people.example/in/glass-gil-pane")
    assert code == 1 and "left out" in err
    # An import does not bring them back.
    bring_in(desk, tmp_path / "b.csv", [person("glass", "Gil Pane", "Glassblower")])
    assert {each["kind"] for each in desk.json("who", "glass-gil-pane")["found"]} == {"left out"}

    whole = desk.json("verify", str(proof), "--about", "gil-pane@hive.example")
    assert whole["whole"] and whole["kind"] == "shortlist-erasure"
    assert ended(desk, "verify", str(proof), "--about", "hal-pane@hive.example")[0] == 1
    sealed = json.loads(proof.read_text())
    before = Counter(each["kind"] for each in told["found"] if each["kind"] != "export")
    assert sealed["content"]["erased"] == before
    sealed["content"]["erased"]["set"] += 1
    proof.write_text(json.dumps(sealed))
    assert ended(desk, "verify", str(proof))[0] == 1


def test_an_office_s_address_erases_nobody(desk: Desk, tmp_path: Path) -> None:
    people = [person("office", "Ida Desk", "Notary"), person("office", "Jon Desk", "Notary")]
    for each in people:
        each["work_email"] = "office@notary.example"
    bring_in(desk, tmp_path / "a.csv", people)
    told = desk.json("who", "office@notary.example")
    assert (told["people"], told["names"]) == (2, ["Ida Desk", "Jon Desk"])
    code, _, err = ended(desk, "who", "office@notary.example", "--erase", "--yes")
    assert code == 1 and "nobody was erased" in err
    proof = tmp_path / "proof.json"
    desk.run("who", "office-ida-desk", "--erase", "--yes", "--proof", str(proof))
    found = desk.json("search", "notaries")["data"]["results"]
    assert [each["person"]["person_id"] for each in found] == ["office-jon-desk"]


async def test_an_agent_with_a_purse_finds_people_and_every_credit_is_accounted_for(
    desk: Desk, tmp_path: Path
) -> None:
    pytest.importorskip("mcp", reason="the SDK comes with the `mcp` extra")
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    trade = [person("lens", f"Kim {letter}", "Optician") for letter in "ABC"]
    await asyncio.to_thread(bring_in, desk, tmp_path / "a.csv", trade)
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "shortlist", "mcp", "--max-cost", "3"],
        env=desk.environment,
    )
    async with Client(stdio_client(parameters)) as agent:

        async def call(name: str, **arguments: Any) -> Any:
            return (await agent.call_tool(name, arguments)).structured_content

        found = await call("search", query="opticians", num_results=10)
        assert found["meta"]["credits_charged"] == 1
        search = {"query": "opticians", "count": 20, "criteria": ["Is an optician"]}
        made = await call("create_set", search=search)
        await asyncio.to_thread(desk.run, "sets", "watch", made["id"])
        assert (await call("get_set", id=made["id"]))["status"] == "completed"
        people = await call("list_items", id=made["id"])
        assert {item["person"]["person_id"] for item in people["data"]} == {
            *("lens-kim-a", "lens-kim-b", "lens-kim-c"),
        }
        purse = (await call("usage"))["purse"]
        # It was set aside for 20 people, and 3 came.
        assert purse == {"limit": 3, "spent": 2, "set_aside": 0, "left": 1}
    kinds = {
        line["what"].partition(" ")[2]
        for line in json.loads(ended(desk, "audit", "--json")[1])["days"]
    }
    assert {"search", "sets"} <= kinds
