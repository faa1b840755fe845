"""The app's shell: it makes the controllers of all features, and holds what they share."""

from __future__ import annotations

import gc
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import Event, Key, Paste
from textual.reactive import Reactive
from textual.screen import Screen

from shortlist.desk.places import DeskError
from shortlist.tui.features.agents.controller import AgentController
from shortlist.tui.features.enrich.controller import EnrichController
from shortlist.tui.features.imports.controller import ImportController
from shortlist.tui.features.people.export_controller import ExportController
from shortlist.tui.features.people.left_out_controller import LeftOutController
from shortlist.tui.features.people.list_controller import ListController
from shortlist.tui.features.people.own_commands import OwnCommands
from shortlist.tui.features.people.person_controller import PersonController
from shortlist.tui.features.people.shortlist_controller import ShortlistController
from shortlist.tui.features.search.controller import SearchController
from shortlist.tui.features.sets.comparison_controller import ComparisonController
from shortlist.tui.features.sets.controller import SetsController
from shortlist.tui.features.usage.controller import UsageController
from shortlist.tui.features.usage.profile_controller import ProfileController
from shortlist.tui.kit import themes
from shortlist.tui.kit.catalogue import SCREENS, renew_screens
from shortlist.tui.kit.hints import HintClicks
from shortlist.tui.kit.keys import KEYS, key_of, keys, normal
from shortlist.tui.kit.news import News
from shortlist.tui.kit.resting_cursor import RestingCursor
from shortlist.tui.kit.screen import tell_screens
from shortlist.tui.kit.terminal.key_order import KeyActed, KeyOrder
from shortlist.tui.kit.theme_files import ThemeFiles
from shortlist.tui.live import messages
from shortlist.tui.live.attention import Attention
from shortlist.tui.live.calls import CallLog
from shortlist.tui.live.context import AppContext, Controller, hand_on
from shortlist.tui.live.opener import Opener, open_link
from shortlist.tui.live.other_programs import OtherPrograms
from shortlist.tui.live.reach import Reach
from shortlist.tui.live.state import utc_now
from shortlist.tui.live.tracker import Tracker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import PurePath

    from textual.driver import Driver
    from textual.events import AppBlur, DescendantFocus

    from shortlist.desk.config import Settings
    from shortlist.desk.places import Places
    from shortlist.tui.kit.palette.entries import Entry
    from shortlist.tui.live.state import AppState


class ShortlistApp(App[None]):
    """The shell: which screen is in view, the controllers of all features, what they share.

    Paid requests and live Sets belong to the tracker, not to a screen: leaving one cancels neither.
    """

    TITLE = "Shortlist"
    # The first screen's sheet comes with the app's: read later, it would have all parsed again.
    CSS_PATH: ClassVar[str | PurePath | list[str | PurePath] | None] = [
        "app.tcss",
        "features/search/search.tcss",
    ]
    theme = Reactive(themes.DEFAULT, init=False)
    # Search itself is the default screen, and a mode from then on.
    MODES: ClassVar[dict[str, str | Callable[[], Screen[Any]]]] = {
        screen.name: screen.make for screen in SCREENS[1:]
    }
    DEFAULT_MODE = SCREENS[0].name
    HORIZONTAL_BREAKPOINTS = [(0, "-slim"), (76, "-narrow"), (110, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (23, "-middle"), (32, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys(
            "app.help",
            *(f"go.{screen.name}" for screen in SCREENS),
            "go.shortlists",
            "go.left_out",
            "go.next",
            "app.calls",
            "app.notices",
            "app.import",
            "app.profiles",
            "app.palette",
            "app.aside",
            "app.redraw",
            "app.quit",
            "app.quit_anywhere",
        ),
    ]
    COMMAND_PALETTE_BINDING = "ctrl+p"
    clipboard: str = ""
    """What was copied last: a field pastes it."""

    def __init__(
        self,
        profile: str | None = None,
        *,
        opener: Opener = open_link,
        places: Places | None = None,
        settings: Settings | None = None,
        clock: Callable[[], datetime] = utc_now,
        theme: str = "",
        driver: type[Driver] | None = None,
    ) -> None:
        self.places, self.settings, self.clock = places, settings, clock
        self.problems: list[str] = []
        """What is wrong with the configuration, told once the app is up."""
        own = places.config / "themes" if places else None
        self._themes = ThemeFiles(own, self.say, self.problems)
        first = self._themes.first_theme(
            theme or (settings.theme if settings else "") or themes.DEFAULT
        )
        super().__init__(driver_class=driver, ansi_color=first.ansi)
        self._themes.apply_first(self, first)
        self.keymap: dict[str, str] = {}
        """The keys of bindings that the configuration binds anew, by their names."""
        self.calls = CallLog()
        self.masks = bool(settings and settings.mask_contacts)
        """Contact values are shown masked until they are asked for."""
        self.news = News(self, self.clock)
        self.attention = Attention(self.send_to_terminal, settings.notify if settings else "auto")
        self._hints = HintClicks(self, self.say)
        self._compose_features(profile, opener)
        layout = settings.layout if settings else "auto"
        self._key_order = KeyOrder(self, super().on_event, self.own.keys, self._told_places, layout)
        if settings and settings.reduced_motion:
            self.animation_level = "none"
        if settings and settings.keys:
            self.keymap = {id_: normal(k) for id_, k in settings.keys.items() if id_ in KEYS}
            self.set_keymap(self.keymap)
            unknown = [id_ for id_ in settings.keys if id_ not in KEYS]
            self.problems += [f"config.toml binds {id_}: no such action" for id_ in unknown]

    def _compose_features(self, profile: str | None, opener: Opener) -> None:
        """Make the controllers; each is given what it needs of the others."""
        self.context = context = AppContext.of(self)
        context.tracker = Tracker(context, profile, opener)
        self.lists = lists = ListController(context)
        self.searches = searches = SearchController(context)
        self.left_out = left_out = LeftOutController(context)
        self.enrichment = EnrichController(context)
        self.persons = PersonController(context, left_out.refuses)
        self.own = OwnCommands(context, left_out.refuses, self.enrichment.contacts_of)
        self.exports = ExportController(context, lambda: self.masks)
        self.profiles = ProfileController(context, lambda: renew_screens(self))
        self.usage = usage = UsageController(context, searches.ask_what_was_refused)
        self.shortlists = ShortlistController(
            context, lists.show_roster, lists.show_the_set, searches.why_found
        )
        self.sets = sets = SetsController(
            context,
            question=searches.question_at_hand,
            open_items=lists.open,
            take_items=lists.take_live,
            settle_items=lists.settle,
        )
        self.comparisons = ComparisonController(context, lists.show_list, sets.make_again)
        self.imports = imports = ImportController(context)
        self.agents = agents = AgentController(context)
        self.reach = Reach(
            context,
            others=lambda: self._controllers,
            ask_for_key=usage.ask_for_key,
            past_searches=searches.past_searches,
        )
        self.others = OtherPrograms(context, lambda: self._controllers)
        self._controllers: tuple[Controller, ...] = (
            *(self.others, self.reach, searches, sets, lists, self.enrichment, usage),
            *(self.own, self.profiles, self.shortlists, self.persons, self.exports, left_out),
            *(self.comparisons, imports, agents),
        )

    @property
    def terminal(self) -> Driver | None:
        """What writes to the terminal; Textual gives it by no other name. None once it is gone."""
        return self._driver

    def _told_places(self) -> Mapping[str, str]:
        places: Mapping[str, str] = getattr(getattr(self.terminal, "escapes", None), "places", {})
        return places

    @property
    def state(self) -> AppState:
        """Of the profile in view."""
        return self.context.state

    @property
    def tracker(self) -> Tracker:
        """Of the profile in view."""
        return self.context.tracker

    @on(messages.Happened)
    async def _hand_on(self, event: messages.Happened) -> None:
        """Give what happened to the controllers it concerns; whether the service was reached is
        noted first."""
        if isinstance(event, messages.Answered):
            self.reach.reached(event.trouble, acted=isinstance(event, messages.ActAnswered))
        await hand_on(event, self._controllers)

    def get_default_screen(self) -> Screen[Any]:
        """Search, without the passes over the style sheets that a mode costs at the start."""
        return SCREENS[0].make()

    def on_mount(self) -> None:
        self.add_mode(SCREENS[0].name, SCREENS[0].make)
        # A frame first; then the client is imported and the service found or started.
        self.call_after_refresh(self._begin)

    async def _begin(self) -> None:
        from shortlist.tui.kit.terminal.driver import TerminalDriver

        if isinstance(self.terminal, TerminalDriver) and self.places is not None:
            theme, typed = themes.names(self._themes.own).get(self.theme), self._key_order.has_begun
            self.terminal.keep_first_frame(self.places.cache, self.places.config, theme, typed)
        await self._key_order.begin()  # nothing may have taken the focus
        # What was typed meanwhile is answered first: to import what opens a deployment takes time.
        self.call_after_refresh(self.tracker.open)
        self.set_timer(1.0, self._settle_down)
        self.usage.watch_balance()

    @property
    def is_typing(self) -> bool:
        """As `KeyOrder.is_typing`."""
        return self._key_order.is_typing

    async def on_event(self, event: Event) -> None:
        if isinstance(event, Key | Paste) and not event.is_forwarded:
            await self._key_order.take(event)
        else:
            await super().on_event(event)

    async def run_action(self, *given: Any, **named: Any) -> bool:
        with self.keeping():
            return await super().run_action(*given, **named)
        return True

    async def on_key_acted(self, event: KeyActed) -> None:
        await self._key_order.acted(event)

    def watch_theme(self) -> None:
        self.ansi_color = self.current_theme.ansi

    def on_app_focus(self) -> None:
        """Somebody comes back to this terminal, maybe from another that spent something."""
        self.others.look()
        self.attention.elsewhere = False
        if self.state.usage.read_at is not None:
            self.usage.read_balance()

    def on_app_blur(self, event: AppBlur) -> None:
        """In a browser the page is said to be out of focus before anything of it could be in it:
        what is typed must find the query line all the same."""
        if self.is_web:
            event.prevent_default()
        self.attention.elsewhere = not self.is_web

    async def on_descendant_focus(self, event: DescendantFocus) -> None:
        """The terminal's own cursor rests there, for who follows it by ear, touch or enlarged;
        tables and fields say where in them. With reduced motion none blinks."""
        # The first has the keys that came before it: the next frame shows what they typed.
        await self._key_order.begin()
        if isinstance(event.widget, RestingCursor):
            # It was painted meanwhile, and has put the cursor on what is current in it.
            event.widget.rest_cursor()
        elif not hasattr(event.widget, "cursor_screen_offset"):
            self.cursor_position = event.widget.content_region.offset
        if self.animation_level == "none" and hasattr(event.widget, "cursor_blink"):
            event.widget.cursor_blink = False

    def _settle_down(self) -> None:
        self._themes.load_others(self)
        for problem in (*self.problems, *self.own.problems.values()):
            self.say(problem, "warning")
        if self.keymap:
            from shortlist.tui.key_conflicts import tell_conflicts

            work = tell_conflicts(self.keymap, type(self), self.say)
            self.run_worker(work, group="keys", exit_on_error=False)
        gc.freeze()
        gc.enable()
        gc.set_threshold(50_000, 20, 50)

    def action_go(self, mode: str) -> None:
        if self.current_mode != mode:
            while len(self.screen_stack) > 1:
                self.pop_screen()
            self.switch_mode(mode)

    def action_leave(self) -> None:
        """Quit. What runs on the service goes on there, and is picked up at the next start."""
        self.exit()

    def on_unmount(self) -> None:
        """However the app ends: nothing draws any more, so nothing reads what is closed now."""
        self.profiles.close()

    def action_redraw(self) -> None:
        """Paint all of the screen, whatever the terminal shows: another program wrote over it."""
        self.refresh(layout=True)

    async def action_guide(self) -> None:
        from shortlist.tui.kit.dialogs.guide import Guide

        self._open_once(Guide(self.screen))

    def action_shortlists(self) -> None:
        self.shortlists.open_list()

    def action_left_out(self) -> None:
        self.left_out.open_list()

    def action_profiles(self) -> None:
        self.profiles.open_list()

    def action_import(self) -> None:
        self.imports.open()

    def action_unmask(self) -> None:
        """Show contact values, or mask them again; only where the configuration masks them."""
        if self.settings and self.settings.mask_contacts:
            self.masks = not self.masks
            self.tell("enrich")
        else:
            self.say("Contact values are shown. mask_contacts = true in config.toml masks them.")

    async def action_hint(self, id_: str) -> None:
        await self._hints.click(id_)

    def action_open_link(self, url: str) -> None:
        """Open a page that a screen names."""
        self.open_url(url)

    def action_calls(self) -> None:
        """The request inspector."""
        from shortlist.tui.features.usage.requests import Calls

        self._open_once(Calls())

    def action_notices(self) -> None:
        from shortlist.tui.kit.dialogs.notices import Notices

        self._open_once(Notices())

    def _open_once(
        self, dialog: Screen[Any], answered: Callable[[Any], None] | None = None
    ) -> None:
        """Open it, unless it is what is in view."""
        if type(self.screen) is not type(dialog):
            self.push_screen(dialog, answered)

    def tell(self, *topics: str) -> None:
        """Have the screen in view draw what changed; the others draw all when they come back."""
        if self.is_running:  # else it ends: its screens are being taken apart
            tell_screens(self.screen_stack, topics)

    def say(self, text: str, severity: Any = "information") -> None:
        """Tell something above the keys. Its text is text, never markup."""
        self.news.tell(text, severity)

    def holding_news(self) -> AbstractContextManager[None]:
        """The terminal is another program's: what there is to say is said afterwards."""
        return self.news.held()

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Around what has something written on this machine: where that fails, it stops there, and
        says so in place of what it would have said."""
        try:
            yield
        except DeskError as error:
            self.say(f"It was not kept on this machine: {error}.", "error")

    def copy(self, text: str, what: str) -> None:
        """Copy `text`, and say how that went; `what` begins the sentence."""
        self.clipboard = text

        async def hand_over() -> None:
            from shortlist.tui.kit.terminal.clipboard import copy

            self.say(f"{what}: {await copy(text, self.send_to_terminal)}.")

        self.run_worker(hand_over(), group="copy", exit_on_error=False)

    def send_to_terminal(self, text: str) -> None:
        """Text as it is, to the terminal itself."""
        if self.terminal is not None:
            self.terminal.write(text)

    def copy_to_clipboard(self, text: str) -> None:
        """What a field or a marked piece of the screen copies."""
        self.copy(text, "The text")

    def on_text_selected(self) -> None:
        """Text was marked with the mouse: what copies it."""
        if self.screen.get_selected_text():
            key = key_of(self.screen, "select.text")
            self.say(f"Marked: {key} copies it. With shift held, the terminal marks by itself.")

    def get_key_display(self, binding: Binding) -> str:
        words = {"enter": "enter", "escape": "esc", "pagedown": "pgdn", "pageup": "pgup"}
        shown = words.get(binding.key) or super().get_key_display(binding)
        return shown.upper() if shown[:1] == "f" and shown[1:].isdecimal() else shown

    def _do_chosen(self, entry: Entry | None) -> None:
        if entry is not None:
            # The palette is off the stack by then: the act sees the screen it was opened on.
            self.call_after_refresh(entry.run)

    def action_command_palette(self) -> None:
        from shortlist.tui.kit.palette.dialog import Palette

        # Opened within the first second it offers the same as later.
        self._themes.load_others(self)
        self._open_once(Palette(self.screen), self._do_chosen)
