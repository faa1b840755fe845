"""What controllers of the app are given: the state, the tracker, and the app's few services."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from datetime import datetime

    from textual.message import Message
    from textual.screen import Screen
    from textual.timer import Timer
    from textual.worker import Worker

    from shortlist.desk.config import Settings
    from shortlist.desk.places import Places
    from shortlist.desk.store import Store
    from shortlist.tui.app import ShortlistApp
    from shortlist.tui.live.calls import CallLog
    from shortlist.tui.live.state import AppState
    from shortlist.tui.live.tracker import Tracker


READ_ONLY: Final = "read_only in config.toml lets nothing be spent here"


@dataclass(eq=False, repr=False)
class AppContext:
    """One for the app. `state` and `tracker` are those of the profile in view."""

    state: AppState
    clock: Callable[[], datetime]
    calls: CallLog
    settings: Settings | None
    places: Places | None
    say: Callable[..., None]
    """Tell something above the keys: a text, and how grave it is."""
    tell: Callable[..., None]
    """Have the screen in view draw what changed, by topics."""
    go: Callable[[str], None]
    """To a screen, by its name."""
    show: Callable[..., Any]
    """A dialog above the screen, and what to call with its answer."""
    run: Callable[..., Worker[Any]]
    """A worker; its `group` says what it is."""
    cancel: Callable[[str], object]
    """The workers of a group."""
    post: Callable[[Message], bool]
    """What happened, to whoever handles it."""
    tell_end: Callable[[str], None]
    """Who looks elsewhere, that something they wait for has ended."""
    open_url: Callable[[str], None]
    """In a browser."""
    after: Callable[..., Timer]
    every: Callable[..., Timer]
    after_refresh: Callable[..., bool]
    """Once what is shown has been drawn."""
    keeping: Callable[[], AbstractContextManager[None]]
    """Around what has something written on this machine: where that fails, it says so."""
    is_typing: Callable[[], bool]
    """Whether somebody is in the middle of a word."""
    takes_letters: Callable[[], bool]
    """Whether what has the focus is a field, into which somebody may begin to type."""
    screens: Callable[[], Sequence[Screen[Any]]]
    """The screen in view, and the dialogs above it."""
    tracker: Tracker = None  # type: ignore[assignment]
    """Set as soon as there is one: a tracker is given the context, too."""

    @classmethod
    def of(cls, app: ShortlistApp) -> AppContext:
        """What the controllers of `app` are given of it."""
        from shortlist.tui.live.state import AppState

        return cls(
            state=AppState(),
            clock=app.clock,
            calls=app.calls,
            settings=app.settings,
            places=app.places,
            say=lambda *given: app.say(*given),
            tell=app.tell,
            go=app.action_go,
            show=app.push_screen,
            run=app.run_worker,
            cancel=lambda group: app.workers.cancel_group(app, group),
            post=app.post_message,
            tell_end=app.attention.tell_end,
            open_url=lambda url: app.open_url(url),
            after=app.set_timer,
            every=app.set_interval,
            after_refresh=app.call_after_refresh,
            keeping=app.keeping,
            is_typing=lambda: app.is_typing,
            takes_letters=lambda: bool(app.focused and app.focused.check_consume_key("a", "a")),
            screens=lambda: app.screen_stack,
        )


class Controller:
    """What can be done in one feature, and what becomes of what happened.

    A message reaches each controller that has a method of its name (`on_` and the message's), in
    the order in which the app holds them. They know nothing of each other: what one needs of
    another, it is given.
    """

    def __init__(self, context: AppContext) -> None:
        self.context = context
        self.say, self.tell, self.go = context.say, context.tell, context.go

    def show(self, dialog: Screen[Any], answered: Callable[[Any], None] | None = None) -> None:
        """Open a dialog. What its answer has written on this machine may fail: that is said."""

        def guarded(answer: Any) -> None:
            with self.context.keeping():
                assert answered is not None
                answered(answer)

        self.context.show(dialog, guarded if answered is not None else None)

    @property
    def state(self) -> AppState:
        return self.context.state

    @property
    def tracker(self) -> Tracker:
        return self.context.tracker

    @property
    def screen(self) -> Screen[Any]:
        """What is in view: a screen, or the dialog above it."""
        return self.context.screens()[-1]

    def open_store(self) -> Store | None:
        """This machine's file; where it is not open, that is said."""
        if (store := self.tracker.store) is not None:
            return store
        if self.state.link.stage == "failed":
            self.say("This machine's file is not open: Search says why.", "warning")
        else:
            self.say("This machine's file is being opened: once more in a moment.")
        return None

    def may_spend(self) -> bool:
        """Whether what may cost credits can be sent at all; where not, that is said."""
        if self.tracker.read_only:
            self.say(f"Nothing was sent: {READ_ONLY}.", "warning")
        return not self.tracker.read_only

    # What happens to all

    def recall(self) -> None:
        """Take over what this machine remembers of the account."""

    def changed_elsewhere(self) -> None:
        """Another program of this machine has changed what is remembered: take that over."""

    def ready(self) -> None:
        """The service takes requests: start what waited for it."""

    def reached_again(self) -> None:
        """A service that could not be reached is back: ask again for what was lost with it."""

    def rate_limit_ended(self) -> None:
        """The service takes requests again: ask for what its rate limit refused."""

    def fill(self, codes: Sequence[str]) -> bool:
        """Read once more what could not be read for one of these reasons; whether there was any."""
        del codes
        return False


async def hand_on(message: Message, controllers: Iterable[Controller]) -> None:
    """Give what happened to the controllers that it concerns; what one could not keep on this
    machine holds up no other."""
    for controller in controllers:
        handle = getattr(controller, message.handler_name, None)
        if handle is not None:
            with controller.context.keeping():
                done = handle(message)
                if isawaitable(done):
                    await done
