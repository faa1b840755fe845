"""The text of a person's page: all that is known of them.

Why they are on a list comes before what is known of them; where they are on
this machine comes last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from textual.content import Content

from shortlist.contract.times import parse_time
from shortlist.tui.features.people.dossier import dossier_content
from shortlist.tui.kit.person import (
    WORDS,
    Reasons,
    between,
    career_of,
    contact_parts,
    facts_of,
    head_parts,
    remark_parts,
    verdicts_content,
)
from shortlist.tui.kit.text_parts import Part, section_head
from shortlist.tui.kit.words import FIELD_NAMES, VERDICTS, credits, day, in_words, plain, prose

if TYPE_CHECKING:
    from shortlist.contract.person import Dossier, Person
    from shortlist.desk.whereabouts import OnSet, Place, Whereabouts
    from shortlist.tui.live.state import FieldWork

_MOST: Final = 60
"""Lines of one part."""
_LABEL: Final = 12


@dataclass
class PersonKnown:
    """What a page is made of."""

    person: Person
    reasons: Reasons = field(default_factory=Reasons)
    dossier: Dossier | None = None
    remark: Mapping[str, Any] | None = None
    contacts: Mapping[str, FieldWork] = field(default_factory=dict)
    masks: bool = False
    here: Whereabouts | str | None = None
    """Where they are on this machine; why that cannot be read; `None` while it is being read."""


def page_content(known: PersonKnown, networks: Content) -> Content:
    """The whole page."""
    person, dossier, reasons = known.person, known.dossier, known.reasons
    first: list[Part] = [*contact_parts(known.contacts, masks=known.masks), networks]
    if known.remark:
        first += remark_parts(known.remark)
    told = reasons.why or _why_on_sets(known.here)
    why = Content.assemble("\n", told) if told else Content("")
    parts: list[Part] = []
    if dossier is not None:
        parts += [dossier_content(dossier, Content.assemble(*first), why)]
    else:
        parts += [*head_parts(person), *first, why]
        if person.summary:
            parts += ["\n\n", prose(person.summary, 4_000)]
        parts += _career(person)
    parts += _facts(known)
    parts += _on_this_machine(known.here, person)
    return Content.assemble(*parts)


def _why_on_sets(here: Whereabouts | str | None) -> Content:
    """Where the page was opened away from any list: the verdicts of the newest Set they are in."""
    on = here.sets[0] if here is not None and not isinstance(here, str) and here.sets else None
    if on is None:
        return Content("")
    from shortlist.contract.sets import SetItem

    told = SetItem.model_validate(on.item).verification
    query = plain(on.query, 200) or plain(on.set_id, 60)
    return verdicts_content(told, f"Why this person is in “{query}”")[1:] if told else Content("")


def _career(person: Person) -> list[Part]:
    """Each part of a career, an entry a line."""
    parts: list[Part] = []
    for title, lines in career_of(person):
        parts += _section(title, [between(title, lines).join(lines)] if title in WORDS else lines)
    return parts


def _section(title: str, lines: Iterable[str]) -> list[Part]:
    said = [plain(line, 2_000) for line in lines if line]
    if not said:
        return []
    parts = section_head(title, len(said))
    for line in said[:_MOST]:
        parts += ["\n  ", line]
    return parts


def _facts(known: PersonKnown) -> list[Part]:
    """What stands in a line each; of a dossier, what it does not say itself."""
    told = "Confidence" if known.reasons.why else ""  # it is said with the reasons
    facts = facts_of(known.person, known.contacts, more=known.reasons.more, but=told)
    if known.dossier is not None:
        work = known.dossier.professional
        said = {"Identity", *(["Employer"] if work.company_size or work.company_industry else [])}
        facts = [fact for fact in facts if fact[0] not in said]
        if not (work.history or work.education or work.skills):
            # A career that search told of and research did not.
            told_before = career_of(known.person)[:3]
            facts += [(label, "; ".join(lines)) for label, lines in told_before if lines]
    parts = section_head("Record") if facts else []
    for label, value in facts:
        parts += ["\n  ", (f"{label:<{_LABEL}}", "$quiet-text"), value]
    return parts


# Where they are on this machine


def _on_this_machine(here: Whereabouts | str | None, person: Person) -> list[Part]:
    parts = section_head("On this machine")
    if here is None:
        return [*parts, ("\n  looking…", "$quiet-text")]
    if isinstance(here, str):
        return [*parts, "\n  ", ("! ", "$warn"), f"It could not be read: {plain(here, 200)}."]
    lines = [_set_line(each) for each in here.sets[:_MOST]]
    lines += [_place_line(each) for each in here.places[:_MOST]]
    if not lines:
        parts.append(("\n  In no Set, shortlist, kept search or file.", "$quiet-text"))
    for label, words in lines:
        parts += ["\n  ", (f"{label:<{_LABEL}}", "$quiet-text"), words]
    who = plain(person.person_id or person.profile_url, 200)
    if lines and who:
        command = f"shortlist who {who}"
        parts += ["\n  ", (f"{command} looks everywhere; --erase takes them out.", "$quiet-text")]
    return parts


def _set_line(on: OnSet) -> tuple[str, str | Content]:
    verdicts = on.item.get("verification") or ()
    told = [each.get("status") for each in verdicts if isinstance(each, Mapping)]
    marks = "".join(VERDICTS.get(str(status), VERDICTS["unclear"])[0] for status in told)
    purpose = f"for: {plain(on.purpose, 200)}" if on.purpose else ""
    since = day(parse_time(on.item.get("created_at")))
    words = [plain(on.query, 200) or "its query is not known", plain(on.set_id, 60), since]
    return "Set", _joined([*words, marks, purpose])


_LABELS: Final = {
    "shortlist": "Shortlist",
    "search": "Search",
    "contact": "Contact",
    "receipt": "Paid",
    "export": "File",
}


def _place_line(place: Place) -> tuple[str, str | Content]:
    what, detail = plain(place.what, 300), in_words(place.detail, 100)
    if place.kind == "contact":
        what = FIELD_NAMES.get(place.what, what).lower()
    elif place.kind == "receipt":
        detail = credits(float(place.detail))
    return _LABELS.get(place.kind, place.kind), _joined([what, detail, day(parse_time(place.at))])


def _joined(words: Sequence[str]) -> str:
    return " · ".join(word for word in words if word)
