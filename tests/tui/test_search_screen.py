"""Search, on a screen."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.tui.fakes import FakeClient, app_on, seen, shows, type_in, until
from textual.widgets import Input

from shortlist.client.errors import ApiRefused, AuthRequired, Unreachable
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.features.search.screen import SearchScreen
from shortlist.tui.kit.table import Table


async def test_one_can_type_at_once_and_the_search_runs_when_the_service_is_ready() -> None:
    client = FakeClient()
    gate = asyncio.Event()

    async def slow(_profile: object, _on_state: object) -> object:
        await gate.wait()
        return await fast(None, lambda _state: None)

    app = app_on(client)
    fast = app.tracker.opener
    app.tracker.opener = slow  # type: ignore[assignment]
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "looking", "You can type already")
        await type_in(pilot, "nurses")
        await pilot.press("enter")
        await shows(pilot, "The search waits")
        gate.set()
        await shows(pilot, "25 people found", "Amara Okafor")
        assert client.called("search")[0]["query"] == "nurses"


async def test_results_say_what_was_understood_found_charged_and_why() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(140, 45)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "vp berlin")
        await pilot.press("enter")
        await shows(pilot, "25 people found", "3 credits charged", "1 evidence page")
        await shows(pilot, "role", "VP Engineering", "place", "Berlin, Germany", "by meaning")
        await shows(pilot, "Amara Okafor joins Northwind Pay", "“The new VP Engineering")
        await shows(pilot, "9,655 credits left", "synthetic sample", "local")
        await pilot.press("j")
        await shows(pilot, "Head of Data Platform · Lumen & Sons")


async def test_a_query_that_the_model_did_not_read_says_so() -> None:
    client = FakeClient()
    client.fallback = "it did not answer\x1b[2J in [b]time[/b]"
    app = app_on(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "vp berlin")
        await pilot.press("enter")
        await shows(pilot, "! read without the model: it did not answer")


async def test_the_list_or_the_page_has_the_screen_alone() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "vp berlin")
        await pilot.press("enter")
        await shows(pilot, "25 people found", "Why this person")
        assert "Katya Moreau" not in seen(app)
        await pilot.press("z")
        await until(pilot, lambda: "Why this person" not in seen(app))
        await shows(pilot, "Katya Moreau")
        await pilot.press("z")
        await shows(pilot, "Why this person", "Amara Okafor")
        await pilot.press("tab", "z")
        await until(pilot, lambda: "Benedikt Haddad" not in seen(app))
        await shows(pilot, "Why this person", "by meaning")
        await pilot.press("escape")
        await shows(pilot, "Benedikt Haddad", "Why this person")
        await until(pilot, lambda: app.focused is app.screen.query_one(Table))


async def test_a_trouble_is_told_where_the_list_is_alone() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "vp berlin")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        await pilot.press("z")
        await until(pilot, lambda: "Why this person" not in seen(app))
        client.faults["search"] = ApiRefused("Too slow.", code="search_timeout", request_id="req_5")
        await pilot.press("R")
        await shows(pilot, "search_timeout", "req_5")


async def test_filters_are_sent_as_filters() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, 'title:"VP Engineering" n:7 pay')
        await pilot.press("enter")
        await shows(pilot, "7 people found")
        sent = client.called("search")[0]
        assert sent["filters"] == {"title": "VP Engineering"}
        assert (sent["query"], sent["num_results"], sent["type"]) == ("pay", 7, "auto")


async def test_the_picker_writes_the_query_line() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "f")
        await shows(pilot, "Filters", "Seniority")
        await type_in(pilot, "data engineer")
        await pilot.press("f2", "enter")
        await shows(pilot, 'title:"data engineer"', "25 people found", "deep · 25 people")
        assert client.called("search")[0]["type"] == "deep"


async def test_a_line_that_cannot_be_searched_says_why_and_nothing_is_sent() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "company_size:50 x")
        await pilot.press("enter")
        await shows(pilot, "company_size: is not served")
        assert not client.called("search")


async def test_nothing_found_says_what_to_try() -> None:
    app = app_on(FakeClient(found=0))
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "nobody")
        await pilot.press("enter")
        await shows(pilot, "Nothing matches.", "0 people found")


async def test_a_failure_shows_code_advice_and_request_id_and_keeps_what_was_there() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(120, 30)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "x")
        await pilot.press("enter")
        await shows(pilot, "Amara Okafor")
        client.faults["search"] = ApiRefused(
            "The search took too long.", code="search_timeout", request_id="req_77"
        )
        await pilot.press("R")
        await shows(pilot, "The search took too long.", "search_timeout · req_77", "Try again")
        await shows(pilot, "Amara Okafor")
        del client.faults["search"]
        await pilot.press("R")
        await shows(pilot, "Seniority")
        assert "search_timeout" not in seen(app)


async def test_when_the_service_is_out_of_reach_the_head_says_so() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(120, 30)) as pilot:
        await shows(pilot, "● ready")
        client.faults["search"] = Unreachable("Nothing answers there.")
        await type_in(pilot, "x")
        await pilot.press("enter")
        await shows(pilot, "offline", "Nothing answers there")
        client.faults.clear()
        await pilot.press("escape", "R")
        await shows(pilot, "● ready", "25 people found")


async def test_a_service_that_cannot_start_shows_the_reason_and_can_be_tried_again() -> None:
    class Failed(Exception):
        reason = "The service needs the extra `local`."
        advice = "Install it with pip install 'shortlist[local]'."
        log = "ModuleNotFoundError: No module named 'dbos'"

    app = app_on(FakeClient(), fails=Failed("x"))
    async with app.run_test(size=(120, 30)) as pilot:
        await shows(pilot, "service failed", "needs the extra", "pip install", "ModuleNotFound")
        app.tracker.opener = app_on(FakeClient()).tracker.opener
        await type_in(pilot, "nurses")
        await pilot.press("enter")
        await shows(pilot, "25 people found", "● ready")


async def test_an_older_answer_does_not_replace_a_newer_one() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(120, 30)) as pilot:
        await shows(pilot, "● ready")
        gate = client.gates["search"] = asyncio.Event()
        await type_in(pilot, "first")
        await pilot.press("enter")
        await until(pilot, lambda: client.called("search"))
        del client.gates["search"]
        client.found = 3
        await pilot.press("slash")
        await type_in(pilot, "second")
        await pilot.press("enter")
        await shows(pilot, "3 people found")
        client.found = 25
        gate.set()
        await pilot.pause(0.1)
        assert "3 people found" in seen(app)
        assert len(client.called("search")) == 2, "both were let finish: both are paid for"


async def test_keys_are_for_the_list_once_a_search_left_and_the_line_is_nobody_elses() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(120, 30)) as pilot:
        await shows(pilot, "● ready")
        gate = client.gates["search"] = asyncio.Event()
        await type_in(pilot, "nurses")
        await pilot.press("enter", "j")
        line = app.screen.query_one("#query", Input)
        assert line.value == "nurses", "a key that is too early is no letter of the question"
        await pilot.press("slash")
        await type_in(pilot, " in G")
        gate.set()
        await shows(pilot, "25 people found")
        await type_in(pilot, "hana")
        assert line.value == "nurses in Ghana", "an answer takes nobody out of the line"


async def test_selecting_sorting_and_undoing() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(120, 30)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "x")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        await pilot.press("space", "space")
        await shows(pilot, "2 selected")
        assert [p.name for p in app.state.selection] == ["Amara Okafor", "Benedikt Haddad"]
        await pilot.press("a")
        await shows(pilot, "25 selected")
        await pilot.press("A")
        await shows(pilot, "0 selected")
        await pilot.press("u")
        await shows(pilot, "25 selected")
        table = app.screen.query_one(Table)
        await pilot.press("s")
        names = [row.person.name for row in table.rows]
        assert names == sorted(names, key=str.casefold)
        await shows(pilot, "Name ↑")


async def test_hostile_names_are_names() -> None:
    app = app_on(FakeClient(hostile=True))
    async with app.run_test(size=(160, 45), notifications=True, tooltips=True) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "x")
        await pilot.press("enter")
        await shows(pilot, "[@click=app.quit]x[/]", "[bold red]CTO[/]")
        await pilot.press("space", "y", "enter")
        await shows(pilot, "Person")
        await pilot.click(offset=(60, 10))
        shown = seen(app)
        assert "\x1b" not in shown
        assert "\x07" not in shown
        assert "\u202e" not in shown
        await pilot.press("escape", "escape")
        assert app.is_running


async def test_a_letter_typed_in_the_line_is_a_letter() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "q2?jn")
        assert isinstance(app.screen, SearchScreen)
        assert app.screen.query_one("#query", Input).value == "q2?jn"


async def test_a_search_is_asked_again_under_its_own_key_until_it_was_answered() -> None:
    client = FakeClient()
    client.faults["search"] = ApiRefused("Too slow.", code="search_timeout")
    app = app_on(client)
    async with app.run_test(size=(120, 30)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "x")
        await pilot.press("enter")
        await shows(pilot, "search_timeout")
        client.faults.clear()
        await pilot.press("R")
        await shows(pilot, "25 people found")
        await pilot.press("R")
        await until(pilot, lambda: len(client.called("search")) == 3)
        first, second, third = (call["idempotency_key"] for call in client.called("search"))
        assert first == second != third


async def test_the_past_completes_the_line_and_up_and_down_go_through_it(own_home: Path) -> None:
    store = Store(find_places(), "local")
    for query in ("nurses in Ghana", "data engineers in Spain", "nurses in Japan"):
        store.remember_query(query)
    client = FakeClient()
    app = app_on(client, store=store)
    async with app.run_test(size=(120, 30)) as pilot:
        await shows(pilot, "● ready")
        line = app.screen.query_one("#query", Input)
        await until(pilot, lambda: app.state.search.past)
        await type_in(pilot, "nur")
        await shows(pilot, "nurses in Japan")
        await pilot.press("right")
        assert line.value == "nurses in Japan"
        line.value = "draft"
        await pilot.press("up", "up")
        assert line.value == "data engineers in Spain"
        await pilot.press("up", "up", "up")
        assert line.value == "nurses in Ghana"
        await pilot.press("down", "down", "down", "down")
        assert line.value == "draft"
        await pilot.press("up", "down")
        await pilot.press("up", "enter")
        await shows(pilot, "25 people found")
        assert client.called("search")[0]["query"] == "nurses in Japan"
        assert store.queries(1) == ["nurses in Japan"]


async def test_a_refused_key_is_asked_for_once_and_never_shown() -> None:
    refused = AuthRequired("This key was revoked.", code="revoked_api_key", request_id="req_401")
    client = FakeClient()
    client.faults = {"usage": refused, "list_sets": refused, "search": refused}
    app = app_on(client)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "The service refuses this API key")
        assert len(app.screen_stack) == 1, "what is typed now is a question"
        await pilot.press("escape")
        await shows(pilot, "Another API key", "revoked_api_key · req_401")
        assert len(app.screen_stack) == 2, "one prompt, not one for each request"
        await type_in(pilot, "sl_secret")
        assert "sl_secret" not in seen(app)
        await pilot.press("enter")
        await shows(pilot, "9,655 credits left")
        assert client.called("use_key") == [{"key": "sl_secret"}]
        await pilot.press("slash")
        await type_in(pilot, "x")
        await pilot.press("enter")
        await shows(pilot, "25 people found")


async def test_a_refusal_that_nobody_asked_for_does_not_take_the_letters_of_a_question() -> None:
    refused = AuthRequired("This key was revoked.", code="revoked_api_key", request_id="req_401")
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "9,655 credits left")
        client.faults = {"usage": refused, "search": refused}
        read = len(client.called("usage"))
        await type_in(pilot, "nur")
        app.usage.read_balance()
        await until(
            pilot, lambda: len(client.called("usage")) > read and not app.state.usage.loading
        )
        await type_in(pilot, "ses")
        await pilot.press("enter")
        await shows(pilot, "Another API key")
        assert client.called("search")[0]["query"] == "nurses"
        await type_in(pilot, "sl_secret")
        await pilot.press("enter")
        await shows(pilot, "25 people found")


async def test_a_question_begun_at_any_time_after_a_refusal_is_no_key() -> None:
    """At the start nobody has typed for a while, and begins just when the refusal comes."""
    refused = AuthRequired("This key was revoked.", code="revoked_api_key", request_id="req_401")
    client = FakeClient()
    client.faults = {"usage": refused, "list_sets": refused, "search": refused}
    app = app_on(client)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: len(client.called("usage")) and not app.state.usage.loading)
        await type_in(pilot, "nurses")
        await pilot.press("enter")
        await shows(pilot, "Another API key")
        assert client.called("search")[0]["query"] == "nurses"


async def test_without_another_key_what_is_here_can_be_read_until_something_is_to_be_paid() -> None:
    refused = AuthRequired("This key has expired.", code="expired_api_key", request_id="req_401")
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(120, 40)) as pilot:
        await shows(pilot, "9,655 credits left")
        await type_in(pilot, "x")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        client.faults = {"usage": refused, "search": refused}
        await pilot.press("R")
        await shows(pilot, "Another API key")
        await pilot.press("escape")
        await shows(pilot, "expired_api_key · req_401", "Amara Okafor")
        read = len(client.called("usage"))
        await pilot.press("5", "R")
        await until(pilot, lambda: len(client.called("usage")) > read)
        await shows(pilot, "expired_api_key")
        assert "Another API key" not in seen(app)
        await pilot.press("1", "R")
        await shows(pilot, "Another API key")


async def test_keys_of_the_screens_act_while_the_query_line_is_at_rest() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("2")
        await until(pilot, lambda: app.current_mode == "sets")
        await pilot.press("1")
        await until(pilot, lambda: app.current_mode == "search")
        assert app.screen.query_one(Input).value == ""


async def test_after_a_slash_every_key_is_typed() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("/", "3", "d", "/", "?")
        assert app.screen.query_one(Input).value == "3d/?"
        assert app.current_mode == "search"


async def test_text_in_the_line_takes_digits() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 30)) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("t", "o", "p", "1")
        assert app.screen.query_one(Input).value == "top1"


@pytest.mark.parametrize(
    ("sure", "words"),
    [
        ([0.9, 0.8, 0.5, 0.1], "charged · 2 strong, 1 fair · 1 evidence page"),
        ([0.9, 0.75], "charged · all strong matches · "),
        ([0.1, 0.2], "asked for · ! all weak matches · "),
        ([0.3], "asked for · ! a weak match · "),
        ([0.9, None], "charged · 1 evidence page · 38 ms"),
    ],
)
async def test_how_likely_those_found_are_is_counted(sure: list[float | None], words: str) -> None:
    app = app_on(FakeClient(found=len(sure), sure=sure))
    async with app.run_test(size=(140, 30)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "nurses")
        await pilot.press("enter")
        await shows(pilot, words)


async def test_where_it_is_counted_who_meets_all_the_line_says_that_alone() -> None:
    counted = {"met": 1, "open": 0}
    app = app_on(FakeClient(found=2, sure=[0.9, 0.5], counted=counted))
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "nurses")
        await pilot.press("enter")
        await shows(pilot, "asked for · 1 meets all · 0 selected · 1 credit charged")
        assert "1 strong" not in seen(app)
