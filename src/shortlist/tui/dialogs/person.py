"""A person's page: the dossier once it was researched, and what is known until then."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from shortlist.contract.limits import PERSON_PRICE
from shortlist.tui.dialogs.parts import Dialog
from shortlist.tui.keys import keys
from shortlist.tui.troubles import trouble_content
from shortlist.tui.widgets.person import person_content
from shortlist.tui.words import confidence, day, plain, prose

if TYPE_CHECKING:
    from shortlist.contract.person import Dossier, Person, Position
    from shortlist.tui.app import ShortlistApp

Part = str | tuple[str, str] | Content


class PersonPage(Dialog[None]):
    """Reads; researching asks first, since it costs."""

    app: ShortlistApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", "close", show=False),
        *keys("do.research", "do.page"),
    ]

    def __init__(self, person: Person) -> None:
        super().__init__()
        self.person = person

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog tall") as box:
            box.border_title = "Person"
            box.border_subtitle = "r research · o profile page · esc close"
            yield Static(id="page", markup=False)

    def on_mount(self) -> None:
        self.draw()
        self.set_interval(0.25, self.draw)

    def draw(self) -> None:
        work = self.app.state.research.get(self.person.person_id)
        drawn = (work, work.status if work else "")
        if drawn == getattr(self, "_drawn", None):
            return
        self._drawn = drawn
        parts: list[Part] = []
        if work is not None and work.trouble is not None:
            parts += [trouble_content(work.trouble), "\n\n"]
        elif work is not None and work.status == "asking":
            parts += [("Researching… this page fills when the run is done.\n\n", "$lead")]
        elif work is not None and work.unsure:
            parts += [(f"Not certain who this is: {prose(work.unsure, 300)}\n", "$warn")]
            parts += [("Nothing was charged.\n\n", "$quiet-text")]
        if work is not None and work.dossier is not None:
            parts.append(dossier_content(work.dossier))
        else:
            parts.append(person_content(self.person))
        self.query_one("#page", Static).update(Content.assemble(*parts))

    def action_open_page(self) -> None:
        url = plain(self.person.profile_url)
        if url.startswith(("https://", "http://")):
            self.app.open_url(url)

    def action_research(self) -> None:
        from shortlist.tui.dialogs.confirm import Confirm

        text = (
            f"Research of one person costs up to {PERSON_PRICE} credits: the first time it "
            "succeeds in 90 days, for the whole organization. Read again it is free, and nothing "
            "is charged where the evidence is not enough."
        )

        def decided(yes: bool | None) -> None:
            if yes:
                self.app.start_research(self.person.person_id)
                self.draw()

        label = f"Research · up to {PERSON_PRICE} credits"
        name = plain(self.person.name, 60) or "this person"
        content = Content.assemble((name, "bold"), f"\n\n{text}")
        self.app.push_screen(Confirm("Research", content, label, "Leave"), decided)


def dossier_content(dossier: Dossier) -> Content:
    """Identity, current role, history, evidence and where each fact comes from."""
    who, work = dossier.identity, dossier.professional
    parts: list[Part] = [(prose(who.name, 200) or plain(dossier.person_id, 80), "bold")]
    verified = who.identity_verified
    parts.append(
        ("   ✓ identity verified", "$good") if verified else ("   identity not verified", "$warn")
    )
    if who.confidence is not None:
        parts.append((f" · confidence {confidence(who.confidence)}", "$quiet-text"))
    if who.location:
        parts += ["\n", plain(who.location, 200)]
    if dossier.summary:
        parts += ["\n\n", prose(dossier.summary, 2_000)]
    if work.current is not None:
        parts += ["\n\n", ("Now", "bold"), "\n  ", _position(work.current)]
    if work.history:
        parts += ["\n\n", ("Before", "bold")]
        for position in work.history[:40]:
            parts += ["\n  ", _position(position)]
    if work.education:
        parts += ["\n\n", ("Education", "bold")]
        for entry in work.education[:20]:
            words = " · ".join(map(str, entry.values())) if isinstance(entry, dict) else entry
            parts += ["\n  ", plain(words, 200)]
    if work.skills:
        skills = ", ".join(plain(skill, 60) for skill in work.skills[:40])
        parts += ["\n\n", ("Skills", "bold"), "\n  ", skills]
    if dossier.source_links:
        parts += ["\n\n", ("Evidence", "bold")]
        for link in dossier.source_links[:40]:
            words = [plain(link.title, 120), plain(link.url, 200), plain(link.status, 30)]
            parts += ["\n  ", " · ".join(word for word in words if word)]
    if dossier.provenance:
        parts += ["\n\n", ("Where each fact comes from", "bold")]
        for name, sources in list(dossier.provenance.items())[:40]:
            for source in sources[:3]:
                facts = [
                    plain(source.source, 60),
                    f"last seen {day(source.last_seen)}" if source.last_seen else "",
                    f"confidence {confidence(source.confidence)}"
                    if source.confidence is not None
                    else "",
                ]
                line = " · ".join(fact for fact in facts if fact)
                parts += ["\n  ", (f"{plain(name, 24):<14}", "$quiet-text"), line]
    return Content.assemble(*parts)


def _position(position: Position) -> str:
    years = "–".join(plain(v, 10) for v in (position.start, position.end or "now") if v)
    what = " · ".join(plain(v, 120) for v in (position.title, position.company) if v)
    return f"{years:<18} {what}" if position.start else what
