"""What lookups will likely find and cost, by what this machine's own came to: before they are asked
for, and while they run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.content import Content

from shortlist.contract.limits import ENRICH_FIELDS
from shortlist.desk.hit_rates import (
    NAMED_MOST,
    TELLING,
    Rate,
    falls_short,
    likely_cost,
    most_asked,
    percent,
)
from shortlist.tui.kit.words import FIELD_NAMES, credits, number, people, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from shortlist.contract.enrich import EnrichResponse
    from shortlist.desk.store import Store
    from shortlist.tui.kit.text_parts import Part
    from shortlist.tui.live.state import EnrichWork, Subject

_INDENT: Final = "  "
_UNKNOWN: Final = "How often that is found is not known on this machine yet."


def begin_run(work: EnrichWork, store: Store | None, fields: Iterable[str]) -> None:
    """A run begins: nothing is answered yet, and what came of lookups before is known."""
    from shortlist.desk.places import DeskError

    work.found = work.answered = 0
    work.stopped = False
    work.billed = {}
    if store is None:
        return
    try:
        rates = {name: store.billed_rate(name) for name in fields}
    except DeskError:
        return
    work.billed = {name: (rate.found, rate.asked) for name, rate in rates.items()}


def count_answer(work: EnrichWork, answer: EnrichResponse) -> bool:
    """Count an answer of the run; whether the run is to stop, as too little is found."""
    from shortlist.contract.enrich import FOUND
    from shortlist.desk.charges import outcomes_of

    work.answered += 1
    work.found += any(told.status == FOUND for told in answer.data.values())
    for outcome in outcomes_of("", "", answer):
        billed, asked = work.billed.get(outcome.field, (0, 0))
        work.billed[outcome.field] = (billed + outcome.billed, asked + 1)
    if work.stopped or not falls_short(Rate(work.found, work.answered), work.floor):
        return False
    work.stopped = True
    return True


def found_before(
    store: Store, asked: Mapping[str, Sequence[str]], of: Iterable[Subject]
) -> Content:
    """Of each field that is asked for, of which enough is known, how often it was found before, by
    provider and company; then what all of it will likely cost. `asked`: fields by subject."""
    from shortlist.desk.places import DeskError

    many = {name: sum(name in names for names in asked.values()) for name in ENRICH_FIELDS}
    many = {name: n for name, n in many.items() if n}
    domains = {subject.anchor.fields.get("company_domain", "") for subject in of}
    parts: list[Part] = []
    try:
        rates = {name: store.rate(name) for name in many}
        billed = {name: store.billed_rate(name) for name in many}
        known = [name for name in many if rates[name].asked >= TELLING]
        width = max((len(FIELD_NAMES[name]) for name in known), default=0)
        for name in known:
            title = f"{FIELD_NAMES[name]:{width}}  "
            parts.append(f"{title}found for {rate_words(rates[name], ' asked before')}\n")
            if where := _where(store, name, domains):
                parts.append((f"{_INDENT}{where}\n", "$quiet-text"))
    except DeskError:
        return Content()
    if len(known) == len(many):
        parts.append((f"{cost_words(many, billed, len(asked))}\n", "bold"))
    elif not known:
        parts.append((f"{_UNKNOWN}\n", "$quiet-text"))
    return Content.assemble(*parts)


def _where(store: Store, field: str, domains: Iterable[str]) -> str:
    """Which providers supplied a field, and how often it was found at the companies of a list."""
    rates = [*store.rates_by_provider(field).items()][:NAMED_MOST]
    told = [f"{plain(name, 30)} {percent(rate.share)}" for name, rate in rates]
    words = [f"from {', '.join(told)}"] if told else []
    often = most_asked(store.rates_by_domain(field, domains))
    at = [f"at {plain(name, 40)} {rate_words(rate)}" for name, rate in often]
    return "; ".join([*words, *at])


def cost_words(
    many: Mapping[str, int], billed: Mapping[str, Rate | tuple[int, int]], whom: int = 0
) -> str:
    """`These 12 people will likely cost 4 to 9 credits.`; of so many fields, of `whom`; empty where
    nothing is known of one of them."""
    cost = likely_cost(many, {name: Rate(*rate) for name, rate in billed.items()})
    if cost is None:
        return ""
    low, high = round(cost[0]), round(cost[1])
    told = credits(high) if low == high else f"{number(low)} to {credits(high)}"
    return f"{people(whom)} will likely cost {told}." if whom else told


def running_words(work: EnrichWork) -> str:
    """How the run goes, and what the rest of it will likely cost: `found for 41 % of 29 (25 to
    59 %), the rest likely 2 to 7 credits`. Empty before the first answer."""
    if not work.answered:
        return ""
    told = f"found for {rate_words(Rate(work.found, work.answered))}"
    asking = [
        name
        for subject in work.subjects.values()
        for name, field in subject.fields.items()
        if field.status == "asking"
    ]
    rest = cost_words({name: asking.count(name) for name in set(asking)}, work.billed)
    return f"{told}, the rest likely {rest}" if rest else told


def stopped_words(work: EnrichWork) -> str:
    """Why a run went no further."""
    rate = rate_words(Rate(work.found, work.answered))
    return f"Enrichment stopped: found for {rate}, under the {work.floor} % that you set"


def rate_words(rate: Rate, which: str = "") -> str:
    """`62 % of 48 (48 to 75 %)`: and where the true share likely is."""
    low, high = (round(end * 100) for end in rate.interval)
    return f"{percent(rate.share)} of {number(rate.asked)}{which} ({low} to {high} %)"
