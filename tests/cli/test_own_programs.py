"""`shortlist run`: programs of one's own on a person, outside the app."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.conftest import Shell

from shortlist.desk.places import find_places
from shortlist.desk.store import Store

PAGE = "https://people.example/ada"
ADA = {"person_id": "p1", "name": "Ada; rm -rf ~ $(id)", "profile_url": PAGE}
SAYS = r"import sys; print('\x1b[31mred', *sys.argv[1:]); sys.exit(3)"


@pytest.fixture
def store() -> Iterator[Store]:
    with closing(Store(find_places(), "one")) as store:
        yield store


def configured(**programs: list[str]) -> None:
    tables = [f"[commands.{name}]\nrun = {json.dumps(run)}\n" for name, run in programs.items()]
    (find_places().config / "config.toml").write_text("\n".join(tables))


def python(code: str, *arguments: str) -> list[str]:
    return [sys.executable, "-c", code, *arguments]


def test_it_is_given_what_is_kept_and_its_exit_code_is_ours(alone: Shell, store: Store) -> None:
    store.add_to("mine", [ADA])
    store.remember_contact("p1", "work_email", {"value": "ada@hive.example", "status": "found"})
    configured(say=python(SAYS, "{name}", "{email}", "{url}", "{id}"))
    told = f"red Ada; rm -rf ~ $(id) ada@hive.example {PAGE} p1\n"
    for whom in (["p1"], ["--url", "https://PEOPLE.example/ada/"], ["--email", "ada@hive.example"]):
        ended = alone("run", "say", *whom)
        assert (ended.code, ended.err) == (3, "")
        assert ended.out.replace("PEOPLE", "people").replace("ada/ ", "ada ") == told
    document = json.loads(alone("run", "say", "p1", "--email", "other@hive.example", "--json").out)
    assert document["exit_code"] == 3
    assert "other@hive.example" in document["output"]
    assert document["person"]["name"] == ADA["name"]


def test_what_is_not_known_is_asked_for_and_nothing_runs(alone: Shell) -> None:
    configured(say=python(SAYS, "{name}", "{email}"))
    ended = alone("run", "say", "p1")
    assert (ended.code, ended.out) == (2, "")
    assert "give --name and --email" in ended.err
    assert "red" in alone("run", "say", "p1", "--name", "A", "--email", "a@b.example").out
    assert (
        "would be taken for an option"
        in alone("run", "say", "p1", "--name", "-rf", "--email", "a@b.example").err
    )
    assert alone("run", "say").code == 2
    assert "there are: say" in alone("run", "sya", "p1").err


def test_an_address_of_several_names_nobody(alone: Shell, store: Store) -> None:
    for one in ("p1", "p2"):
        store.add_to("mine", [{"person_id": one, "name": one}])
        store.remember_contact(one, "work_email", {"value": "us@hive.example", "status": "found"})
    configured(say=python(SAYS, "{name}"))
    ended = alone("run", "say", "--email", "us@hive.example")
    assert (ended.code, ended.out) == (1, "")
    assert "give an ID" in ended.err
    assert alone("run", "say", "p2").out == "red p2\n"


def test_nobody_who_is_left_out(alone: Shell, store: Store) -> None:
    store.add_to("mine", [ADA])
    store.leave_out([{"profile_url": PAGE}])
    configured(say=python(SAYS, "{id}"))
    ended = alone("run", "say", "p1")
    assert (ended.code, ended.out) == (1, "")
    assert "left out on this machine" in ended.err


def test_a_program_that_a_signal_ends(alone: Shell) -> None:
    kills = f"import os; os.kill(os.getpid(), {int(signal.SIGTERM)})"
    configured(dies=python(kills, "{id}"))
    assert alone("run", "dies", "p1").code == 128 + signal.SIGTERM


def test_the_programs_there_are(alone: Shell) -> None:
    assert "write [commands.NAME]" in alone("run").err
    configured(say=python(SAYS, "{id}"))
    assert "say" in alone("run").out and Path(sys.executable).name in alone("run").out
    assert json.loads(alone("run", "--json").out)["commands"][0]["needs"] == ["id"]
