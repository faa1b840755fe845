"""The shell: screens, keys, themes, sizes, colours, and what the start does not import."""

from __future__ import annotations

import asyncio
import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.tui.fakes import (
    FakeClient,
    app_on,
    paint_each_change,
    seen,
    shows,
    the_set,
    type_in,
    until,
)
from textual._compositor import LayoutUpdate
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen

import shortlist.tui
from shortlist.desk.config import Settings
from shortlist.desk.places import find_places
from shortlist.tui.app import ShortlistApp
from shortlist.tui.features.people.person_page import PersonPage
from shortlist.tui.features.search.comparison import Comparison
from shortlist.tui.features.sets.combine_dialog import Combine
from shortlist.tui.features.sets.replay import ReplayView
from shortlist.tui.features.usage.requests import Calls
from shortlist.tui.kit.bars import Foot
from shortlist.tui.kit.catalogue import SCREENS
from shortlist.tui.kit.dialogs.base import Dialog
from shortlist.tui.kit.dialogs.confirm import Confirm
from shortlist.tui.kit.keys import KEYS
from shortlist.tui.kit.palette.dialog import Palette
from shortlist.tui.kit.tasks import about
from shortlist.tui.kit.themes import ThemeError, folder, load, names

SIZES = [(60, 20), (80, 24), (120, 40), (140, 45), (200, 60)]


async def test_digits_go_to_the_five_screens_and_function_keys_do_from_a_field() -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape")
        for digit, sign in zip(
            "2345", ("1 Set", "known in total", "Nobody to enrich", "Plan"), strict=True
        ):
            await pilot.press(digit)
            await shows(pilot, sign)
        await pilot.press("1", "slash")
        await type_in(pilot, "z5")
        await pilot.press("f5")
        await shows(pilot, "Plan")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("2/nurses", "› nurses"),
        ("3/nurses", "/ nurses"),
        ("\x10usage", "usage: "),
        ("1/nurses\rj", "2 of 25"),
    ],
)
async def test_keys_that_arrive_together_go_where_they_would_one_by_one(
    typed: str, said: str
) -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape")
        await type_in(pilot, typed)
        await shows(pilot, said)


@pytest.mark.parametrize("size", SIZES)
async def test_every_screen_fits_every_size(size: tuple[int, int]) -> None:
    """What must be readable is: credits, counts, state, and the keys of help and screens."""
    app = app_on(FakeClient(sets_known=[the_set(), the_set("set_2", "failed", 3, 30, budget=4)]))
    async with app.run_test(size=size) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "vp")
        await pilot.press("enter")
        await shows(pilot, "25 people found", "9,655", "? help", "Amara Okafor", "VP Eng")
        await pilot.press("space", "2")
        await shows(pilot, "25/25", "25 of 25 admitted", "3 credits spent", "Done: all 25 people")
        await pilot.press("3")
        await shows(pilot, "25 loaded", "1 selected", "25 known in total", "Amara Okafor")
        await pilot.press("e")
        await shows(pilot, "at most 1 credit", "Amara Okafor", "not asked")
        await pilot.press("5")
        await shows(pilot, "pro", "9,655", "19,876 of 20,000 left")
        await pilot.press("n")
        if size[1] >= 24:
            await shows(pilot, "3 credits at most", "Create", "Leave")
        await pilot.press("escape", "question_mark")
        await shows(pilot, "See what each thing cost")


async def test_help_shows_what_the_place_is_for_and_its_live_keys() -> None:
    settings = Settings(keys={"do.new": "N,f6"})
    app = app_on(FakeClient(), settings=settings)
    async with app.run_test(size=(120, 70)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "question_mark")
        await shows(pilot, "Done here most", "A new Set, from the query at hand")
        line = next(row for row in seen(app).splitlines() if "A new Set, from" in row)
        assert "N" in line.split()
        await pilot.press("escape", "N")
        await shows(pilot, "New Set")


@pytest.mark.parametrize("size", SIZES)
async def test_the_palette_stands_in_the_footer_of_every_screen(size: tuple[int, int]) -> None:
    """By its key; its word goes first where the line is full, and a click on it opens it too."""
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=size) as pilot:
        await shows(pilot, "● ready", "^p")
        await pilot.press("escape")
        for digit in "12345":
            await pilot.press(digit)
            await until(pilot, lambda: "^p" in seen(app).splitlines()[-1])
        foot = seen(app).splitlines()[-1]
        await pilot.click(app.screen.query_one(Foot), offset=(foot.index("^p"), 0))
        await until(pilot, lambda: isinstance(app.screen, Palette))


async def test_an_unknown_key_id_is_told_and_the_rest_works() -> None:
    app = app_on(FakeClient(), settings=Settings(keys={"do.nothing": "z"}))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "config.toml binds do.nothing")


def test_every_key_has_an_id_a_group_and_a_line_of_help() -> None:
    for id_, key in KEYS.items():
        assert "." in id_
        assert key.help, id_
    for binding in ShortlistApp.BINDINGS:
        assert isinstance(binding, Binding)
        if binding.system:
            continue
        assert binding.id in KEYS
        assert binding.group is not None
        assert binding.tooltip


def test_every_binding_that_has_an_id_can_be_bound_anew() -> None:
    """The configuration takes the ids of `KEYS` and refuses others; nothing may hide from it."""
    for found in pkgutil.walk_packages(shortlist.tui.__path__, "shortlist.tui."):
        for thing in vars(importlib.import_module(found.name)).values():
            if not isinstance(thing, type) or not thing.__module__.startswith("shortlist.tui"):
                continue
            for binding in vars(thing).get("BINDINGS", ()):
                if isinstance(binding, Binding) and binding.id is not None:
                    assert binding.id in KEYS, f"{thing.__name__}: {binding.id}"


async def test_the_palette_goes_anywhere() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "ctrl+p")
        await type_in(pilot, "go: usage")
        await shows(pilot, "go: Usage")
        await pilot.press("enter")
        await shows(pilot, "Plan")


@pytest.mark.parametrize("name", sorted(names()))
async def test_every_theme_draws_every_screen(name: str) -> None:
    app = app_on(FakeClient(sets_known=[the_set()]), theme=name)
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        assert app.theme == name
        await pilot.press("escape", "2", "3", "4", "5", "question_mark")
        await shows(pilot, "See what each thing cost")


async def test_themes_change_while_it_runs_and_only_ours_are_offered() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        while set(app.available_themes) != set(names()):
            await pilot.pause(0.02)
        app.theme = "terminal"
        await pilot.pause()
        assert app.native_ansi_color
        app.theme = "paper"
        await pilot.pause()
        assert not app.native_ansi_color
        await shows(pilot, "● ready")


async def test_a_theme_of_ones_own_and_one_that_is_broken(own_home: Path) -> None:
    places = find_places()
    own = places.config / "themes"
    own.mkdir()
    (own / "mine.toml").write_text((folder() / "calm.toml").read_text())
    (own / "broken.toml").write_text("dark = maybe")
    app = app_on(FakeClient(), theme="mine", places=places)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await shows(pilot, "● ready")
        assert app.theme == "mine"
        await shows(pilot, "broken.toml")


async def test_a_theme_that_is_not_there_is_told_and_the_default_is_worn() -> None:
    app = app_on(FakeClient(), theme="neon")
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await shows(pilot, "There is no theme neon")
        assert app.theme == "calm"


def paper(line: str, instead: str) -> str:
    """The theme `paper` with one line changed."""
    text = (folder() / "paper.toml").read_text()
    assert line in text
    return text.replace(line, instead)


async def test_a_theme_that_was_broken_is_worn_once_it_is_mended(own_home: Path) -> None:
    places = find_places()
    (places.config / "themes").mkdir()
    mine = places.config / "themes" / "mine.toml"
    mine.write_text(paper('good = "#23702f"', 'good = "no thing"'))
    app = app_on(FakeClient(), theme="mine", places=places)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await shows(pilot, "good = 'no thing' is no colour")
        assert app.theme == "calm"
        mine.write_text(paper("[variables]", "[variables]"))
        await shows(pilot, "The theme mine is worn")
        assert app.theme == "mine" and not app.current_theme.dark


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "colors"),
        ("[colors]\nprimary='#fff'\n[variables]\nquiet='#888'", "lacks rule"),
        ("[colors]\nprimary='nocolour'\n[variables]\n", "lacks"),
        (paper('background = "#faf9f6"', 'background = "nonsense"'), "background = 'nonsense'"),
        (paper('good = "#23702f"', 'good = "no thing"'), "good = 'no thing' is no colour"),
        (paper("[variables]", "[variables]\nquiet-style = '#12345'"), "quiet-style"),
        (paper("[variables]", "[variables]\nscrollbar = 'thick'"), "scrollbar = 'thick'"),
    ],
)
def test_a_broken_theme_file_says_what_is_wrong(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text)
    with pytest.raises(ThemeError, match=says):
        load(path)


async def test_without_colour_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "x")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        await pilot.press("space")
        await shows(pilot, " ● Amara", "▌  Benedikt")
        for strip in app.screen._compositor.render_strips():
            for segment in strip.apply_filter(app._filters[-1], app.screen.styles.background):
                style = segment.style
                for color in (style.color, style.bgcolor) if style else ():
                    if color is not None and color.triplet is not None:
                        assert color.triplet.red == color.triplet.green == color.triplet.blue


async def test_a_fault_in_a_worker_is_a_toast_and_not_the_end() -> None:
    client = FakeClient(sets_known=[the_set()])
    client.faults["list_items"] = RuntimeError("[red]a bug[/red]")
    app = app_on(client)
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "3")
        await shows(pilot, "RuntimeError: [red]a bug[/red]", "fault of the program")
        assert app.is_running


async def test_quitting_leaves_a_running_set_alone() -> None:
    client = FakeClient(sets_known=[the_set("set_1", "running", 3, 25)])
    app = app_on(client)
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "q")
        await pilot.pause()
    assert not client.called("cancel_set")


def test_toasts_take_no_markup() -> None:
    assert Content("[b]x[/b]").plain == "[b]x[/b]"


def test_the_first_paint_imports_nothing_slow() -> None:
    """What the first frame needs loads no HTTP, no models, no keyring, nothing of the service."""
    slow = ["httpx", "pydantic", "keyring", "sqlalchemy", "fastapi", "markdown_it", "plotext"]
    code = (
        "import sys\n"
        "import shortlist.cli.open, shortlist.tui.app, shortlist.tui.features.search.screen\n"
        "from shortlist.tui.app import ShortlistApp\n"
        "ShortlistApp()\n"
        f"print([m for m in {slow!r} if m in sys.modules])\n"
        "print([m for m in sys.modules if m.startswith(('shortlist.service', 'shortlist.client'))])"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env
    )
    assert done.stdout.split() == ["[]", "[]"]


@pytest.mark.parametrize("size", [(1, 1), (8, 2), (20, 6), (40, 10)])
async def test_a_tiny_terminal_ends_nothing(size: tuple[int, int]) -> None:
    app = app_on(FakeClient(sets_known=[the_set()]))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "x")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        await pilot.resize_terminal(*size)
        await pilot.press("j", "G", "space", "2", "3", "e", "5", "n", "escape", "question_mark")
        await pilot.resize_terminal(120, 40)
        await pilot.press("escape", "1")
        await shows(pilot, "25 people found", "1 selected")


async def test_control_q_quits_from_a_dialog_too() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "n")
        await shows(pilot, "New Set")
        await pilot.press("ctrl+q")
        await pilot.pause()
    assert app.return_value is None
    assert not app.is_running


async def test_a_dialog_knows_the_size_of_the_terminal_before_it_is_laid_out() -> None:
    known: list[frozenset[str]] = []

    class Probe(Dialog[None]):
        CSS_PATH = None

        def on_mount(self) -> None:
            known.append(self.classes)

    app = app_on(FakeClient())
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await app.push_screen(Probe())
    assert known[0] >= {"-narrow", "-middle"}


async def test_all_of_the_screen_is_drawn_again_over_what_another_program_wrote() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "● ready")
        await pilot.pause()
        painted: list[object] = []
        display = app._display

        def seen(screen: Screen[Any], update: Any) -> None:
            painted.append(update)
            display(screen, update)

        app._display = seen  # type: ignore[method-assign]
        paint_each_change(app)
        await pilot.press("ctrl+l")  # in the query line, too
        await until(pilot, lambda: any(isinstance(each, LayoutUpdate) for each in painted))


@pytest.mark.parametrize(
    "place",
    [*(screen.load() for screen in SCREENS), Calls, Comparison, PersonPage, ReplayView, Combine],
)
def test_help_begins_with_the_three_things_done_here_most(place: type[Screen[object]]) -> None:
    """Each with its keys, which are keys of that place, and an example of it."""
    tasks = about(place).tasks
    assert len(tasks) == 3
    assert all(task.does and task.example and task.ids for task in tasks)
    assert {id_ for task in tasks for id_ in task.ids} <= set(KEYS)


@pytest.mark.parametrize("make", [Calls, lambda: Confirm("Research", "It costs.", "Yes", "No")])
async def test_what_waits_for_a_refresh_is_done_under_a_dialog_too(
    make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        behind = app.screen
        # What is dirty again soon after a refresh waits for the next: the dialog comes meanwhile.
        monkeypatch.setattr("textual.timer.sleep", lambda _seconds: asyncio.sleep(0.5))
        done: list[int] = []
        for refresh in (1, 2):
            behind.refresh(layout=True)
            behind._invoke_later(lambda refresh=refresh: done.append(refresh), behind)
            if refresh == 1:
                await until(pilot, lambda: done)
        app.push_screen(make())
        await until(pilot, lambda: done == [1, 2])
