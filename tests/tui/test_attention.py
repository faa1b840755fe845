"""Who looks at another window is told once that what they wait for has ended."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from tests.tui.fakes import FakeClient, app_on, item, shows, the_set, until, update
from textual.events import AppBlur, AppFocus

from shortlist.desk.config import Settings


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("TMUX", "TERM_PROGRAM", "VTE_VERSION", "WT_SESSION", "ConEmuANSI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-kitty")
    yield


def with_a_set_that_ends() -> FakeClient:
    client = FakeClient(sets_known=[the_set("set_1", "running", 12, 25)])
    client.gates["follow"] = asyncio.Event()
    ended = the_set("set_1", "completed", 25, 25)
    client.updates["set_1"] = [
        update("connection", connection="live"),
        update("waits at the gate"),
        update("set.item.admitted", item=item(1)),
        update("end", set=ended),
    ]
    return client


@pytest.mark.parametrize(
    ("way", "elsewhere", "told"),
    [
        ("auto", True, ["\x1b]9;Shortlist: "]),
        ("osc777", True, ["\x1b]777;notify;Shortlist;"]),
        ("bell", True, ["\x07"]),
        ("off", True, []),
        ("auto", False, []),
    ],
)
async def test_the_end_of_a_set_is_told_once_where_the_terminal_is_not_in_front(
    monkeypatch: pytest.MonkeyPatch, way: str, elsewhere: bool, told: list[str]
) -> None:
    client = with_a_set_that_ends()
    app = app_on(client, settings=Settings(notify=way))
    sent: list[str] = []
    monkeypatch.setattr(app.attention, "_send", sent.append)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "2")
        await shows(pilot, "running")
        app.post_message(AppBlur())
        if not elsewhere:
            app.post_message(AppFocus())
        await pilot.pause()
        client.gates["follow"].set()
        await until(pilot, lambda: app.state.sets.known["set_1"].settled)
        await pilot.pause()
        assert [text[: len(told[0])] for text in sent] == told if told else not sent


async def test_the_end_of_an_enrichment_is_told_and_its_text_ends_no_notice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = app_on(FakeClient(sets_known=[the_set()]), settings=Settings(notify="osc9"))
    sent: list[str] = []
    monkeypatch.setattr(app.attention, "_send", sent.append)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "3")
        await shows(pilot, "25 loaded")
        await pilot.press("e")
        await shows(pilot, "e resolve")
        app.post_message(AppBlur())
        app.enrichment.start_enrichment()
        await until(pilot, lambda: sent)
        assert len(sent) == 1
        assert sent[0].startswith("\x1b]9;Shortlist: Enrichment is done")
        app.attention.tell_end("a\x07b\x1b]0;x\x1b\\;4;c")
        assert sent[1].count("\x1b") == 1
        assert sent[1].index("\x07") == len(sent[1]) - 1
