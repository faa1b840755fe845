"""`shortlist enrich --from`: resolving contacts for the people of a CSV file, resumable."""

from __future__ import annotations

import asyncio
import csv
import io
import math
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from shortlist.cli.deployment import notifying, run_with_client, say_left_out, say_synthetic
from shortlist.cli.enrich import WITHOUT_A_TERMINAL
from shortlist.cli.local_store import keep_contacts
from shortlist.cli.output import Meter, amount, confirm, print_json, say
from shortlist.cli.yields import Yield

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.desk.bulk import Stopped
    from shortlist.desk.connection import Connection
    from shortlist.desk.left_out import LeftOut
    from shortlist.desk.lookups import Lookup, Lookups
    from shortlist.desk.people_csv import PeopleCsv, PersonRow

_TICK_SECONDS = 0.5
_NO_ANCHOR_IN = (
    "with nothing to look up by: no person_id, profile_url, email, or name with company_domain"
)
_NO_ANCHOR = "no person_id, profile_url, email, or name with company_domain in this row"


@dataclass(frozen=True, slots=True)
class FileOrder:
    """The options of a run: whom, which fields, which file, and its bounds."""

    source: Path
    output: Path
    fields: list[str]
    yes: bool
    max_cost: int | None
    min_yield: float | None
    notify: bool
    as_json: bool


def enrich_file(order: FileOrder, profile: str | None) -> None:
    """Resolve what is ordered of everyone in the file, and write the results as answers come."""
    from shortlist.desk.guard import guard_of
    from shortlist.desk.people_csv import read_people
    from shortlist.desk.places import find_places, refuse_link

    output = order.output
    left_out = guard_of(find_places()).left_out
    people, gone = read_people(order.source).without(left_out)
    refuse_link(output)
    if not output.absolute().parent.is_dir():
        raise click.UsageError(f"There is no folder {output.parent} to write {output.name} in")
    if gone:
        say(
            f"{amount(gone, 'row')} of people left out on this machine: not asked for, not in "
            "the file."
        )
    for kind, count in people.anchors.most_common():
        say(f"{amount(count, 'row')} {f'looked up by {kind}' if kind else _NO_ANCHOR_IN}")

    async def work(client: Shortlist, connection: Connection) -> int:
        return await _resolve(client, connection, order, people, left_out)

    run_with_client(profile, work, searches=True)


async def _resolve(
    client: Shortlist,
    connection: Connection,
    order: FileOrder,
    people: PeopleCsv,
    left_out: LeftOut,
) -> int:
    """Look up everybody in the file; the exit code."""
    with ExitStack() as stack:
        lookups = stack.enter_context(closing(_lookups_of(order, connection)))
        lookups.add([row.anchor for row in people.rows if row.anchor])
        resend = _may_resend(lookups)
        yields = stack.enter_context(
            closing(Yield(connection, people, lookups, order.fields, order.min_yield, left_out))
        )
        yields.say_forecast(lookups.open_count())
        _ask(lookups, order.fields, order.yes, order.max_cost)
        told = stack.enter_context(notifying(order.notify, f"Enrichment of {order.source.name}"))
        results = _Results(order.output, people, order.fields, lookups, order.as_json, left_out)
        progress = _Progress(people, lookups, yields)
        stopped = await _look_up(client, order, lookups, results, progress, yields, resend)
        keep_contacts(connection, results.answered)
        came = _conclude(people, lookups, order.output)
        say_left_out(results.gone)
        if stopped is not None:
            told.append(f"Enrichment of {order.source.name}: {stopped}")
            say(str(stopped))
            return stopped.exit_code
        # 1, the service refused: where it did so for everybody, nothing was done.
        return 0 if came or not people.rows else 1


async def _look_up(
    client: Shortlist,
    order: FileOrder,
    lookups: Lookups,
    results: _Results,
    progress: _Progress,
    yields: Yield,
    resend: bool,
) -> Stopped | None:
    """Look up who is open, writing rows and progress; why it stopped, where it did before its
    end."""
    from shortlist.desk.bulk import Stopped, run_lookups

    def done(lookup: Lookup) -> None:
        yields.take(lookup)
        results.write_ready()
        progress.show(lookup)

    ticking = asyncio.create_task(progress.tick(client))
    try:
        results.write_ready()
        await run_lookups(
            client,
            lookups,
            order.fields,
            on_done=done,
            max_cost=order.max_cost,
            resend_stale=resend,
            why_stop=yields.why_stop,
        )
    except Stopped as stopped:
        return stopped
    except asyncio.CancelledError:
        progress.clear()
        say(f"{order.output} has what was resolved so far; the same command goes on from there.")
        raise
    finally:
        ticking.cancel()
        progress.clear()
        results.close()
    return None


def _lookups_of(order: FileOrder, connection: Connection) -> Lookups:
    """What is known of this run, or of the one that it goes on with."""
    from shortlist.desk.lookups import Lookups
    from shortlist.desk.places import find_places

    # The port of the service on this machine may change; it stays the same deployment.
    origin = connection.base_url if connection.kind != "embedded" else connection.name
    return Lookups(
        find_places(),
        output=order.output,
        source=order.source,
        fields=order.fields,
        origin=origin,
    )


def _may_resend(lookups: Lookups) -> bool:
    stale = lookups.stale_count()
    if not stale:
        return False
    told = f"{amount(stale, 'lookup')} of an earlier run left more than 24 hours ago unanswered"
    if sys.stdin.isatty() and sys.stderr.isatty():
        return confirm(f"{told}; to send again could be billed again. Send?")
    say(f"{told}, and stay as they are: run this on a terminal to decide.")
    return False


def _ask(lookups: Lookups, fields: list[str], yes: bool, max_cost: int | None) -> None:
    """Say what it can cost, and go on only when that was agreed to."""
    from shortlist.contract.limits import ENRICH_PRICES
    from shortlist.desk.bulk import fields_without_price, price_of

    unknown = ", ".join(fields_without_price(fields))
    if unknown and max_cost is not None:
        raise click.UsageError(f"--max-cost cannot be kept: what {unknown} costs is not known here")
    left = lookups.open_count()
    if not left:
        return
    each = price_of(fields)
    prices = ", ".join(f"{field} {ENRICH_PRICES.get(field, 'unknown')}" for field in fields)
    beside = f" beside what {unknown} costs, which is not known here" if unknown else ""
    bound = f", and --max-cost stops the run at {max_cost:,}" if max_cost is not None else ""
    say(
        f"{amount(left, 'person', 'people')} to look up: at most {amount(left * each, 'credit')}"
        f"{beside} ({prices}; only what is found is charged){bound}."
    )
    if yes:
        return
    if sys.stdin.isatty() and sys.stderr.isatty():
        if not confirm("Go on?"):
            raise click.ClickException("Nothing was sent and nothing was spent.")
    elif max_cost is None:
        raise click.UsageError(WITHOUT_A_TERMINAL)


class _Results:
    """The output file. Rows stand in the order of the input; each is written when its turn and
    its answer have come. It can always be made again from what is on disk of the run."""

    def __init__(
        self,
        output: Path,
        people: PeopleCsv,
        fields: Sequence[str],
        lookups: Lookups,
        as_json: bool,
        left_out: LeftOut,
    ) -> None:
        from shortlist.desk.places import writing

        self.gone = 0
        """Rows not written because what was found is of somebody left out on this machine."""
        self.answered: list[tuple[Mapping[str, str], Mapping[str, Any]]] = []
        """Whom each answer was about, and what it said of each field."""
        self._left_out = left_out
        self._output, self._whom = output, set[str]()
        self._people = people
        self._lookups = lookups
        self._fields = fields
        self._as_json = as_json
        self._next = 0
        taken = {name.strip().lower() for name in people.header}
        self._names = {
            field: field if field.lower() not in taken else f"{field}_resolved" for field in fields
        }
        renamed = [name for field, name in self._names.items() if field != name]
        if renamed:
            say(f"The file has such a column already, so results are in {', '.join(renamed)}.")
        with writing(output):
            pass
        self._file: IO[bytes] = output.open("r+b")
        self._write([*people.header, *self._added_names()])

    def _added_names(self) -> list[str]:
        from shortlist.desk.person_rows import ENRICHMENT_PARTS

        return [
            *(self._names[field] + part for field in self._fields for part in ENRICHMENT_PARTS),
            "error",
        ]

    def write_ready(self) -> None:
        """Write every row whose turn it is and whose answer is here."""
        while self._next < len(self._people.rows):
            row = self._people.rows[self._next]
            lookup = self._lookups.lookup(row.anchor) if row.anchor else None
            if lookup is not None and not lookup.done:
                break
            self._write_row(row, lookup)
        self._file.flush()

    def close(self) -> None:
        """Write the rows that have no answer yet too, so that none is missing."""
        for row in self._people.rows[self._next :]:
            self._write_row(row, self._lookups.lookup(row.anchor) if row.anchor else None)
        self._file.close()
        from shortlist.desk.exports import note_export

        note_export(str(self._output.absolute()), "csv", self._whom)

    def _write_row(self, row: PersonRow, lookup: Lookup | None) -> None:
        self._next += 1
        answer = lookup.answer if lookup else None
        if lookup is None:
            error = _NO_ANCHOR
        elif lookup.done:
            error = lookup.error or ""
        else:
            error = "not resolved yet: run the same command again"
        data: dict[str, Any] = answer.get("data", {}) if answer else {}
        from shortlist.desk.export_history import brief_person

        if self._left_out.mentioned_in((n, str(found.get("value"))) for n, found in data.items()):
            self.gone += 1
            return
        values = {name: found.get("value") for name, found in data.items()}
        self._whom.update(brief_person({**(row.anchor or {}), **values}))
        if row.anchor and data:
            self.answered.append((row.anchor, data))
        added: list[Any] = []
        for field in self._fields:
            found = data.get(field) or {}
            names = ("value", "status", "confidence", "source", "last_seen")
            added += [found.get(name) for name in names]
        self._write([*row.cells, *added, error])
        if self._as_json:
            print_json(
                {
                    "line": row.line,
                    "anchor": row.anchor,
                    "data": data or None,
                    "meta": answer.get("meta") if answer else None,
                    "error": error or None,
                }
            )

    def _write(self, cells: Sequence[Any]) -> None:
        from shortlist.desk.exports import csv_cell

        line = io.StringIO(newline="")
        csv.writer(line).writerow(csv_cell(cell) for cell in cells)
        self._file.write(line.getvalue().encode("utf-8", "replace"))


class _Progress:
    """`128 of 500  31 credits  0:12, about 0:40 left`, or what holds it up."""

    def __init__(self, people: PeopleCsv, lookups: Lookups, yields: Yield) -> None:
        self._yields = yields
        self._meter = Meter()
        self._open = lookups.open_count()
        self._total = len({tuple(row.anchor.items()) for row in people.rows if row.anchor})
        self._done = 0
        self._credits = lookups.spent()
        self._began = time.monotonic()
        self._held = 0.0

    def show(self, lookup: Lookup) -> None:
        self._done += 1
        self._credits += lookup.credits
        self._draw()

    async def tick(self, client: Shortlist) -> None:
        """Draw again as time passes, also while nothing comes back."""
        while self._meter.on:
            await asyncio.sleep(_TICK_SECONDS)
            self._held = client.connection.held_seconds
            self._draw()

    def clear(self) -> None:
        self._meter.clear()

    def _draw(self) -> None:
        passed = time.monotonic() - self._began
        parts = [
            f"{self._total - self._open + self._done:,} of {self._total:,}",
            amount(self._credits, "credit"),
        ]
        clock = _clock(passed)
        if self._held > 0:
            parts += [clock, f"waiting for the rate limit, {math.ceil(self._held)} s"]
        elif self._done:
            left = passed / self._done * (self._open - self._done)
            parts.append(f"{clock}, about {_clock(left)} left")
        else:
            parts.append(clock)
        parts += filter(None, (self._yields.line(),))
        self._meter.show("  ".join(parts))


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"


def _conclude(people: PeopleCsv, lookups: Lookups, output: Path) -> bool:
    """Say what came of the run; whether any row came through without an error."""
    found = errors = left = 0
    synthetic = False
    for row in people.rows:
        lookup = lookups.lookup(row.anchor) if row.anchor else None
        if lookup is None or lookup.error:
            errors += 1
        elif lookup.answer is None:
            left += 1
        else:
            synthetic = synthetic or bool(lookup.answer["meta"].get("synthetic"))
            found += any(field["status"] == "found" for field in lookup.answer["data"].values())
    parts = [
        amount(len(people.rows), "row"),
        f"{found:,} with something found",
        *([f"{errors:,} with an error (see its last column)"] if errors else []),
        *([f"{left:,} not resolved yet"] if left else []),
        f"{amount(lookups.spent(), 'credit')} in all",
    ]
    say_synthetic(synthetic)
    say(f"{', '.join(parts)}: {output}")
    return errors < len(people.rows)
