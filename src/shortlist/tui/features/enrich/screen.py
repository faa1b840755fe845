"""The Enrich screen: contact details of people, with the cost before and the source after."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from shortlist.contract.limits import ENRICH_FIELDS, ENRICH_PRICES
from shortlist.tui.features.enrich.cost import WHOLE_NAMES, cost_content
from shortlist.tui.kit.counts import Counts
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.hints import ClickableText, act_of
from shortlist.tui.kit.keys import key_of, keys
from shortlist.tui.kit.pane import Pane
from shortlist.tui.kit.screen import EVERYWHERE, OF_PEOPLE, FeatureScreen
from shortlist.tui.kit.table import Cell, Column, Table
from shortlist.tui.kit.text_parts import Part, style_of
from shortlist.tui.kit.words import (
    FIELD_NAMES,
    FIELD_STATES,
    day,
    in_words,
    masked,
    number,
    people,
    plain,
)
from shortlist.tui.live.enrichment import (
    charged_words,
    tally,
    to_retry,
    typed_subject,
)
from shortlist.tui.live.troubles import trouble_content

if TYPE_CHECKING:
    from collections.abc import Callable

    from shortlist.contract.person import Person
    from shortlist.tui.live.state import Subject

_FIELD, _NARROWEST_FIELD = 36, 8
"""Cells that the column of a field has if its values need them, and where there is no room."""
_BESIDE_FIELDS = 26
"""What the marks, the name and the gaps beside them take."""
_OF_SUBJECTS = frozenset({"do.open", "do.enrich", "do.retry", "do.export", "enrich.drop"})
"""What needs somebody on the list."""


class EnrichScreen(FeatureScreen):
    """One press asks for what is wanted and not known yet; nothing is asked twice."""

    CSS_PATH = "enrich.tcss"
    AUTO_FOCUS = "#subjects"
    SPENDS = frozenset({"do.new", "do.enrich", "do.retry"})
    BINDINGS: ClassVar[list[BindingType]] = [
        *EVERYWHERE,
        *keys("do.open", "do.enrich", "do.retry", "do.export", do_enrich="resolve"),
        *keys("go.query", go_query="add a person"),
        *keys("enrich.work_email", "enrich.personal_email", "enrich.phone", "enrich.cap"),
        *keys("enrich.floor", "enrich.drop"),
        *keys("do.copy", "do.research", "do.new", "look.zoom"),
        *OF_PEOPLE,
    ]

    def body(self) -> ComposeResult:
        with Horizontal(id="top"):
            yield ClickableText(id="fields", markup=False)
            yield Static("+", id="prompt")
            yield Field(
                placeholder="profile URL, e-mail, id, or Name @ company.com",
                id="add",
                select_on_focus=False,
            )
        yield Static(id="cost", classes="line")
        with Container(id="found"):
            yield Table(self._columns(), key=lambda subject: subject.key, id="subjects")
            yield Pane(id="detail")
        yield Counts(id="counts", classes="line")

    def _columns(self) -> list[Column]:
        wanted = self.app.state.enrich.wanted
        asked = [name for name in ENRICH_FIELDS if name in wanted or self._any(name)]
        # Every field that is asked for has its column, however narrow the terminal is.
        slim = self.app.size.width < WHOLE_NAMES
        alone = self.compact or self.has_class("-list-alone")
        width = self.app.size.width if alone else self.app.size.width * 3 // 5
        room = (width - _BESIDE_FIELDS) // max(1, len(asked))
        least = max(_NARROWEST_FIELD, min(_FIELD, room))
        return [
            Column("name", "Name", lambda s: s.name, least=14 if slim else 17, most=26),
            Column("company", "Company", _company, least=10, most=22, rank=1),
            *(
                Column(name, FIELD_NAMES[name], self._cell_of(name), least=least, most=44)
                for name in asked
            ),
            Column("anchor", "Anchor", _anchor, least=13, most=28, rank=2),
        ]

    def _cell_of(self, name: str) -> Callable[[Subject], Cell]:
        def cell(subject: Subject) -> Cell:
            field = subject.fields.get(name)
            if field is None:
                symbol, word, tone = FIELD_STATES["waiting"]
                return f"{symbol} {word}", tone
            symbol, word, tone = FIELD_STATES[field.status]
            value = field.result.value if field.result else None
            shown = masked(value) if value and self.app.masks else plain(value, 200)
            return f"{symbol} {shown or word}", tone

        return cell

    def _any(self, name: str) -> bool:
        return any(name in subject.fields for subject in self.app.state.enrich.subjects.values())

    # Drawing

    def draw(self, topic: str = "") -> None:
        if topic in ("usage", "live", "sets", "people"):
            return
        work = self.app.state.enrich
        self.query_one("#fields", Static).update(self._fields())
        cost = cost_content(self.app.state, self.app.size.width, lambda id_: key_of(self, id_))
        self.query_one("#cost", Static).update(cost)
        table = self.query_one(Table)
        table.empty = [
            "Nobody to enrich yet.",
            ("Select people and press e, or name one with /.", "dim"),
        ]
        table.columns = self._columns()
        table.show(list(work.subjects.values()))
        self.query_one("#counts", Counts).update(self._counts())
        self.query_one("#found").set_class(not work.subjects and not work.trouble, "-empty")
        self._show_detail()
        self.refresh_bindings()

    def _fields(self) -> Content:
        parts: list[Content] = [Content(" ")]
        slim = self.app.size.width < WHOLE_NAMES
        for name in ENRICH_FIELDS:
            on = name in self.app.state.enrich.wanted
            title = FIELD_NAMES[name]
            told = Content.assemble(
                (key_of(self, f"enrich.{name}"), "bold $lead"),
                (f" [{'x' if on else ' '}] ", "" if on else "$quiet-text"),
                (title.partition(" ")[0] if slim else title, "bold" if on else "$quiet-text"),
                (f" {ENRICH_PRICES[name]} cr", "$quiet-text"),
            )
            parts += [told.stylize(act_of(f"enrich.{name}")), Content(" " * (2 if slim else 3))]
        return Content.assemble(*parts)

    def on_resize(self) -> None:
        if self.composed:
            self.draw()

    def _counts(self) -> Content:
        work = self.app.state.enrich
        counts = tally(work)
        order = ("asking", "found", "not_found", "unavailable", "failed")
        parts = [people(len(work.subjects))]
        parts += [
            f"{FIELD_STATES[s][0]} {number(counts[s])} {FIELD_STATES[s][1]}"
            for s in order
            if counts.get(s)
        ]
        words = charged_words(work)
        parts.append(f"{words} here" if words.endswith("charged") else words)
        return Content(" · ".join(parts))

    def _show_detail(self) -> None:
        subject: Subject | None = self.query_one(Table).current
        trouble = self.app.state.enrich.trouble
        pane = self.query_one(Pane)
        pane.set_class(trouble is not None, "-trouble")
        if subject is None:
            pane.show(trouble_content(trouble) if trouble else Content(""))
            return
        parts = [subject_content(subject, masks=self.app.masks)]
        if trouble is not None:
            parts = [trouble_content(trouble), Content("\n\n"), *parts]
        pane.show(Content.assemble(*parts))

    # Acting

    def action_want(self, name: str) -> None:
        wanted = self.app.state.enrich.wanted
        wanted.symmetric_difference_update({name})
        self.draw("enrich")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        subject = typed_subject(event.value)
        if subject is None:
            self.app.say("Give a profile URL, an e-mail, an id, or Name @ company.com.", "warning")
            return
        self.app.enrichment.add_subjects([subject])
        event.input.value = ""
        self.draw("enrich")
        table = self.query_one(Table)
        table.action_bottom()
        table.focus()

    def action_drop(self) -> None:
        subject: Subject | None = self.query_one(Table).current
        if subject is None:
            return
        if any(field.status == "asking" for field in subject.fields.values()):
            self.app.say("This person is being asked for; wait for the answer.")
            return
        del self.app.state.enrich.subjects[subject.key]
        self.draw("enrich")

    def action_cap(self) -> None:
        self.app.enrichment.ask_cap()

    def action_floor(self) -> None:
        self.app.enrichment.ask_floor()

    def action_enrich(self) -> None:
        self.app.enrichment.ask_enrichment()

    def action_retry(self) -> None:
        self.app.enrichment.ask_enrichment(retry=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        del parameters
        if action == "retry":
            return any(to_retry(s) for s in self.app.state.enrich.subjects.values())
        return True

    def action_copy(self) -> None:
        if len(self.app.state.selection):
            super().action_copy()
            return
        subject: Subject | None = self.query_one(Table).current
        if subject is None:
            return
        values = [f.result.value for f in subject.fields.values() if f.result and f.result.value]
        shown = masked if self.app.masks else plain
        text = "\t".join([plain(subject.name), *(shown(value) for value in values)])
        self.app.copy(text, "The name and contact details" if values else "The name")

    def action_research(self) -> None:
        if self.person_here() is None and self.query_one(Table).current is not None:
            self.app.say("Only what was typed is known of this person, and no id to research.")
        else:
            super().action_research()

    def lacks(self) -> frozenset[str]:
        return frozenset() if self.app.state.enrich.subjects else _OF_SUBJECTS

    def person_here(self) -> Person | None:
        subject: Subject | None = self.query_one(Table).current
        return subject.person if subject is not None else None

    def people_here(self) -> list[Person]:
        return [s.person for s in self.app.state.enrich.subjects.values() if s.person is not None]


def _company(subject: Subject) -> tuple[str, str]:
    return (plain(subject.person.company) if subject.person else "", "dim")


def _anchor(subject: Subject) -> tuple[str, str]:
    """How strong the anchor is, by more than its colour, and which one it is."""
    strength = subject.anchor.strength
    tone = "dim" if strength > 1 else "warn"
    return f"{'▮' * strength}{'▯' * (3 - strength)} {subject.anchor.words}", tone


def subject_content(subject: Subject, *, masks: bool = False) -> Content:
    """One person: the anchor, and each field with its status, source, confidence and last seen."""
    parts: list[Part] = [(subject.name, "bold")]
    if subject.person is not None:
        at = " · ".join(plain(v, 200) for v in (subject.person.title, subject.person.company) if v)
        parts += ["\n", at] if at else []
    parts += ["\n\n", ("Asked by   ", "$quiet-text"), subject.anchor.words]
    parts += [(f"  {plain(' @ '.join(subject.anchor.fields.values()), 200)}", "$quiet-text")]
    why = "$quiet-text" if subject.anchor.strength > 1 else "$warn"
    parts += ["\n           ", (subject.anchor.why, why)]
    for name in ENRICH_FIELDS:
        field = subject.fields.get(name)
        if field is None:
            continue
        symbol, word, tone = FIELD_STATES[field.status]
        style = style_of(tone)
        parts += ["\n\n", (FIELD_NAMES[name], "bold"), "  ", (f"{symbol} {word}", style)]
        if field.known:
            parts.append(("  known already, not charged again", "$quiet-text"))
        result = field.result
        if result is not None and result.value:
            value = masked(result.value) if masks else plain(result.value, 300)
            parts += ["\n  ", (value, "bold")]
        if result is not None:
            facts = [
                f"confidence {in_words(result.confidence, 40)}" if result.confidence else "",
                f"source {in_words(result.source, 80)}" if result.source else "",
                f"last seen {day(result.last_seen)}" if result.last_seen else "",
            ]
            line = " · ".join(fact for fact in facts if fact)
            parts += ["\n  ", (line, "$quiet-text")] if line else []
        if field.status == "unavailable":
            parts += ["\n  ", ("A provider failed; this is no miss. R asks again.", "$warn")]
        if field.trouble is not None:
            quote = f"{field.trouble.code} {field.trouble.request_id}".strip()
            parts += ["\n  ", f"{field.trouble.message} ", (f"({quote})", "$quiet-text")]
    return Content.assemble(*parts)
