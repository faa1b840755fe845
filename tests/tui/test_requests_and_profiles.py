"""The request inspector, the clipboard, several profiles, and themes as they are saved."""

from __future__ import annotations

import asyncio
import base64
import shlex
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.tui.fakes import NOW, FakeClient, app_on, seen, shows, the_set, type_in, until
from textual.drivers.headless_driver import HeadlessDriver
from textual.widgets import Input

from shortlist.client.calls import CallRecord
from shortlist.client.errors import AuthRequired
from shortlist.client.rates import RateSeen
from shortlist.desk import system_keyring
from shortlist.desk.config import Settings
from shortlist.desk.places import find_places
from shortlist.desk.profiles import COLORS, Profiles
from shortlist.tui.app import ShortlistApp
from shortlist.tui.kit.terminal import clipboard
from shortlist.tui.kit.themes import folder
from shortlist.tui.live.calls import CALLS_KEPT, CallLog, curl_of
from shortlist.tui.live.opener import Hooks, Opened

BODY = b'{"query":"it\'s $(rm -rf ~) `x`","num_results":10}'


def record(number: int = 0, **changes: Any) -> CallRecord:
    values: dict[str, Any] = {
        "method": "POST",
        "path": "/v1/search",
        "status": 200,
        "attempts": 1,
        "idempotency_key": f"app-{number}",
        "request_id": f"req_{number}",
        "duration": 0.038,
        "error": None,
        "rate": RateSeen(300, 288, 17),
        "sent": BODY,
    }
    return CallRecord(**{**values, **changes})


def test_the_log_is_bounded_and_its_counts_are_not() -> None:
    log = CallLog()
    for number in range(CALLS_KEPT + 50):
        failed = "search_timeout" if number % 10 == 0 else None
        log.note(record(number, error=failed, attempts=1 + number % 2), NOW, "work", "http://a")
    assert len(log) == CALLS_KEPT
    assert (log.total, log.failed, log.retries) == (CALLS_KEPT + 50, 55, 275)
    assert next(iter(log)).record.request_id == f"req_{CALLS_KEPT + 49}"
    assert log.rates["work"][0].remaining == 288
    log.note(record(sent=b"x" * 100_000), NOW, "work", "http://a")
    assert next(iter(log)).record.sent is None


def test_a_call_as_curl_has_no_key_and_runs_nothing_of_what_was_typed() -> None:
    log = CallLog()
    log.note(record(), NOW, "work", "https://people.example/")
    command = curl_of(next(iter(log)))
    assert '"Authorization: Bearer $SHORTLIST_API_KEY"' in command
    words = shlex.split(command)
    assert words[-1] == BODY.decode()
    assert "https://people.example/v1/search" in words
    assert "Idempotency-Key: app-0" in words
    log.note(record(sent=None), NOW, "work", "https://people.example")
    assert curl_of(next(iter(log))).endswith("--data @request.json")


class Deployments:
    """Saved profiles, each with a client of its own."""

    def __init__(self, *names: str) -> None:
        self.clients = {name: FakeClient() for name in names}
        self.hooks: dict[str, Hooks] = {}
        saved = Profiles(find_places())
        for name in names:
            saved.add(name, f"https://{name}.example", "sl_key")
        self.colors = {profile.name: profile.color for profile in saved.list()}

    async def open(self, profile: str | None, hooks: Hooks) -> Opened:
        name = profile or next(iter(self.clients))
        self.hooks[name] = hooks
        where = SimpleNamespace(
            name=name,
            read_only=False,
            note=None,
            kind="profile",
            base_url=f"https://{name}.example",
            color=self.colors[name],
        )
        return Opened(where, self.clients[name], None)  # type: ignore[arg-type]

    def app(self, **given: Any) -> ShortlistApp:
        return ShortlistApp(opener=self.open, clock=lambda: NOW, places=find_places(), **given)


def no_keyring(*_given: object) -> None:
    raise system_keyring.KeyringFailed("none here")


@pytest.fixture
def two(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Deployments:
    monkeypatch.delenv("SHORTLIST_BASE_URL", raising=False)
    monkeypatch.setattr(system_keyring, "keep", no_keyring)
    return Deployments("acme", "beta")


async def test_the_inspector_shows_filters_and_copies(
    two: Deployments, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []

    async def copy(text: str, _write: Any) -> str:
        copied.append(text)
        return "copied with a test"

    monkeypatch.setattr(clipboard, "copy", copy)
    app = two.app()
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        two.hooks["acme"].call(record(1))
        two.hooks["acme"].call(
            record(2, path="/v1/enrich", status=503, error="upstream_timeout", attempts=4)
        )
        await pilot.press("escape", "I")
        await shows(pilot, "2 calls · 1 failed · 3 tried again · 288 of 300 left", "503 upstream_")
        await shows(pilot, "/v1/enrich", "Request id      req_2", "app-2", "anew in 17 s")
        two.hooks["acme"].call(record(3, path="/v1/sets"))
        await shows(pilot, "3 calls", "/v1/sets")
        await pilot.press("slash")
        await type_in(pilot, "timeout")
        await until(pilot, lambda: "/v1/sets" not in seen(app))
        await pilot.press("enter", "y")
        await shows(pilot, "The curl command: copied with a test")
        assert "https://acme.example/v1/enrich" in copied[0]
        await pilot.press("escape", "escape")
        await shows(pilot, "Who are you looking for")


async def test_what_a_server_named_is_text_in_the_inspector(two: Deployments) -> None:
    app = two.app()
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "● ready")
        two.hooks["acme"].call(record(1, request_id="[red]\x1b]52;c;x\x07", error="[b]no[/b]"))
        await pilot.press("escape", "I")
        await shows(pilot, "[red]]52;c;x", "[b]no[/b]")
        assert "\x1b" not in seen(app)


async def test_another_profile_shows_nothing_of_the_first_and_loses_nothing(
    two: Deployments,
) -> None:
    acme, beta = two.clients["acme"], two.clients["beta"]
    acme.sets_known = [the_set()]
    acme.gates["search"] = asyncio.Event()
    app = two.app()
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "acme", "● ready")
        await type_in(pilot, "vp")
        await pilot.press("enter")
        await shows(pilot, "Searching")
        await pilot.press("escape", "P")
        await shows(pilot, "Profiles", "this machine", "https://beta.example")
        await pilot.press("j", "enter")
        await shows(pilot, "This is beta now", "● ready", "No people yet.")
        assert app.state.link.color == two.colors["beta"] != two.colors["acme"]
        # The answer of the first one comes while the second is in view.
        acme.gates["search"].set()
        await until(pilot, lambda: app.profiles.away["acme"].tracker._held)
        await pilot.pause(0.1)
        assert app.state.search.answer is None
        assert "Amara" not in seen(app)
        await pilot.press("escape", "2")
        await shows(pilot, "No Sets yet")
        await pilot.press("P")
        await shows(pilot, "acme", "open")
        await pilot.press("k", "enter")
        await shows(pilot, "This is acme now", "25/25")
        await pilot.press("1")
        await shows(pilot, "25 people found", "Amara Okafor")
        assert len(acme.called("search")) == 1 and not beta.called("search")
        assert not app.profiles.away["beta"].state.sets.known


async def test_the_refused_key_of_one_profile_is_not_asked_for_over_another(
    two: Deployments,
) -> None:
    refused = AuthRequired("This key was revoked.", code="revoked_api_key", request_id="req_401")
    two.clients["acme"].faults = {"usage": refused, "list_sets": refused}
    two.clients["beta"].gates["usage"] = asyncio.Event()
    app = two.app()
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        later: list[Callable[[], None]] = []
        app.usage.context.after = lambda _seconds, ask: later.append(ask)
        await shows(pilot, "acme", "The service refuses this API key")
        assert later, "it waits until the question is left"
        app.profiles.go_to_profile("beta")
        await shows(pilot, "This is beta now")
        await pilot.press("escape")
        for ask in later:
            ask()
        await pilot.pause()
        assert len(app.screen_stack) == 1, "nobody refused the key of beta"
        two.clients["beta"].gates["usage"].set()


async def test_the_profile_to_begin_with_is_chosen_in_the_dialog(two: Deployments) -> None:
    app = two.app()
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "acme", "● ready")
        await pilot.press("escape", "P")
        await shows(pilot, "in view", "https://beta.example", "u use from now on")
        row = {p.name: p.current for p in Profiles(find_places()).list()}
        assert row == {"acme": False, "beta": True}
        await pilot.press("u")
        await shows(pilot, "in view, begins")
        current = Profiles(find_places()).current()
        assert current is not None and current.name == "acme"
        await pilot.press("k", "u")
        await until(pilot, lambda: Profiles(find_places()).current() is None)
        assert app.profiles.name == "acme", "the one in view stays"


async def test_the_environment_wins_over_profiles_and_says_so(
    two: Deployments, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHORTLIST_BASE_URL", "https://elsewhere.example")
    app = two.app()
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "P")
        await shows(pilot, "SHORTLIST_BASE_URL is set and wins")


def test_profiles_get_colours_that_differ_and_keep_them(two: Deployments) -> None:
    saved = Profiles(find_places())
    assert [profile.color for profile in saved.list()] == list(COLORS[:2])
    saved.add("another", "https://c.example", "sl_key")
    assert saved.get("another").color == COLORS[2]
    assert saved.add("beta", "https://moved.example", "sl_key").color == two.colors["beta"]
    assert saved.add("beta", "https://moved.example", "sl_key", "teal").color == "teal"


def test_the_clipboard_of_the_display_one_sits_at() -> None:
    everything = lambda name: name  # noqa: E731
    command = clipboard.native_command
    assert command({}, "linux", everything) is None
    assert command({"WAYLAND_DISPLAY": "w"}, "linux", everything)[0] == "wl-copy"  # type: ignore[index]
    assert command({"DISPLAY": ":0"}, "linux", everything)[0] == "xclip"  # type: ignore[index]
    none_but = {"xsel"}
    found = command({"DISPLAY": ":0"}, "linux", lambda n: n if n in none_but else None)
    assert found == ["xsel", "--clipboard", "--input"]
    assert command({}, "darwin", everything) == ["pbcopy"]
    # Over ssh these reach a machine nobody sits at.
    over = {"SSH_CONNECTION": "1", "WAYLAND_DISPLAY": "w"}
    assert command(over, "linux", everything) is None
    assert command(over, "darwin", everything) is None
    assert command({"WSL_DISTRO_NAME": "d"}, "linux", everything) == ["clip.exe"]


@pytest.mark.parametrize(
    ("env", "before", "after"),
    [
        ({}, "\x1b]52;c;", "\x07"),
        ({"TMUX": "x"}, "\x1bPtmux;\x1b\x1b]52;c;", "\x07\x1b\\"),
        ({"STY": "x"}, "\x1bP\x1b]52;c;", "\x07\x1b\\"),
    ],
)
def test_the_terminal_is_asked_through_a_multiplexer(
    env: dict[str, str], before: str, after: str
) -> None:
    sequence = clipboard.osc52("ö\x1b", env)
    payload = sequence.removeprefix(before).removesuffix(after)
    assert base64.b64decode(payload).decode() == "ö\x1b"


async def test_how_a_text_was_copied_is_told_as_far_as_it_is_known(tmp_path: Path) -> None:
    program = tmp_path / "xclip"
    program.write_text(f"#!/bin/sh\ncat > {tmp_path}/copied\n")
    program.chmod(0o755)
    env = {"DISPLAY": ":0", "PATH": f"{tmp_path}:/usr/bin:/bin"}
    written: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", env["PATH"])
        assert await clipboard.copy("one", written.append, env) == "copied with xclip"
        assert (tmp_path / "copied").read_text() == "one" and not written
        program.write_text("#!/bin/sh\nexit 1\n")
        told = await clipboard.copy("one", written.append, env)
    assert told.startswith("xclip failed; handed to the terminal (OSC 52;")
    assert written == [clipboard.osc52("one", env)]


async def test_a_line_that_is_copied_says_how(
    two: Deployments, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "TMUX", "STY", "WSL_DISTRO_NAME"):
        monkeypatch.delenv(name, raising=False)
    written: list[str] = []
    monkeypatch.setattr(HeadlessDriver, "write", lambda _self, data: written.append(data))
    app = two.app()
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "vp")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        await pilot.press("y")
        await shows(pilot, "The line: handed to the terminal (OSC 52")
        asked = next(data for data in written if "]52;" in data)
        copied = base64.b64decode(asked.removeprefix("\x1b]52;c;").removesuffix("\x07")).decode()
        assert copied.startswith("Amara Okafor\tVP Engineering")


async def test_a_theme_is_worn_as_it_is_saved_and_a_broken_one_is_not(
    two: Deployments,
) -> None:
    own = find_places().config / "themes"
    own.mkdir()
    text = (folder() / "calm.toml").read_text()
    (own / "mine.toml").write_text(text)
    app = two.app(theme="mine")
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await until(pilot, lambda: "paper" in app.available_themes)
        (own / "mine.toml").write_text(text.replace("#14171d", "#002b36"))
        await until(pilot, lambda: app.screen.styles.background.hex == "#002B36")
        (own / "mine.toml").write_text("dark = maybe")
        await shows(pilot, "mine.toml", "The theme stays as it was.")
        assert app.screen.styles.background.hex == "#002B36"
        (own / "new.toml").write_text(text)
        await until(pilot, lambda: "new" in app.available_themes)


async def test_with_reduced_motion_nothing_moves_by_itself(own_home: Path) -> None:
    app = app_on(FakeClient(), settings=Settings(reduced_motion=True))
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        assert app.animation_level == "none"
        assert isinstance(app.focused, Input) and not app.focused.cursor_blink
        await pilot.press("escape", "n")
        await shows(pilot, "New Set")
        assert isinstance(app.focused, Input) and not app.focused.cursor_blink
