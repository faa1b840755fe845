"""`Dockerfile` and `compose.yaml` name what there is. They are read here, and linted by `.ci/run`;
what was built and run by hand, docs/how-to/outgrow.md says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import httpx
import yaml
from docs.make import environment
from tests.cli.conftest import SOURCE
from tests.service.index.qdrant_openapi import __doc__ as qdrant_document

from shortlist.cli.main import _root
from shortlist.service.config import Config, load_config
from shortlist.service.db.engine import parse_url
from shortlist.service.http.edge import OPEN_PATHS

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICE = COMPOSE["services"]["service"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PORT = 8710


def given(name: str) -> list[str]:
    """What the image's last `CMD` or `ENTRYPOINT` is."""
    found: list[str] = json.loads(re.findall(rf"^{name} (\[.*\])$", DOCKERFILE, re.MULTILINE)[-1])
    return found


def options_of(words: list[str]) -> dict[str, Any]:
    """The options of `shortlist WORDS`, read as the command reads them."""
    command = _root.get_command(click.Context(_root), words[0])
    assert isinstance(command, click.Command)
    return command.make_context(words[0], words[1:]).params


def test_the_image_has_what_its_service_needs() -> None:
    # Not even the builder's own syntax is fetched from anywhere.
    assert "# syntax=" not in DOCKERFILE
    [extras] = re.findall(r"install '\.\[([a-z,]+)\]'", DOCKERFILE)
    assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"])
    # For `SHORTLIST_DATABASE_URL`, `[index]` and `[metrics]` of compose.yaml.
    assert {"local", "postgres", "cluster", "metrics"} <= set(extras.split(","))
    pythons = set(re.findall(r"^FROM python:(\d+\.\d+)", DOCKERFILE, re.MULTILINE))
    assert len(pythons) == 1 and f">={pythons.pop()}" == PROJECT["requires-python"]
    # Of all that is copied into it, all is there, and let through.
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    let = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    assert sorted(" ".join(copied).split()) == sorted(let)
    assert all((ROOT / name).exists() for name in let)
    # And all that the wheel is built of, is copied.
    assert {path.split("/")[0] for path in _built_of()} <= set(let)
    assert {PROJECT["readme"], *PROJECT["license-files"]} <= {
        *let, *(name for name in PROJECT["license-files"] if name.startswith("src/"))
    }  # fmt: skip
    assert re.search(r"^USER 10001:10001$", DOCKERFILE, re.MULTILINE)


def _built_of() -> Iterator[str]:
    built = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    wheel = built["targets"]["wheel"]
    yield from (*wheel["packages"], *wheel["force-include"], *wheel["shared-data"])


def test_the_image_starts_a_service_where_it_is_looked_for() -> None:
    assert given("ENTRYPOINT") == ["shortlist"]
    told = options_of(given("CMD"))
    assert (told["host"], told["port"], str(told["data_dir"])) == ("0.0.0.0", PORT, "/data")
    assert f"\nEXPOSE {PORT}\n" in DOCKERFILE and "\nVOLUME /data\n" in DOCKERFILE
    [asked] = re.findall(r"http://127\.0\.0\.1:(\d+)(/\w+)", DOCKERFILE)
    assert asked == (str(PORT), "/healthz") and asked[1] in OPEN_PATHS


def test_compose_tells_the_service_what_it_understands(tmp_path: Path) -> None:
    told = options_of(SERVICE["command"])
    assert (told["host"], told["port"], str(told["data_dir"])) == ("0.0.0.0", PORT, "/data")
    [mounted] = SERVICE["configs"]
    assert str(told["config_file"]) == mounted["target"]
    # A file: what compose.yaml holds itself is copied into the root, which cannot be written.
    [(kind, name)] = COMPOSE["configs"][mounted["source"]].items()
    assert kind == "file" and set(mounted) == {"source", "target"}
    config: Config = load_config(tmp_path, ROOT / name)
    assert config.index is not None and config.metrics.enabled
    assert httpx.URL(config.index.qdrant_url).host in COMPOSE["services"]
    assert set(SERVICE["environment"]) <= set(environment.VARIABLES)
    url = re.sub(r"\$\{.*?\}", "secret", SERVICE["environment"]["SHORTLIST_DATABASE_URL"])
    assert parse_url(url).host in COMPOSE["services"]


def test_compose_has_a_port_and_room_for_each_process() -> None:
    replicas = SERVICE["deploy"]["replicas"]
    [ports] = SERVICE["ports"]
    where, first, last, inside = re.fullmatch(r"(.+):(\d+)-(\d+):(\d+)", ports).groups()  # type: ignore[union-attr]
    assert where == "127.0.0.1", "nobody but this machine, unless somebody says so"
    assert int(last) - int(first) + 1 == replicas and int(inside) == PORT
    [allowed] = re.findall(
        r"max_connections=(\d+)", " ".join(COMPOSE["services"]["postgres"]["command"])
    )
    assert int(allowed) >= 60 * replicas
    # A folder for each: two services on one would refuse to start.
    [volume] = SERVICE["volumes"]
    assert volume == {"type": "volume", "target": "/data"}
    assert SERVICE["read_only"] is True and SERVICE["cap_drop"] == ["ALL"]
    for name in SERVICE["depends_on"]:
        assert name in COMPOSE["services"]


def test_every_secret_of_compose_comes_from_outside_and_is_asked_for() -> None:
    text = (ROOT / "compose.yaml").read_text()
    names = set(re.findall(r"\$\{(\w+)", text))
    assert names == {"POSTGRES_PASSWORD", "QDRANT_API_KEY"}
    assert not re.search(r"\$\{\w+\}|\$\{\w+:-", text), "none has a default"


def test_the_cluster_of_compose_is_the_one_whose_document_requests_are_held_to() -> None:
    [version] = re.findall(r"qdrant/qdrant:v([\d.]+)", COMPOSE["services"]["qdrant"]["image"])
    assert f"Qdrant {version}" in " ".join((qdrant_document or "").split())


WATCHED = """
import json, os, sys

written = set()

def watch(event, given):
    if event == "open" and isinstance(given[0], (str, bytes)):
        mode, flags = given[1] or "", given[2] or 0
        writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
        if set(str(mode)) & set("wax+") or flags & writes:
            written.add(os.path.abspath(os.fsdecode(given[0])))
    elif event in ("os.mkdir", "os.rename", "os.remove", "os.symlink", "os.link"):
        written.add(os.path.abspath(os.fsdecode(given[0])))

sys.addaudithook(watch)
sys.dont_write_bytecode = True
end = os._exit
def told(code):
    print(json.dumps(sorted(written)), flush=True)
    end(code)
os._exit = told
from shortlist.cli.serve import serve
serve(sys.argv[1:])
"""


def test_the_service_writes_to_its_folder_alone(tmp_path: Path) -> None:
    """As in a container whose root is read-only, without a locale. What native libraries keep, such
    as the id that one of them gives a machine before it reports on it, would be in the home."""
    folder, home = tmp_path / "data", tmp_path / "home"
    home.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-c", WATCHED, "--port", "0", "--data-dir", str(folder)],
        env={"PYTHONPATH": str(SOURCE), "PATH": os.environ["PATH"], "HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        url = process.stdout.readline().removeprefix("listening on ").strip()
        with httpx.Client(base_url=url, timeout=60) as client:
            while client.get("/readyz").status_code != 200:
                assert process.poll() is None
        process.terminate()
        out, error = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0, error
    written = json.loads(out.splitlines()[-1])
    assert any(path.startswith(str(folder)) for path in written)
    assert not [
        path for path in written if not path.startswith((str(folder), "/dev/", "/proc/"))
    ]  # fmt: skip
    assert list(home.iterdir()) == []
