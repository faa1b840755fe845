"""The lists of commands say each in whole words, on a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from shortlist.cli.main import _root, run


def groups(command: click.Command, *path: str) -> Iterator[tuple[str, ...]]:
    if isinstance(command, click.Group):
        yield path
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from groups(inner, *path, name)


def test_no_summary_of_a_command_is_cut() -> None:
    found = list(groups(_root))
    assert {(), ("sets",), ("index",), ("keys",)} <= set(found)
    for path in found:
        told = CliRunner().invoke(_root, [*path, "--help"], terminal_width=80).output
        _, _, commands = told.partition("Commands:")
        assert commands.strip(), path
        assert "..." not in commands, f"shortlist {' '.join(path)} --help:\n{commands}"


def test_a_group_without_a_command_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    for path in groups(_root):
        if path:
            assert run(path) == 2
            out, err = capsys.readouterr()
            help_text = CliRunner().invoke(_root, [*path, "--help"], prog_name="shortlist").output
            assert (out, err.split()) == ("", help_text.split())
            assert "\nCommands:\n" in err
