"""The dialog that asks for a person's profiles on networks, and shows what is known already."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from shortlist.contract.limits import ROUTE_FAMILY_PER_HOUR, ROUTE_FAMILY_PER_MINUTE
from shortlist.tui.kit.dialogs.base import QUIET_SECONDS, Dialog
from shortlist.tui.kit.hints import hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.resting_cursor import Options
from shortlist.tui.kit.words import plain
from shortlist.tui.live.networks import EVERY, PLATFORMS, network_status
from shortlist.tui.live.troubles import trouble_content

if TYPE_CHECKING:
    from shortlist.contract.person import Person


class _PlatformChosen(Options):
    """A click chooses a line; a double click asks for it, since it may cost something."""

    def on_click(self, event: events.Click) -> None:
        option = event.style.meta.get("option")
        if event.chain < 2 and option is not None:
            event.prevent_default()
            self.highlighted = option


class Networks(Dialog[None]):
    """Asks for one thing at a time. What is known is shown, and never asked for again."""

    AUTO_FOCUS = "#networks"
    spends = True
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("profiles.down", "profiles.up", "dialog.close"),
    ]

    def __init__(self, person: Person) -> None:
        super().__init__()
        self._person = person
        self._since = monotonic()
        self._lines = {EVERY: "Every profile they list", **PLATFORMS}

    def compose(self) -> ComposeResult:
        name = plain(self._person.name, 60) or "this person"
        with self.frame("Profiles on networks", fixed=True):
            told = Content.assemble((name, "bold"), "\n\n", (self._price(), "$quiet-text"), "\n")
            yield Static(told, markup=False)
            options = (Option(self._line(what), id=what) for what in self._lines)
            yield _PlatformChosen(*options, id="networks", markup=False)
            yield Static(id="trouble", markup=False)

    def keys_told(self) -> Sequence[Content]:
        labels = {"dialog_enter": "ask", "dialog_leave": "close"}
        return hints(self, "dialog.enter", "dialog.leave", **labels)

    def _price(self) -> str:
        if self.app.tracker.is_local:
            price = "Free of charge on the service of this machine"
        else:
            price = (
                "No price is stated for this: what it charged, if anything, is shown with the "
                "answer and among the receipts. One request for each line"
            )
        limits = f"{ROUTE_FAMILY_PER_MINUTE} a minute, {ROUTE_FAMILY_PER_HOUR} an hour"
        return f"{price}; at most {limits}. What is known here is not asked for again."

    def _line(self, what: str) -> Content:
        words, tone = network_status(self.app.persons.networks_of(self._person), what)
        return Content.assemble(f"{self._lines[what]:<26}", (words, tone))

    def changed(self, topic: str) -> None:
        if topic == "research" and self.query("#networks"):
            options = self.query_one(OptionList)
            for what in self._lines:
                options.replace_option_prompt(what, self._line(what))
            troubles = self.app.persons.networks_of(self._person).troubles
            last = next(reversed(troubles.values()), None)
            told = trouble_content(last) if last is not None else ""
            self.query_one("#trouble", Static).update(told)

    def action_move(self, step: int) -> None:
        self.query_one(Options).move(step)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        now = monotonic()
        held = now - self._since < QUIET_SECONDS
        self._since = now
        if held:
            return  # It may cost something: the press that opened this, held, must not ask.
        what = event.option.id or EVERY
        if not self.app.tracker.ready:
            self.app.say("The service is not ready yet.")
        elif self.app.persons.networks_of(self._person).settled(what):
            self.app.say("That is known already: it is not asked for again.")
        else:
            self.app.persons.ask_networks(self._person, what)
