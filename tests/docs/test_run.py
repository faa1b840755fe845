"""What the pages tell to run is run, as it stands, with nothing configured: on the service that
commands start by themselves, with the sample. Programs in Python run against the same service."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from docs.make.commands import commands
from docs.make.documents import MODELS
from docs.make.own_documents import OWN
from tests.cli.conftest import Ended, Shell
from tests.docs.pages import DOCS, Block, blocks, commands_of
from tests.journeys.test_app import stop_local_service

pytestmark = pytest.mark.timeout(600)

RUN = (
    "tutorial.md",
    "how-to/sets.md",
    "how-to/budgets.md",
    "how-to/enrich.md",
    "how-to/export.md",
    "how-to/scripts.md",
    "how-to/service.md",
    "how-to/privacy.md",
)
ELSEWHERE = {"serve", "profiles", "mcp", "revoke", "web"}
"""Commands that stay, ask, or are about another deployment than this machine's."""
TELLS = {"diff", "audit"}
"""Commands that end with 1 where there is something to tell."""


class Machine:
    """A home with nothing in it."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.people = folder / "people.csv"
        self.sets: list[str] = []
        self.first: list[str] = []
        self.shell = Shell()
        self.shell.environment |= {
            "SHORTLIST_HOME": str(self.home),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        }
        for name in ("SHORTLIST_BASE_URL", "SHORTLIST_API_KEY", "SHORTLIST_PROFILE"):
            self.shell.environment.pop(name, None)

    def run(self, words: list[str], folder: Path) -> Ended:
        """One command, in `folder`; `set_…` is a Set that was made, the newest where one is
        named."""
        named = words.count("set_…")
        sets = iter(self.sets[-named:] if named else ())
        words = [next(sets) if word == "set_…" else word for word in words]
        before = Path.cwd()
        os.chdir(folder)
        try:
            ended = self.shell(*words, given="sl_of_somebody\n")
        finally:
            os.chdir(before)
        if words[:2] in (["sets", "create"], ["sets", "again"]) and "--estimate" not in words:
            listed = json.loads(self.shell("sets", "list", "--json").out)["data"]
            self.sets = [each["id"] for each in reversed(listed)]
        return ended

    def stop(self) -> None:
        stop_local_service(self.home / "data" / "service" / "service.json")


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    folder = tmp_path_factory.mktemp("machine")
    made = Machine(folder)
    asked = ["sets", "create", "people who worked at Microsoft", "--count", "10", "--watch"]
    try:
        for words in (asked, asked, ["sets", "export", "set_…", "-o", made.people.name]):
            ended = made.run(words, folder)
            assert ended.code == 0, ended.err
        made.first = made.sets
        yield made
    finally:
        made.stop()


@pytest.fixture
def desk(machine: Machine, tmp_path: Path) -> Path:
    """A folder to work in, with a file of people: those of the newest Set, whatever was made by
    other tests."""
    machine.sets = machine.first
    shutil.copy(machine.people, tmp_path)
    return tmp_path


def test_an_import_is_true(desk: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    own = Machine(tmp_path_factory.mktemp("own"))  # the sample goes where people come in
    (desk / "staff.csv").write_text("Full Name,Employer Name\nAda Example,Acme\n")
    told = [each for block in blocks("sh") if "import.md" in str(block) for each in block.lines]
    run = [words for line in told for words in commands_of(line)]
    assert run
    for words in run:
        ended = own.run(words, desk)
        assert ended.code == 0, (words, ended)
    assert json.loads(own.run(["index", "stats", "--json"], desk).out)["people"] == 11


@pytest.mark.parametrize("page", RUN)
def test_a_page_is_true(machine: Machine, desk: Path, page: str) -> None:
    told = [line for block in blocks("sh") if block.page == DOCS / page for line in block.lines]
    asked = [(line, words) for line in told for words in commands_of(line)]
    run = [(line, words) for line, words in asked if words and not set(words) & ELSEWHERE]
    assert run
    for line, words in run:
        if words[:2] == ["sets", "export"] and "--force" not in words:
            (desk / "people.csv").unlink(missing_ok=True)
        ended = machine.run(words, desk)
        assert ended.code in ((0, 1) if set(words) & TELLS else (0,)), (line, ended)


def whole() -> list[Block]:
    """Blocks of Python that are programs."""
    return [block for block in blocks("python") if "https://people.example.com" in block.text]


def test_there_are_programs() -> None:
    assert len(whole()) > 3


@pytest.mark.parametrize("block", whole(), ids=str)
def test_a_program_runs(
    machine: Machine, desk: Path, block: Block, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(desk)
    noted = json.loads((machine.home / "data" / "service" / "service.json").read_text())
    key = (machine.home / "config" / "local-key").read_text().strip()
    monkeypatch.setenv("SHORTLIST_API_KEY", key)
    printed = io.StringIO()
    text = block.text.replace("https://people.example.com", noted["url"])
    with contextlib.redirect_stdout(printed):
        exec(compile(text, str(block), "exec"), {"__name__": "__main__"})
    assert printed.getvalue().strip()


PRINTS = {
    "facets": "facets location Bos",
    "sets create --estimate": "sets create nurses --estimate",
    "sets export -o FILE": "sets export set_… -o new.csv",
    "sets bundle": "sets bundle set_… -o new.html",
    "sets diff": "sets diff set_… set_…",
    "sets overrule": "sets overrule set_… PERSON --criterion 1 --undo",
    "sets review": "sets review set_…",
    "enrich --from FILE": "enrich --from people.csv --fields work_email -o new.csv --yes",
    "verify": "verify sealed.json",
    "who": "who sample-00009",
    "who --erase": "who sample-00008 --erase --yes --proof proof.json",
    "audit": "audit",
    "profiles add": "profiles add work --base-url https://people.example.com",
    "profiles use": "profiles use work",
    "profiles remove": "profiles remove work",
    "profiles list": "profiles list",
    "journal list": "journal list",
    "journal forget": "journal forget --all --yes",
    "index import": "index import people.csv --data-dir other",
    "index preview": "index preview people.csv",
    "index stats": "index stats --data-dir other",
    "index remove": "index remove --dataset people --yes --data-dir other",
    "index suppress": "index suppress --email a@example.org --data-dir other",
    "keys create": "keys create --name laptop",
    "keys list": "keys list",
    "keys revoke": "keys revoke KEY_ID",
    "backup": "backup new.backup",
    "restore": "restore old.backup --data-dir other",
    "doctor": "doctor",
    "completion": "completion bash",
}
"""What to run for each document that is described, where what it takes has been made."""
STAY = {"web", "mcp --http", "journal resume", "run"}
"""What is described and not tried here: programs that stay, those of one's own, and what takes a
lost answer."""
BEFORE = {
    "sets overrule": "sets overrule set_… PERSON no --criterion 1 --reason retired",
    "profiles use": PRINTS["profiles add"],
    "profiles remove": PRINTS["profiles add"],
    "verify": "sets bundle set_… -o sealed.json",
    "index remove": "index import people.csv --data-dir other",
    "restore": "backup old.backup",
}
SOMETIMES = {"found", "counted", "understood", "again"}


def test_what_every_command_prints_is_described() -> None:
    known = {name.split(" -")[0] for name in [*MODELS, *OWN]}
    every = {" ".join(path[1:]) for path, it in commands() if not isinstance(it, click.Group)}
    assert every - known == {"serve"}, "serve prints where it listens, and nothing else"


def of_somebody(line: str, desk: Path) -> list[str]:
    """The words of a command; `PERSON` is somebody of the Set."""
    with (desk / "people.csv").open(encoding="utf-8", newline="") as file:
        first = next(csv.DictReader(file))
    return [first["person_id"] if word == "PERSON" else word for word in line.split()]


@pytest.mark.parametrize("command", [command for command in OWN if command not in STAY])
def test_what_json_prints_is_as_described(
    machine: Machine, desk: Path, tmp_path_factory: pytest.TempPathFactory, command: str
) -> None:
    if command.startswith("profiles "):
        machine = Machine(tmp_path_factory.mktemp("profiles"))  # one is used from then on
    if before := BEFORE.get(command):
        machine.run(of_somebody(before, desk), desk)
    words = of_somebody(PRINTS[command], desk)
    if "KEY_ID" in words:
        made = machine.run(["keys", "create", "--name", "another", "--json"], desk)
        words[words.index("KEY_ID")] = json.loads(made.out)["id"]
    ended = machine.run([*words, "--json"], desk)
    printed = json.loads(ended.out.splitlines()[0])
    assert set(printed) <= set(OWN[command]) <= set(printed) | SOMETIMES, ended.err


@pytest.mark.parametrize("command", ["search", "sets list", "sets show", "sets items", "usage"])
def test_an_answer_has_the_fields_of_its_model(machine: Machine, desk: Path, command: str) -> None:
    takes = {"search": ["nurses"], "sets show": ["set_…"], "sets items": ["set_…"]}
    ended = machine.run([*command.split(), *takes.get(command, []), "--json"], desk)
    assert set(json.loads(ended.out)) == set(MODELS[command].model_fields), ended.err
