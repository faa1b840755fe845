"""The page of a person, as a dialog: the dossier once they were researched, and what is known
until then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from shortlist.contract.limits import PERSON_PRICE
from shortlist.tui.features.people.page_content import PersonKnown, page_content
from shortlist.tui.features.people.research import PersonWork, run_content
from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.pane import HangingText
from shortlist.tui.kit.person import Reasons, contact_parts
from shortlist.tui.kit.screen import run_own
from shortlist.tui.kit.words import plain
from shortlist.tui.live.networks import networks_content

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shortlist.contract.person import Person
    from shortlist.desk.store import Store
    from shortlist.tui.features.people.person_controller import PersonController
    from shortlist.tui.live.state import FieldWork


class PersonPage(Dialog[None]):
    """Reads; researching asks first, since it costs."""

    WIDEST = 100
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("do.research", "do.enrich", "do.shortlist", "do.page", "do.remark"),
        *keys("do.verdict", "person.networks", "person.cancel"),
        *keys("person.down", "person.up", "dialog.close"),
    ]

    def __init__(
        self, person: Person, persons: PersonController, reasons: Reasons | None = None
    ) -> None:
        """`reasons`: why they are on the list that the page was opened from."""
        super().__init__()
        self.person, self._persons = person, persons
        self._reasons = reasons or Reasons()
        self._drawn: object = None
        self._contacts: Mapping[str, FieldWork] | None = None
        self._read_from: Store | None = None

    def compose(self) -> ComposeResult:
        with self.frame("Person", "page", reads=True):
            yield Static(id="run", markup=False)
            yield HangingText(id="page")

    def on_mount(self) -> None:
        self.draw()
        self.set_interval(0.25, self.draw)

    async def on_key(self, event: Key) -> None:
        await run_own(self, event)

    @property
    def _work(self) -> PersonWork | None:
        return self.app.state.research.get(self.person.person_id)

    def keys_told(self) -> Sequence[Content]:
        work = self._work
        asking = work is not None and work.status == "asking"
        first = "person.cancel" if asking else "do.research"
        own = ["do.verdict"] if self._reasons.item is not None else []
        rest = [*own, "do.enrich", "person.networks", "do.page", "do.remark"]
        rest.append("person.down+person.up")
        labels = {"person_up": "move", "dialog_leave": "close"}
        return hints(self, first, *rest, "dialog.leave", **labels)

    def draw(self) -> None:
        work = self._work
        remark = self.app.state.remarks.get(self.person.person_id)
        seconds = self._elapsed(work)
        networks = networks_content(self._persons.networks_of(self.person))
        here = self._persons.whereabouts_of(self.person)
        told = work and (work.status, work.run_status, work.canceling)
        contacts, masks = self._contacts_now, self.app.masks
        found = Content.assemble(*contact_parts(contacts, masks=masks))
        reasons = self._reasons_now
        why = reasons.why.plain if reasons.why is not None else ""
        drawn = (told, seconds, str(remark), networks.plain, found.plain, why, here)
        if drawn == self._drawn:
            return
        self._drawn = drawn
        self.draw_foot()
        self.query_one("#run", Static).update(run_content(work, seconds))
        dossier = work.dossier if work is not None else None
        known = PersonKnown(self.person, reasons, dossier, remark, contacts, masks, here)
        self.query_one("#page", HangingText).show(page_content(known, networks))

    @property
    def _contacts_now(self) -> Mapping[str, FieldWork]:
        """What was resolved of them, read once from this machine's file."""
        if self._contacts is None or self._read_from is not self.app.tracker.store:
            self._read_from = self.app.tracker.store
            self._contacts = self.app.enrichment.contacts_of(self.person)
        return self._contacts

    def _elapsed(self, work: PersonWork | None) -> int:
        """Seconds that the run has taken, while it goes on."""
        if work is None or work.status != "asking" or work.began is None:
            return 0
        return round((self.app.clock() - work.began).total_seconds())

    def action_scroll(self, step: int) -> None:
        self.query_one(".page", VerticalScroll).scroll_relative(y=step * 2, animate=False)

    def action_cancel_run(self) -> None:
        self._persons.cancel_research(self.person.person_id)
        self.draw()

    def action_networks(self) -> None:
        from shortlist.tui.features.people.networks_dialog import Networks

        if self.app.left_out.refuses(self.person):
            return
        self.app.push_screen(Networks(self.person))

    def action_enrich(self) -> None:
        self.dismiss(None)
        self.app.enrichment.bring_to_enrich([self.person])
        self.app.action_go("enrich")

    def action_shortlist(self) -> None:
        self.app.shortlists.put_on_shortlist([self.person])

    def action_verdict(self) -> None:
        """On the Set that the page was opened from, else on the newest that they are in."""
        item, set_id = self._reasons.item, self._reasons.set_id
        here = self._persons.whereabouts_of(self.person)
        if item is None and here is not None and not isinstance(here, str) and here.sets:
            from shortlist.contract.sets import SetItem

            item, set_id = SetItem.model_validate(here.sets[0].item), here.sets[0].set_id
        self._persons.ask_verdict(item, set_id)

    @property
    def _reasons_now(self) -> Reasons:
        """Those the page was opened with, and the verdicts of one's own as they are now."""
        from shortlist.tui.features.people.reasons import reasons_of

        item = self._reasons.item
        return reasons_of(item, self.app.state) if item is not None else self._reasons

    def action_own_command(self, name: str) -> None:
        self.app.own.start(name, self.person)

    def action_remark(self) -> None:
        self.app.shortlists.ask_remark([self.person])

    def action_open_page(self) -> None:
        self._persons.open_page(self.person)

    def action_research(self) -> None:
        from shortlist.tui.kit.dialogs.confirm import Confirm

        if self.app.left_out.refuses(self.person) or not self.app.persons.may_spend():
            return
        text = (
            f"Research of one person costs up to {PERSON_PRICE} credits: the first time it "
            "succeeds in 90 days, for the whole organization. Read again it is free, and nothing "
            "is charged where the evidence is not enough."
        )

        def decided(yes: bool | None) -> None:
            if yes:
                self._persons.start_research(self.person)
                self.draw()

        label = f"Research · up to {PERSON_PRICE} credits"
        name = plain(self.person.name, 60) or "this person"
        content = Content.assemble((name, "bold"), f"\n\n{text}")
        self.app.push_screen(Confirm("Research", content, label, "Leave"), decided)
