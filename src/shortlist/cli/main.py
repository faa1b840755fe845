"""The command line: the list of commands, global options, and exit codes.

A command's module is imported when the command is run, so that `shortlist --help` costs next to
nothing. Each module under `shortlist.cli` holds a command or group of the module's own name.
"""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from shortlist import __version__
from shortlist.cli.output import echo
from shortlist.tables import read_table

_COMMANDS = dict(read_table(Path(__file__).with_name("commands.tsv")))
"""What each command does, told without loading it."""

EXIT_CODES = {
    0: "done",
    1: "refused or failed",
    2: "wrong usage",
    3: "no key, a bad key or a missing scope",
    4: "not enough credits or budget",
    5: "still unavailable after retries",
    130: "interrupted",
}
"""What every command ends with."""

_EPILOG = f"Exit codes: {'; '.join(f'{code} {told}' for code, told in EXIT_CODES.items())}."


class _ReaderGone(Exception):
    """Whoever read our output has closed it; this is no error."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*_COMMANDS, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return super().get_command(ctx, cmd_name)
        command = getattr(importlib.import_module(f"shortlist.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], _COMMANDS, 1)
            if not near:
                raise
            text = f"{_sentence(error.message)} Did you mean `{near[0]}`?"
            raise click.UsageError(text, ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        # Before click gets to say something of its own about either.
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise click.Abort from None
        except BrokenPipeError:
            raise _ReaderGone from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx  # what the commands do is known without importing them
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.command(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=_EPILOG,
)
@click.version_option(__version__, message="shortlist %(version)s")
@click.option("--profile", metavar="NAME", help="Which saved profile to use.")
@click.pass_context
def _root(ctx: click.Context, profile: str | None) -> None:
    """Find people, build durable lists of them, and resolve their contact details.

    Without a command, this opens the app. With nothing configured it runs a service on this
    machine; SHORTLIST_BASE_URL and SHORTLIST_API_KEY, or a saved profile, name another deployment.
    """
    ctx.obj = profile
    if ctx.invoked_subcommand is None:
        from shortlist.cli.open import open_app

        ctx.exit(open_app(profile))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; whatever goes wrong is one line on stderr."""
    try:
        code = _root.main(arguments, prog_name="shortlist", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except (_ReaderGone, BrokenPipeError):
        return _quiet()
    except click.exceptions.NoArgsIsHelpError as lacking:
        echo(lacking.format_message(), err=True)
        return lacking.exit_code
    except Exception as error:
        return fail(error)
    except KeyboardInterrupt:
        return fail(click.Abort())


def fail(error: Exception) -> int:
    """Say in one line what went wrong, and return the exit code for it."""
    text, code = _told(error)
    flat = " ".join(text.split())
    if code == 1 and os.environ.get("SHORTLIST_DEBUG"):
        flat = "".join(traceback.format_exception(error)).rstrip()
    try:
        if _is(error, "shortlist.client.errors", "NotUnderstood"):
            _show_answer(error)
        echo(flat, err=True)
    except BrokenPipeError:
        return _quiet(code)
    return code


def _told(error: Exception) -> tuple[str, int]:
    # A native module that is interrupted while it is loaded says that it cannot be imported.
    loading = isinstance(error, ImportError) and isinstance(error.__cause__, KeyboardInterrupt)
    if loading or isinstance(error, click.Abort):
        return "Interrupted.", 130
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else "shortlist"
        return f"{_sentence(error.format_message())} See `{path} --help`.", 2
    if isinstance(error, click.ClickException):
        return error.format_message(), error.exit_code
    if _is(error, "shortlist.desk.places", "DeskError"):
        return str(error), _exit_code(error)
    if _is(error, "shortlist.client.errors", "ShortlistError"):
        return str(error), _exit_code(error)
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror or error}. Check the file or the disk and try again.", 1
    what = f"{type(error).__name__}: {error}"
    return f"This program failed: {what}. Set SHORTLIST_DEBUG=1 to see where, and report it.", 1


def _show_answer(error: Any) -> None:
    """What came in place of a result, as it is, where the result would stand."""
    from shortlist.cli.output import print_json

    print_json(error.answer)


def _is(error: Exception, module: str, name: str) -> bool:
    """Whether `error` is of a class, without importing a module that was not needed."""
    loaded: Any = sys.modules.get(module)
    return loaded is not None and isinstance(error, getattr(loaded, name))


def _exit_code(error: Any) -> int:
    return int(error.exit_code)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _quiet(code: int = 0) -> int:
    """End without a word, with nothing left to flush into a pipe without a reader."""
    for stream in (sys.stdout, sys.stderr):
        with open(os.devnull, "w") as nowhere:  # noqa: PTH123
            os.dup2(nowhere.fileno(), stream.fileno())
    return code
