"""The query line: completed from what was seen and asked, which up and down go through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual.binding import BindingType
from textual.events import Key
from textual.reactive import reactive
from textual.suggester import Suggester

from shortlist.contract.limits import FILTERS_REFUSED
from shortlist.tui.kit.catalogue import FUNCTION_KEYS, SCREENS
from shortlist.tui.kit.field import Field
from shortlist.tui.kit.keys import key_of, keys
from shortlist.tui.kit.query.completion import Listing, Offer, Offers, offers_for, rest_of
from shortlist.tui.kit.query.offer_list import OfferList
from shortlist.tui.kit.query.syntax import parts_of
from shortlist.tui.kit.query.vocabulary import Vocabulary


class _GoesOn(Suggester):
    def __init__(self, rest: Callable[[str], str]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._rest = rest

    async def get_suggestion(self, value: str) -> str | None:
        rest = self._rest(value)
        return value + rest if rest else None


_COMMANDS: Final = frozenset("?/").union(screen.digit for screen in SCREENS)
"""What no query begins with, unless one says so with `/` first."""


class QueryLine(Field):
    """An input that remembers: right takes the completion, up and down go through the past.

    While it is empty and nobody has asked to type, as when the app starts, the keys of the
    screens and of help go where they always go; any other begins the query. In the value of a
    filter the values that are known are offered below: tab takes one, and until then enter
    searches for what was typed.
    """

    BINDINGS: ClassVar[list[BindingType]] = keys(
        "query.older", "query.newer", "query.take", "query.close"
    )
    spends: ClassVar[bool] = True
    COMPONENT_CLASSES: ClassVar[set[str]] = {"query--filter", "query--value", "query--wrong"}

    wrong: reactive[tuple[int, int] | None] = reactive(None)
    """The characters that cannot be searched for."""

    def __init__(
        self,
        past: Callable[[], Sequence[str]],
        seen: Callable[[], Vocabulary],
        listing: Listing,
        offering: OfferList,
        *,
        id: str,
        placeholder: str,
    ) -> None:
        super().__init__(
            id=id,
            placeholder=placeholder,
            select_on_focus=False,
            highlighter=self._coloured,  # type: ignore[arg-type]  # it is called and nothing else
            suggester=_GoesOn(lambda line: rest_of(line, seen(), past())),
        )
        self._past, self._listing, self._offering = past, listing, offering
        self._offers: Offers | None = None
        self._offers_closed = False
        """What was offered was closed, and nothing was typed since."""
        self._at = -1
        self._draft = ""
        self._begun = False

    def begin(self) -> None:
        """Take the focus and every key from here on."""
        self._begun = True
        # At once: `focus()` would come after a key that was typed right behind this one.
        self.screen.set_focus(self)

    def put(self, line: str, start: int | None = None, end: int | None = None) -> None:
        """Another line, and which of its characters are selected; else the cursor at its end."""
        self.value = line
        self.selection = type(self.selection)(
            len(line) if start is None else start, len(line) if end is None else end
        )

    def hints(self) -> list[tuple[str, str, str]]:
        """What the keys do here now, for the line of keys: key, words and id."""
        search, earlier = ("enter", "search", "field.submit"), self._hint("query.older", "earlier")
        if self._offers is not None:
            take, close = self._hint("query.take", "take"), self._hint("query.close", "close")
            down, up = key_of(self, "query.newer"), key_of(self, "query.older")
            return [take, (f"{down} {up}", "choose", "query.newer"), search, close]
        leave = (key_of(self.screen, "go.back"), "list", "go.back")
        if not self.value:
            return [("type", "a question", ""), earlier, leave, (FUNCTION_KEYS, "screens", "")]
        return [search, ("→", "complete", "field.cursor_right"), earlier, leave]

    def _hint(self, id_: str, label: str) -> tuple[str, str, str]:
        return key_of(self, id_), label, id_

    # Keys

    def check_consume_key(self, key: str, character: str | None) -> bool:
        if self._lets_through(character):
            return False
        return super().check_consume_key(key, character)

    async def on_key(self, event: Key) -> None:
        if self._lets_through(event.character):
            # What is typed right behind `/` comes before its action does.
            self._begun = event.character == "/"
            event.prevent_default()

    def on_blur(self) -> None:
        self._begun = False
        self._offer(None)

    def _lets_through(self, character: str | None) -> bool:
        return not self._begun and not self.value and character in _COMMANDS

    # The past

    def _go(self, step: int) -> None:
        past = self._past()
        if self._at == -1:
            self._draft = self.value
        at = max(-1, min(self._at + step, len(past) - 1))
        if at == self._at:
            return
        self._at = at
        self.put(self._draft if at == -1 else past[at])
        self._offer(None)

    def action_older(self) -> None:
        if self._offers is None:
            self._go(1)
        else:
            self._offering.move(-1)

    def action_newer(self) -> None:
        if self._offers is None:
            self._go(-1)
        else:
            self._offering.move(1)

    # Completion

    def watch_value(self, before: str, value: str) -> None:
        self.wrong = None
        if bool(before) != bool(value):
            self.refresh_bindings()  # the line of keys tells what they do here

    def watch_selection(self) -> None:
        """The cursor moved or something was typed: offer what fits there."""
        self._offers_closed = False
        if self.is_mounted and self.has_focus and self.selection.is_empty:
            self._offer(self._fitting())
        else:
            self._offer(None)

    def _fitting(self) -> Offers | None:
        return offers_for(self.value, self.cursor_position, self._listing, self._past())

    def offer_again(self) -> None:
        """What fits here may be another: more is known. Nothing moves under who has chosen."""
        if self.has_focus and self.selection.is_empty and self._offering.chosen is None:
            offers = self._fitting()
            # What was closed stays closed; a value that is typed may have nothing offered yet.
            if offers is not None and not self._offers_closed:
                self._offer(offers)

    def _offer(self, offers: Offers | None) -> None:
        if offers is None and self._offers is None:
            return
        changed = (offers is None) != (self._offers is None)
        self._offers = offers
        if offers is None:
            self._offering.close()
        else:
            back = cell_len(self.value[offers.start : self.cursor_position])
            self._offering.show_at(self.cursor_screen_offset.x - back, offers.offers)
        if changed:
            self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("take", "close_offers"):
            return self._offers is not None
        return super().check_action(action, parameters)

    def action_take(self) -> None:
        self.take(self._offering.chosen or self._offering.first)

    def take(self, offer: Offer | None) -> None:
        """Put a completion in the place of what was typed."""
        if self._offers is None or offer is None:
            return
        start, end = self._offers.start, self._offers.end
        before, after = self.value[:start] + offer.text, self.value[end:]
        gap = "" if after.startswith(" ") else " "
        self.put(before + gap + after, len(before) + 1, len(before) + 1)
        self._offer(None)

    def action_close_offers(self) -> None:
        self._offer(None)
        self._offers_closed = True

    async def action_submit(self) -> None:
        if self._offers is not None and self._offering.chosen is not None:
            self.action_take()
            return
        self._at = -1
        self._offer(None)
        await super().action_submit()

    # Drawing

    def watch_wrong(self) -> None:
        self.refresh()

    def _coloured(self, text: Text) -> Text:
        """Filters told from words, and what is wrong marked."""
        line = text.plain
        for part in parts_of(line):
            if part.key:
                bad = part.key in FILTERS_REFUSED
                key = "query--wrong" if bad else "query--filter"
                text.stylize(
                    self.get_component_rich_style(key, partial=True), part.start, part.value_start
                )
                text.stylize(
                    self.get_component_rich_style("query--value", partial=True),
                    part.value_start,
                    part.end,
                )
        if self.wrong is not None:
            text.stylize(self.get_component_rich_style("query--wrong", partial=True), *self.wrong)
        return text
