"""Whatever a file, a name, an error or a server says: a terminal is told text, and obeys nobody."""

from __future__ import annotations

import ast
import gzip
import json
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Shell
from tests.cli.deployment import KEY, Deployment, Reply, Seen, refuse

from shortlist.cli.main import run

CLIPBOARD = "\x1b]52;c;aGVsbG8=\x07"
HOSTILE = f"{CLIPBOARD}\x1b[2J\x1b[31m\x9b2J\x9d0;t\x9c\x7f\x08\u202e\u2066\u200b\rX"
OURS = re.compile(r"\x1b\[1m|\x1b\[0m|\r\x1b\[2K|\x1b\[\?25[hl]")
"""Bold headings, and the line that shows how far something is."""
OBEYED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
END = b"<this is the end of it>"
CLI = Path(__file__).resolve().parents[2] / "src" / "shortlist" / "cli"


@dataclass
class Screen:
    """What a terminal was sent."""

    text: str
    code: int


class Terminal:
    """Runs commands in this process, their output going to a real pseudo-terminal."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        monkeypatch.setenv("TERM", "xterm-256color")
        monkeypatch.setenv("COLUMNS", "300")

    def __call__(self, *arguments: str) -> Screen:
        told = bytearray()
        master, slave = os.openpty()

        def read() -> None:
            while not told.endswith(END):
                told.extend(os.read(master, 65536))

        reader = threading.Thread(target=read)
        reader.start()
        try:
            with (
                self._patch.context() as patch,
                os.fdopen(os.dup(slave), "w", encoding="utf-8", errors="surrogateescape") as out,
                os.fdopen(os.dup(slave), "w", encoding="utf-8", errors="surrogateescape") as err,
            ):
                assert out.isatty()
                patch.setattr(sys, "stdout", out)
                patch.setattr(sys, "stderr", err)
                try:
                    code = run(arguments)
                except SystemExit as ended:
                    code = int(ended.code or 0)
        finally:
            # Not the end of the stream: a helper of this process may have been handed it as well.
            os.write(slave, END)
            reader.join()
            os.close(slave)
            os.close(master)
        return Screen(told.removesuffix(END).decode("utf-8", "surrogateescape"), code)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    return Terminal(monkeypatch)


def check(screen: Screen, *, says: str | None = "") -> None:
    """`says`: a part of what it must tell; None: it may be silent."""
    text = OURS.sub("", screen.text.replace("\r\n", "\n"))
    found = OBEYED.search(text)
    assert found is None, (found, text[max(0, found.start() - 80) : found.end() + 40])
    assert "\r" not in text
    if says is not None:
        assert text.strip()
        assert says in text, text


NAME = f"bad{HOSTILE}".replace("/", "")


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Files that nobody should have sent."""
    folder = tmp_path / f"in{NAME}"
    folder.mkdir()

    def write(name: str, text: str) -> Path:
        path = folder / f"{name[0]}{NAME}{name[1:]}"
        data = text.encode("utf-8", "surrogatepass")
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return path

    object_ = {f"na{HOSTILE}": HOSTILE, "name": HOSTILE, "dataset": HOSTILE, "emails": {HOSTILE: 1}}
    return {
        "no header": write("a.csv", f"{HOSTILE},b{HOSTILE}\nx{HOSTILE},y\n"),
        "header": write("b.csv", f"name,{HOSTILE}\nA{HOSTILE},b\nB,c,d{HOSTILE},{HOSTILE}\n"),
        "lines": write("c.jsonl", json.dumps(object_) + "\n{" + HOSTILE + "\n[1]\n5\n"),
        "zipped": write("d.jsonl.gz", json.dumps({HOSTILE: {HOSTILE: [HOSTILE]}}) + "\n"),
        "array": write("e.json", f"[{HOSTILE}"),
        "parquet": write("f.parquet", f"PAR1{HOSTILE}"),
        "what": write("g.what", HOSTILE),
        "map": write("h.toml", f'name = "{HOSTILE}'),
        "map of no field": write("i.toml", '"no\\u001b[2J" = "x\\u009b2J"\n'),
        "config": write("j.toml", '[workspace]\n"pl\\u001b]52;c;eA==\\u0007" = "\\u009b2J"\n'),
        "config that is none": write("k.toml", f"[{HOSTILE}\n"),
        "people": write("l.csv", f"email,{HOSTILE}\na@b.example,{HOSTILE}\n"),
        "nobody": write("m.csv", f"{HOSTILE},x\n1,2\n"),
        "folder": folder,
    }


@pytest.mark.parametrize(
    "file", ["no header", "header", "lines", "zipped", "array", "parquet", "what"]
)
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_what_is_imported(
    terminal: Terminal, files: dict[str, Path], tmp_path: Path, file: str, more: Sequence[str]
) -> None:
    data = str(tmp_path / f"data{NAME}")
    check(terminal("index", "import", str(files[file]), "--data-dir", data, *more))
    check(terminal("index", "stats", "--data-dir", data, *more))


def test_other_words_of_the_index(terminal: Terminal, files: dict[str, Path], tmp_path: Path):
    data = ["--data-dir", str(tmp_path / "data")]
    people = str(files["header"])
    for words in (
        ("import", people, "--dataset", HOSTILE),
        ("import", people, "--map", str(files["map"])),
        ("import", people, "--map", str(files["map of no field"])),
        ("import", people, "--encoding", HOSTILE),
        ("import", f"{people}{HOSTILE}"),
        ("remove", "--dataset", HOSTILE[1:], "--yes"),
        ("remove", "--person-id", HOSTILE),
        ("suppress", "--email", f"{HOSTILE}@x.example"),
        ("suppress", "--profile-url", HOSTILE),
        ("suppress", "--person-id", HOSTILE),
        (HOSTILE,),
        ("stats", f"--{HOSTILE}"),
    ):
        for more in ((), ("--json",)):
            check(terminal("index", *words, *data, *more))


def test_names_of_keys(terminal: Terminal, tmp_path: Path) -> None:
    data = ["--data-dir", str(tmp_path / "data")]
    for more in ((), ("--json",)):
        check(terminal("keys", "create", "--name", HOSTILE, *data, *more), says="sl_")
        check(terminal("keys", "list", *data, *more), says="active")
        check(terminal("keys", "revoke", HOSTILE, *data, *more))
        check(terminal("keys", "create", "--name", "a", "--expires-at", HOSTILE, *data, *more))


def test_what_keeps_the_service_from_starting(alone: Shell, files: dict[str, Path]) -> None:
    folder = str(files["folder"] / "data")
    for words in (
        ("--config", str(files["config"])),
        ("--config", str(files["config that is none"])),
        ("--config", str(files["folder"] / HOSTILE)),
        ("--data-dir", str(files["people"])),
        ("--data-dir", folder, "--host", HOSTILE),
        ("--port", HOSTILE),
    ):
        ended = alone("serve", *words, *(() if "--data-dir" in words else ("--data-dir", folder)))
        assert ended.code != 0
        check(Screen(ended.out + ended.err, ended.code))


def test_profiles_and_what_is_typed(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, files: dict[str, Path]
) -> None:
    monkeypatch.setattr("shortlist.cli.profiles._read_key", lambda: f"sl_{HOSTILE}")
    url = "https://people.example.org"
    for words in (
        ("profiles", "add", HOSTILE, "--base-url", url),
        ("profiles", "add", "fine", "--base-url", f"https://{HOSTILE}"),
        ("profiles", "use", HOSTILE),
        ("profiles", "remove", HOSTILE),
        ("profiles", "list"),
        ("search", "x", "--profile", HOSTILE),
        ("search", "x", "--type", HOSTILE),
        ("journal", "forget", HOSTILE),
        ("sets", "export", HOSTILE, "-o", str(files["folder"])),
        (HOSTILE,),
        (f"--{HOSTILE}",),
    ):
        for more in ((), ("--json",)):
            check(terminal(*words, *more), says=None if "add" in words else "")


@pytest.fixture
def deployment_of(
    deployment: Deployment, monkeypatch: pytest.MonkeyPatch
) -> Callable[[bool], Deployment]:
    monkeypatch.setenv("SHORTLIST_BASE_URL", deployment.url)
    monkeypatch.setenv("SHORTLIST_API_KEY", KEY)

    def of(refuses: bool) -> Deployment:
        deployment.fault = refusing if refuses else lambda seen: hostile(deployment.do(seen))
        return deployment

    return of


def refusing(_seen: Seen) -> Reply:
    return refuse(
        HOSTILE, 422, message=HOSTILE, request_id=HOSTILE, field=HOSTILE, **{HOSTILE: HOSTILE}
    )


_LEFT_ALONE = re.compile("id$|_id|status|url|type|cursor|_at$|date|state|run")


def hostile(answer: Reply) -> Reply:
    status, headers, body = answer
    if "json" not in headers.get("Content-Type", ""):
        # With as many rows as there were.
        told = HOSTILE.replace("\r", "")
        return status, headers, body.replace(b"Person", f"{told}Person".encode())
    return status, headers, json.dumps(spoil(json.loads(body))).encode()


def spoil(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        spoilt = {key: spoil(inner, key) for key, inner in value.items()}
        return {**spoilt, f"more{HOSTILE}": HOSTILE} if spoilt else spoilt
    if isinstance(value, list):
        return [spoil(inner, name) for inner in value]
    return f"{HOSTILE}{value}" if isinstance(value, str) and not _LEFT_ALONE.search(name) else value


@pytest.mark.parametrize("refuses", [False, True])
def test_what_a_server_says(
    terminal: Terminal,
    deployment_of: Callable[[bool], Deployment],
    files: dict[str, Path],
    tmp_path: Path,
    refuses: bool,
) -> None:
    deployment_of(refuses)
    out = str(tmp_path / f"out{NAME}.csv")
    people = str(files["people"])
    for words in (
        ("search", "nurses"),
        ("search", "nurses", "--csv"),
        ("sets", "create", "x", "--yes", "--watch"),
        ("sets", "list"),
        ("sets", "show", "set_1"),
        ("sets", "show", HOSTILE),
        ("sets", "items", "set_1", "--all"),
        ("sets", "watch", "set_1"),
        ("sets", "export", "set_1"),
        ("sets", "export", "set_1", "--format", "json"),
        ("sets", "export", "set_1", "-o", out, "--force"),
        ("enrich", "--email", "a@b.example", "--fields", "work_email"),
        ("enrich", "--from", people, "--fields", "work_email", "-o", out, "--yes"),
        ("enrich", "--from", str(files["nobody"]), "--fields", "phone", "-o", out, "--yes"),
        ("enrich", "--email", "a@b.example", "--fields", HOSTILE),
        ("person", "p1"),
        ("usage",),
        ("journal", "list"),
    ):
        for more in ((), ("--json",)):
            if "--csv" in words and more:
                continue
            check(terminal(*words, *more), says=None)


def test_a_trace_that_was_asked_for(
    terminal: Terminal,
    deployment_of: Callable[[bool], Deployment],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deployment_of(True)
    monkeypatch.setenv("SHORTLIST_DEBUG", "1")
    check(terminal("sets", "show", "set_1"), says="Traceback")


def test_json_loses_nothing_by_it(terminal: Terminal, tmp_path: Path) -> None:
    data = ["--data-dir", str(tmp_path / "data")]
    name = f"{HOSTILE}\u200c\U000e0041é日本"
    terminal("keys", "create", "--name", name, "--json", *data)
    told = json.loads(terminal("keys", "list", "--json", *data).text)
    assert [key["name"] for key in told["data"]] == [name]


def modules() -> Iterator[Path]:
    yield from (path for path in CLI.glob("*.py") if path.name != "output.py")


@pytest.mark.parametrize("module", list(modules()), ids=lambda path: path.stem)
def test_nothing_of_the_commands_writes_past_the_cleaning(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Attribute):
            told = ast.unparse(node)
            assert told not in {"click.echo", "click.secho", "click.confirm"}, node.lineno
            assert not re.match(r"sys\.std(out|err)\.(write|buffer)", told) or (
                # Before anything is imported, and in our own words.
                module.name == "open.py"
            ), node.lineno
        elif isinstance(node, ast.Name):
            assert node.id != "print", node.lineno
