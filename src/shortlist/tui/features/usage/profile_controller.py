"""The controller of profiles: several in one app, each with a state of its own, and one in view.

Each profile has a state and a tracker of its own. The one that is left keeps both: what was asked
there is let finish, and what it answers is shown, and kept, when one comes back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from shortlist.tui.live import messages
from shortlist.tui.live.context import Controller
from shortlist.tui.live.state import AppState
from shortlist.tui.live.tracker import Tracker

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from shortlist.desk.profiles import Profile
    from shortlist.tui.live.context import AppContext


class ProfileAway(NamedTuple):
    """A profile that is not in view: all that is put back when it is again."""

    state: AppState
    tracker: Tracker


class ProfileController(Controller):
    """The profile in view, and those that were before."""

    _switching = False

    def __init__(
        self, context: AppContext, renew_screens: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        """`renew_screens` puts new screens in place of all: nothing of another account stays."""
        super().__init__(context)
        self._renew_screens = renew_screens
        self.away: dict[str, ProfileAway] = {}
        """The profiles that are not in view, by name."""

    @property
    def name(self) -> str:
        """What the profile in view is called."""
        return self.state.link.profile or self.tracker.profile or "local"

    def open_list(self) -> None:
        """Choose among the saved profiles, in a dialog."""
        from shortlist.tui.features.usage.profile_dialog import ChooseProfile

        if isinstance(self.screen, ChooseProfile):
            return

        saved = self.saved_profiles()

        def chosen(name: str | None) -> None:
            if name is not None:
                colors = {profile.name: profile.color for profile in saved or ()}
                self.go_to_profile(name, colors.get(name, ""))

        if saved is not None:
            busy = {name: each.tracker.under_way for name, each in self.away.items()}
            ask = ChooseProfile(saved, self.name, busy, self.begin_with)
            self.show(ask, chosen)

    def begin_with(self, name: str) -> bool:
        """Have the next start begin with this profile; whether that was written down."""
        from shortlist.desk.places import DeskError, find_places
        from shortlist.desk.profiles import Profiles

        try:
            Profiles(self.context.places or find_places()).use(name)
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
            return Profiles(self.context.places or find_places()).list()
        except DeskError as error:
            self.say(str(error), "error")
            return None

    def go_to_profile(self, name: str, color: str = "") -> None:
        """Bring another profile into view, for this run of the app."""
        if name == self.name or self._switching:
            return
        self._switching = True
        # From here on its answers wait; those before this message are taken first.
        self.tracker.leave()
        self.context.post(messages.ProfileChosen(name, color))

    async def on_profile_chosen(self, event: messages.ProfileChosen) -> None:
        self.away[self.name] = ProfileAway(self.state, self.tracker)
        opener = self.tracker.opener
        back = self.away.pop(event.name, None)
        if back is None:
            state = AppState()
            state.link.profile, state.link.color = event.name, event.color
            back = ProfileAway(state, Tracker(self.context, event.name, opener))
        self.context.state, self.context.tracker = back.state, back.tracker
        await self._renew_screens()
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

    def close(self) -> None:
        """The app ends: keep what the profiles out of view have been answered."""
        for each in self.away.values():
            each.tracker.close()
        self.tracker.close()
