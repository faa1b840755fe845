"""What a command paid for is on this machine as a receipt, and what lookups came to is told."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

from tests.cli.conftest import Shell
from tests.cli.deployment import KEY, Deployment, Seen, reply

from shortlist.desk.connection import Connection
from shortlist.desk.places import find_places
from shortlist.desk.receipts import Receipt
from shortlist.desk.store import Store, account_of


def store_of(deployment: Deployment) -> Store:
    connection = Connection(deployment.url, KEY, "x", "environment")
    return Store(find_places(), account_of(connection))


def receipts(deployment: Deployment) -> list[Receipt]:
    with closing(store_of(deployment)) as store:
        return store.receipts()


def found_of(share: list[bool]):
    """A deployment that finds a phone of some, in the order in which they are asked about."""
    left = iter(share)

    def answer(seen: Seen):
        if not seen.path.endswith("/enrich"):
            return None
        found = next(left, False)
        field = {"value": "+1 212 555 0100" if found else None, "source": "acme" if found else None}
        field["status"] = "found" if found else "not_found"
        usage = {"billed": ["phone"] if found else [], "acu_used": 10 if found else 0}
        return reply({"data": {"phone": field}, "meta": {"request_id": "req_2", "usage": usage}})

    return answer


def people(path: Path, count: int) -> Path:
    rows = [f"Person {n},acme.example" for n in range(count)]
    path.write_text("\n".join(["name,company_domain", *rows]) + "\n")
    return path


def test_each_command_that_is_charged_leaves_one(shortlist: Shell, deployment: Deployment) -> None:
    assert shortlist("search", "engineers", "--title", "CTO").code == 0
    assert shortlist("enrich", "--person-id", "p3", "--fields", "phone").code == 0
    assert shortlist("person", "p1").code == 0
    assert shortlist("sets", "watch", "set_1").code == 0
    kept = {(each.kind, each.subject): each for each in receipts(deployment)}
    assert {key: each.credits for key, each in kept.items()} == {
        ("search", "engineers title:CTO"): 1,
        ("enrich", "p3"): 1,
        ("person", "p1"): 25,
        ("sets", "set_1"): 2,
    }
    keys = {seen.headers.get("idempotency-key") for seen in deployment.seen}
    assert kept["search", "engineers title:CTO"].key in keys
    assert kept["enrich", "p3"].key in keys


def test_a_set_that_is_made_here_has_the_key_it_was_made_with(
    shortlist: Shell, deployment: Deployment
) -> None:
    assert shortlist("sets", "create", "engineers", "--watch").code == 0
    (made,) = [s for s in deployment.seen if s.method == "POST"]
    (receipt,) = receipts(deployment)
    assert (receipt.kind, receipt.key) == ("sets", made.headers["idempotency-key"])


def test_the_yield_is_said_before_a_run_and_from_then_on_known(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    deployment.fault = found_of([True, False, False, True, False, False, False, True, False, False])
    source = people(tmp_path / "in.csv", 10)
    run = ("enrich", "--from", str(source), "--fields", "phone", "--yes", "-o")
    first = shortlist(*run, str(tmp_path / "a.csv"))
    assert first.code == 0
    assert "phone: nothing is known here yet of how often it is found." in first.err
    second = shortlist(*run, str(tmp_path / "b.csv"))
    told = "phone: found 3 of 10: 30 %, likely 11 to 60 %; from acme 30 %; at acme.example 3 of 10"
    assert told in second.err
    assert "So 10 people will likely cost 11 to 60 credits." in second.err
    assert sum(each.credits for each in receipts(deployment)) == 30
    # The same run again is answered from disk: no receipt twice, and no outcome.
    with closing(store_of(deployment)) as store:
        assert store.rate("phone") == (3, 20)
    assert shortlist(*run, str(tmp_path / "a.csv")).code == 0
    with closing(store_of(deployment)) as store:
        assert store.rate("phone") == (3, 20)


def test_a_run_that_finds_too_little_stops(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    deployment.fault = found_of([True] * 4)
    source = people(tmp_path / "in.csv", 60)
    run = ("enrich", "--from", str(source), "--fields", "phone", "--yes", "-o")
    ended = shortlist(*run, str(tmp_path / "a.csv"), "--min-yield", "50")
    assert ended.code == 4
    assert "under --min-yield 50" in ended.err
    asked = sum(seen.path.endswith("/enrich") for seen in deployment.seen)
    assert 20 <= asked <= 30  # those that were on their way are not thrown away
    # With less it goes on from there, and asks nobody twice.
    assert shortlist(*run, str(tmp_path / "a.csv"), "--min-yield", "1").code == 0
    assert sum(seen.path.endswith("/enrich") for seen in deployment.seen) == 60


def test_who_is_meant_is_said_in_one_way(shortlist: Shell, deployment: Deployment) -> None:
    for command in (["person"], ["socials", "linkedin"]):
        for wrong in ([], ["p1", "--url", "https://x.example/in/a"], ["--name", "Ada"], [" "]):
            ended = shortlist(*command, *wrong)
            assert (ended.code, ended.out) == (2, "")
    assert deployment.seen == []


def test_a_person_by_page_or_by_name(shortlist: Shell, deployment: Deployment) -> None:
    page = "https://network.example/in/ada"
    assert shortlist("person", "--url", page).code == 0
    assert shortlist("person", "--name", "Ada Lovelace", "--domain", "acme.example").code == 0
    asked = [seen.body["identifier"] for seen in deployment.seen if seen.method == "POST"]
    assert asked == [
        {"profile_url": page},
        {"name": "Ada Lovelace", "company_domain": "acme.example"},
    ]


def test_profiles_say_their_price_first_and_what_they_did_cost(
    shortlist: Shell, deployment: Deployment
) -> None:
    page = {"platform": "github", "url": "https://github.com/ada", "handle": "ada"}
    person = {"person_id": "p1", "name": "Ada"}

    def answer(seen: Seen):
        if seen.path == "/v1/socials":
            data = {"platform": "github", "profile": page, "person": person}
            return reply({"data": data, "meta": {"request_id": "req_s", "credits_charged": 2}})
        if seen.path.startswith("/v1/network/profile"):
            return reply({"data": {"person": person, "profiles": [page]}, "meta": {}})
        return None

    deployment.fault = answer
    social = shortlist("socials", "github", "p1")
    assert "https://github.com/ada" in social.out
    price, charged = social.err.splitlines()
    assert "names no price" in price and charged == "2 credits charged"
    every = shortlist("network", "https://github.com/ada")
    assert "ada" in every.out and "What it cost was not given" in every.err
    named = json.loads(shortlist("network", "p1", "--json").out)["data"]["profiles"]
    assert [each["platform"] for each in named] == ["github"]
    (receipt,) = receipts(deployment)
    assert (receipt.kind, receipt.credits, receipt.subject) == ("network", 2, "p1")


def test_whoever_is_left_out_is_neither_asked_about_nor_shown(
    shortlist: Shell, deployment: Deployment
) -> None:
    with closing(store_of(deployment)) as store:
        store.leave_out([{"person_id": "p1", "profile_url": "https://network.example/in/ada"}])
    for command in (
        ["person", "p1"],
        ["person", "--url", "network.example/in/ada/"],
        ["socials", "github", "p1"],
        ["socials", "github", "--handle", "https://network.example/in/ada"],
        ["network", "https://network.example/in/ada"],
    ):
        ended = shortlist(*command)
        assert (ended.code, ended.out) == (1, ""), command
    assert deployment.seen == []
    # Who they are may only be known once the answer is here: it is paid, and says of nobody whom.
    hidden = shortlist("person", "--name", "Ada", "--domain", "acme.example")
    assert (hidden.code, hidden.out) == (1, "")
    (receipt,) = receipts(deployment)
    assert (receipt.credits, receipt.subject) == (25, "")
    assert "Ada" not in str(receipt)


def test_how_a_query_was_read_is_said_beside_what_will_be_checked(
    shortlist: Shell, deployment: Deployment
) -> None:
    plan = {"criteria": ["Is an engineer", "Is based in Oslo", {"of": "another shape"}]}
    data = {"results": [], "request": {"plan": plan}}

    def answer(seen: Seen):
        return reply({"data": data, "meta": {}}) if seen.path == "/v1/search" else None

    deployment.fault = answer
    estimate = ("sets", "create", "engineers  in Oslo", "--estimate", "--json")
    assert "understood" not in json.loads(shortlist(*estimate).out)
    assert shortlist("search", "engineers in Oslo", "-n", "3").code == 0
    told = json.loads(shortlist(*estimate).out)
    assert told["understood"] == ["Is an engineer", "Is based in Oslo"]
    assert told["criteria"] == ["engineers  in Oslo"], "what is checked is what was asked for"
    plain = shortlist("sets", "create", "engineers in Oslo", "--estimate")
    assert "understood  Is based in Oslo" in plain.out and "--criterion" in plain.err
    # What was given needs no reading; what another key's account searched for is not its.
    given = json.loads(shortlist(*estimate, "--criterion", "Is an engineer").out)
    assert "understood" not in given
