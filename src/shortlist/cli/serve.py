"""`shortlist serve`: the service in the foreground."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from shortlist.cli.deployment import json_option
from shortlist.cli.output import say

F = TypeVar("F", bound=Callable[..., Any])


def default_data_dir() -> Path:
    """Where the local service keeps its data unless told otherwise."""
    from shortlist.desk.places import find_places

    return find_places().service


def data_dir_option(command: F) -> F:
    """`--data-dir`, as every command on the local service takes it."""
    return click.option(
        "--data-dir",
        type=click.Path(file_okay=False, path_type=Path),
        default=default_data_dir,
        metavar="DIR",
        help="Where the service keeps everything.",
    )(command)


DATABASE_VARIABLE = "SHORTLIST_DATABASE_URL"


def database_option(command: F) -> F:
    """`--database`, as every command on the local service takes it."""
    return click.option(
        "--database",
        metavar="URL",
        envvar=DATABASE_VARIABLE,
        callback=_warn_of_password,
        help="A database other than the folder's own SQLite. One with a password is better given "
        f"as {DATABASE_VARIABLE}, which no list of processes shows.",
    )(command)


def _warn_of_password(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> str | None:
    given = context.get_parameter_source(str(parameter.name))
    if given is click.core.ParameterSource.COMMANDLINE and _PASSWORD.search(value or ""):
        say(
            "Others on this machine can read the password in --database in the list of processes; "
            f"give the URL as {DATABASE_VARIABLE} instead."
        )
    return value


_PASSWORD = re.compile(r"//[^/@\s]*:[^/@\s]+@|[?&]password=")


def service_errors(command: F) -> F:
    """Say in one line, with exit code 1, what keeps the local service from starting."""

    @functools.wraps(command)
    def run(*args: Any, **options: Any) -> Any:
        try:
            from sqlalchemy.exc import DatabaseError, OperationalError

            from shortlist.service.config import ConfigError
            from shortlist.service.db.engine import BadDatabase
            from shortlist.service.db.migrate import DatabaseTooNew
            from shortlist.service.folder import StartError
            from shortlist.service.room import NoRoom
        except ModuleNotFoundError as missing:
            raise click.ClickException(
                f"the service is not installed ({missing.name} is missing): pip install '.[local]'"
            ) from None
        try:
            return command(*args, **options)
        except (BadDatabase, ConfigError, DatabaseTooNew, NoRoom, StartError) as error:
            raise click.ClickException(str(error)) from None
        except (OperationalError, DatabaseError) as error:
            why = " ".join(str(error.orig).split())
            unusable = isinstance(error, OperationalError)
            told = _database_told(options["data_dir"], options.get("database"), why, unusable)
            raise click.ClickException(told) from None
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            raise click.ClickException(f"{where}{error.strerror or error}") from None

    return run  # type: ignore[return-value]


def on_local_service(command: F) -> F:
    """What every command on the local service takes, and what keeps that from starting in a
    line."""
    return data_dir_option(database_option(json_option(service_errors(command))))


def _database_told(data_dir: Path, given: str | None, why: str, unusable: bool) -> str:
    """Which database failed and what to do, in one line; never with a password."""
    from shortlist.service.db.database_note import database_of, without_password
    from shortlist.service.db.engine import database_url

    folder = data_dir.resolve()
    url = without_password(database_url(folder, database_of(folder, given)))
    own = url.startswith("sqlite")
    where = url.removeprefix("sqlite:///") if own else url
    if not own:
        noted = "" if given else f"; the service of {folder} keeps its state there: if it asks"
        noted = noted and f"{noted} for a password, give the whole URL as {DATABASE_VARIABLE}"
        return f"the database {where} cannot be used: {why}{noted}"
    if unusable:
        return f"the database {where} cannot be used: {why}"
    return (
        f"the database {where} is damaged ({why}); put back a copy of it, or move it away to begin "
        "with an empty one"
    )


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(0, 65535), default=8710, show_default=True)
@data_dir_option
@database_option
@click.option(
    "--config",
    "config_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Settings, instead of service.toml in the data folder.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Whole processes that answer on one socket, each searching by itself.",
)
@click.option("--bootstrap-key", type=click.Path(dir_okay=False, path_type=Path), hidden=True)
@click.option("--linger", "linger_seconds", type=click.FloatRange(min=1), hidden=True)
@service_errors
def serve(**options: Any) -> None:
    """Run the service in the foreground, until it is interrupted."""
    from shortlist.service.runtime.main import ServeOptions, serve

    serve(ServeOptions(**options))


if __name__ == "__main__":
    serve()
