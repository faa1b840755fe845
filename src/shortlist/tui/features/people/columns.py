"""The columns that People can show, and the layout that somebody made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from shortlist.desk.item_briefs import CAREER
from shortlist.tui.kit.columns import Cell, Column, Order
from shortlist.tui.kit.roster import VERDICT_LETTERS, Brief, Roster
from shortlist.tui.kit.words import VERDICTS, in_words, plain

if TYPE_CHECKING:
    from shortlist.desk.own_verdicts import OwnVerdict

Remarks = Mapping[str, Mapping[str, Any]]
"""`note` and `tags` of each person who has any, by person id."""
OwnByPerson = Mapping[str, Mapping[str, "OwnVerdict"]]
"""What somebody here said of each person, by person id and the words of the criterion."""

NARROWEST, WIDEST = 4, 120
USUAL: Final = ("name", "title", "company", "location", "criteria", "confidence", "tags")
LETTERS: Final = {letter: VERDICTS[status] for status, letter in VERDICT_LETTERS.items()}


@dataclass(frozen=True, slots=True)
class Layout:
    """Which columns, in which order, how wide, and how the rows are ordered."""

    shown: tuple[str, ...] = USUAL
    widths: Mapping[str, int] = field(default_factory=dict)
    order: Order = None

    def to_dict(self) -> dict[str, Any]:
        return {"shown": list(self.shown), "widths": dict(self.widths), "order": self.order}

    @classmethod
    def from_dict(cls, given: Any) -> Layout:
        """A layout as it was kept; what it says of columns that are no more is passed over."""
        given = given if isinstance(given, dict) else {}
        shown = tuple(key for key in given.get("shown") or () if key in TITLES)
        kept = given.get("widths") or {}
        widths = {
            key: width
            for key, width in kept.items()
            if key in TITLES and isinstance(width, int) and NARROWEST <= width <= WIDEST
        }
        order = given.get("order")
        known = isinstance(order, list | tuple) and len(order) == 2 and order[0] in TITLES
        return cls(shown or USUAL, widths, (order[0], bool(order[1])) if known else None)


TITLES: Final = {
    "name": "Name",
    "title": "Title",
    "company": "Company",
    "location": "Location",
    "criteria": "Criteria",
    "confidence": "Conf.",
    "tags": "Tags, note",
    "industry": "Industry",
    "seniority": "Seniority",
    "before": "Before",
    "education": "Education",
    "skills": "Skills",
    "languages": "Languages",
    "certifications": "Certified",
    "company_size": "Employees",
    "admitted": "Admitted",
    "person_id": "Person id",
}
"""Every column there is, in the order in which the chooser lists those that are not shown."""


def columns_of(layout: Layout, remarks: Remarks, overruled: Container[str] = ()) -> list[Column]:
    """The columns of a layout. Tags are left out while nobody has any. `overruled`: by person id,
    of whom somebody here said otherwise than the service."""
    known = {column.key: column for column in _catalogue(remarks, overruled)}
    shown = [known[key] for key in layout.shown if key != "tags" or remarks]
    return [column._replace(width=layout.widths.get(column.key)) for column in shown]


def _catalogue(remarks: Remarks, overruled: Container[str]) -> list[Column]:
    def verdicts(brief: Brief) -> Cell:
        text, tone = _verdicts(brief)
        return (f"{text} ✎", "warn") if brief.person_id in overruled else (text, tone)

    def tags(brief: Brief) -> Cell:
        return tags_text(remarks.get(brief.person_id)), "accent"

    return [
        Column("name", "Name", lambda b: b.name or "–", least=17, most=28),
        Column("title", "Title", lambda b: b.title, least=20, most=44),
        Column("company", "Company", lambda b: b.company, least=12, most=28, rank=1),
        Column("location", "Location", lambda b: (b.location, "dim"), 12, 28, rank=4),
        Column("criteria", "Criteria", verdicts, least=8, most=12, rank=3),
        Column("confidence", "Conf.", _dim("confidence"), 6, 6, rank=5, right=True),
        Column("tags", TITLES["tags"], tags, least=14, most=24, rank=2),
        Column("industry", "Industry", _dim("industry"), least=10, most=24, rank=6),
        Column("seniority", "Seniority", lambda b: (in_words(b.seniority), "dim"), 9, 14, rank=7),
        *(
            Column(name, TITLES[name], _dim(name), least=10, most=30, rank=8 + at)
            for at, name in enumerate(CAREER)
        ),
        Column("admitted", "Admitted", _dim("admitted"), least=10, most=10, rank=14),
        Column("person_id", "Person id", _dim("person_id"), least=10, most=24, rank=15),
    ]


def matrix_columns(roster: Roster, own: OwnByPerson) -> list[Column]:
    """Name, then one column for each criterion: its verdict as a symbol and a word, and beside it
    what somebody here said of it."""
    worded = [" ".join(text.split()) for text in roster.criteria]

    def verdict(at: int) -> Any:
        def cell(brief: Brief) -> Cell:
            letter = brief.verdicts[at] if at < len(brief.verdicts) else ""
            symbol, word, tone = LETTERS.get(letter, ("·", "not checked", "dim"))
            mine = own.get(brief.person_id, {}).get(worded[at])
            if mine is None:
                return f"{symbol} {word}", tone
            # The word gives way: a column has room for little more.
            return (
                f"{symbol} ✎ {'✓' if mine.verdict == 'yes' else '✗'} yours",
                tone if mine.agrees else "warn",
            )

        return cell

    criteria = [
        Column(f"criterion-{at}", plain(text, 120), verdict(at), least=11, most=30, rank=at + 1)
        for at, text in enumerate(roster.criteria)
    ]
    return [Column("name", "Name", lambda b: b.name or "–", least=17, most=26), *criteria]


def tags_text(remark: Mapping[str, Any] | None) -> str:
    """`✎ #warm #berlin`: a pencil where there is a note."""
    if not remark:
        return ""
    tags = [f"#{plain(tag, 40)}" for tag in remark.get("tags") or ()]
    return " ".join(["✎"] * bool(remark.get("note")) + tags)


def _dim(name: str) -> Any:
    return lambda brief: (getattr(brief, name), "dim")


def _verdicts(brief: Brief) -> tuple[str, str]:
    """One symbol for each criterion, in their order."""
    marks = [LETTERS.get(letter, ("·", "", ""))[0] for letter in brief.verdicts]
    return "".join(marks), "good" if all(m == "✓" for m in marks) else "warn"


def verdict_counts(roster: Roster, indices: Sequence[int], criterion: int) -> dict[str, int]:
    """How many of `indices` have which verdict on one criterion, by letter."""
    return Counter(roster.verdicts(indices, criterion))
