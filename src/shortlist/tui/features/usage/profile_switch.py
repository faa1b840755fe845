"""Several profiles in one app: what belongs to which account, and going from one to another.

Each profile has a state and a tracker of its own. The one that is left keeps both: what was asked
there is let finish, and what it answers is shown, and kept, when one comes back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from shortlist.tui.kit.catalogue import SCREENS
from shortlist.tui.live import messages
from shortlist.tui.live.state import AppState
from shortlist.tui.live.tracker import Tracker

if TYPE_CHECKING:
    from textual.app import App

    from shortlist.desk.places import Places
    from shortlist.desk.profiles import Profile

    class _Base(App[None]):
        state: AppState
        tracker: Tracker
        places: Places | None

        def tell(self, *topics: str) -> None: ...
        def say(self, text: str, severity: Any = "information") -> None: ...
else:
    _Base = object


_OF_THE_ACCOUNT: Final[dict[str, Callable[[], Any]]] = {
    "past_queries": list,
    "recent_people": list,
    "_answers": dict,
    "_comparing": lambda: None,
    "_wish": lambda: None,
    "_key_asked": lambda: False,
}
"""What the app holds besides the state, and how each begins."""


@dataclass
class Desk:
    """A profile that is not in view: all that is put back when it is again."""

    state: AppState
    tracker: Tracker
    rest: dict[str, Any] = field(default_factory=dict)
    """What else the app holds of the account, by attribute."""


class Desks(_Base):
    """Mixed into the app."""

    desks: dict[str, Desk]
    """The profiles that are not in view, by name."""
    _switching = False

    @property
    def profile_name(self) -> str:
        """What the profile in view is called."""
        return self.state.link.profile or self.tracker.profile or "local"

    def action_profiles(self) -> None:
        """Choose among the saved profiles, in a dialog."""
        from shortlist.tui.features.usage.profiles import ChooseProfile

        if isinstance(self.screen, ChooseProfile):
            return

        saved = self.saved_profiles()

        def chosen(name: str | None) -> None:
            if name is not None:
                colors = {profile.name: profile.color for profile in saved or ()}
                self.go_to_profile(name, colors.get(name, ""))

        if saved is not None:
            busy = {name: desk.tracker.under_way for name, desk in self.desks.items()}
            ask = ChooseProfile(saved, self.profile_name, busy, self.begin_with)
            self.push_screen(ask, chosen)

    def begin_with(self, name: str) -> bool:
        """Have the next start begin with this profile; whether that was written down."""
        from shortlist.desk.places import DeskError, find_places
        from shortlist.desk.profiles import Profiles

        try:
            Profiles(self.places or find_places()).use(name)
        except (DeskError, OSError) as error:
            self.say(f"It could not be kept: {error}", "error")
            return False
        return True

    def saved_profiles(self) -> list[Profile] | None:
        """The saved profiles; `None`, said aloud, where they cannot be read or do not count."""
        import os

        from shortlist.desk.places import DeskError, find_places
        from shortlist.desk.profiles import Profiles

        if os.environ.get("SHORTLIST_BASE_URL", "").strip():
            self.say(
                "SHORTLIST_BASE_URL is set and wins over every profile. Start without it to choose."
            )
            return None
        try:
            return Profiles(self.places or find_places()).list()
        except DeskError as error:
            self.say(str(error), "error")
            return None

    def go_to_profile(self, name: str, color: str = "") -> None:
        """Bring another profile into view, for this run of the app."""
        if name == self.profile_name or self._switching:
            return
        self._switching = True
        # From here on its answers wait; those before this message are taken first.
        self.tracker.leave()
        self.post_message(messages.ProfileChosen(name, color))

    async def on_profile_chosen(self, event: messages.ProfileChosen) -> None:
        rest = {name: getattr(self, name) for name in _OF_THE_ACCOUNT}
        self.desks[self.profile_name] = Desk(self.state, self.tracker, rest)
        opener = self.tracker.opener
        back = self.desks.pop(event.name, None)
        if back is None:
            self.state = AppState()
            self.state.link.profile, self.state.link.color = event.name, event.color
            back = Desk(self.state, Tracker(self, event.name, opener))  # type: ignore[arg-type]
        self.state, self.tracker = back.state, back.tracker
        for name, empty in _OF_THE_ACCOUNT.items():
            setattr(self, name, back.rest[name] if back.rest else empty())
        await self._rooms_anew()
        self._switching = False
        if self.tracker.away:
            self.tracker.come_back()
        if self.tracker.ready:
            # What ran meanwhile is read, and followed again.
            self.state.sets.listing = True
            self.tracker.list_sets()
            self.tracker.read_usage()
        else:
            self.tracker.open()
        self.say(f"This is {event.name} now. What you start is charged there.")

    async def _rooms_anew(self) -> None:
        """New screens, so that nothing of the other account stays on one."""
        while len(self.screen_stack) > 1:
            await self.pop_screen()
        here = self.current_mode
        elsewhere = "usage" if here != "usage" else "search"
        await self.switch_mode(elsewhere)
        for screen in SCREENS:
            if screen.name != elsewhere:
                await self.remove_mode(screen.name)
                self.add_mode(screen.name, screen.make)
        await self.switch_mode(here)
        await self.remove_mode(elsewhere)
        self.add_mode(elsewhere, next(s.make for s in SCREENS if s.name == elsewhere))

    def close_desks(self) -> None:
        """The app ends: keep what the profiles out of view have been answered."""
        for desk in self.desks.values():
            desk.tracker.close()
        self.tracker.close()
