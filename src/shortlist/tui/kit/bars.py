"""The two bars of a screen: the head tells the screens and the service, the foot the keys that
work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from textual.app import RenderResult
from textual.content import Content
from textual.keys import key_to_character
from textual.widget import Widget
from textual.widgets import Input

from shortlist.tui.kit.badge import badge
from shortlist.tui.kit.catalogue import FUNCTION_KEYS, SCREENS
from shortlist.tui.kit.funds import tightest
from shortlist.tui.kit.hints import act_of, hint, quiet
from shortlist.tui.kit.keys import key_of
from shortlist.tui.kit.query.line import QueryLine
from shortlist.tui.kit.text_parts import Part
from shortlist.tui.kit.words import ago, credits, duration, number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shortlist.tui.app import ShortlistApp
    from shortlist.tui.live.state import Standing

_FITS = (
    *((True, True, " ", 24), (False, True, " ", 12), (False, True, " ", 6)),
    *((False, True, "", 6), (False, False, " ", 12)),
)
"""With the app's name or not, with the screens' names or not, what stands before the mark of what
runs, and cells for the profile's name."""
_BUSY = "◐"
"""Beside a screen where something runs, whichever screen one is on."""
_PALETTE = "app.palette"
_STAGES = {
    "looking": ("◌", "looking for the service", "looking", "$quiet-text"),
    "waiting": ("◔", "waiting for the service", "waiting", "$warn"),
    "starting": ("◐", "service starting", "starting", "$warn"),
    "ready": ("●", "ready", "ready", "$good"),
    "failed": ("✗", "service failed", "failed", "$bad"),
    "offline": ("✗", "offline", "offline", "$bad"),
}


def _ready(standing: Standing) -> tuple[str, str, str, str]:
    """How a service stands that was reached: it may refuse the key, ask to wait, or be silent."""
    if standing.key_refused:
        return ("✗", "key refused", "key refused", "$bad")
    if standing.held_seconds:
        left = duration(standing.held_seconds)
        return ("◔", f"rate limit: {left} to wait", f"wait {left}", "$warn")
    if standing.silent_seconds:
        time = duration(standing.silent_seconds)
        return ("◔", f"no answer for {time}", f"silent {time}", "$warn")
    return _STAGES["ready"]


class Head(Widget):
    """Screens by number, the profile, the state of the service, the credits left."""

    app: ShortlistApp
    auto_links = False
    _busy: tuple[str, ...] = ()
    """The screens that were last painted as having something that runs."""

    def is_behind(self) -> bool:
        """Whether something began or ended to run since the last painting."""
        return self._busy != self._at_work()

    def _at_work(self) -> tuple[str, ...]:
        state = self.app.state
        sets = any(entry.runs for entry in state.sets.known.values())
        return ("sets",) * sets + ("enrich",) * bool(state.enrich.running)

    def render(self) -> RenderResult:
        self._busy = self._at_work()
        width = self.size.width
        for brand, names, space, most in _FITS:
            left = self._left(brand, names, space)
            right = self._right(brand, most)
            gap = width - left.cell_length - right.cell_length
            if gap >= 0:
                break
        else:
            gap = 0
        return Content.assemble(left, " " * gap, right).truncate(width)

    def _left(self, brand: bool, names: bool, space: str) -> Content:
        here = self.app.current_mode
        parts: list[Content] = []
        if brand:
            parts.append(Content.styled(" Shortlist ", "bold $lead"))
        for screen in SCREENS:
            mode, digit, name = screen.name, screen.digit, screen.label
            style = "bold $tab-ink on $tab-ground" if mode == here else "$quiet-text"
            busy = f"{space}{_BUSY}" if mode in self._busy else " "
            shown = f" {digit} {name}{busy}" if names or mode == here else f" {digit}{busy}"
            parts.append(Content.styled(shown, style).stylize(act_of(f"go.{mode}")))
        return Content.assemble(*parts)

    def _shows_sample_set(self) -> bool:
        """Whether a Set of the sample is in view: it stays, though others are searched by now."""
        entry = self.app.state.set_in_view
        shown = self.app.current_mode in ("sets", "people")
        return shown and entry is not None and bool(entry.the_set.synthetic)

    def _right(self, long: bool, most: int) -> Content:
        state = self.app.state
        link = state.link
        stage = "offline" if link.offline and link.stage == "ready" else link.stage
        symbol, words, short, tone = _STAGES[stage] if stage != "ready" else _ready(link.standing)
        parts: list[Part] = []
        if state.synthetic or self._shows_sample_set():
            parts += [
                (" synthetic sample " if long else " sample ", "$badge-ink on $badge-ground"),
                " ",
            ]
        if link.profile:
            ansi = self.app.current_theme.ansi
            shown = badge(link.profile, link.color, ansi=ansi, most=most)
            parts += [shown.stylize(act_of("app.profiles")), " "]
        if self.app.tracker.read_only:
            parts += [("read only" if long else "r/o", "bold $warn"), " "]
        if state.kept_at is not None and stage in ("offline", "failed"):
            seen = ago(state.kept_at, self.app.clock())
            words, short = f"offline, as of {seen}", f"offline, {seen}"
        told = Content.styled(f"{symbol} {words if long else short}", tone)
        parts.append(told.stylize(act_of("app.calls")))
        fund = tightest(state)
        if fund is not None and fund.left is not None:
            figure = credits(fund.left) if long else f"{number(fund.left)} cr"
            left = f"   {figure} left{fund.when} " if long else f" {figure}{fund.when} "
            parts.append(Content.styled(left, "$foreground").stylize(act_of("go.usage")))
        else:
            parts.append(" ")
        return Content.assemble(*parts)


class Foot(Widget):
    """The keys that work where the focus is, as they are bound now. A click does what one does."""

    auto_links = False

    app: ShortlistApp

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self.refresh())

    _offered: tuple[frozenset[str], Mapping[str, str]] = frozenset(), {}
    """What was last painted: what cannot be done, and what keys do now that change it."""

    def is_behind(self) -> bool:
        """Whether keys do something else now than at the last painting, or nothing."""
        return self._offered != self._offers()

    def _offers(self) -> tuple[frozenset[str], Mapping[str, str]]:
        screen: Any = self.screen
        return (screen.lacks(), screen.labels()) if hasattr(screen, "lacks") else (frozenset(), {})

    def render(self) -> RenderResult:
        width = self.size.width
        self._offered = self._offers()
        pairs = self._pairs()
        tail = [pair for pair in pairs if pair[2].startswith(("app.", "go."))]
        main = [*self._of_field(), *(pair for pair in pairs if pair not in tail)]
        line = _fitting(main, width - 1 - sum(_length(pair) for pair in tail))
        if len(line) < len(main):
            # The palette's key alone, so that its word takes the room of nothing else.
            tail = [(key, "" if id_ == _PALETTE else told, id_) for key, told, id_ in tail]
            line = _fitting(main, width - 1 - sum(_length(pair) for pair in tail))
        spends = self._spends()
        told = (quiet(*pair) if pair[2] in spends else hint(*pair) for pair in (*line, *tail))
        parts = [part for each in told for part in (each, "  ")]
        return Content.assemble(" ", *parts).truncate(width)

    def _spends(self) -> frozenset[str]:
        """What could cost credits, where nothing may: it stands there, and is no button."""
        if not self.app.tracker.read_only:
            return frozenset()
        line = {"field.submit"} if isinstance(self.screen.focused, QueryLine) else set()
        return frozenset(getattr(self.screen, "SPENDS", frozenset()) | line)

    def _of_field(self) -> list[tuple[str, str, str]]:
        """What the keys of a field do that are no bindings of a screen: key, words and id."""
        field = self.screen.focused
        if isinstance(field, QueryLine):
            return field.hints()
        if not isinstance(field, Input):
            return []
        back = key_of(self.screen, "go.back")
        return [
            ("enter", "run", "field.submit"),
            (back, "to the list", "go.back"),
            (FUNCTION_KEYS, "screens", ""),
        ]

    def _pairs(self) -> list[tuple[str, str, str]]:
        focused = self.screen.focused
        lacking, labels = self._offered
        seen: set[str] = set()
        pairs: list[tuple[str, str, str]] = []
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if not binding.show or not active.enabled or binding.action in seen:
                continue
            if binding.id in lacking:
                continue
            key = binding.key
            display = self.app.get_key_display(binding)
            character = key_to_character(key) or (display if len(display) == 1 else None)
            if focused is not None and focused.check_consume_key(key, character):
                continue
            seen.add(binding.action)
            id_ = binding.id or ""
            pairs.append((display, labels.get(id_, binding.description), id_))
        return pairs


def _length(pair: tuple[str, str, str]) -> int:
    return cell_len(pair[0]) + cell_len(pair[1]) + (3 if pair[1] else 2)


def _fitting(pairs: list[tuple[str, str, str]], room: int) -> list[tuple[str, str, str]]:
    """As many of the first as `room` cells hold, the space behind each counted."""
    taken = [0]
    for pair in pairs:
        taken.append(taken[-1] + _length(pair))
    return pairs[: sum(cells <= room for cells in taken) - 1]
