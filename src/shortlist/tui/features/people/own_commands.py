"""The controller of programs of one's own, run on a person: `[commands]` in `config.toml`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from shortlist.tui.kit.keys import KEYS
from shortlist.tui.kit.words import plain
from shortlist.tui.live import messages
from shortlist.tui.live.context import Controller

if TYPE_CHECKING:
    from textual.worker import Worker

    from shortlist.contract.person import Person
    from shortlist.desk.commands import Command, Output
    from shortlist.tui.live.context import AppContext
    from shortlist.tui.live.state import FieldWork

_EMAILS: Final = ("work_email", "personal_email")


def refused_keys(commands: Sequence[Command], keymap: Mapping[str, str]) -> dict[str, str]:
    """Of commands whose key is the app's already, or another command's: by name, what to say.
    `keymap`: what `[keys]` binds anew."""
    taken: dict[str, str] = {}
    for id_, known in KEYS.items():
        for key in keymap.get(id_, known.key).split(","):
            taken.setdefault(key.strip(), f"{id_} ({known.label})")
    told: dict[str, str] = {}
    for command in commands:
        for key in _keys_of(command):
            if has := taken.get(key):
                told[command.name] = (
                    f"config.toml: [commands.{command.name}] has the key {key}, which is {has} "
                    "already. Give it another; until then it is in the palette alone."
                )
            taken.setdefault(key, f"[commands.{command.name}]")
    return told


def _keys_of(command: Command) -> list[str]:
    return [key.strip() for key in command.key.split(",") if key.strip()]


class OwnCommands(Controller):
    """Runs them, one at a time, beside the app."""

    def __init__(
        self,
        context: AppContext,
        refuses: Callable[[Person], bool],
        contacts_of: Callable[[Person], Mapping[str, FieldWork]],
    ) -> None:
        """`refuses`: whether somebody is left out here, which is said; `contacts_of`: what was
        resolved of somebody."""
        super().__init__(context)
        self._refuses, self._contacts_of = refuses, contacts_of
        settings = context.settings
        self.commands: list[Command] = settings.own_commands if settings else []
        self.problems = refused_keys(self.commands, settings.keys if settings else {})
        self.keys = {
            key: command.name
            for command in self.commands
            if command.name not in self.problems
            for key in _keys_of(command)
        }
        """The command of each key; of none that the app uses already."""
        self._running: Worker[Any] | None = None

    def start(self, name: str, person: Person | None) -> None:
        """Run the command `name` on a person; what it says comes into a pane."""
        command = next((each for each in self.commands if each.name == name), None)
        if command is None or person is None:
            self.say("There is nobody to run it on: put the cursor on a person.")
            return
        if self._refuses(person):
            return
        from shortlist.desk.commands import arguments_of
        from shortlist.desk.places import DeskError
        from shortlist.tui.features.people.command_pane import CommandPane

        values = self._values(person)
        try:
            arguments_of(command, values)
        except DeskError as error:
            self.say(str(error), "warning")
            return
        self.stop()
        pane = CommandPane(command, plain(person.name, 80) or "this person", self.stop)
        work = self._run(command, values)
        self._running = self.context.run(work, group="own-command", exit_on_error=False)
        self.show(pane)

    def stop(self) -> None:
        """End the one that runs, and whatever it started."""
        if self._running is not None and not self._running.is_finished:
            self._running.cancel()
        self._running = None

    def _values(self, person: Person) -> dict[str, str | None]:
        """What stands for `{name}` and the others."""
        known = self._contacts_of(person)
        found = (known[name].result for name in _EMAILS if name in known)
        email = next((each.value for each in found if each is not None and each.value), None)
        return {
            "name": person.name,
            "email": email,
            "url": person.profile_url,
            "id": person.person_id,
        }

    async def _run(self, command: Command, values: Mapping[str, str | None]) -> None:
        from shortlist.desk.commands import run_command
        from shortlist.desk.places import DeskError

        told: Output | str
        try:
            told = await run_command(command, values)
        except DeskError as error:
            told = str(error)
        self.context.post(messages.CommandEnded(command, told))

    def on_command_ended(self, event: messages.CommandEnded) -> None:
        from shortlist.tui.features.people.command_pane import CommandPane

        if isinstance(self.screen, CommandPane) and self.screen.command is event.command:
            self.screen.end(event.told)
