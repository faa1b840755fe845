"""Creating a Set from the command line: its estimate and criteria are shown first."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import click

from shortlist.cli.deployment import say_synthetic
from shortlist.cli.local_store import keep_set, open_store
from shortlist.cli.output import amount, confirm, print_json, print_pairs, say
from shortlist.contract.limits import CRITERION_MAX_CHARS, people_paid_by, people_price
from shortlist.desk.match_counts import describe_count
from shortlist.desk.pass_counts import PassCounts, read_pass_counts

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.contract.search import Counted
    from shortlist.contract.sets import CreatedSet
    from shortlist.desk.connection import Connection

_DERIVED = "what the service derives from so long a query, which cannot be known beforehand"
_NOTHING = "Nothing was created and nothing was spent."


@dataclass(frozen=True, slots=True)
class Wish:
    """A Set as it was asked for on the command line."""

    query: str
    count: int
    criteria: Sequence[str] = field(default_factory=list)
    """As given; without any it is the query as it stands."""
    budget: int | None = None
    """ACU."""
    understood: Sequence[str] = field(default_factory=list)
    """How the query was read when it was last searched for, where that is known."""
    found: PassCounts = field(default_factory=PassCounts)
    """Who of those found then passes what, by fields of their records."""

    def passing(self, criterion: str) -> str:
        """How many of those found before pass a criterion, in words; empty where nobody was."""
        if not self.found.of:
            return ""
        many = self.found.each(criterion)
        if many is None:
            return f" (of the {self.found.of:,} found, a check tells)"
        return f" ({many:,} of the {self.found.of:,} found pass)"

    @property
    def whole(self) -> Counted | None:
        """How many people of the whole index met what is checked when it was searched for."""
        return self.found.whole(self.criteria or self.understood)

    @property
    def checked(self) -> list[str]:
        """What will be checked; nothing where the service derives it from too long a query."""
        whole = [self.query] if len(self.query) <= CRITERION_MAX_CHARS else []
        return list(self.criteria) or whole

    @property
    def most(self) -> int:
        """What can be charged for it at most, in credits (4.2)."""
        price = people_price(self.count)
        return price if self.budget is None else min(price, self.budget)

    @property
    def price(self) -> str:
        """The same in words, with how many people that pays for."""
        people = amount(self.count, "person", "people")
        paid = people_paid_by(self.most)
        those = people if paid >= self.count else f"{paid:,} of {people}"
        return f"{amount(self.most, 'credit')} for {those}"


def show_estimate(wish: Wish, as_json: bool, **more: Any) -> None:
    """What it would cost and check; `more`: what else JSON tells."""
    if as_json:
        told = {"query": wish.query, "count": wish.count, "criteria": wish.checked}
        told |= {"understood": list(wish.understood)} if wish.understood else {}
        told |= {"found": _found(wish)} if wish.found.of else {}
        told |= {"counted": whole.to_wire()} if (whole := wish.whole) else {}
        print_json({**more, **told, "budget": wish.budget, "estimated_credits": wish.most})
        return
    print_pairs(
        [
            ("estimate", f"at most {wish.price}"),
            ("budget", wish.budget),
            *(("checked", c + wish.passing(c)) for c in wish.checked or [_DERIVED]),
            *(("understood", c + wish.passing(c)) for c in wish.understood),
            ("in all", describe_count(wish.whole) or None),
        ]
    )
    _say_understood(wish)
    say(_NOTHING)


def agree(wish: Wish) -> None:
    """On a terminal, say what it can cost and what will be checked, and go on only when that is
    agreed to. Raises `click.ClickException`."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return
    say(f"At most {wish.price}, charged at the end for those admitted. Checked of each:")
    for criterion in wish.checked or [_DERIVED]:
        say(f"- {criterion}{wish.passing(criterion)}")
    for criterion in wish.understood:
        say(f"  understood: {criterion}{wish.passing(criterion)}")
    if whole := describe_count(wish.whole):
        say(f"{whole[:1].upper()}{whole[1:]}.")
    _say_understood(wish)
    if not confirm("Create it?"):
        raise click.ClickException(_NOTHING)


def with_understood(wish: Wish, profile: str | None) -> Wish:
    """`wish` with how its query was read when it was last searched for on this machine, unless it
    has criteria of its own; and how many of those found then pass what is checked. Asks nobody."""

    from shortlist.desk.connection import resolve_connection
    from shortlist.desk.places import DeskError, find_places
    from shortlist.desk.store import FILE_NAME

    places = find_places()
    if not (places.data / FILE_NAME).exists():
        return wish
    try:
        with open_store(resolve_connection(profile, places)) as store:
            found = read_pass_counts(store.last_answer(wish.query))
            understood = [] if wish.criteria else store.understood(wish.query)
            return replace(wish, understood=understood, found=found)
    except DeskError:
        return wish  # whatever it is, it is said where it matters


def _found(wish: Wish) -> dict[str, Any]:
    """Who of those found before passes what, in JSON."""
    criteria = dict.fromkeys([*wish.checked, *wish.understood])
    met = {each: wish.found.each(each) for each in criteria}
    known = {each: many for each, many in met.items() if many is not None}
    every = wish.found.all(wish.understood or wish.checked)
    return {"people": wish.found.of, "pass": known, "pass_all": every}


def _say_understood(wish: Wish) -> None:
    if len(wish.understood) > 1:
        say("To have each of these checked, and told, apart, give it as a --criterion.")


async def create_set(
    client: Shortlist,
    connection: Connection,
    wish: Wish,
    as_json: bool,
    *,
    watch: bool,
    notify: bool = False,
    on_made: Callable[[str], object] = lambda _: None,
) -> int:
    """Create it, tell of it, and follow it where that is asked for; the exit code. `on_made`
    hears its id as soon as there is one."""
    from shortlist.client.executor import new_key

    key = new_key()
    created = await client.create_set(
        wish.query,
        count=wish.count,
        criteria=wish.checked or None,
        budget=wish.budget,
        idempotency_key=key,
    )
    keep_set(connection, created, key)
    on_made(created.id)
    if as_json:
        print_json(created.normalised())
    else:
        _show_created(created, wish)
    if not watch:
        if not as_json:
            say_synthetic(bool(created.synthetic))
        return 0
    from shortlist.cli.watch import follow

    return await follow(client, connection, created.id, as_json, notify)


def _show_created(created: CreatedSet, wish: Wish) -> None:
    estimate = created.pricing.estimated_credits if created.pricing else None
    search = created.search or created.newest
    print_pairs(
        [
            ("id", created.id),
            (
                "estimate",
                f"{amount(estimate, 'credit')} for {amount(wish.count, 'person', 'people')}"
                if estimate is not None
                else "not given; at most "
                f"{amount(people_price(wish.count), 'credit')} by the price "
                "of 10 people a credit",
            ),
            ("budget", created.budget.credits if created.budget else wish.budget),
            ("state", created.status),
            *(
                ("criterion", criterion.description)
                for criterion in (search.criteria if search else [])
            ),
        ]
    )
