"""The texts of the Search screen: price, counts, warnings, why nobody was found; its columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from textual.content import Content

from shortlist.contract.limits import people_price
from shortlist.desk.match_counts import abbreviate_count
from shortlist.tui.features.search.parts_met import FAIR, marks_cell
from shortlist.tui.features.search.understanding import Chip
from shortlist.tui.kit.columns import Cell, Column
from shortlist.tui.kit.text_parts import Part
from shortlist.tui.kit.words import (
    confidence,
    count,
    credits,
    duration,
    in_words,
    number,
    people,
    plain,
)

if TYPE_CHECKING:
    from shortlist.contract.person import Person
    from shortlist.contract.search import PlanTerm, SearchResponse
    from shortlist.tui.kit.funds import Fund
    from shortlist.tui.kit.query.question import Question
    from shortlist.tui.live.state import AppState, LinkState, SearchWork, Trouble

EXAMPLES: Final = (
    "engineering leaders in Europe",
    "software engineers who know Kubernetes",
    "finance directors in Europe",
)
"""Questions that the sample directory answers well; they are the past of who has none."""

SURE: Final = 0.75
"""A confidence from which a person is called a strong match; below `FAIR` a weak one."""


def how_sure(value: float) -> str:
    """What a confidence is called."""
    return "strong" if value >= SURE else "fair" if value >= FAIR else "weak"


def price_content(asked: Question, fund: Fund | None, width: int) -> Content:
    """Type, count and price, for the end of the query line. Type and count answer to a click.
    `fund`: what bounds it."""
    price = people_price(asked.count)
    left = fund.left if fund is not None else None
    beyond = left is not None and price > left
    if width >= 110:
        how_many, cost = people(asked.count), f"up to {credits(price)}"
    elif width >= 76:
        how_many, cost = people(asked.count), f"≤ {number(price)} cr"
    else:
        how_many, cost = number(asked.count), f"≤{number(price)} cr"
    if beyond and fund is not None:
        cost = f"! {cost}, {number(left)} left{fund.when}"
    return Content.from_markup(
        f"[@click=screen.next_type]{asked.type}[/] [$quiet-text]·[/] "
        f"[@click=screen.count(1,True)]{how_many}[/] [$quiet-text]·[/] "
        f"[{'$warn' if beyond else '$quiet-text'}]{cost}[/] "
    )


def searching(link: LinkState) -> str:
    """What a search that runs waits for, where it waits for something."""
    if link.stage != "ready":
        doing = f": {plain(link.text, 80).lower()}" if link.text else ""
        return f"The search waits{doing or ' for the service'}…"
    held, silent = link.standing.held_seconds, link.standing.silent_seconds
    if held:
        return f"The service asks to wait: the search runs in {duration(held)}…"
    if silent:
        return f"Searching… no answer for {duration(silent)}. Whatever comes, it is paid once."
    return "Searching…"


def kept_words(work: SearchWork, again: str, width: int) -> str:
    """Of when the people are that this machine kept, and what asking again costs; `again` is the
    key that does, `width` the terminal's, in cells."""
    if work.kept_at is None or work.answered is None or work.running or work.trouble is not None:
        return ""
    price = people_price(work.answered.count)
    cost = f"up to {credits(price)}" if width >= 110 else f"≤ {number(price)} cr"
    return f"kept {work.kept_at.astimezone():%Y-%m-%d %H:%M} · {again} asks again, {cost}"


def counts_content(state: AppState, kept: str = "") -> Content:
    """What was found, selected and charged, and what is missing from it. `kept` is what is said
    where this machine kept it: nothing was charged."""
    work = state.search
    parts: list[Part] = []
    told: list[Part] = []
    answer = work.answer
    if answer is not None and work.answered is not None:
        found, asked = len(answer.data.results), work.answered.count
        of = f" of {number(asked)} asked for" if found < asked else ""
        before = " by the search before" if work.trouble is not None or work.running else ""
        parts.append(f"{people(found)} found{of}{before}")
        # Where it was kept, of when and what asking again costs come first on a narrow line.
        whole = whole_words(answer)
        parts.append("" if kept else whole)
        likely = likely_words(answer)
        told = [
            # How many meet all says as much, and the rest is to fit on a narrow line.
            "" if whole and isinstance(likely, str) else likely,
            unread_words(answer),
            grounding_words(answer),
            *((f"! {text}", "$warn") for text in warnings_of(answer)),
        ]
        # What is wrong stands before what a narrow line cuts off, and the rest behind it.
        parts += [each for each in told if isinstance(each, tuple)]
    parts.append(_selected_words(state))
    if kept:
        parts.append((kept, "$lead"))
    if answer is not None:
        parts.append(whole if kept else "")
        charged = answer.meta.credits_charged
        if work.kept_at is None:
            parts.append("charged: not given" if charged is None else f"{credits(charged)} charged")
        parts += [each for each in told if isinstance(each, str)]
        if answer.data.search_time_ms is not None and work.kept_at is None:
            parts.append(
                f"{number(answer.data.search_time_ms)} ms"
                if answer.data.search_time_ms
                else "under 1 ms"
            )
    joined: list[Part] = []
    for part in parts:
        if part:
            joined += [" · ", part] if joined else [part]
    return Content.assemble(*joined)


def _selected_words(state: AppState) -> str:
    """How many of those shown are selected, and how many that other lists show."""
    shown, chosen = state.search.results, state.selection
    here = sum(result.person.person_id in chosen for result in shown)
    elsewhere = len(chosen) - here
    if not shown:
        nobody = "0 selected" if state.search.answer is None else ""
        return f"{people(elsewhere)} chosen elsewhere" if elsewhere else nobody
    return f"{number(here)} selected" + (f", {number(elsewhere)} elsewhere" if elsewhere else "")


def likely_words(answer: SearchResponse) -> str | tuple[str, str]:
    """How many of them are likely to be meant; nothing where the service does not say."""
    sure = [result.person.confidence for result in answer.data.results]
    told = Counter(how_sure(each) for each in sure if each is not None)
    if not told or told.total() < len(sure):
        return ""
    if len(told) > 1:
        return ", ".join(f"{told[name]} {name}" for name in ("strong", "fair") if told[name])
    [(name, those)] = told.items()
    words = f"all {name} matches" if those > 1 else f"a {name} match"
    return (f"! {words}", "$warn") if name == "weak" else words


def whole_words(answer: SearchResponse) -> str:
    """How many people of the whole index meet all that was asked for, where that was counted."""
    plan = answer.data.request.plan if answer.data.request else None
    return abbreviate_count(plan.counted) if plan is not None else ""


def unread_words(answer: SearchResponse) -> str | tuple[str, str]:
    """That the model which reads queries there did not read this one, and why."""
    plan = answer.data.request.plan if answer.data.request else None
    if plan is None or not plan.fallback:
        return ""
    return (f"! read without the model: {plain(plan.fallback, 80)}", "$warn")


def grounding_words(answer: SearchResponse) -> str | tuple[str, str]:
    """Whether evidence pages were had (`data.grounding`), in words."""
    grounding = answer.data.grounding
    if grounding is None or grounding.status == "not_needed":
        return ""
    pages = len(grounding.results)
    if grounding.status == "complete":
        return count(pages, "evidence page")
    if grounding.status == "partial":
        return (f"! evidence incomplete: {count(pages, 'page')}", "$warn")
    if grounding.status == "unavailable":
        return ("! evidence pages could not be had", "$warn")
    return in_words(grounding.status, 40)


def warnings_of(answer: SearchResponse) -> list[str]:
    """Warnings that a deployment may send beside its results, as strings or objects."""
    found: list[Any] = []
    for part in (answer.meta, answer.data, answer):
        told = (part.model_extra or {}).get("warnings")
        found += told if isinstance(told, list) else []
    texts = [t.get("message") or t.get("code") if isinstance(t, dict) else t for t in found]
    return [text for text in (plain(t, 120) for t in texts) if text]


def emptiness(
    state: AppState, chips: Sequence[Chip], key: Callable[[str], str], width: int
) -> list[Cell]:
    """What stands in place of people where there are none, and what to do next.

    `key` gives the key of a binding as it is bound now; `width` is in cells.
    """
    search, link = state.search, state.link
    if link.stage == "failed":
        return [
            ("The service could not be started; the other pane says why.", "bad"),
            ("A search tries again.", "dim"),
        ]
    if search.running:
        return []
    if search.trouble is not None:
        again = f"{key('do.again')} tries again."
        if search.trouble.code == "rate_limited" and link.standing.held_seconds:
            again = f"It runs by itself in {duration(link.standing.held_seconds)}."
        if search.trouble.is_over_soon:
            again = f"It is asked again by itself; {key('do.again')} asks now."
            return [("The service is not ready yet.", "accent"), (again, "dim")]
        return ["The search did not succeed.", (again, "dim")]
    if search.asked is not None and search.answer is None and not search.waiting:
        return [
            ("It found people of the sample, which made way.", "accent"),
            (f"{key('do.again')} searches the people who were brought in.", "dim"),
        ]
    if search.answer is not None:
        return _nothing_found(search.answered, chips, key, width)
    if link.stage in ("looking", "waiting", "starting"):
        first = plain(link.text, 100) or "Looking for the service"
        return [(f"{first}.", "accent"), ("You can type already; it runs when ready.", "dim")]
    if link.offline is not None:
        return _away(link.offline, key, width)
    first_steps = (
        f"A filter is typed, or picked with {key('look.filters')}. Each search says above what it "
        "costs at most; nothing is charged when nobody is found."
    )
    then = (
        f"Then {key('select.one')} selects people, {key('do.new')} makes a lasting Set of the "
        f"question, {key('do.enrich')} resolves contacts, {key('do.export')} writes a file. 1 to 5 "
        f"are the screens, {key('app.help')} is help for where you are, {key('app.palette')} finds "
        "everything by name."
    )
    return [
        "No people yet.",
        ("Type a question and press enter, or ↑ for one of these:", "dim"),
        "",
        *((f"  {example}", "accent") for example in EXAMPLES),
        ('  title:"finance manager" location:Germany', "accent"),
        "",
        *_lines(first_steps, width),
        "",
        *_lines(then, width),
    ]


def _away(trouble: Trouble, key: Callable[[str], str], width: int) -> list[Cell]:
    """What is wrong with a service that does not answer, and what to do about it."""
    steps = (
        f"{trouble.advice or 'Check the network and the address.'} The address is that of the "
        "profile, or of SHORTLIST_BASE_URL where that is set.",
        f"It is looked for again every few seconds, and a search tries at once. "
        f"{key('app.profiles')} talks to another deployment; what this machine keeps can be read "
        "meanwhile.",
    )
    told = wrap(f"{trouble.message.rstrip('.')}.", max(20, min(width - 5, 78)))
    lines: list[Cell] = [(line, "bad") for line in told]
    for step in steps:
        lines += ["", *_lines(step, width)]
    return lines


def _lines(text: str, width: int) -> list[Cell]:
    return [(line, "dim") for line in wrap(text, max(20, min(width - 5, 78)))]


def _nothing_found(
    asked: Question | None, chips: Sequence[Chip], key: Callable[[str], str], width: int
) -> list[Cell]:
    lines: list[Cell] = ["Nothing matches."]
    demanded = [chip for chip in chips if chip.kind != "?"]
    if not demanded:
        return [
            *lines,
            ("No record here says a word of it, or much the same.", "dim"),
            ("Use other words, or type:deep to look on the web too.", "dim"),
        ]
    # What is enforced comes first: a filter, then where, then what.
    order = {"location:": 1, "place": 1, "company:": 2, "organisation": 2}
    demanded.sort(key=lambda c: (bool(c.text), order.get(c.label, 3)))
    alone = len(demanded) == 1
    intro = "Nobody here meets it:" if alone else "Nobody is all of this at once. Let go of one:"
    lines += [(intro, "dim"), ""]
    for chip in demanded[:5]:
        why = "" if chip.text else "   a filter: nobody is let in without it"
        lines.append((f"  {chip.label} {in_words(chip.value)}{why}", "accent"))
    advice = (
        f"{key('look.understood')} goes to {'it' if alone else 'them'} above: "
        f"{key('chip.remove')} removes {'it' if alone else 'one'}, {key('chip.edit')} changes it."
    )
    if asked is not None and asked.type != "deep":
        advice += f" {key('look.type')} until it says deep looks on the web as well."
    return [*lines, "", *_lines(advice, width)]


def columns(person_of: Callable[[Any], Person]) -> list[Column]:
    """The columns of a list of people, from rows that `person_of` reads a person from. Weak
    matches stand back, so that the eye goes to the others."""
    of = person_of

    def toned(text: Callable[[Person], str], least_strong: float = FAIR) -> Callable[[Any], Cell]:
        def cell(row: Any) -> Cell:
            person = of(row)
            sure = person.confidence
            return text(person), "dim" if sure is not None and sure < least_strong else ""

        return cell

    name, title = toned(lambda p: plain(p.name) or "–"), toned(lambda p: plain(p.title))
    company = toned(lambda p: plain(p.company))
    sure = toned(lambda p: confidence(p.confidence), SURE)
    return [
        Column("name", "Name", name, least=17, most=28),
        Column("title", "Title", title, least=24, most=44),
        Column("company", "Company", company, least=12, most=28, rank=1),
        Column("location", "Location", lambda r: (plain(of(r).location), "dim"), 12, 28, rank=3),
        Column("confidence", "Conf.", sure, least=6, most=6, rank=4, right=True),
    ]


COLUMNS: Final = columns(lambda row: row.person)


def result_columns(parts: Sequence[PlanTerm]) -> list[Column]:
    """Those of the results of a search: with a sign for each part that was understood."""
    if not parts:
        return COLUMNS
    match = Column("match", "Match", lambda row: marks_cell(row, parts), least=5, most=10, rank=2)
    return [*COLUMNS[:-1], match, COLUMNS[-1]]
