"""The line that says what one press asks for and costs at most, and how it goes then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from shortlist.tui.features.enrich.forecast import running_words, stopped_words
from shortlist.tui.kit.funds import fund_words, tightest
from shortlist.tui.kit.words import count, credits, number, people
from shortlist.tui.live.enrichment import fields_words, limit_to_cap, most_cost, tally, what_to_ask

if TYPE_CHECKING:
    from collections.abc import Callable

    from shortlist.tui.live.state import AppState, EnrichWork

WHOLE_NAMES = 76
"""Cells from which names of fields, and sentences, are not shortened."""


def cost_content(state: AppState, width: int, key: Callable[[str], str]) -> Content:
    """`key`: how the key of a name is shown."""
    work = state.enrich
    if asking := tally(work).get("asking"):
        words = running_words(work) or "only what is found is charged"
        return Content.assemble(
            (f"{count(asking, 'field')} being asked for", "$lead"), f": {words}"
        )
    if not work.wanted:
        return Content.styled("Choose at least one field.", "$warn")
    if not work.subjects:
        return Content("Only what is found is charged.")
    asked = what_to_ask(work)
    fields = sum(len(names) for names in asked.values())
    if not fields:
        return _nothing_to_ask(work, key("do.retry"))
    asked, waiting = limit_to_cap(work, asked)
    if not asked:
        words = f"The cap of {credits(work.cap)} has no room: {count(waiting, 'field')} waiting."
        return Content.assemble((words, "$warn"), f" {key('enrich.cap')} raises it.")
    cost = sum(most_cost(names) for names in asked.values())
    known = len(work.subjects) * len(work.wanted) - fields
    spared = f" · {number(known)} known already, not asked" if known > 0 else ""
    fund = tightest(state)
    told = fund_words(fund)
    left = f" · {told[0].lower()}{told[1:-1].replace(':', '')}" if told else ""
    e = key("do.enrich")
    what = fields_words([name for names in asked.values() for name in names])
    whom, most = people(len(asked)), f"at most {credits(cost)}"
    if work.stopped:
        words = f"{stopped_words(work)}. {e} goes on, with {whom}: {most}"
        return Content.styled(words, "$warn")
    words = f"{e} asks for {what} of {whom}: {most}"
    if width < WHOLE_NAMES:
        words = f"{e}: {what.removeprefix('the ')} of {whom}, {most}"
    if work.floor is not None:
        spared = f" · stops under {number(work.floor)} % found{spared}"
    if work.cap is not None:
        more = f", {number(waiting)} wait" * bool(waiting)
        spared = f" · cap {number(work.cap)}{more}{spared}"
    short = fund is not None and fund.left is not None and fund.left < cost
    return Content.assemble((words, "$bad" if short else "$warn"), spared + left)


def _nothing_to_ask(work: EnrichWork, again_key: str) -> Content:
    again = sum(len(names) for names in what_to_ask(work, retry=True).values())
    if again and work.lost:
        words = f"{count(again, 'field')} got no answer"
        return Content.assemble(
            (words, "$warn"), ": asked for again when the service is back, and paid once."
        )
    if again:
        words = f"{count(again, 'field')} got no answer: {again_key} asks again"
        return Content.assemble((words, "$warn"), ". What was found is not asked for twice.")
    return Content("Everything wanted here is known, or was looked for.")
