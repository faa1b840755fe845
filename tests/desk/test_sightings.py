"""Where somebody is on this machine: every place, of whoever is meant and of nobody else; and how
long contact details stay."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from shortlist.desk.erasure import erase_people
from shortlist.desk.erasure_proof import is_about, make_proof
from shortlist.desk.exports import export_people
from shortlist.desk.lookups import Lookups
from shortlist.desk.own_verdicts import OwnVerdict
from shortlist.desk.places import Places, find_places
from shortlist.desk.receipts import Receipt
from shortlist.desk.seals import check_seal
from shortlist.desk.sightings import PersonSightings, find_person, named
from shortlist.desk.store import FILE_NAME, Store
from shortlist.desk.yields import Outcome

PAGE = "https://network.example/in/ada"
ADA = {"person_id": "p1", "name": "Ada Comb", "title": "Beekeeper", "profile_url": PAGE}
BO = {"person_id": "p2", "name": "Bo Drone", "profile_url": "https://network.example/in/bo"}
FOUND = {"value": "ada@hive.example", "status": "found", "source": "acme"}


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """A machine that knows Ada in every place it has, and Bo beside her."""
    places = find_places()
    with closing(Store(places, "one")) as store:
        store.remember_sets([{"id": "set_1", "searches": [{"query": "beekeepers"}]}])
        store.note_purpose("set_1", "a panel")
        store.remember_items(
            "set_1", [{"id": f"i{n}", "person": who} for n, who in enumerate((ADA, BO))]
        )
        store.keep_recording("set_1", [{"id": 1, "data": {"item": {"person": ADA}}}])
        store.keep_answer('["bees",{},"auto",10]', {"data": {"results": [{"person": ADA}]}})
        store.add_to("mine", [ADA, BO])
        store.remark("p1", note="Met in Lyon", tags=["warm"])
        store.remember_contact("p1", "work_email", FOUND)
        store.remember("networks/p1", {"person": ADA})
        store.keep_dossier("p1", {"person_id": "p1", "identity": {"profile_url": PAGE}})
        store.overrule(OwnVerdict("set_1", "p1", "Keeps bees", "no", "She left", "satisfied"))
        store.overrule(OwnVerdict("set_1", "p3", "Keeps bees", "no", "He left", "satisfied"))
        store.add_receipts(
            [Receipt("k", "2026-11-01T00:00:00.000Z", "enrich", "p1", "Ada", "Phone", 10, "", "k")]
        )
    export_people(tmp_path / "out.csv", [{**ADA, "set_id": "set_1", "purpose": "a panel"}, BO])
    output, source = tmp_path / "enriched.csv", tmp_path / "in.csv"
    with closing(
        Lookups(places, output=output, source=source, fields=["work_email"], origin="o")
    ) as run:
        run.add([{"email": "ada@hive.example"}, {"person_id": "p2"}])
        run.sent({"email": "ada@hive.example"})
        run.answered({"email": "ada@hive.example"}, {"data": {"work_email": FOUND}}, 1)
    return places


def kinds(found: PersonSightings) -> set[str]:
    return {each.kind for each in found.sightings}


EVERYWHERE = {"set", "shortlist", "note", "contact", "search", "recording", "kept", "enrichment"}
EVERYWHERE |= {"receipt", "export", "research", "verdict"}


@pytest.mark.parametrize("who", ["p1", PAGE, "network.example/in/ada/", "Ada@Hive.example"])
def test_they_are_found_everywhere_by_whatever_names_them(places: Places, who: str) -> None:
    found = find_person(places, named(who))
    assert kinds(found) == EVERYWHERE
    assert (found.people, found.names) == (1, ["Ada Comb"])
    assert set(found.anchors) == {"id:p1", "page:network.example/in/ada", "mail:ada@hive.example"}
    in_set = next(each for each in found.sightings if each.kind == "set")
    assert (in_set.where, in_set.what, in_set.purpose) == ("set_1", "beekeepers", "a panel")
    export = next(each for each in found.sightings if each.kind == "export")
    assert export.where.endswith("out.csv") and export.purpose == "a panel"
    assert "still there" in export.what
    own = next(each for each in found.sightings if each.kind == "verdict")
    assert (own.where, own.purpose) == ("set_1", "a panel")
    assert own.what == "your own verdict on Keeps bees: no, She left"


def test_nobody_else_is_found(places: Places) -> None:
    assert kinds(find_person(places, named("p2"))) == {"set", "shortlist", "enrichment", "export"}
    assert kinds(find_person(places, named("p3"))) == {"verdict"}
    assert find_person(places, named("p4")).sightings == []
    assert find_person(places, named("bo@hive.example")).sightings == []


def test_erased_they_are_nowhere_and_the_other_stays(places: Places) -> None:
    found = find_person(places, named("p1"))
    before = kinds(find_person(places, named("p2")))
    erase_people(places, found.anchor_pairs)
    for who in ("p1", PAGE, "ada@hive.example"):
        assert find_person(places, named(who)).sightings == []
    assert kinds(find_person(places, named("p2"))) == before
    for path in (path for path in places.data.rglob("*") if path.is_file()):
        assert b"ada@hive" not in path.read_bytes(), path.name
        assert b"She left" not in path.read_bytes(), path.name
    with closing(Store(places, "one")) as store:
        assert store.dossier("p1") is None
        assert [each.person_id for each in store.own_verdicts()] == ["p3"]


def test_an_address_of_several_is_several_people_and_names_neither(places: Places) -> None:
    with closing(Store(places, "one")) as store:
        store.remember_contact("p2", "work_email", {**FOUND, "value": "office@hive.example"})
        store.remember_contact("p1", "personal_email", {**FOUND, "value": "office@hive.example"})
    found = find_person(places, named("office@hive.example"))
    assert found.people == 2
    assert found.anchors == ["mail:office@hive.example"]
    # Asked for by her id, the address of the office is not hers to be erased by.
    assert "mail:office@hive.example" not in find_person(places, named("p1")).anchors


@pytest.mark.parametrize(
    "written",
    [
        "https://www.linkedin.com/in/Ada-Comb/?trk=x",
        "linkedin.com/in/ada%2Dcomb",
        "http://fr.linkedin.com/in/ada-comb",
    ],
)
def test_a_file_is_found_by_a_page_however_it_was_written(
    places: Places, tmp_path: Path, written: str
) -> None:
    path = tmp_path / "pages.csv"
    page = "https://www.linkedin.com/in/ada-comb"
    others = [{"name": "B", "profile_url": f"{page}-{n}"} for n in "12"]
    export_people(path, [{"name": "A", "profile_url": written}, *others])
    found = find_person(places, named(page))
    assert [each.where for each in found.sightings] == [str(path)]
    erase_people(places, found.anchor_pairs)
    assert find_person(places, named(page)).sightings == []
    assert find_person(places, named(f"{page}-1")).sightings


def test_a_machine_that_keeps_nothing(places: Places, tmp_path: Path) -> None:
    empty = Places(*(tmp_path / name for name in "abcd"))
    assert find_person(empty, named("p1")).sightings == []


def test_the_proof_names_nobody_and_can_be_checked_by_whom_it_is_about(places: Places) -> None:
    from datetime import UTC, datetime

    found = find_person(places, named("p1"))
    given = {"email": "Ada@Hive.example"}
    pairs = found.anchor_pairs
    raw = make_proof(places, given, pairs, found.sightings, [], None, datetime.now(UTC))
    document = json.loads(raw)
    for told in ("Ada", "ada@", "hive", '"p1"', "network.example"):
        assert told not in json.dumps(document["content"])
    assert check_seal(document).whole
    assert document["content"]["erased"]["set"] == 1
    for who in ("ada@hive.example", "p1", PAGE):
        assert is_about(document["content"], named(who))
    assert not is_about(document["content"], named("bo@hive.example"))


def test_contact_details_older_than_is_set_are_dropped(places: Places) -> None:
    with closing(Store(places, "one")) as store:
        store.remember_contact("p2", "phone", {"value": "+1 555 0100", "status": "found"})
        store.add_outcomes([Outcome("o", "2026-01-01", "phone", "", "", True, True)])
    with closing(sqlite3.connect(places.data / FILE_NAME)) as db, db:
        db.execute("UPDATE contacts SET at = '2020-01-01T00:00:00.000Z' WHERE person = 'p1'")
    (run,) = (places.data / "bulk").glob("*.db")
    with closing(sqlite3.connect(run)) as db, db:
        db.execute("UPDATE lookups SET sent_at = 1 WHERE sent_at IS NOT NULL")
    with closing(Store(places, "one")) as store:
        assert len(store.contacts(["p1", "p2"])) == 2, "no end unless one is set"
    (places.config / "config.toml").write_text("keep_contacts_days = 30\n")
    with closing(Store(places, "one")) as store:
        assert list(store.contacts(["p1", "p2"])) == [("p2", "phone")]
        assert [each.credits for each in store.receipts()] == [10], "what was paid stays"
        assert store.rate("phone") == (1, 1)
    with closing(sqlite3.connect(run)) as db:
        told = db.execute("SELECT answer, credits FROM lookups WHERE sent_at = 1").fetchall()
    assert [(json.loads(answer)["data"], credits) for answer, credits in told] == [({}, 1)]


def test_a_configuration_that_cannot_be_read_drops_nothing(places: Places) -> None:
    (places.config / "config.toml").write_text("keep_contacts_days = -1\n")
    with closing(Store(places, "one")) as store:
        assert store.contacts(["p1"])
