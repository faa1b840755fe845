"""`shortlist search`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from shortlist.cli.deployment import (
    connecting,
    filter_options,
    left_out_here,
    refuse_read_only,
    run_with_client,
    say_left_out,
    say_synthetic,
    split_names,
)
from shortlist.cli.local_store import KeptAnswer, keep_receipts
from shortlist.cli.output import amount, number, print_json, print_table, say, standard_output
from shortlist.contract.filters import FILTERS
from shortlist.desk.match_counts import describe_count

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.contract.search import SearchResponse
    from shortlist.desk.connection import Connection
    from shortlist.desk.left_out import LeftOut

_COLUMNS = ("name", "title", "company", "location")


@click.command()
@click.argument("query", nargs=-1)
@click.option(
    "--type",
    "kind",
    type=click.Choice(["instant", "fast", "auto", "deep"]),
    help="How hard to look; what the deployment does by default is auto.",
)
@click.option(
    "-n",
    "--num-results",
    type=click.IntRange(1, 150),
    default=10,
    help="How many people: 1 to 150.",
)
@filter_options("Only")
@click.option("--fields", metavar="A,B", help="Fields of a person to ask for.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV on standard output.")
@click.option(
    "--kept", is_flag=True, help="What this very search found before, as kept here; free."
)
@connecting
def search(
    query: tuple[str, ...],
    kind: str | None,
    num_results: int,
    fields: str | None,
    as_csv: bool,
    kept: bool,
    as_json: bool,
    profile: str | None,
    **filters: str | None,
) -> None:
    """Find people that fit QUERY, filters, or both.

    1 credit buys 10 people found. What was found is kept on this machine: the very same search is
    said to cost again before it is asked again, and --kept shows what it found, free.
    """
    text = " ".join(query).strip() or None
    given = _given(filters)
    if text is None and not given:
        raise click.UsageError("A search needs a query or at least one filter")
    if as_csv and as_json:
        raise click.UsageError("Choose one of --csv and --json")
    asked = split_names(fields)
    if not kept:
        refuse_read_only(profile)

    async def work(client: Shortlist, connection: Connection) -> None:
        from shortlist.client.executor import new_key
        from shortlist.desk.charges import search_receipts

        desk = KeptAnswer(connection, text or "", given, kind or "auto", num_results, asked)
        asking: dict[str, Any] = {"type": kind or "auto", "num_results": num_results}
        asking["filters"] = given or None
        key = asking["idempotency_key"] = new_key()
        if kept:
            response = desk.read()
        else:
            desk.say_what_again_costs()
            response = await _find(client, text, asked, asking)
            words = " ".join([*([text] if text else []), *(f"{k}:{v}" for k, v in given.items())])
            found = len(response.data.results)
            keep_receipts(connection, search_receipts(words, found, response.meta, key))
        gone = leave_out(response, left_out_here())
        if not kept:
            desk.keep(response)
        if as_json:
            print_json(response.normalised())
            say_left_out(gone, "not shown")
            return
        if as_csv:
            _print_csv(response, text, connection)
            say_left_out(gone)
        else:
            _show(response, asked)
            say_left_out(gone, "not shown")
            if not (kept or gone or response.data.results):
                await _say_what_is_no_value(client, given)
        _tell(response, asked_now=not kept)

    run_with_client(profile, work, searches=True)


def _given(filters: dict[str, str | None]) -> dict[str, str]:
    """The filters that were given, each with a value."""
    given = {name: value for name in FILTERS if (value := (filters[name] or "").strip())}
    for name in FILTERS:
        if filters[name] is not None and name not in given:
            raise click.UsageError(f"--{name} is empty: give it a value, or leave it out")
    return given


async def _find(
    client: Shortlist, text: str | None, asked: list[str] | None, asking: dict[str, Any]
) -> SearchResponse:
    """What the service answers, with the fields that were `asked` for, or else those shown."""
    from shortlist.client.search_fields import search_with_fields
    from shortlist.contract.limits import SEARCH_FIELDS_SHOWN

    if asked:
        # A person chose them: others in their place would not be what was asked for.
        return await client.search(text, fields=asked, **asking)
    response, _ = await search_with_fields(client, text, SEARCH_FIELDS_SHOWN, **asking)
    return response


def _print_csv(response: SearchResponse, query: str | None, connection: Connection) -> None:
    from shortlist.desk.exports import write_csv
    from shortlist.desk.person_rows import as_columns, columns_of, search_rows

    rows = search_rows(response, query=query, deployment=connection.base_url)
    write_csv(standard_output(), map(as_columns, rows), columns_of(rows))


def leave_out(response: SearchResponse, left_out: LeftOut) -> int:
    """Take who is left out here out of `response`; how many those were."""
    data = response.data
    kept = [result for result in data.results if result.person not in left_out]
    gone = len(data.results) - len(kept)
    data.results[:] = kept
    if data.grounding:
        data.grounding.results[:] = [
            page
            for page in data.grounding.results
            if page.person not in left_out and {"profile_url": page.url} not in left_out
        ]
    return gone


def _show(response: SearchResponse, asked: list[str] | None) -> None:
    people = [result.person for result in response.data.results]
    if not people:
        say("Nobody was found who meets any of it. Try other words, or fewer filters.")
        return
    more = [name for name in ("seniority", "industry") if name in (asked or [])]
    names = [*_COLUMNS, *more, "confidence", "person_id"]
    # A person without a name is still somebody: the address of the profile tells them apart.
    rows = [
        [person.name or person.profile_url, *(getattr(person, name) for name in names[1:])]
        for person in people
    ]
    print_table([name.replace("_", " ") for name in names], rows)


async def _say_what_is_no_value(client: Shortlist, given: dict[str, str]) -> None:
    """Of a filter with a closed list, what was given that is not on it, and what is: free. A
    deployment that does not tell is done without."""
    from shortlist.cli.facets import is_no_value
    from shortlist.client.errors import ShortlistError

    for name, value in given.items():
        try:
            found = (await client.facet(name, value)).data
        except ShortlistError:
            return
        if is_no_value(found):
            there = ", ".join(one.value for one in found.values)
            say(f"No {name} is called {value}: there are {there}.")


_PAGES: Final = {
    "partial": "Public pages are incomplete",
    "unavailable": "No public pages could be had",
}
"""How a status of grounding is told (section 4.1)."""


def _tell(response: SearchResponse, *, asked_now: bool) -> None:
    echo = response.data.request
    say_synthetic(bool(echo and echo.synthetic))
    if echo and echo.plan and echo.plan.fallback:
        say(f"Read without the model: {echo.plan.fallback}.")
    grounding = response.data.grounding
    if grounding and (pages := _PAGES.get(grounding.status)):
        say(f"{pages}: people whom only they show may be missing.")
    if whole := describe_count(echo.plan.counted if echo and echo.plan else None):
        say(f"{whole[:1].upper()}{whole[1:]}.")
    parts = [amount(len(response.data.results), "person", "people")]
    charged, left = response.meta.credits_charged, response.meta.remaining_credits
    if asked_now:
        told = amount(charged, "credit")
        parts.append(told if charged is not None else f"credits charged: {told}")
    if left is not None and asked_now:
        parts.append(f"{number(left)} left")
    say(", ".join(parts))
