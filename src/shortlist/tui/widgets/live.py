"""The live view of a Set: how far it is, what it costs, who came in, and why it stopped."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from textual.content import Content

from shortlist.contract.limits import people_price
from shortlist.tui.troubles import trouble_content
from shortlist.tui.widgets.meter import FULL, HELD, meter
from shortlist.tui.words import (
    ago,
    credits,
    number,
    people,
    plain,
    prose,
    set_state,
    time_left,
    why_it_stopped,
)

if TYPE_CHECKING:
    from shortlist.contract.sets import Criterion, PeopleSet
    from shortlist.tui.state import SetWork

Part = str | tuple[str, str] | Content

_CONNECTIONS = {
    "connecting": ("connecting", "$quiet-text"),
    "live": ("live", "$good"),
    "polling": ("polling", "$warn"),
    "reconnecting": ("reconnecting", "$warn"),
}


def live_content(entry: SetWork, width: int, height: int, now: datetime) -> Content:
    """All of a Set on one page of `width` cells, its lists cut to about `height` lines."""
    the_set = entry.the_set
    search = the_set.newest
    parts: list[Part] = [(prose(search.query if search else the_set.id, 400), "bold"), "\n"]
    parts += _state_line(entry, now)
    stopped = why_it_stopped(the_set)
    if stopped:
        parts += [stopped, "\n"]
    if entry.trouble:
        parts += [trouble_content(entry.trouble), "\n"]
    parts.append("\n")
    parts += _progress(the_set, width)
    parts += _budget(the_set, width)
    if search and search.criteria:
        parts += ["\n", ("Criteria", "bold"), ("   pass · unclear · reject", "$quiet-text"), "\n"]
        for criterion in search.criteria:
            parts += _criterion(criterion, width)
    room = max(3, (height - 14 - 2 * len(search.criteria if search else [])) // 2)
    if entry.newest:
        parts += ["\n", ("Newest people", "bold"), "\n"]
        for item in list(entry.newest)[:room]:
            what = " · ".join(plain(v, 60) for v in (item.person.title, item.person.company) if v)
            name = plain(item.person.name, 60) or plain(item.person.person_id, 40)
            person = Content.assemble(f"  {name}", (f"  {what}", "$quiet-text"))
            parts += [person.truncate(width, ellipsis=True), "\n"]
    if entry.feed:
        parts += ["\n", ("Events", "bold"), "\n"]
        for line in list(entry.feed)[:room]:
            at = line.at.astimezone().strftime("%H:%M:%S") if line.at else "        "
            parts += [(f"  {at} ", "$quiet-text"), (f" {line.text}\n", _tone(line.tone))]
    return Content.assemble(*parts)


def _tone(tone: str) -> str:
    return {"": "", "dim": "$quiet-text", "accent": "$lead"}.get(tone, f"${tone}")


def _state_line(entry: SetWork, now: datetime) -> list[Part]:
    search = entry.the_set.newest
    symbol, word, tone = set_state(search.status if search else entry.the_set.status)
    parts: list[Part] = [(f"{symbol} {word}", f"bold {_tone(tone)}")]
    if entry.canceling:
        parts.append((" · canceling", "$warn"))
    if entry.connection and not (search and search.finished):
        words, style = _CONNECTIONS.get(entry.connection, (entry.connection, "$quiet-text"))
        parts += [(" · ", "$quiet-text"), (words, style)]
    created = ago(entry.the_set.created_at, now)
    if created:
        parts.append((f" · made {created}", "$quiet-text"))
    parts += [(f" · {plain(entry.the_set.id, 40)}", "$quiet-text"), "\n"]
    return parts


def _progress(the_set: PeopleSet, width: int) -> list[Part]:
    search = the_set.newest
    admitted, asked = the_set.item_count, search.count if search else 0
    style = "$good" if search and search.status == "completed" else "$lead"
    left = time_left(search)
    words = f" {number(admitted)} of {number(asked)} admitted" + (f" · {left}" if left else "")
    parts: list[Part] = [("People  ", "$quiet-text")]
    parts += [meter(_meter_width(width), asked, (admitted, FULL, style)), words, "\n"]
    if search:
        p = search.progress
        line = (
            f"{number(p.checked)} checked of {people(p.candidates)} · "
            f"{number(p.review)} unclear · {number(p.rejected)} rejected"
        )
        parts += [(f"        {line}\n", "$quiet-text")]
    return parts


def _budget(the_set: PeopleSet, width: int) -> list[Part]:
    """What was spent, what is held back for the rest, and what may be spent at most."""
    search = the_set.newest
    spent = the_set.spent_credits
    finished = search.finished if search else True
    admitted = people_price(the_set.item_count)
    estimate = the_set.pricing.estimated_credits if the_set.pricing else None
    if estimate is None:
        estimate = people_price(search.count) if search else 0
    allowed = the_set.budget.credits
    most = min(estimate, allowed) if allowed is not None else estimate
    held = 0 if finished else max(0, most - spent)
    whole = max(allowed if allowed is not None else estimate, spent + held, 1)
    so_far = min(admitted, spent + held) if not finished else spent
    limit = f"{number(allowed)} allowed" if allowed is not None else "no limit"
    words = [f" {credits(spent)} spent", f"{number(held)} reserved", limit]
    bar = meter(
        _meter_width(width),
        whole,
        (so_far, FULL, "$warn"),
        (spent + held - so_far, HELD, "$warn"),
    )
    parts: list[Part] = [("Budget  ", "$quiet-text"), bar, " · ".join(words), "\n"]
    if not finished and admitted:
        text = f"        {credits(admitted)} for those admitted so far, charged at the end\n"
        parts.append((text, "$quiet-text"))
    return parts


def _criterion(criterion: Criterion, width: int) -> list[Part]:
    total = criterion.satisfied + criterion.unclear + criterion.rejected
    parts: list[Part] = [f"  {prose(criterion.description, 300)}\n", "  "]
    bar = meter(
        min(24, _meter_width(width)),
        max(1, total),
        (criterion.satisfied, FULL, "$good"),
        (criterion.unclear, HELD, "$warn"),
    )
    parts += [bar, f" {number(criterion.satisfied)}"]
    parts += [(f" · {number(criterion.unclear)}", "$warn")]
    parts += [(f" · {number(criterion.rejected)}", "$quiet-text")]
    if total:
        share = round(100 * criterion.rejected / total)
        parts.append((f"  rejects {share} %", "$quiet-text"))
    parts.append("\n")
    return parts


def _meter_width(width: int) -> int:
    return max(8, min(30, width - 48))
