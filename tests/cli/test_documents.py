"""What the documents name is there: commands with their options, and paths."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from shortlist.cli.main import _root

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^(shortlist .*)$", README, re.MULTILINE)


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_of_the_readme_is_one(line: str) -> None:
    words = shlex.split(line, comments=True)[1:]
    command: click.Command = _root
    while isinstance(command, click.Group) and words:
        inner = command.get_command(click.Context(command), words[0])
        assert inner is not None, words[0]
        command, words = inner, words[1:]
    known = {name for param in command.params for name in (*param.opts, *param.secondary_opts)}
    options = {word.partition("=")[0] for word in words if word.startswith("-")}
    assert options <= known


def test_commands_of_the_readme_are_found() -> None:
    assert len(COMMANDS) > 10


def test_every_path_that_is_named_is_there() -> None:
    rooms = r"(?:src|tests|benchmarks|docs|themes|screenshots)"
    named = re.findall(rf"`({rooms}(?:/[\w./]*)?)`", CONTRIBUTING + README)
    named += re.findall(rf"\]\(({rooms}/[\w./]+)\)", CONTRIBUTING + README)
    assert len(named) > 30
    assert not [path for path in named if not (ROOT / path).exists()]
