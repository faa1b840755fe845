"""`shortlist journal`: requests that were sent and whose outcome is unknown."""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from shortlist.cli.deployment import (
    connecting,
    left_out_here,
    local,
    refuse_read_only,
    run_with_client,
)
from shortlist.cli.local_store import open_store
from shortlist.cli.output import amount, confirm, print_json, print_line, print_table, say

if TYPE_CHECKING:
    from shortlist.client import JournalRow, Resumed, Shortlist
    from shortlist.desk.connection import Connection


@click.group()
def journal() -> None:
    """Requests whose outcome is unknown, and finding it out.

    Every request that could cost something is written down before it leaves. Where no answer
    came back, sending the very same request with its own key tells what became of it, and is
    never billed a second time.
    """


@journal.command(name="list")
@connecting
def list_(as_json: bool, profile: str | None) -> None:
    """List the requests whose outcome is unknown. Sends nothing.

    Of every deployment and key; with --profile, those of that profile's deployment.
    """
    rows = asyncio.run(read_journal())
    if profile is not None:
        rows = [row for row in rows if _is_of(row, profile)]
    if as_json:
        print_json({"data": [_as_dict(row) for row in rows]})
    elif not rows:
        say("Nothing is open: the outcome of every request is known.")
    else:
        print_table(
            ("key", "request", "deployment", "state", "age", "note"),
            ((r.key, _request(r), r.origin, r.state, _age(r), r.note) for r in rows),
        )
        say("Find out what became of them: shortlist journal resume")


def _is_of(row: JournalRow, profile: str) -> bool:
    from shortlist.client.paths import BaseUrl
    from shortlist.desk.profiles import LOCAL, Profiles

    if profile == LOCAL:
        return row.account == LOCAL
    from shortlist.desk.places import find_places

    return row.origin == BaseUrl.parse(Profiles(find_places()).get(profile).base_url).origin


async def read_journal(*, every: bool = False) -> list[JournalRow]:
    """The requests whose outcome is unknown, or `every` one that was written down here."""
    from shortlist.client.journal import Journal
    from shortlist.desk.places import find_places

    path = find_places().journal
    if not path.exists():
        return []
    async with aclosing(Journal(path, time.time)) as kept:
        return await (kept.every() if every else kept.unresolved())


@journal.command(short_help="Find out what became of each of them.")
@connecting
def resume(as_json: bool, profile: str | None) -> None:
    """Send each of them again, with its own key, and say what became of it.

    A deployment keeps keys for 24 hours. What is older is asked about first, because it could be
    billed again; without a terminal it is left alone.
    """

    refuse_read_only(profile)
    from shortlist.desk.erasure import Theirs
    from shortlist.desk.replayed_answers import keep_replayed_answer, refusal_of_replay

    async def work(client: Shortlist, connection: Connection) -> int:
        rows = await client.unresolved()
        stale = sum(row.stale for row in rows)
        include = bool(stale) and sys.stdin.isatty() and sys.stderr.isatty()
        if include:
            include = confirm(
                f"{amount(stale, 'request')} older than 24 hours could be billed again. Send?"
            )
        code, elsewhere = 0, False
        theirs = Theirs(left_out_here())
        why_not = refusal_of_replay(theirs)
        async for resumed in client.resume(include_stale=include, why_not=why_not):
            if resumed.outcome == "unknown":
                code = 5
            if resumed.outcome == "skipped" and not resumed.row.stale:
                elsewhere = elsewhere or why_not(resumed.row) is None
            if resumed.outcome == "done":
                with open_store(connection) as store:
                    keep_replayed_answer(store, resumed.row, resumed.value, theirs)
            resumed = replace(resumed, value=theirs.answer_without(resumed.value))
            if as_json:
                print_json(_resumed(resumed))
            else:
                why = resumed.error or resumed.reason
                told = f": {why}" if why else ""
                print_line(f"{resumed.outcome}  {_request(resumed.row)}  {resumed.row.key}{told}")
        if stale and not include:
            say(
                f"{amount(stale, 'request')} left alone: older than 24 hours, so to send again "
                "could be billed again. Run this on a terminal to decide."
            )
        if not rows:
            say("Nothing is open: the outcome of every request is known.")
        if elsewhere:
            say(
                "What belongs elsewhere is resumed with its own deployment and key (--profile), "
                "or given up with `shortlist journal forget KEY`."
            )
        return code

    run_with_client(profile, work)


@journal.command(short_help="Give up on some for good.")
@click.argument("keys", metavar="KEY...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every request that `journal list` shows.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@local
def forget(keys: tuple[str, ...], everything: bool, yes: bool, as_json: bool) -> None:
    """Give up on requests that can no longer be found out, such as those of a removed profile.

    KEY is as `journal list` shows it. Sends nothing: whether a request was carried out, and
    billed, stays unknown for good, and what it brought cannot be fetched free of charge any more.
    """
    if bool(keys) == everything:
        raise click.UsageError("Give the keys of requests, or --all")
    rows = {row.key: row for row in asyncio.run(read_journal())}
    unknown = [key for key in keys if key not in rows]
    if unknown:
        raise click.ClickException(
            f"There is no open request {unknown[0]}: nothing was forgotten. See `journal list`."
        )
    chosen = list(rows.values()) if everything else [rows[key] for key in dict.fromkeys(keys)]
    if chosen and not yes:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise click.UsageError("Without a terminal, say --yes to forget")
        told = amount(len(chosen), "request")
        if not confirm(f"Give up on {told}? Each may have been billed."):
            raise click.ClickException("Nothing was forgotten.")
    asyncio.run(_forget(chosen))
    if as_json:
        print_json({"forgotten": [row.key for row in chosen]})
    else:
        say(f"{amount(len(chosen), 'request')} forgotten.")


async def _forget(rows: list[JournalRow]) -> None:
    from shortlist.client.journal import Journal
    from shortlist.desk.places import find_places

    async with aclosing(Journal(find_places().journal, time.time)) as kept:
        for row in rows:
            await kept.forget(row.key)


def _request(row: JournalRow) -> str:
    return f"{row.method} {row.path}"


def _age(row: JournalRow) -> str:
    minutes = int(row.age_seconds // 60)
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 48 * 60 else f"{minutes // 1440} days"


def _as_dict(row: JournalRow) -> dict[str, Any]:
    return {
        "key": row.key,
        "method": row.method,
        "path": row.path,
        "deployment": row.origin,
        "state": str(row.state),
        "age_seconds": round(row.age_seconds, 3),
        "stale": row.stale,
        "request_id": row.request_id,
        "note": row.note,
    }


def _resumed(resumed: Resumed) -> dict[str, Any]:
    return {
        **_as_dict(resumed.row),
        "outcome": resumed.outcome,
        "answer": resumed.value,
        "reason": resumed.reason,
        "error": str(resumed.error) if resumed.error else None,
    }
