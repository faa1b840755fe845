"""The controller of one person: their page, research of them, and their profiles on networks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shortlist.tui.features.people.research import PersonWork
from shortlist.tui.kit.words import plain
from shortlist.tui.live import messages
from shortlist.tui.live.context import Controller
from shortlist.tui.live.enrichment import new_key
from shortlist.tui.live.networks import kept_as, work_of
from shortlist.tui.live.troubles import is_spent, trouble_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from shortlist.contract.person import Dossier, Person, PersonResponse
    from shortlist.contract.sets import SetItem
    from shortlist.desk.own_verdicts import OwnVerdict
    from shortlist.desk.store import Store
    from shortlist.desk.whereabouts import Whereabouts
    from shortlist.tui.features.people.verdict_dialog import Overruling
    from shortlist.tui.kit.person import Reasons
    from shortlist.tui.live.context import AppContext
    from shortlist.tui.live.networks import NetworkWork

RECENT_PEOPLE = 30


class PersonController(Controller):
    """Research is started once, followed while it runs, and canceled when that is asked for."""

    _shown: Person | None = None
    """Whose page was opened last."""

    def __init__(self, context: AppContext, refuses: Callable[[Person], bool]) -> None:
        """`refuses`: whether somebody is left out on this machine, which is said."""
        super().__init__(context)
        self._refuses = refuses

    def recall(self) -> None:
        from shortlist.contract.person import Person

        if (store := self.tracker.store) is not None:
            self.state.recent_people = [
                Person.model_validate(wire)
                for wire in store.recall("people", [])
                if isinstance(wire, dict) and wire.get("person_id")
            ]

        self._recall_own_verdicts()

        if self._shown is not None:
            self._recall_dossier(self._shown)
            self.look_up_whereabouts(self._shown)

    def changed_elsewhere(self) -> None:
        self.recall()

    def _recall_own_verdicts(self) -> None:
        if (store := self.tracker.store) is not None:
            told: dict[tuple[str, str], list[OwnVerdict]] = {}
            for own in store.own_verdicts():
                told.setdefault((own.set_id, own.person_id), []).append(own)
            self.state.own_verdicts = told

    def show_person(self, person: Person, reasons: Reasons | None = None) -> None:
        """Open the page of a person; `reasons`: why they are on the list it is opened from."""
        from shortlist.tui.features.people.person_page import PersonPage

        self._shown = person
        self.note_person(person)
        self._recall_dossier(person)
        self.state.whereabouts.pop(person.person_id, None)
        self.look_up_whereabouts(person)
        self.show(PersonPage(person, self, reasons))

    def _recall_dossier(self, person: Person) -> None:
        """Have what research of them gave before, as it is kept: at once, and without the
        service."""
        store, before = self.tracker.store, self.state.research.get(person.person_id)
        if store is None or (before is not None and before.status in ("asking", "done")):
            return
        kept = store.dossier(person.person_id)
        if kept is None or self.tracker.left_out.holds(person):
            return
        from shortlist.contract.person import Dossier
        from shortlist.contract.times import parse_time

        dossier = Dossier.model_validate(kept[0])
        if not self.tracker.left_out.holds(*_known_by(dossier)):
            work = PersonWork(person.person_id, "done", dossier, kept_at=parse_time(kept[1]))
            self.state.research[person.person_id] = work

    def look_up_whereabouts(self, person: Person) -> None:
        """Look where somebody is on this machine, beside what is drawn. Before this machine's file
        is open it is left to `recall`."""
        if (store := self.tracker.store) is None:
            return
        self.context.run(self._look_up(store, person), group="whereabouts", exit_on_error=False)

    async def _look_up(self, store: Store, person: Person) -> None:
        from shortlist.desk.places import DeskError
        from shortlist.desk.threads import run_on_thread
        from shortlist.desk.whereabouts import whereabouts

        try:
            found = await run_on_thread(whereabouts, store.path, store.account, person.to_wire())
        except DeskError as error:
            self.context.post(messages.WhereaboutsRead(person.person_id, str(error)))
        else:
            self.context.post(messages.WhereaboutsRead(person.person_id, found))

    def whereabouts_of(self, person: Person) -> Whereabouts | str | None:
        """Where they are; why that cannot be read; `None` while it is being read."""
        link = self.state.link
        if self.tracker.store is None and link.stage == "failed" and link.trouble is not None:
            return f"this machine's file is not open. {trouble_line(link.trouble)}"
        return self.state.whereabouts.get(person.person_id)

    def on_whereabouts_read(self, event: messages.WhereaboutsRead) -> None:
        self.state.whereabouts[event.person_id] = event.found
        self.tell("research")

    def note_person(self, person: Person) -> None:
        """Put a person first among those of late, for the palette."""
        rest = [p for p in self.state.recent_people if p.person_id != person.person_id]
        self.state.recent_people = [person, *rest][:RECENT_PEOPLE]
        wires = [p.model_dump(mode="json") for p in self.state.recent_people]
        self.tracker.ledger.keep(lambda store: store.remember("people", wires))

    def open_page(self, person: Person) -> None:
        """Their profile page, in a browser."""
        url = plain(person.profile_url)
        if url.startswith(("https://", "http://")):
            self.context.open_url(url)
        else:
            self.say("This person has no profile page.")

    def start_research(self, person: Person) -> None:
        """Research one person; nobody who is left out on this machine."""
        person_id = person.person_id
        if self._refuses(person) or not self.may_spend():
            return
        before = self.state.research.get(person_id)
        if before is not None and before.status == "asking" and not before.trouble:
            return
        if not self.tracker.ready:
            self.say("The service is not there to ask; what was read before stays.")
            return
        lost = before is not None and before.trouble is not None and not is_spent(before.trouble)
        key = before.key if before is not None and lost and before.key else new_key()
        work = PersonWork(person_id, "asking", began=self.context.clock(), key=key)
        if before is not None and before.dossier is not None:
            # It stays while it is asked for anew.
            work.dossier, work.kept_at = before.dossier, before.kept_at
        self.state.research[person_id] = work
        self.tracker.research.start(person_id, key)
        self.tell("research")

    def ask_verdict(self, item: SetItem | None, set_id: str) -> None:
        """A verdict of one's own on somebody of a Set, in a dialog; it is kept on this machine."""
        from shortlist.tui.features.people.verdict_dialog import VerdictDialog

        store = self.open_store()
        if store is None:
            return
        if item is None or not item.verification or not set_id:
            self.say("Nobody checked this person: only the verdicts of a Set can be overruled.")
            return
        if self._refuses(item.person):
            return

        def decided(ruling: Overruling | None) -> None:
            if ruling is not None:
                self._keep_verdict(store, item, set_id, ruling)

        self.show(VerdictDialog(item, self.state.own_verdicts_on(set_id, item)), decided)

    def _keep_verdict(self, store: Store, item: SetItem, set_id: str, ruling: Overruling) -> None:
        from shortlist.desk.own_verdicts import agreements, of_verdict

        own = of_verdict(item, set_id, ruling.checked, ruling.verdict, ruling.reason)
        if ruling.verdict:
            store.overrule(own)
        else:
            store.take_back(set_id, own.person_id, own.criterion)
        self._recall_own_verdicts()
        name = plain(item.person.name, 60) or "this person"
        agreement = agreements(store.own_verdicts(set_id)).get(own.criterion)
        told = "Taken back." if not ruling.verdict else f"Kept for {name}: {ruling.verdict}."
        if agreement is not None:
            told += f" You and the service agree in {agreement.agreed} of {agreement.told}."
            if agreement.is_seldom:
                told += " On Sets, W offers other words."
        self.say(told)
        self.tell("people", "sets", "research")

    def cancel_research(self, person_id: str) -> None:
        work = self.state.research.get(person_id)
        if work is not None and work.status == "asking" and work.run_id and not work.canceling:
            work.canceling = True
            self.tracker.research.cancel(work.run_id)
            self.tell("research")

    def on_person_polled(self, event: messages.PersonPolled) -> None:
        work = self.state.research.get(event.person_id)
        if work is not None:
            work.run_id, work.run_status = event.run_id, event.status
            self.tell("research")

    def on_person_researched(self, event: messages.PersonResearched) -> None:
        work = self.state.research.setdefault(event.person_id, PersonWork(event.person_id))
        work.trouble, work.run_status = event.trouble, ""
        if event.answer is not None:
            work.status, work.kept_at = "done", None
            _take_answer(work, event.answer)
            if work.dossier is not None and self.tracker.left_out.holds(
                {"person_id": event.person_id}, *_known_by(work.dossier)
            ):
                work.dossier, work.unsure = None, "Somebody who is left out on this machine."
        elif event.trouble is not None and event.trouble.code == "run_canceled":
            work.status, work.trouble = "canceled", None
        else:
            work.status = "failed"
        work.canceling = False
        self.tracker.read_usage()
        self.tell("research")

    def networks_of(self, person: Person) -> NetworkWork:
        """What is known of this person's profiles, in this run or an earlier one."""
        work = self.state.networks.get(person.person_id)
        if work is None:
            store = self.tracker.store
            work = work_of(store.recall(kept_as(person)) if store is not None else None)
            if store is not None:
                self.state.networks[person.person_id] = work
        return work

    def ask_networks(self, person: Person, what: str) -> None:
        """Ask once; what is known already is not asked for again."""
        work = self.networks_of(person)
        if work.settled(what) or not self.tracker.ready or self._refuses(person):
            return
        if not self.may_spend():
            return
        self.state.networks[person.person_id] = work
        work.asking.add(what)
        work.troubles.pop(what, None)
        self.tracker.networks.ask(person, what, work)
        self.tell("research")

    def on_networks_read(self, event: messages.NetworksRead) -> None:
        work = self.state.networks.get(event.person_id)
        if work is None:
            return
        work.asking.discard(event.what)
        if event.trouble is not None:
            work.troubles[event.what] = event.trouble
        elif any(found.charged for found in work.known.values()):
            self.tracker.read_usage()
        self.tell("research")


def _known_by(dossier: Dossier) -> list[dict[str, str | None]]:
    page = dossier.identity.profile_url
    return [{"person_id": dossier.person_id, "profile_url": page}]


def _take_answer(work: PersonWork, answer: PersonResponse) -> None:
    work.dossier, meta = answer.data, answer.meta
    work.charged = meta.credits_charged
    if answer.data is None:
        work.unsure = meta.reason or "The evidence is not enough."
        work.clues = list(meta.suggested_clues)
