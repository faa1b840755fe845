"""The manual of each command, and what shells complete it by; both go into the wheel."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import groupby

import click
from click.shell_completion import get_completion_class
from docs.make.commands import commands, described_default, help_of, taken
from docs.make.environment import VARIABLES

from shortlist.cli.main import _COMMANDS, _root

COMPLETIONS = {
    "bash": "bash-completion/completions/shortlist",
    "zsh": "zsh/site-functions/_shortlist",
    "fish": "fish/vendor_completions.d/shortlist.fish",
}


def files() -> dict[str, Callable[[], str]]:
    """Each file below `share`, and what makes it."""
    names = ["shortlist", *(f"shortlist-{name}" for name in _COMMANDS)]
    return {
        **{f"man/man1/{name}.1": partial(_manual, name) for name in names},
        **{path: partial(_completion, shell) for shell, path in COMPLETIONS.items()},
    }


def _completion(shell: str) -> str:
    chosen = get_completion_class(shell)
    assert chosen is not None
    return chosen(_root, {}, "shortlist", "_SHORTLIST_COMPLETE").source().strip() + "\n"


def _manual(name: str) -> str:
    of = {key: list(told) for key, told in groupby(commands(), lambda each: "-".join(each[0][:2]))}
    told = of[name]
    path, command = told[0]
    parts = [
        f'.TH {name.upper()} 1 "" "Shortlist" "Commands of Shortlist"',
        ".SH NAME",
        f"{_text(name)} \\- {_text(_first(command))}",
        ".SH SYNOPSIS",
        *(_usage(path, each) for path, each in told),
        ".SH DESCRIPTION",
        *_help(help_of(command)),
    ]
    if name == "shortlist":
        parts += [".SH COMMANDS"]
        for inner, text in _COMMANDS.items():
            parts += [".TP", f"\\fBshortlist\\-{_text(inner)}\\fR(1)", _text(text)]
    parts += [".SH OPTIONS", *_options(path, command)]
    for inside, each in told[1:]:
        parts += [f".SS {_text(' '.join(inside))}", *_help(help_of(each))]
        parts += _options(inside, each)
    if name == "shortlist":
        parts += [".SH ENVIRONMENT"]
        for variable, text in VARIABLES.items():
            parts += [".TP", f"\\fB{_text(variable)}\\fR", _text(text.replace("`", ""))]
    ends = _root.epilog or ""
    parts += [".SH EXIT STATUS", _text(ends.removeprefix("Exit codes: "))]
    if name != "shortlist":
        parts += [".SH SEE ALSO", "\\fBshortlist\\fR(1)"]
    return "\n".join(parts) + "\n"


def _first(command: click.Command) -> str:
    return " ".join(help_of(command).split("\n\n")[0].split()).rstrip(".")


def _usage(path: list[str], command: click.Command) -> str:
    pieces = command.collect_usage_pieces(click.Context(command, info_name=path[-1]))
    return f".B {_text(' '.join(path))}\n{_text(' '.join(pieces))}\n.br"


def _help(text: str) -> list[str]:
    told: list[str] = []
    for paragraph in text.strip().split("\n\n"):
        as_it_is = paragraph.removeprefix("\b\n")
        if as_it_is != paragraph:
            told += [".PP", ".nf", *(_text(line) for line in as_it_is.splitlines()), ".fi"]
        else:
            told += [".PP", _text(" ".join(paragraph.split()))]
    return told


def _options(path: list[str], command: click.Command) -> list[str]:
    context = click.Context(command, info_name=" ".join(path))
    parts: list[str] = []
    for option in command.params:
        if not isinstance(option, click.Option) or option.hidden:
            continue
        names = ", ".join(
            f"\\fB{_text(each)}\\fR" for each in (*option.opts, *option.secondary_opts)
        )
        takes = "" if option.is_flag else f" \\fI{_text(taken(option, context))}\\fR"
        text = " ".join(filter(None, (option.help, described_default(option))))
        parts += [".TP", names + takes, _text(text)]
    return parts


def _text(text: str) -> str:
    """`text` as roff prints it: nothing of it is a request or an escape."""
    safe = text.replace("\\", r"\e").replace("-", r"\-").replace("`", r"\(ga")
    safe = safe.replace("…", "...").replace("–", r"\(en")
    return re.sub(r"^([.'])", r"\\&\1", safe)
