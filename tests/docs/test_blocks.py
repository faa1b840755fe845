"""Every block of code in the documentation is what it says: commands are parsed by their parser,
files by what reads them, documents by their models, and Python is compiled."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path

import click
import pytest
import yaml
from tests.docs.pages import PAGES, ROOT, Block, blocks, commands_of

from shortlist import contract
from shortlist.cli.main import _root
from shortlist.contract import account, enrich, envelope, events, network, person, search, sets
from shortlist.contract.base import Wire
from shortlist.desk.config import read_settings
from shortlist.service.config import parse_config
from shortlist.service.index.imports.columns import read_map

READ = {"sh", "text", "toml", "json", "python", "yaml"}
WORDS = [
    pytest.param(block, words, id=f"{block} {' '.join(words)[:40]}")
    for block in blocks("sh")
    for line in block.lines
    for words in commands_of(line)
]
MODELS = {
    name: value
    for module in (contract, account, enrich, envelope, events, network, person, search, sets)
    for name, value in vars(module).items()
    if isinstance(value, type) and issubclass(value, Wire)
}


def test_there_are_blocks_of_every_kind_and_of_no_other() -> None:
    assert {block.language for block in blocks()} <= READ, [
        str(block) for block in blocks() if block.language not in READ
    ]
    assert len(WORDS) > 60
    assert all(blocks(kind) for kind in ("toml", "json", "python"))


@pytest.mark.parametrize(("block", "words"), WORDS)
def test_a_command_is_one(block: Block, words: list[str]) -> None:
    parse(words)


@pytest.mark.parametrize(
    "words", ["serch x", "search --typ auto x", "search -n many x", "sets sow"]
)
def test_one_that_is_none_is_told(words: str) -> None:
    with pytest.raises(click.UsageError):
        parse(words.split())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_command_in_a_sentence_is_one_with_the_options_it_has(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for told in re.findall(r"`shortlist ([^`]+)`", text):
        command: click.Command = _root
        words = told.split()
        while isinstance(command, click.Group) and words and words[0][0].islower():
            name, *words = words
            inner = command.get_command(click.Context(command), name)
            assert inner is not None, told
            command = inner
        known = {name for option in command.params for name in option.opts} | {"--help"}
        assert {word for word in words if word.startswith("-")} <= known, told


def parse(words: list[str]) -> None:
    """What click does up to running it; a file that is to be there need not be."""
    context = click.Context(_root, info_name="shortlist")
    command: click.Command = _root
    while True:
        try:
            context = command.make_context(context.info_name or "", words, parent=context)
        except click.exceptions.Exit:
            return  # --help and --version
        except click.BadParameter as error:
            if isinstance(getattr(error.param, "type", None), click.Path):
                return
            raise
        if not isinstance(command, click.Group):
            return
        words = [*context._protected_args, *context.args]
        if not words:
            return
        name, inner, words = command.resolve_command(context, words)
        assert inner is not None and name is not None
        context.info_name, command = name, inner


@pytest.mark.parametrize("block", blocks("toml"), ids=str)
def test_a_configuration_is_read(block: Block, tmp_path: Path) -> None:
    if block.title == "service.toml":
        parse_config(block.text, str(block))
    elif block.title == "config.toml":
        read_settings(block.text, tmp_path)
    else:
        assert block.title == "columns.toml", f"{block}: say which file it is: title=…"
        (tmp_path / block.title).write_text(block.text)
        assert read_map(tmp_path / block.title)


@pytest.mark.parametrize("block", blocks("json"), ids=str)
def test_a_document_is_one(block: Block) -> None:
    document = json.loads(block.text)
    if block.title == "mcp.json":
        for server in document["mcpServers"].values():
            assert server["command"] == "shortlist"
            parse(server["args"])
        return
    model = MODELS[block.title]
    assert not strangers(model.model_validate(document).normalised()), block


def strangers(value: object) -> bool:
    """Whether a field in it is none that the model knows."""
    if isinstance(value, dict):
        return "extra" in value or any(map(strangers, value.values()))
    return isinstance(value, list) and any(map(strangers, value))


def test_what_is_to_be_installed_is_there_to_be() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [
        extra
        for page in PAGES
        for extras in re.findall(r"\.\[([a-z,]+)\]", page.read_text(encoding="utf-8"))
        for extra in extras.split(",")
    ]
    assert len(asked) > 5
    assert set(asked) <= set(project["optional-dependencies"])


def test_yaml_is_read() -> None:
    for block in blocks("yaml"):
        assert yaml.safe_load(block.text), block


@pytest.mark.parametrize("block", blocks("python"), ids=str)
def test_python_is_compiled(block: Block) -> None:
    compile(block.text, str(block), "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
