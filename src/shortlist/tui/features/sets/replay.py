"""The dialog that replays a finished Set: the live view again, with a line to play and scrub it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.app import ComposeResult, RenderResult
from textual.binding import BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from shortlist.tui.features.sets.live_view import live_lines
from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.hints import BETWEEN, hints
from shortlist.tui.kit.keys import keys
from shortlist.tui.kit.message import DataMessage
from shortlist.tui.kit.meter import FULL, meter
from shortlist.tui.kit.pane import Pane
from shortlist.tui.kit.words import duration, number
from shortlist.tui.live.recording import Recording, Replay
from shortlist.tui.live.troubles import trouble_content

if TYPE_CHECKING:
    from shortlist.contract.sets import PeopleSet
    from shortlist.tui.live.messages import RecordingRead

TICK_SECONDS: Final = 0.1


class Track(Widget):
    """How far the replay is; a click goes there, and the mouse draws it along."""

    class Scrubbed(DataMessage):
        share: float

    replay: Replay | None = None

    def render(self) -> RenderResult:
        width, replay = self.size.width, self.replay
        if replay is None or width < 2:
            return Content()
        return meter(width, max(replay.lasts, 0.001), (replay.elapsed, FULL, "$lead"))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        event.stop()
        self.capture_mouse()
        self._go(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self.app.mouse_captured is self:
            self._go(event.x)

    def on_mouse_up(self) -> None:
        self.release_mouse()

    def _go(self, x: int) -> None:
        self.post_message(self.Scrubbed(max(0.0, min(x / max(1, self.size.width - 1), 1.0))))


_LABELS = {
    "replay_play": "play",
    "replay_on": "one event",
    "replay_faster": "speed",
    "replay_last": "ends",
}


class ReplayView(Dialog[None]):
    """Plays by itself; `esc` leaves it."""

    AUTO_FOCUS = "#replay"
    WIDEST = 120
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys("replay.play", "replay.back", "replay.on", "replay.slower", "replay.faster"),
        *keys("replay.first", "replay.last", "replay.far_back", "replay.far_on"),
    ]

    def __init__(self, the_set: PeopleSet) -> None:
        super().__init__()
        self.the_set = the_set
        self.replay: Replay | None = None
        self._source = ""

    def compose(self) -> ComposeResult:
        with self.frame("Replay", "whole", fixed=True):
            yield Pane(id="replay", classes=None)
            yield Track(id="track")
            yield Static(id="told", markup=False)

    def on_mount(self) -> None:
        page = self.query_one("#replay", Pane)
        page.show(Content.styled("Reading the events of this Set…", "$lead"))
        self.set_interval(TICK_SECONDS, self._tick)

    def keys_told(self) -> Sequence[Content]:
        steps = ("replay.back+replay.on", "replay.slower+replay.faster")
        ends = "replay.first+replay.last"
        return hints(self, "replay.play", *steps, ends, "dialog.leave", **_LABELS)

    def load(self, event: RecordingRead) -> None:
        """The events have come, or why not."""
        page = self.query_one("#replay", Pane)
        if event.trouble is not None:
            page.show(trouble_content(event.trouble))
            return
        recording: Recording | None = event.recording
        if recording is None or not recording.updates:
            page.show(Content("There are no events of this Set to replay."))
            return
        self._source = recording.source
        self.replay = Replay(self.the_set, recording.updates)
        self.query_one(Track).replay = self.replay
        self._draw()

    def _tick(self) -> None:
        if self.replay is not None and self.replay.playing and not self.replay.over:
            self.replay.pass_time(TICK_SECONDS)
            self._draw()

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        replay = self.replay
        if replay is None:
            return
        page = self.query_one("#replay", Pane)
        now = replay.moment or self.app.clock()
        purpose = self.app.state.purposes.get(self.the_set.id, "")
        lines = live_lines(replay.entry, page.text_width, page.size.height, now, purpose)
        page.show(Content("\n").join(lines), top=False)
        self.query_one(Track).refresh()
        self.query_one("#told", Static).update(self._words(replay), layout=False)

    def _words(self, replay: Replay) -> Content:
        state = "at its end" if replay.over else "playing" if replay.playing else "waiting"
        symbol = "■" if replay.over else "▶" if replay.playing else "‖"
        speed = f"{replay.speed:g}×"
        when = replay.moment.astimezone().strftime("%H:%M:%S") if replay.moment else "–"
        parts = [
            f"{symbol} {state} {speed}",
            when,
            f"event {number(replay.at)}/{number(len(replay))}",
            f"{duration(replay.elapsed)} of {duration(replay.lasts)}",
            self._source,
        ]
        room = self.query_one("#told").content_size.width
        while len(parts) > 1 and (not parts[-1] or len(BETWEEN.join(parts)) > room):
            parts.pop()
        return Content(BETWEEN.join(parts))

    # Acting

    def on_track_scrubbed(self, event: Track.Scrubbed) -> None:
        if self.replay is not None:
            self.replay.go_to_share(event.share)
            self._draw()

    def action_play(self) -> None:
        if self.replay is not None:
            self.replay.toggle()
            self._draw()

    def action_step(self, events_: int) -> None:
        if self.replay is not None:
            self.replay.step(events_)
            self._draw()

    def action_far(self, tenths: int) -> None:
        if self.replay is not None:
            self.replay.step(tenths * max(1, len(self.replay) // 10))
            self._draw()

    def action_end(self, last: bool) -> None:
        if self.replay is not None:
            self.replay.go_to(len(self.replay) if last else 0)
            self._draw()

    def action_speed(self, by: int) -> None:
        if self.replay is not None:
            self.replay.change_speed(by)
            self._draw()
