"""Every command with its options, from the parser that reads them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from shortlist.cli.main import _root

HEAD = """# Commands

Bare `shortlist` opens the app. Every command takes `--json` and `--profile`; what `--json` prints
is in [What `--json` prints](json.md), what a command ends with in [Exit codes](exit-codes.md).
Messages and progress go to standard error, results to standard output.
"""


def page() -> str:
    parts = [HEAD]
    for path, command in commands():
        level = "#" * min(len(path), 3)
        parts.append(f"\n{level} {' '.join(path)}\n" if len(path) > 1 else "\n## shortlist\n")
        parts.append(_described(path, command))
    return "\n".join(parts).rstrip() + "\n"


def commands() -> Iterator[tuple[list[str], click.Command]]:
    """Every command with the words that call it, groups before what is in them."""
    yield from _below(["shortlist"], _root)


def _below(path: list[str], command: click.Command) -> Iterator[tuple[list[str], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _below([*path, name], inner)


def _described(path: list[str], command: click.Command) -> str:
    context = click.Context(command, info_name=" ".join(path))
    usage = f"{' '.join(path)} {' '.join(command.collect_usage_pieces(context))}"
    parts = [f"```text\n{usage}\n```\n", _help(help_of(command))]
    options = [option for option in command.params if isinstance(option, click.Option)]
    if options:
        parts += ["", *(_option(option, context) for option in options if not option.hidden)]
    return "\n".join(parts) + "\n"


def help_of(command: click.Command) -> str:
    """The help text of a command, without the indentation that its docstring has before 3.13."""
    return inspect.cleandoc(command.help or "")


def _help(text: str) -> str:
    """A help text as Markdown: paragraphs, and what click leaves as it is, as it is."""
    told = []
    for paragraph in text.strip().split("\n\n"):
        as_it_is = paragraph.removeprefix("\b\n")
        if as_it_is != paragraph:
            told.append(f"```text\n{as_it_is}\n```")
        else:
            told.append(_plain(" ".join(paragraph.split())))
    return "\n\n".join(told)


def _option(option: click.Option, context: click.Context) -> str:
    names = " or ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    takes = "" if option.is_flag else f" `{taken(option, context)}`"
    text = " ".join(filter(None, (_plain(option.help or ""), described_default(option))))
    return f"- {names}{takes}: {text}" if text else f"- {names}{takes}"


def described_default(option: click.Option) -> str:
    """What an option is where it is not given, and how often it may be."""
    told = []
    default = option.default
    given = isinstance(default, int | str) and not option.is_flag
    if given and "efault" not in (option.help or ""):
        told.append(f"Default: {default}.")
    if option.required:
        told.append("Must be given.")
    if option.multiple:
        told.append("May be given several times.")
    return " ".join(told)


def taken(option: click.Option, context: click.Context) -> str:
    """What the value of an option is called."""
    kind = option.type
    if option.metavar is None and isinstance(kind, click.IntRange):
        return "NUMBER"
    return option.make_metavar(context)


_OPTION = re.compile(r"(?<![\w`-])(--?[a-z][\w-]*|[A-Z]+_[A-Z_]+)(?![\w`])")


def _plain(text: str) -> str:
    """Text of a help: options as code, and nothing of it as markup."""
    outside = re.split(r"(`[^`]*`)", text)
    return "".join(
        part
        if part.startswith("`")
        else _OPTION.sub(r"`\1`", part.replace("<", "&lt;").replace("*", r"\*"))
        for part in outside
    )
