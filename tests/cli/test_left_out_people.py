"""Who is left out on this machine is in no file and is asked about by no command; what a Set is
for goes with its people."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.conftest import Shell
from tests.cli.deployment import KEY, Deployment, Seen, refuse, reply
from tests.contract.spellings import (
    FACEBOOK,
    GITHUB,
    LINKEDIN,
    ONE_MAILBOX,
    ONE_PAGE,
    TWO_MAILBOXES,
    TWO_PAGES,
    X,
)

from shortlist.desk.connection import Connection
from shortlist.desk.places import find_places
from shortlist.desk.store import Store, account_of


def leave_out(*people: dict[str, str], deployment: Deployment, purpose: str = "") -> None:
    connection = Connection(deployment.url, KEY, "x", "environment")
    with closing(Store(find_places(), account_of(connection))) as store:
        store.leave_out(people)
        store.note_purpose("set_1", purpose)


TWO = ({"person_id": "p2"}, {"profile_url": "https://people.example.org/5/"})
"""Known by an id, and by a page."""


@pytest.mark.parametrize("where", ["out", "file"])
@pytest.mark.parametrize("form", ["csv", "json", "jsonl", "xlsx", "parquet"])
def test_an_export_is_without_them_and_says_what_the_set_is_for(
    shortlist: Shell, deployment: Deployment, tmp_path: Path, form: str, where: str
) -> None:
    if form in ("xlsx", "parquet"):
        pytest.importorskip({"xlsx": "openpyxl", "parquet": "pyarrow"}[form])
    people = (TWO[0],) if form == "csv" else TWO  # its CSV has no column for a page
    leave_out(*people, deployment=deployment, purpose="=a panel")
    path = tmp_path / f"people.{form}"
    if where == "file":
        ended = shortlist("sets", "export", "set_1", "-o", str(path))
    elif form in ("csv", "json", "jsonl"):
        ended = shortlist("sets", "export", "set_1", "--format", form)
        path.write_text(ended.out)
    else:
        return
    assert ended.code == 0
    left = 12 - len(people)
    told = f"{len(people)} {'person' if len(people) == 1 else 'people'} left out on this machine"
    assert told in ended.err
    assert where == "out" or f"{left} people in {path}" in ended.err
    rows = _rows(path, form)
    assert len(rows) == left
    purpose = "'=a panel" if form in ("csv", "xlsx") else "=a panel"
    assert {row["purpose"] for row in rows} == {purpose}
    ids = [(row.get("person") or row)["person_id"] for row in rows]
    assert not {"p2", "p5" if form != "csv" else ""} & set(ids)


def _rows(path: Path, form: str) -> list[dict[str, str]]:
    if form == "csv":
        return list(csv.DictReader(io.StringIO(path.read_text())))
    if form == "jsonl":
        return [json.loads(line) for line in path.read_text().splitlines()]
    if form == "json":
        return json.loads(path.read_text())["items"]
    if form == "xlsx":
        import openpyxl

        header, *rows = openpyxl.load_workbook(path).active.iter_rows(values_only=True)
        return [dict(zip(header, row, strict=True)) for row in rows]
    import pyarrow.parquet

    return pyarrow.parquet.read_table(path).to_pylist()


@pytest.mark.parametrize("form", ["csv", "json", "jsonl"])
def test_contacts_and_notes_of_this_machine_go_with_every_export(
    shortlist: Shell, deployment: Deployment, tmp_path: Path, form: str
) -> None:
    contact = {"value": "+44 20 7946 0958", "status": "found", "source": "acme"}
    with closing(Store(find_places(), account_of(Connection(deployment.url, KEY, "x", "")))) as s:
        s.remember_contact("p3", "phone", {**contact, "last_seen": "2026-08-05T00:00:00.000Z"})
        s.remark("p4", note="=met", tags=["warm", "york"])
    path = tmp_path / f"people.{form}"
    assert shortlist("sets", "export", "set_1", "-o", str(path)).code == 0
    rows = {(row.get("person") or row)["person_id"]: row for row in _rows(path, form)}
    assert len(rows) == 12
    if form == "csv":
        told = rows["p3"]
        assert (told["phone"], told["phone_source"], told["phone_status"]) == (
            *("+44 20 7946 0958", "acme", "found"),
        )
        assert told["phone_last_seen"] == "2026-08-05T00:00:00.000Z"
        assert (rows["p4"]["note"], rows["p4"]["tags"]) == ("'=met", "warm york")
        assert rows["p5"]["phone"] == rows["p5"]["note"] == ""
    else:
        assert rows["p3"]["contacts"]["phone"]["value"] == "+44 20 7946 0958"
        assert rows["p3"]["contacts"]["phone"]["last_seen"] == "2026-08-05T00:00:00.000Z"
        assert (rows["p4"]["note"], rows["p4"]["tags"]) == ("=met", ["warm", "york"])
        assert not rows["p5"].get("contacts")


def test_a_csv_for_spreadsheets_begins_with_the_mark(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    plain, marked = tmp_path / "plain.csv", tmp_path / "marked.csv"
    shortlist("sets", "export", "set_1", "-o", str(plain))
    shortlist("sets", "export", "set_1", "-o", str(marked), "--for-spreadsheets")
    assert marked.read_bytes() == b"\xef\xbb\xbf" + plain.read_bytes()
    refused = shortlist("sets", "export", "set_1", "--format", "json", "--for-spreadsheets")
    assert (refused.code, refused.out) == (2, "")
    deployment.fault = lambda seen: refuse("not_found", 404) if "export" in seen.path else None
    shortlist("sets", "export", "set_1", "-o", str(marked), "--for-spreadsheets", "--force")
    assert marked.read_bytes().startswith(b"\xef\xbb\xbfperson_id,")


def test_with_nobody_left_out_the_export_is_theirs_to_the_byte(
    shortlist: Shell, deployment: Deployment
) -> None:
    plain = shortlist("sets", "export", "set_1")
    assert plain.out == deployment._export("")[2].decode()
    leave_out({"person_id": "somebody else"}, deployment=deployment)
    assert shortlist("sets", "export", "set_1").out == plain.out


def test_one_who_is_left_out_is_not_asked_about(shortlist: Shell, deployment: Deployment) -> None:
    leave_out({"email": "Ada@Example.org"}, deployment=deployment)
    ended = shortlist("enrich", "--email", "ada@example.org", "--fields", "phone")
    assert (ended.code, ended.out, deployment.seen) == (1, "", [])
    assert "left out on this machine: nothing was asked, nothing was spent" in ended.err


def test_a_list_of_many_is_done_without_them(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    # Left out by a page that the row has beside its address, and by what turns out to be found.
    people = ({"profile_url": "https://people.example.org/1"}, {"email": "p3@x.org/work_email"})
    leave_out(*people, {"person_id": "p0"}, deployment=deployment)
    source, output = tmp_path / "in.csv", tmp_path / "out.csv"
    rows = [f"p{n}@x.org,https://people.example.org/{n},{n}" for n in range(5)]
    source.write_text("\n".join(["email,web page,n", *rows, ""]))
    arguments = ("enrich", "--from", str(source), "--fields", "work_email", "-o", str(output))
    ended = shortlist(*arguments, "--yes")
    assert ended.code == 0
    assert "1 row of people left out on this machine: not asked for, not in the file" in ended.err
    assert "1 person left out on this machine: not in the file" in ended.err
    with output.open() as file:
        assert [row["n"] for row in csv.DictReader(file)] == ["0", "2", "4"]
    assert json.dumps({"email": "p1@x.org"}) not in deployment.billed


BASES = {GITHUB, LINKEDIN, X, FACEBOOK, "gita@hub.example", "gitahub@gmail.com"}


def _leave_out_bases(deployment: Deployment) -> None:
    kinds = (("email" if "@" in base else "profile_url", base) for base in BASES)
    leave_out(*({kind: base} for kind, base in kinds), deployment=deployment)


def test_a_csv_with_every_other_spelling_of_them_asks_about_nobody(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    _leave_out_bases(deployment)
    source, output = tmp_path / "in.csv", tmp_path / "out.csv"
    spelt = [other for one, other in (*ONE_PAGE, *ONE_MAILBOX) if one in BASES]
    lists = ["other@x.org; Gita@Hub.example", "other@x.org, g.itahub@gmail.com"]
    with source.open("w", newline="") as file:
        csv.writer(file).writerows([["profile url"], *([each] for each in (*spelt, *lists))])
    arguments = ("enrich", "--from", str(source), "--fields", "phone", "-o", str(output), "--yes")
    ended = shortlist(*arguments)
    assert ended.code == 0, ended.err
    assert f"{len(spelt) + len(lists)} rows of people left out on this machine" in ended.err
    assert deployment.billed == {} and len(output.read_text().splitlines()) == 1


def test_a_csv_with_others_who_look_alike_asks_about_all_of_them(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    _leave_out_bases(deployment)
    source, output = tmp_path / "in.csv", tmp_path / "out.csv"
    spelt = [other for one, other in (*TWO_PAGES, *TWO_MAILBOXES) if one in BASES]
    with source.open("w", newline="") as file:
        csv.writer(file).writerows([["page", "person id"], *([s, n] for n, s in enumerate(spelt))])
    arguments = ("enrich", "--from", str(source), "--fields", "phone", "-o", str(output), "--yes")
    ended = shortlist(*arguments)
    assert ended.code == 0 and "left out on this machine" not in ended.err
    assert len(deployment.billed) == len(spelt) > 50


@pytest.mark.parametrize(
    "arguments",
    [
        ("enrich", "--profile-url", "https://github.com/GitaHub/", "--fields", "phone"),
        ("enrich", "--profile-url", "https://twitter.com/GitaHub", "--fields", "phone"),
        ("enrich", "--email", "Gita.Hub+x@googlemail.com", "--fields", "phone"),
        ("enrich", "--person-id", "gita", "--fields", "phone"),
        ("person", "gita"),
    ],
)
def test_no_command_asks_about_them(
    shortlist: Shell, deployment: Deployment, arguments: tuple[str, ...]
) -> None:
    _leave_out_bases(deployment)
    leave_out({"person_id": "gita"}, deployment=deployment)
    ended = shortlist(*arguments)
    assert ended.code == 1 and "left out on this machine: nothing was asked" in ended.err
    assert deployment.seen == []


@pytest.mark.parametrize("json_too", [(), ("--json",)])
def test_no_command_shows_them(
    shortlist: Shell, deployment: Deployment, json_too: tuple[str, ...]
) -> None:
    spelt = {"profile_url": "http://www.PEOPLE.example.org/%35/?utm_source=x"}
    leave_out(TWO[0], spelt, deployment=deployment)
    for arguments in (
        ("search", "engineers", "-n", "12"),
        ("sets", "items", "set_1", "--limit", "12"),
        ("sets", "items", "set_1", "--all"),
    ):
        ended = shortlist(*arguments, *json_too)
        assert ended.code == 0, ended.err
        assert "Person 3" in ended.out and "Person 11" in ended.out
        assert "Person 2" not in ended.out and "Person 5" not in ended.out
        assert "2 people left out on this machine: not shown" in ended.err


def test_two_spellings_of_one_anchor_are_one_look_up(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    source, output = tmp_path / "in.csv", tmp_path / "out.csv"
    pages = ("https://github.com/GitaHub", "https://www.github.com/gitahub/", "github.com/other")
    source.write_text("\n".join(["profile_url", *pages, ""]))
    arguments = ("enrich", "--from", str(source), "--fields", "phone", "-o", str(output), "--yes")
    assert shortlist(*arguments).code == 0
    assert len(deployment.billed) == 2
    with output.open() as file:
        assert all(row["phone"] for row in csv.DictReader(file))


def test_who_is_taken_out_between_two_starts_is_not_asked_about(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    source, output = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("email\na@x.org\nb@x.org\nc@x.org\n")
    arguments = ("enrich", "--from", str(source), "--fields", "phone", "-o", str(output), "--yes")
    deployment.fault = lambda seen: refuse("insufficient_acu", 402)
    assert shortlist(*arguments).code == 4
    deployment.fault = lambda seen: None
    leave_out({"email": "a@x.org"}, deployment=deployment)
    source.write_text("email\na@x.org\nc@x.org\n")
    ended = shortlist(*arguments)
    assert ended.code == 0
    assert "1 person to look up" in ended.err
    assert list(deployment.billed) == [json.dumps({"email": "c@x.org"})]


def test_a_search_as_csv_is_without_them(shortlist: Shell, deployment: Deployment) -> None:
    leave_out(*TWO, deployment=deployment)
    ended = shortlist("search", "engineers", "-n", "12", "--csv")
    assert [row["person_id"] for row in csv.DictReader(io.StringIO(ended.out))] == [
        f"p{n}" for n in range(12) if n not in (2, 5)
    ]
    assert "2 people left out on this machine" in ended.err


def test_what_resume_finds_out_is_kept_for_the_app(
    shortlist: Shell, deployment: Deployment
) -> None:
    connection = Connection(deployment.url, KEY, "x", "environment")
    deployment.lose_answers = 1.0
    assert shortlist("sets", "create", "engineers").code == 5
    assert shortlist("enrich", "--person-id", "p1", "--fields", "phone").code == 5
    listed = json.loads(shortlist("journal", "list", "--json").out)["data"]
    key = next(row["key"] for row in listed if row["path"] == "/v1/sets")
    with closing(Store(find_places(), account_of(connection))) as store:
        store.expect_set(key, "a book")
        deployment.lose_answers = 0.0
        assert shortlist("journal", "resume").code == 0
        assert store.purposes() == {"set_1": "a book"}
        assert store.contacts(["p1"])["p1", "phone"]["value"] == "p1/phone"
        assert store.set_came(key, "set_1") == "", "it came once"


def test_resuming_asks_again_about_nobody_who_was_left_out_meanwhile(
    shortlist: Shell, deployment: Deployment
) -> None:
    deployment.lose_answers = 1.0
    for person in ("p1", "p2"):
        assert shortlist("enrich", "--person-id", person, "--fields", "phone").code == 5
    assert shortlist("search", "engineers").code == 5
    deployment.lose_answers = 0.0
    with closing(Store(find_places(), "")) as store:
        store.leave_out([{"person_id": "p1"}])
    before = len(deployment.seen)
    ended = shortlist("journal", "resume", "--json")
    told = [json.loads(line) for line in ended.out.splitlines()]
    outcomes = {(row["path"], row["outcome"]) for row in told}
    assert outcomes == {
        ("/v1/enrich", "skipped"),
        ("/v1/enrich", "done"),
        ("/v1/search", "done"),
    }
    assert "left out on this machine" in next(r["reason"] for r in told if r["reason"])
    assert "belongs elsewhere" not in ended.err
    assert "p2" in ended.out, "the others are found out, and shown"
    assert '"p1"' not in ended.out and "p1/phone" not in ended.out
    assert all("p1" not in str(seen.body) for seen in deployment.seen[before:])


def test_the_receipt_of_a_resumed_lookup_names_nobody_who_is_left_out(
    shortlist: Shell, deployment: Deployment
) -> None:
    """Asked about by name, and the answer says whose address it is."""
    connection = Connection(deployment.url, KEY, "x", "environment")
    asked = ("--name", "Ada Comb", "--company-domain", "hive.example", "--fields", "work_email")
    deployment.lose_answers = 1.0
    assert shortlist("enrich", *asked).code == 5
    deployment.lose_answers = 0.0
    told = {"value": "ada@hive.example", "status": "found", "confidence": "verified"}
    usage = {"billed": ["work_email"], "acu_used": 1}
    answer = {"data": {"work_email": told}, "meta": {"request_id": "req_9", "usage": usage}}
    deployment.fault = lambda seen: reply(answer) if seen.path == "/v1/enrich" else None
    leave_out({"email": "ada@hive.example"}, deployment=deployment)
    assert shortlist("journal", "resume").code == 0
    with closing(Store(find_places(), account_of(connection))) as store:
        (receipt,) = store.receipts()
        assert (receipt.subject, receipt.name) == ("", "somebody left out")
        assert (receipt.credits, receipt.request_id) == (1, "req_9"), "what was paid stays"
        assert store.contacts(["name:Ada Comb:hive.example"]) == {}


def test_what_can_never_be_found_out_is_forgotten_when_told_to(
    shortlist: Shell, deployment: Deployment
) -> None:
    deployment.lose_answers = 1.0
    for name in ("a", "b"):
        shortlist("enrich", "--person-id", name, "--fields", "phone")
    before = len(deployment.seen)
    first, second = json.loads(shortlist("journal", "list", "--json").out)["data"]
    other = {"SHORTLIST_API_KEY": "sk_another"}
    resumed = shortlist("journal", "resume", env=other)
    assert "journal forget KEY" in resumed.err
    assert len(deployment.seen) == before
    assert shortlist("journal", "forget").code == 2
    unasked = shortlist("journal", "forget", first["key"])
    assert (unasked.code, "--yes" in unasked.err) == (2, True)
    wrong = shortlist("journal", "forget", "sl-nothing", first["key"], "--yes")
    assert (wrong.code, "nothing was forgotten" in wrong.err) == (1, True)
    told = shortlist("journal", "forget", first["key"], "--yes", "--json", env=other)
    assert json.loads(told.out) == {"forgotten": [first["key"]]}
    left = json.loads(shortlist("journal", "list", "--json").out)["data"]
    assert [row["key"] for row in left] == [second["key"]]
    assert "1 request forgotten" in shortlist("journal", "forget", "--all", "-y").err
    assert json.loads(shortlist("journal", "list", "--json").out)["data"] == []
    assert len(deployment.seen) == before, "it sends nothing"
    with closing(sqlite3.connect(find_places().journal)) as db:
        assert db.execute("SELECT DISTINCT note, body FROM calls").fetchall() == [
            ("forgotten", None)
        ]


# --max-cost


def test_a_run_that_finds_nobody_costs_nothing_and_goes_to_its_end(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    def nobody(seen: Seen):
        data = {"phone": {"value": None, "status": "not_found"}}
        return reply({"data": data, "meta": {"usage": {"not_found": ["phone"], "acu_used": 0}}})

    deployment.fault = nobody
    ended = _many(shortlist, tmp_path, 8, "--max-cost", "10")
    assert ended.code == 0
    assert "8 rows, 0 with something found, 0 credits in all" in ended.err
    assert len(deployment.seen) == 8


def test_what_an_answer_leaves_unsaid_counts_at_its_price(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    found = {"phone": {"value": "555", "status": "found"}}
    deployment.fault = lambda seen: reply({"data": found})
    ended = _many(shortlist, tmp_path, 8, "--max-cost", "25")
    assert ended.code == 4
    assert "could go over --max-cost 25: 20 spent. Run again with more" in ended.err
    assert len(deployment.seen) == 2


def test_what_may_have_been_billed_counts_until_it_is_known(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    deployment.lose_answers = 1.0
    ended = _many(shortlist, tmp_path, 8, "--max-cost", "25")
    assert "--max-cost 25: 0 spent and 2 of unknown outcome" in ended.err
    assert len(deployment.billed) == 2
    # Another start asks for those again first: they are paid already, and turn out to cost less.
    deployment.lose_answers = 0.0
    ended = _many(shortlist, tmp_path, 8, "--max-cost", "11")
    assert ended.code == 4
    assert sum(deployment.billed.values()) == 2


def test_a_price_that_is_not_known_cannot_be_bounded(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    ended = _many(shortlist, tmp_path, 2, "--max-cost", "25", fields="phone,fax")
    assert (ended.code, deployment.seen) == (2, [])
    assert "what fax costs is not known here" in ended.err


def _many(shortlist: Shell, folder: Path, count: int, *more: str, fields: str = "phone"):
    source, output = folder / "in.csv", folder / "out.csv"
    source.write_text("\n".join(["email", *(f"p{n}@x.org" for n in range(count)), ""]))
    return shortlist(
        *("enrich", "--from", str(source), "--fields", fields, "-o", str(output), *more)
    )
