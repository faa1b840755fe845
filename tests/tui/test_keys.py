"""Every key of ours has a name: it can be bound anew, is told by help, and is written down."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.tui.fakes import FakeClient, app_on, person, seen, shows, until
from textual import events
from textual.binding import Binding
from textual.dom import DOMNode
from textual.message import Message

import shortlist.tui
from shortlist.desk.config import Settings
from shortlist.tui.features.people.column_chooser import ColumnChooser
from shortlist.tui.features.people.columns import Layout
from shortlist.tui.features.people.person_page import PersonPage
from shortlist.tui.kit.dialogs.guide import Guide
from shortlist.tui.kit.dialogs.prompts import NamePrompt
from shortlist.tui.kit.keys import KEYS
from shortlist.tui.kit.terminal import key_order

WRITTEN_DOWN = Path(__file__).parents[2] / "docs" / "reference" / "keys.md"


def owners() -> Iterator[type[DOMNode]]:
    """Every app, screen, dialog and widget of ours."""
    for module in pkgutil.walk_packages(shortlist.tui.__path__, "shortlist.tui."):
        for _, found in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if issubclass(found, DOMNode) and found.__module__ == module.name:
                yield found


OWNERS = sorted(
    {owner for owner in owners() if "BINDINGS" in vars(owner)}, key=lambda o: o.__name__
)


def test_all_that_bind_keys_are_found() -> None:
    names = {owner.__name__ for owner in OWNERS}
    assert names >= {"ShortlistApp", "SearchScreen", "ColumnChooser", "Choice", "Table", "Guide"}


@pytest.mark.parametrize("owner", OWNERS, ids=lambda owner: owner.__name__)
def test_every_binding_has_a_name_that_the_configuration_knows(owner: type[DOMNode]) -> None:
    for binding in vars(owner)["BINDINGS"]:
        assert isinstance(binding, Binding), f"{binding}: make it with keys()"
        assert binding.id in KEYS, f"{binding.key}: {binding.action}"
        assert binding.tooltip and binding.group is not None


def test_every_name_is_bound_somewhere_and_is_written_down_as_it_is() -> None:
    bound = {b.id for owner in OWNERS for b in vars(owner)["BINDINGS"]}
    assert bound == set(KEYS)
    rows = re.findall(
        r"^\| `([a-z_.]+)` \| `(.+?)` \| (.+) \|$", WRITTEN_DOWN.read_text(), re.MULTILINE
    )
    assert {name: (key, help_) for name, key, help_ in rows} == {
        name: (key.key, key.help) for name, key in KEYS.items()
    }, "run python -m docs.make"


async def test_a_key_of_a_dialog_is_bound_anew_and_the_hints_tell_it() -> None:
    keys = {"columns.keep": "f9", "columns.show": "z", "person.networks": "f7"}
    app = app_on(FakeClient(), settings=Settings(keys=keys))
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        kept: list[Layout | None] = []
        before = Layout(order=None)
        app.push_screen(ColumnChooser(before, None, lambda _layout: None), kept.append)
        await shows(pilot, "z show", "F9 keep")
        await pilot.press("space", "enter")
        assert not kept, "the usual keys are free"
        await pilot.press("z", "f9")
        await until(pilot, lambda: len(kept) == 1)
        assert kept[0] is not None and kept[0].shown != before.shown
        app.push_screen(PersonPage(person(0), app.persons))
        await shows(pilot, "F7 networks")


async def test_the_key_that_confirms_is_bound_anew_too() -> None:
    app = app_on(FakeClient(), settings=Settings(keys={"dialog.enter": "f8"}))
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        named: list[str | None] = []
        app.push_screen(NamePrompt("Save this search", "nurses", "Save", "mine"), named.append)
        await shows(pilot, "F8 save · esc leave")
        await pilot.press("f8")
        await until(pilot, lambda: named == ["mine"])


async def test_help_is_there_in_a_dialog_and_tells_the_names() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(120, 50)) as pilot:
        await shows(pilot, "● ready")
        app.push_screen(ColumnChooser(Layout(order=None), None, lambda _layout: None))
        await shows(pilot, "v next view")
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, Guide))
        await shows(pilot, "On a column", "As wide as its values", "i names for [keys]")
        await pilot.press("i")
        await shows(pilot, "columns.natural", "dialog.leave")
        assert "As wide as its values" not in seen(app)
        await pilot.press("i", "slash", *"wide as")
        await shows(pilot, "wide as", "As wide as its values")
        await until(pilot, lambda: "leave" not in seen(app).casefold())
        await pilot.press("z")
        await shows(pilot, "No key does that here.")
        await pilot.press("escape")
        await shows(pilot, "Leave; nothing has happened")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ColumnChooser))


async def test_a_key_waits_for_none_that_went_with_a_dialog(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(key_order, "PATIENCE_SECONDS", 600)
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        app.push_screen(ColumnChooser(Layout(order=None), None, lambda _layout: None))
        await shows(pilot, "v next view")
        choices = app.screen.query_one("#column-list")
        take = choices.post_message

        def take_no_key(message: Message) -> bool:
            return isinstance(message, events.Key | key_order.KeyActed) or take(message)

        # It goes before it has acted on the key, and so never tells the app that it has.
        monkeypatch.setattr(choices, "post_message", take_no_key)
        app.post_message(events.Key("j", "j"))
        await until(pilot, lambda: app._key_order.are_under_way)
        await app.pop_screen()
        await pilot.press("escape", "2")
        await shows(pilot, "No Sets yet")
