"""The text of a Set's live view: how far it is, what it costs, who came in, and why it stopped.

Lines of text and nothing else: the live view and the replay show the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Final

from textual.content import Content

from shortlist.contract.limits import PEOPLE_PER_ACU, people_price
from shortlist.desk.match_counts import describe_count
from shortlist.tui.kit.meter import FREE, FULL, HELD, curve, meter
from shortlist.tui.kit.pane import with_hanging_indent
from shortlist.tui.kit.text_parts import Part, style_of
from shortlist.tui.kit.words import (
    NOT_GIVEN,
    ago,
    count,
    credits,
    number,
    people,
    plain,
    prose,
    state_of,
    time_left,
    why_it_stopped,
)
from shortlist.tui.live.set_progress import rates
from shortlist.tui.live.troubles import trouble_content

if TYPE_CHECKING:
    from shortlist.contract.sets import Criterion, PeopleSet, Progress, SetItem, SetSearch
    from shortlist.desk.own_verdicts import Agreement
    from shortlist.tui.live.state import FeedLine, SetWork


_CONNECTIONS: Final = {
    "connecting": ("connecting", "$quiet-text"),
    "live": ("live", "$good"),
    "polling": ("polling", "$warn"),
    "reconnecting": ("reconnecting", "$warn"),
    "listed": ("read now and then", "$quiet-text"),
}
_NONE: Final[Mapping[str, Agreement]] = {}
_LABEL: Final = 9
_BESIDE: Final = 100
"""From this width on, people and events stand side by side."""


def live_lines(
    entry: SetWork,
    width: int,
    height: int,
    now: datetime,
    purpose: str = "",
    agreed: Mapping[str, Agreement] = _NONE,
) -> list[Content]:
    """All of a Set as lines of at most `width` cells, its lists cut to about `height` lines.
    `agreed`: how often somebody here said the same as the service, by criterion."""
    the_set = entry.the_set
    search = the_set.newest
    query = prose(search.query if search else the_set.id, 400)
    lines = folded(Content.styled(query, "bold"), width)[:3]
    lines.append(_state_line(entry, now))
    stopped = why_it_stopped(the_set)
    if stopped:
        lines += folded(Content(stopped), width)
    if purpose:
        lines.append(Content.styled(f"For: {plain(purpose, 400)}", "$quiet-text"))
    if entry.trouble:
        lines += folded(trouble_content(entry.trouble), width)
    lines.append(Content())
    lines += _progress(the_set, width)
    lines += _budget(the_set, width)
    lines += _curves(entry, width)
    if search and search.criteria:
        lines += [Content(), *_criteria(search.criteria, width)]
        lines += _agreements(search.criteria, agreed, width)
    if search and search.finished and search.progress.review:
        review = _line("Review", (in_review(search, the_set.id), "$quiet-text"))
        lines += [Content(), *with_hanging_indent(review, max(20, width)).split()]
    room = max(4, height - len(lines))
    lines += _people_and_events(entry, width, room)
    return [line.truncate(width, ellipsis=True) for line in lines]


def folded(content: Content, width: int) -> list[Content]:
    """Lines at most so wide; what wraps stays under its value."""
    width = max(10, width)
    lines = with_hanging_indent(content, width).split(allow_blank=True)
    return [part for line in lines for part in line.wrap(width)]


def _line(label: str, *parts: Part) -> Content:
    return Content.assemble((f"{label:<{_LABEL}}", "$quiet-text"), *parts)


def _state_line(entry: SetWork, now: datetime) -> Content:
    search = entry.the_set.newest
    symbol, word, tone = state_of(entry.the_set)
    parts: list[Part] = [(f"{symbol} {word}", f"bold {style_of(tone)}")]
    if entry.canceling:
        parts.append((" · canceling", "$warn"))
    if entry.connection and not (search and search.finished):
        words, style = _CONNECTIONS.get(entry.connection, (entry.connection, "$quiet-text"))
        parts += [(" · ", "$quiet-text"), (words, style)]
    created = ago(entry.the_set.created_at, now)
    if created:
        parts.append((f" · made {created}", "$quiet-text"))
    parts.append((f" · {plain(entry.the_set.id, 40)}", "$quiet-text"))
    return Content.assemble(*parts)


def _progress(the_set: PeopleSet, width: int) -> list[Content]:
    search = the_set.newest
    admitted, asked = the_set.item_count, search.count if search else None
    style = "$good" if search and search.status == "completed" else "$lead"
    left = time_left(search)
    of = f" of {number(asked)}" if asked is not None else ""
    words = f" {number(admitted)}{of} admitted" + (f" · {left}" if left else "")
    # Of a whole that is not given there is no share.
    parts = [(admitted or 0, FULL, style)] if asked else []
    lines = [_line("People", meter(_meter_width(width), asked or 1, *parts), words)]
    if search:
        lines.append(_line("", (_checked(search.progress), "$quiet-text")))
        ended = search.finished or _has_all(search, admitted)
        if whole := describe_count(search.counted, admitted if ended else None):
            # A judge that reads may say otherwise of somebody: it is let look at the others.
            more = "" if search.finished or not ended else "; checking the others costs nothing"
            lines += folded(_line("In all", (f"{whole}{more}", "$quiet-text")), width)
    return lines


def _has_all(search: SetSearch, admitted: int | None) -> bool:
    """Whether all who meet the criteria by their records are in, though the search goes on."""
    met = search.counted.met if search.counted is not None else None
    return met is not None and admitted is not None and admitted >= met


def in_review(search: SetSearch, set_id: str) -> str:
    """Those in review: how many, because of what, and where the service's owner sees who."""
    some = search.progress.review or 0
    strictest = max(search.criteria, key=lambda each: each.unclear or 0, default=None)
    why = ""
    if strictest is not None and strictest.unclear:
        at = search.criteria.index(strictest) + 1
        why = f", most by {plain(strictest.id, 6) or f'c{at}'}"
    return (
        f"{people(some)}{why}, not billed. No API key sees who they are; where "
        f"the service runs, shortlist sets review {plain(set_id, 40)} lists them."
    )


def _checked(p: Progress) -> str:
    """How many were checked and what became of them, as far as it is given."""
    among = p.candidates is not None and p.candidates >= (p.checked or 0)
    of = f" of {people(p.candidates or 0)}" if among else ""
    told = f"checked: {NOT_GIVEN}" if p.checked is None else f"{number(p.checked)} checked{of}"
    rest = [(p.review, "unclear"), (p.rejected, "rejected")]
    return " · ".join([told, *(f"{number(n)} {word}" for n, word in rest if n is not None)])


def _budget(the_set: PeopleSet, width: int) -> list[Content]:
    """What was spent, what is held back for the rest, and what may be spent at most."""
    search = the_set.newest
    spent = the_set.spent_credits
    finished = search.finished if search else True
    admitted = people_price(the_set.item_count or 0)
    allowed = the_set.budget.credits if the_set.budget else None
    held = 0 if finished else _held(the_set, allowed)
    known, owed = spent or 0, held or 0
    whole = max(allowed or 0, known + owed, 1)
    so_far = min(admitted, known + owed) if not finished else known
    limit = f"limit {NOT_GIVEN}" if the_set.budget is None else "no limit"
    words = [
        f" spent: {NOT_GIVEN}" if spent is None else f" {credits(spent)} spent",
        *([] if held is None else [f"{number(held)} reserved"]),
        f"{number(allowed)} allowed" if allowed is not None else limit,
    ]
    # Of no limit there is no share: a full meter would read as one that is used up.
    parts = [(so_far, FULL, "$warn"), (known + owed - so_far, HELD, "$warn")]
    bar = meter(_meter_width(width), whole, *(parts if allowed is not None else ()))
    lines = [_line("Budget", bar, " · ".join(words))]
    if not finished and admitted:
        due = f"{credits(admitted)} for those admitted so far, due at the end"
        lines.append(_line("", (due, "$quiet-text")))
    return lines


def _held(the_set: PeopleSet, allowed: float | None) -> float | None:
    """What is held back for the rest of a running Set; `None` where that cannot be known."""
    search = the_set.newest
    estimate = the_set.pricing.estimated_credits if the_set.pricing else None
    if estimate is None and search is not None and search.count is not None:
        estimate = people_price(search.count)
    if estimate is None or the_set.spent_credits is None:
        return None
    most = min(estimate, allowed) if allowed is not None else estimate
    return max(0, most - the_set.spent_credits)


def _curves(entry: SetWork, width: int) -> list[Content]:
    """The admit rate and what the next person takes, from the first check to the last."""
    search = entry.the_set.newest
    shares = rates(entry.points, _meter_width(width))
    known = [share for share in shares if share is not None]
    p = search.progress if search is not None else None
    if not known or search is None or p is None or not p.checked or p.admitted is None:
        return []
    overall = p.admitted / p.checked
    lately = known[-max(1, len(known) // 5) :]
    recent = sum(lately) / len(lately)
    share = "under 1%" if 0 < overall < 0.005 else f"{overall:.0%}"
    told = f" {share} of those checked"
    if not search.finished:
        told += f", {recent:.0%} lately"
    lines = [_line("Admits", curve(shares, "$lead"), told.replace("%", " %"))]
    if not search.finished and (search.count is None or p.admitted < search.count):
        effort = [None if share is None else 1 / max(share, 1 / p.checked) for share in shares]
        checks = f" about {count(round(1 / recent), 'check')} · " if recent else " "
        lines.append(_line("Next", curve(effort, "$warn"), checks + next_price(p.admitted)))
    return lines


def next_price(admitted: int) -> str:
    """What the next person admitted adds to the charge: 1 credit begins each ten (4.2)."""
    left = -admitted % PEOPLE_PER_ACU
    return f"free: {left} more are covered" if left else "1 credit, for the next ten"


def _criteria(criteria: list[Criterion], width: int) -> list[Content]:
    """A line for each criterion: what it lets through, what stays unclear, what it rejects."""
    if not any(_is_counted(criterion) for criterion in criteria):
        return _uncounted(criteria, width)
    shares = [_rejects(criterion) for criterion in criteria]
    strictest = max((share for share in shares if share is not None), default=0)
    # Where the words would have no room beside the figures, the figures go below them.
    stacked = width < 64
    bar = 12
    words = 5 if stacked else width - bar - 33
    head = Content.assemble(
        ("Criteria", "bold"),
        (" " * max(1, words + bar - 3), ""),
        ("pass  unclear", "$quiet-text"),
    )
    lines = [head.truncate(width)]
    for number_, (criterion, share) in enumerate(zip(criteria, shares, strict=True), 1):
        name = plain(criterion.id, 6) or f"c{number_}"
        room = max(12, width - 1 if stacked else words)
        said = Content(plain(criterion.description, 500)).wrap(room - len(name) - 3)
        rest = [Content.assemble(" " * (len(name) + 3), line) for line in said[1:4]]
        what = Content.assemble((f"  {name} ", "$quiet-text"), said[0]).truncate(room, pad=True)
        if stacked:
            lines += [what, *rest]
            what, rest = Content(" " * words), []
        passed, unclear = criterion.satisfied, criterion.unclear
        total = (passed or 0) + (unclear or 0) + (criterion.rejected or 0)
        strict = share is not None and share == strictest and share >= 0.2
        told = "" if share is None else f"rejects {round(100 * share)} %"
        lines.append(
            Content.assemble(
                what,
                "  ",
                meter(
                    bar,
                    max(1, total),
                    (passed or 0, FULL, "$good"),
                    (unclear or 0, HELD, "$warn"),
                ),
                f" {number(passed):>6}",
                (f"  {number(unclear):>7}", "$warn" if unclear else ""),
                (f"  {told:>13}", "bold $warn" if strict else "$quiet-text"),
            )
        )
        lines += rest
    return lines


def _agreements(
    criteria: list[Criterion], agreed: Mapping[str, Agreement], width: int
) -> list[Content]:
    """How often somebody here and the service said the same of each criterion."""
    lines = []
    for number_, criterion in enumerate(criteria, 1):
        told = agreed.get(" ".join(criterion.description.split()))
        if told is None:
            continue
        name = plain(criterion.id, 6) or f"c{number_}"
        words = f"{name}: you agree in {number(told.agreed)} of {number(told.told)}"
        parts: list[Part] = [("  ✎ ", "$lead"), words]
        if told.is_seldom:
            parts.append((", seldom: W offers other words", "$warn"))
        lines += folded(Content.assemble(*parts), width)
    return lines


def _is_counted(criterion: Criterion) -> bool:
    counts = (criterion.satisfied, criterion.unclear, criterion.rejected)
    return any(count is not None for count in counts)


def _uncounted(criteria: list[Criterion], width: int) -> list[Content]:
    """The criteria alone, of a service that does not count what each lets through."""
    lines = [Content.styled("Criteria", "bold")]
    for at, criterion in enumerate(criteria, 1):
        name = plain(criterion.id, 6) or f"c{at}"
        said = Content(plain(criterion.description, 500)).wrap(max(12, width - len(name) - 3))
        lines.append(Content.assemble((f"  {name} ", "$quiet-text"), said[0]))
        lines += [Content.assemble(" " * (len(name) + 3), line) for line in said[1:4]]
    return lines


def _rejects(criterion: Criterion) -> float | None:
    if criterion.rejected is None:
        return None
    total = (criterion.satisfied or 0) + (criterion.unclear or 0) + criterion.rejected
    return criterion.rejected / total if total else None


def _people_and_events(entry: SetWork, width: int, room: int) -> list[Content]:
    beside = width >= _BESIDE
    each = max(3, room - 2 if beside else (room - 4) // 2)
    half = (width - 2) // 2 if beside else width
    came = [_person(item, half) for item in list(entry.newest)[:each]]
    told = [_event(line, half) for line in list(entry.feed)[:each]]
    if came:
        came = [Content.styled("Newest people", "bold"), *came]
    if told:
        told = [Content.styled("Events", "bold"), *told]
    if not (came or told):
        return []
    if not (beside and came and told):
        return [Content(), *came, *([Content()] if came and told else []), *told]
    longest = max(len(came), len(told))
    blank = Content()
    left = [*came, *[blank] * (longest - len(came))]
    right = [*told, *[blank] * (longest - len(told))]
    both = zip(left, right, strict=True)
    return [blank, *(Content.assemble(a.truncate(half, pad=True), "  ", b) for a, b in both)]


def _person(item: SetItem, width: int) -> Content:
    who = item.person
    what = " · ".join(plain(value, 60) for value in (who.title, who.company) if value)
    name = plain(who.name, 60) or plain(who.person_id, 40)
    return Content.assemble(f"  {name}", (f"  {what}", "$quiet-text")).truncate(
        width, ellipsis=True
    )


def _event(line: FeedLine, width: int) -> Content:
    at = line.at.astimezone().strftime("%H:%M:%S") if line.at else "        "
    told = Content.assemble((f"  {at}  ", "$quiet-text"), (line.text, style_of(line.tone)))
    return told.truncate(width, ellipsis=True)


def _meter_width(width: int) -> int:
    return max(6, min(30, width - 52))


def progress_cell(the_set: PeopleSet) -> str:
    """How far a Set is, in a cell of a list: `━━━───`."""
    search = the_set.newest
    if search is None or search.count is None or the_set.item_count is None:
        return ""
    full = round(6 * min(1.0, the_set.item_count / max(1, search.count)))
    full = max(full, 1) if the_set.item_count else 0
    return FULL * full + FREE * (6 - full)
