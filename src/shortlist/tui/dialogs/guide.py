"""Help for where one is: what the place is for, and every key that works there, as bound now."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

if TYPE_CHECKING:
    from shortlist.tui.app import ShortlistApp


class Guide(ModalScreen[None]):
    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark", "dismiss", "close", show=False)
    ]

    app: ShortlistApp

    def __init__(self, place: Screen[object]) -> None:
        super().__init__()
        self._place = place

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog tall"):
            yield Static(self._content(), markup=False)

    def _content(self) -> Content:
        parts: list[str | tuple[str, str]] = []
        guide = getattr(self._place, "GUIDE", "")
        if guide:
            parts += [guide, "\n"]
        groups: dict[str, dict[str, tuple[list[str], str]]] = {}
        for active in self._place.active_bindings.values():
            binding = active.binding
            if binding.id is None or not active.enabled:
                continue
            group = binding.group.description if binding.group else "The app"
            keys, _ = groups.setdefault(group, {}).setdefault(
                binding.id, ([], binding.tooltip or binding.description)
            )
            keys.append(self.app.get_key_display(binding))
        for title, rows in groups.items():
            parts += ["\n", (title, "bold $lead"), "\n"]
            for keys, help_ in rows.values():
                parts += [(f"  {' '.join(keys):<14}", "bold"), f" {help_}\n"]
        parts += [
            "\n",
            ("Keys are changed under [keys] in config.toml. esc closes.", "$quiet-text"),
        ]
        return Content.assemble(*parts)
