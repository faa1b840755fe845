"""The texts of a person: what is known, why they are on a list, and what that stands on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from textual.content import Content

from shortlist.contract.career import lines_of, past
from shortlist.contract.limits import ENRICH_FIELDS
from shortlist.tui.kit.hints import link
from shortlist.tui.kit.text_parts import Part
from shortlist.tui.kit.words import (
    FIELD_NAMES,
    FIELD_STATES,
    VERDICTS,
    confidence,
    in_words,
    masked,
    plain,
    prose,
)

if TYPE_CHECKING:
    from shortlist.contract.person import Person
    from shortlist.contract.sets import SetItem, Verification
    from shortlist.desk.own_verdicts import OwnVerdict
    from shortlist.tui.live.state import FieldWork


class Reasons(NamedTuple):
    """Why somebody is on a list, as their page takes it along."""

    why: Content | None = None
    """The parts of the question, or the verdicts, with what they stand on."""
    more: Sequence[tuple[str, str]] = ()
    """Labels with values, such as the Set and what it is for."""
    item: SetItem | None = None
    """What the Set has of them."""
    set_id: str = ""


_PARTS_MOST: Final = 20
_FEW: Final = 12
"""Entries of a part of a career that are said one by one."""
_NONE: Final[Mapping[str, FieldWork]] = {}


WORDS: Final = ("Skills", "Languages")
"""Parts of a career whose entries are words, and stand in a row."""


def between(part: str, entries: Sequence[str]) -> str:
    """What stands between the entries of a part in one line: of words a comma, unless one has a
    comma itself, as `English, native`."""
    words = part in WORDS and not any("," in entry for entry in entries)
    return ", " if words else "; "


def career_of(person: Person) -> list[tuple[str, list[str]]]:
    """What is known beside the present post: each part, with its entries."""
    return [
        ("Before", past(person.history, person.company, person.title)),
        ("Education", lines_of(person.education)),
        ("Skills", lines_of(person.skills)),
        ("Languages", lines_of(person.languages)),
        ("Certified", lines_of(person.certifications)),
    ]


def _few(lines: Sequence[str], between: str) -> str:
    """The first of `lines`, and how many more there are."""
    more = f"{between}{len(lines) - _FEW} more" if len(lines) > _FEW else ""
    return between.join(plain(line, 160) for line in lines[:_FEW]) + more


def person_content(
    person: Person,
    now_selected: bool = False,
    remark: Mapping[str, Any] | None = None,
    *,
    why: Content | None = None,
    more: Sequence[tuple[str, str]] = (),
    contacts: Mapping[str, FieldWork] = _NONE,
    masks: bool = False,
    compact: bool = False,
) -> Content:
    """Who it is, why they were found, what is and is not known, and what was remarked here.

    `more` are labels with their values, after the others; `contacts` what was resolved or asked
    for, by field, the values masked with `masks`. `compact` takes as few lines as it can, for a
    pane that is a few lines high.
    """
    parts = head_parts(person, now_selected, compact=compact)
    parts += contact_parts(contacts, masks=masks)
    if remark:
        parts += remark_parts(remark)
    if why is not None:
        parts += ["\n", why]
    if person.summary:
        parts += ["\n\n", prose(person.summary, 1_500)]
    parts.append("\n")
    told = "Confidence" if why is not None else ""  # it is said with the reasons
    for label, value in facts_of(person, contacts, career=True, more=more, but=told):
        parts += ["\n", (f"{label:<12}", "$quiet-text"), value]
    return Content.assemble(*parts)


def head_parts(person: Person, now_selected: bool = False, *, compact: bool = False) -> list[Part]:
    """The name, the post and the place."""
    parts: list[Part] = [(prose(person.name, 200) or "Name not given", "bold")]
    if now_selected:
        parts.append(("  ● selected", "$lead"))
    at = " · ".join(plain(v, 200) for v in (person.title, person.company) if v)
    where = plain(person.location, 200)
    if compact and at and where:
        at, where = f"{at} · {where}", ""
    return [*parts, *("\n" + line for line in (at, where) if line)]


def facts_of(
    person: Person,
    contacts: Mapping[str, FieldWork] = _NONE,
    *,
    career: bool = False,
    more: Sequence[tuple[str, str]] = (),
    but: str = "",
) -> list[tuple[str, str | Content]]:
    """What is known of a person in a line each: labels with values. `career`: in brief; `more`
    comes last, and is not said twice; `but`: the label of one that is left out."""
    company = (plain(person.company_size, 40), plain(person.company_industry, 120))
    source = person.resolution_source
    facts: list[tuple[str, str | Content]] = [
        ("Seniority", in_words(person.seniority, 80)),
        ("Industry", plain(person.industry, 120)),
        ("Employer", " · ".join(text for text in company if text)),
        *(
            (label, _few(lines, between(label, lines)))
            for label, lines in (career_of(person) if career else ())
        ),
        ("Profile", link(person.profile_url)),
        ("Confidence", confidence(person.confidence)),
        ("Found in", _SOURCES.get(source or "", in_words(source))),
        ("Identity", "verified" if person.identity_verified else "not verified: r researches"),
        ("Contact", _contact(person, contacts)),
        ("Person id", plain(person.person_id, 120)),
    ]
    said = {label for label, value in more if value}
    kept = [fact for fact in facts if fact[0] not in (*said, but)]
    return [fact for fact in (*kept, *more) if fact[1]]


def contact_parts(contacts: Mapping[str, FieldWork], *, masks: bool = False) -> list[Part]:
    """The contact details that were found, a line each."""
    parts: list[Part] = []
    symbol, _, tone = FIELD_STATES["found"]
    for name in ENRICH_FIELDS:
        field = contacts.get(name)
        if field is None or field.result is None or not field.result.value:
            continue
        value = masked(field.result.value) if masks else plain(field.result.value, 300)
        parts += ["\n", (f"{symbol} ", f"${tone}"), (value, "bold")]
        parts.append((f"  {FIELD_NAMES[name].lower()}", "$quiet-text"))
    return parts


def _contact(person: Person, contacts: Mapping[str, FieldWork]) -> str:
    """What became of asking, where nothing was found; else what the service says of it."""
    told = [
        f"{FIELD_NAMES[name].lower()} {FIELD_STATES[contacts[name].status][1]}"
        for name in ENRICH_FIELDS
        if name in contacts and contacts[name].status != "found"
    ]
    if told or contacts:
        return " · ".join(told)
    return _CONTACT.get(person.contact_status or "", in_words(person.contact_status, 80))


def remark_parts(remark: Mapping[str, Any]) -> list[Part]:
    """The tags and the note of a person, as kept on this machine."""
    tags = "  ".join(f"#{plain(tag, 40)}" for tag in remark.get("tags") or ())
    note = prose(remark.get("note"), 2_000)
    parts: list[Part] = ["\n\n", (tags, "$lead")] if tags else []
    return [*parts, "\n" if tags else "\n\n", ("✎ ", "$lead"), (note, "italic")] if note else parts


_SOURCES = {"service_people_index": "the people index", "public_web": "the public web"}
_CONTACT = {"requires_enrichment": "to be resolved: e enriches"}


def _own_parts(own: OwnVerdict) -> list[Part]:
    """What somebody here said of a criterion, told from what the service said by its words."""
    symbol, tone = ("✓", "good") if own.verdict == "yes" else ("✗", "bad")
    agrees = "as the service" if own.agrees else "overruled"
    return [
        (f"✎ {symbol} yours: {plain(own.verdict, 10)}, {agrees}  ", f"bold ${tone}"),
        plain(own.reason, 600),
    ]


def found_content(found: Any, title: str = "Why this person") -> Content:
    """Why somebody was found, as it was kept with them: the question, and each part of it."""
    told = found if isinstance(found, Mapping) else {}
    parts = [each for each in told.get("parts") or () if isinstance(each, Mapping)]
    query = plain(told.get("query"), 300)
    if not (parts or query):
        return Content("")
    said: list[Part] = [("\n\n" + title, "bold")] if title else []
    if query:
        said += ["\n", ("Found by    ", "$quiet-text"), f"“{query}”"]
        said.append((f"  {plain(told.get('at'), 10)}", "$quiet-text"))
    for part in parts[:_PARTS_MOST]:
        symbol, _, tone = VERDICTS.get(str(part.get("status")), VERDICTS["unclear"])
        said += ["\n", (f"{symbol} ", f"bold ${tone}")]
        label = in_words(part.get("kind"), 20)
        said += [(f"{label[:9]:<10}", "$quiet-text"), plain(part.get("value"), 200)]
        if words := prose(part.get("told"), 600):
            said += ["\n" + " " * 12, (words, "$quiet-text")]
    return Content.assemble(*said)


def verdicts_content(
    verification: list[Verification],
    title: str = "Why this person",
    own: Sequence[OwnVerdict] = (),
) -> Content:
    """Each criterion with its verdict, the reasoning, and the quotes it stands on; and beside it
    what somebody here said of it."""
    mine = {each.criterion: each for each in own}
    if not verification:
        return Content("")
    parts: list[Part] = [(f"\n\n{title}", "bold")] if title else []
    for verdict in verification:
        symbol, word, tone = VERDICTS.get(
            verdict.status, ("?", in_words(verdict.status, 20), "warn")
        )
        parts += ["\n\n", (f"{symbol} {word}  ", f"bold ${tone}"), prose(verdict.criterion, 500)]
        words = " ".join((verdict.criterion or verdict.criterion_id).split())
        if (said := mine.get(words)) is not None:
            parts += ["\n  ", *_own_parts(said)]
        reasoning = prose(verdict.reasoning, 800)
        if reasoning:
            parts += ["\n  ", (reasoning, "$quiet-text")]
        if verdict.fallback:
            why = plain(verdict.fallback, 80)
            parts += ["\n  ", (f"! checked without the model: {why}", "$warn")]
        for (url, at), some in groupby(verdict.references, lambda r: (r.url, r.observed_at)):
            sources: dict[str, None] = {}
            for reference in some:
                sources[plain(reference.source, 200)] = None
                quote = prose(reference.quote, 600)
                if quote and quote not in reasoning:  # said once is enough
                    parts += ["\n  ", (f"“{quote}”", "italic")]
            named = ", ".join(filter(None, sources))
            where = [Content(named), link(url), Content(plain(at, 40))]
            if any(where):
                told = Content(" · ").join(value for value in where if value)
                parts += ["\n  ", told.stylize_before("$quiet-text")]
    return Content.assemble(*parts)
