"""The builder of a Set: criteria line by line, the arithmetic, and that nothing is made twice."""

from __future__ import annotations

import asyncio
import contextlib
import re
import stat
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.tui.fakes import USAGE, FakeClient, app_on, seen, shows, type_in, until
from textual import events
from textual.widgets import Input

from shortlist.client.errors import CreditsShort, OutcomeUnknown
from shortlist.contract.account import UsageResponse
from shortlist.contract.search import SearchResponse
from shortlist.desk.places import find_places
from shortlist.desk.store import Store
from shortlist.tui.features.sets.builder import NewSet
from shortlist.tui.features.sets.criteria import CriteriaLines
from shortlist.tui.features.sets.suggestions import suggested
from shortlist.tui.kit.dialogs import base as parts
from shortlist.tui.kit.dialogs.base import QUIET_SECONDS, SpendButton
from shortlist.tui.kit.query.question import Question
from shortlist.tui.kit.terminal.editor import (
    EditorError,
    as_lines,
    edit_text,
    editor_command,
    from_lines,
)
from shortlist.tui.live.state import SearchWork


async def settle_button(pilot: Any) -> None:
    """A button that spends wants half a second of quiet from when it has the focus; that is the
    one wait on a clock."""
    await until(
        pilot, lambda: isinstance(pilot.app.focused, SpendButton) and pilot.app.focused.has_focus
    )
    await pilot.pause(QUIET_SECONDS + 0.05)


async def to_builder(pilot: Any, query: str = "nurses in Lyon") -> CriteriaLines:
    """The builder with a query typed, and the cursor on its criteria."""
    await shows(pilot, "● ready")
    await pilot.press("escape", "n")
    await shows(pilot, "New Set")
    await type_in(pilot, query)
    await pilot.press("tab")
    criteria: CriteriaLines = pilot.app.screen.query_one(CriteriaLines)
    await until(pilot, lambda: criteria.has_focus)
    return criteria


async def test_the_builder_starts_from_the_query_and_reckons_before_anything_is_spent() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(100, 35), notifications=True) as pilot:
        await shows(pilot, "● ready", "credits left")
        await type_in(pilot, "location:Berlin founders")
        await pilot.press("enter")
        await shows(pilot, "25 people found")
        await pilot.press("n")
        await shows(pilot, "New Set", "founders in Berlin")
        await shows(pilot, "25 people ÷ 10 a credit, rounded up: 3 credits", "9,652")
        assert re.search(r"Balance +10,000 +341 +4 +9,655 +−3 +9,652", seen(app))
        assert re.search(r"Key today +20,000 +120 +4 +19,876 +−3 +19,873", seen(app))
        assert re.search(r"Key this month +no limit", seen(app))
        dialog = app.screen
        dialog.query_one("#count", Input).value = "500"
        dialog.query_one("#budget", Input).value = "2"
        await shows(pilot, "500 people ÷ 10 a credit, rounded up: 50 credits", "pays for 20 people")
        await shows(pilot, "50 credits are held until it ends", "it stops there, at 2 credits")
        await shows(pilot, "Create · up to 2 credits")
        dialog.query_one("#count", Input).value = "501"
        await shows(pilot, "How many is a number from 1 to 500")
        dialog.query_one("#count", Input).value = "30"
        dialog.query_one(CriteriaLines).replace([f"c{n}" for n in range(11)])
        await shows(pilot, "Up to 10 criteria; there are 11")
        await pilot.press("escape")
        await pilot.pause()
        assert not client.called("create_set")


class Poor(FakeClient):
    """An account with next to nothing left."""

    async def usage(self) -> UsageResponse:
        data = deepcopy(USAGE)
        data["data"]["credits"] |= {"available": 1, "used": 9_995}  # type: ignore[operator, index]
        data["data"]["api_key"]["daily"]["remaining"] = 2  # type: ignore[call-overload, index]
        return UsageResponse.model_validate(data)


async def test_what_does_not_fit_the_budgets_is_said() -> None:
    app = app_on(Poor())
    async with app.run_test(size=(100, 35), notifications=True) as pilot:
        await shows(pilot, "● ready", "1 credit left")
        await pilot.press("escape", "n")
        await shows(pilot, "New Set")
        await type_in(pilot, "x")
        await shows(pilot, "! Does not fit: the balance has 1 credit left, for 10 people.")
        await shows(pilot, "this key's day has 2 credits left", "resets in 9 h")
        await shows(pilot, "Create · up to 3 credits · does not fit", "−2")


async def test_a_double_press_never_spends(monkeypatch: pytest.MonkeyPatch) -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(100, 35), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "n")
        await shows(pilot, "New Set")
        await type_in(pilot, "nurses")
        app.screen.query_one("#budget").focus()
        with monkeypatch.context() as held:
            held.setattr(parts, "QUIET_SECONDS", 3_600)  # however slowly keys are delivered
            for _ in range(12):
                await pilot.press("enter")
            await pilot.pause()
        assert not client.called("create_set"), "a held key came through"
        assert isinstance(app.screen, NewSet)
        await settle_button(pilot)
        await pilot.press("enter")
        await shows(pilot, "○ queued")
        (sent,) = client.called("create_set")
        assert sent.pop("idempotency_key")
        assert sent == {"query": "nurses", "count": 25, "criteria": ["nurses"], "budget": None}


async def test_a_refused_set_brings_the_builder_back_as_it_was_filled_in() -> None:
    client = FakeClient()
    client.faults["create_set"] = CreditsShort(
        "Needs 3 credits, there is 1.", code="insufficient_acu", request_id="req_402"
    )
    app = app_on(client)
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "n")
        await shows(pilot, "New Set")
        await type_in(pilot, "nurses")
        app.screen.query_one(CriteriaLines).replace(["is a nurse", "speaks French"])
        app.screen.query_one("#create").focus()
        await settle_button(pilot)
        await pilot.press("enter")
        await shows(pilot, "Needs 3 credits, there is 1.", "insufficient_acu · req_402", "nurses")
        assert client.called("create_set")[0]["criteria"] == ["is a nurse", "speaks French"]
        assert app.screen.query_one(CriteriaLines).criteria == ["is a nurse", "speaks French"]


async def test_a_creation_whose_outcome_is_unknown_is_asked_again_under_its_own_key() -> None:
    client = FakeClient()
    client.faults["create_set"] = OutcomeUnknown("No answer came.", code="outcome_unknown")
    app = app_on(client)
    async with app.run_test(size=(80, 20), notifications=True) as pilot:
        await shows(pilot, "● ready")
        await pilot.press("escape", "n")
        await shows(pilot, "New Set")
        await type_in(pilot, "nurses")
        for times in range(1, 5):
            before = app.screen
            if times == 3:
                purpose = before.query_one("#purpose", Input)
                purpose.value = "another purpose is no other Set"
            if times == 4:
                before.query_one("#query", Input).value = "doctors"
            before.query_one("#create").focus()
            await settle_button(pilot)
            await pilot.press("enter")
            await until(pilot, lambda times=times: len(client.called("create_set")) == times)
            await until(
                pilot,
                lambda before=before: isinstance(app.screen, NewSet) and app.screen is not before,
            )
            await shows(pilot, "No answer came.", "outcome_unknown")
        first, second, third, fourth = (c["idempotency_key"] for c in client.called("create_set"))
        assert first == second == third != fourth


# Criteria, line by line


async def test_criteria_are_added_edited_moved_removed_and_brought_back_by_keys() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        criteria = await to_builder(pilot)
        await pilot.press("d", "a")
        await type_in(pilot, "is a nurse")
        await pilot.press("enter")
        await type_in(pilot, "speaks Frensh")
        await pilot.press("enter", "enter")
        await until(pilot, lambda: criteria.criteria == ["is a nurse", "speaks Frensh"])
        await shows(pilot, "2 of 10", "✓ is a nurse", "✓ speaks Frensh")
        await pilot.press("enter", *["backspace"] * 2, "c", "h", "enter")
        await until(pilot, lambda: criteria.criteria == ["is a nurse", "speaks French"])
        await pilot.press("K")
        assert criteria.criteria == ["speaks French", "is a nurse"]
        await pilot.press("J", "d")
        assert criteria.criteria == ["is a nurse"]
        await pilot.press("u")
        assert criteria.criteria == ["is a nurse", "speaks French"]
        await pilot.press("a", "x", "escape")
        await until(pilot, lambda: criteria.has_focus)
        assert criteria.criteria == ["is a nurse", "speaks French"]
        assert isinstance(app.screen, NewSet), "esc left the line, not the builder"


async def test_what_will_be_checked_stands_ticked_and_follows_the_question() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        criteria = await to_builder(pilot)
        await shows(pilot, "Checked of each person, 1 of 10", "✓ nurses in Lyon")
        query = app.screen.query_one("#query", Input)
        query.value = "nurses in Paris"
        await shows(pilot, "✓ nurses in Paris")
        assert criteria.criteria == ["nurses in Paris"]
        await pilot.press("space")
        await shows(pilot, "· nurses in Paris", "not checked", "Nothing is ticked", "derives")
        assert criteria.criteria == []
        query.value = "nurses in Rome"
        await shows(pilot, "· nurses in Rome")
        assert criteria.criteria == [], "what a person unticked stays so"
        await pilot.press("k", "k", "space")
        await shows(pilot, "✓ nurses in Rome")
        app.screen.query_one("#create").focus()
        await settle_button(pilot)
        await pilot.press("enter")
        await shows(pilot, "○ queued")
        (sent,) = client.called("create_set")
        assert sent["criteria"] == ["nurses in Rome"], "what was shown is what is sent"


async def test_a_line_that_is_no_longer_ticked_can_be_ticked_again() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        criteria = await to_builder(pilot)
        criteria.replace(["speaks French"])
        await pilot.press("g", "space")
        await shows(pilot, "· speaks French", "· nurses in Lyon")
        assert criteria.criteria == []
        await pilot.press("g", "j", "space")
        assert criteria.criteria == ["speaks French"]


async def test_criteria_by_mouse() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        criteria = await to_builder(pilot)
        criteria.replace(["one", "two", "three"])
        await shows(pilot, "✓ three")
        handles = criteria.text_width - 7  # " ↑ ↓ × "
        await pilot.click(CriteriaLines, offset=(handles + 3, 0))
        await until(pilot, lambda: criteria.criteria == ["two", "one", "three"])
        await pilot.click(CriteriaLines, offset=(handles + 1, 2))
        await until(pilot, lambda: criteria.criteria == ["two", "three", "one"])
        await pilot.click(CriteriaLines, offset=(handles + 4, 0))  # beside it is near enough
        await until(pilot, lambda: criteria.criteria == ["three", "one"])
        await pilot.click(CriteriaLines, offset=(5, 2))  # the first suggestion
        await until(pilot, lambda: criteria.criteria == ["three", "one", "nurses in Lyon"])
        await pilot.click(CriteriaLines, offset=(5, 0), times=2)
        await until(pilot, lambda: app.screen.query_one("#line-field").has_focus)
        await pilot.press("backspace", "enter")
        await until(pilot, lambda: criteria.criteria == ["thre", "one", "nurses in Lyon"])


async def test_keys_that_come_in_a_burst_are_written_in_their_order() -> None:
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        criteria = await to_builder(pilot)
        criteria.replace(["one"])
        await shows(pilot, "✓ one")
        await pilot.click(CriteriaLines, offset=(5, 0), times=2)
        field = app.screen.query_one("#line-field", Input)
        await until(pilot, lambda: field.has_focus)
        field.value = ""
        for key, typed in (("a", "a"), ("b", "b"), ("backspace", "\x7f"), ("c", "c")):
            app.post_message(events.Key(key, typed))
        app.post_message(events.Key("enter", "\r"))
        await until(pilot, lambda: criteria.criteria[0] == "ac")


def search_with(plan: dict[str, Any] | None, asked: Question) -> SearchWork:
    answer = SearchResponse.model_validate({"data": {"request": {"plan": plan}}})
    return SearchWork(answer=answer, answered=asked)


def test_what_the_service_would_check_is_what_it_said_with_its_answer() -> None:
    told = ["Is a state senator", "Is in Ohio, United States"]
    work = search_with({"terms": [], "criteria": told}, Question(query="senators in Ohio"))
    assert suggested("Senators  in Ohio", work) == told
    assert suggested("senators in Utah", work) == ["senators in Utah"], "another question"


def test_elsewhere_it_is_the_question_as_it_stands() -> None:
    plan = {"terms": [{"kind": "role", "value": "nurse"}], "remainder": "fast"}
    asked = Question(query="payments", filters={"title": "CTO", "location": "Oslo"})
    assert suggested("CTO payments in Oslo", search_with(plan, asked)) == ["CTO payments in Oslo"]
    assert suggested("CTO payments in Oslo", search_with(None, asked)) == ["CTO payments in Oslo"]
    odd = search_with({"criteria": [{"text": "Is a nurse"}, 7]}, Question(query="nurses"))
    assert suggested("nurses", odd) == ["nurses"], "another shape of them is not read"
    assert suggested("  ", SearchWork()) == []
    assert suggested("x" * 501, SearchWork()) == [], "too long to be a criterion"


# The editor


class Lending:
    """An app that lends its terminal."""

    lent = 0

    @contextlib.contextmanager
    def suspend(self) -> Iterator[None]:
        self.lent += 1
        yield

    @contextlib.contextmanager
    def holding_news(self) -> Iterator[None]:
        yield

    @contextlib.contextmanager
    def batch_update(self) -> Iterator[None]:
        yield


def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    script = tmp_path / "editor.py"
    script.write_text(f"import os, sys\npath = sys.argv[1]\n{code}\n")
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")


async def test_the_editor_gets_a_private_file_that_is_gone_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "note"
    editor(
        tmp_path,
        monkeypatch,
        f"open({str(note)!r}, 'w').write(path + ' ' + oct(os.stat(path).st_mode))\n"
        "open(path, 'a').write('lives in Lyon\\n  or near it\\n')",
    )
    app: Any = Lending()
    assert from_lines(await edit_text(app, as_lines(["is a nurse"]))) == [
        "is a nurse",
        "lives in Lyon or near it",
    ]
    path, mode = note.read_text().split()
    assert stat.S_IMODE(int(mode, 8)) == 0o600
    assert not Path(path).parent.exists()
    assert app.lent == 1


async def test_an_editor_that_fails_changes_nothing_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(tmp_path, monkeypatch, "sys.exit(3)")
    app: Any = Lending()
    with pytest.raises(EditorError, match="ended with 3: nothing was taken over"):
        await edit_text(app, "x")
    monkeypatch.setenv("EDITOR", "no-such-editor -w")
    with pytest.raises(EditorError, match=r"\$EDITOR names no-such-editor, which is not there"):
        editor_command()
    monkeypatch.setenv("VISUAL", "'broken")
    with pytest.raises(EditorError, match=r"\$VISUAL is not a command"):
        editor_command()


async def test_where_no_editor_can_be_opened_the_criteria_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("VISUAL", sys.executable)
    app = app_on(FakeClient())
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        criteria = await to_builder(pilot)
        criteria.replace(["is a nurse"])
        await pilot.press("E")
        await shows(pilot, "An editor cannot be opened from here")
        assert criteria.criteria == ["is a nurse"]


# What a Set is for


async def test_what_a_set_is_for_is_kept_with_it_and_can_be_changed() -> None:
    store = Store(find_places(), "one")
    app = app_on(FakeClient(), store=store)
    async with app.run_test(size=(140, 45), notifications=True) as pilot:
        await to_builder(pilot)
        app.screen.query_one("#purpose", Input).value = "a panel on night shifts"
        app.screen.query_one("#create").focus()
        await settle_button(pilot)
        await pilot.press("enter")
        await shows(pilot, "○ queued", "For: a panel on night shifts")
        assert store.purposes() == {"set_new": "a panel on night shifts"}
        await pilot.press("N")
        await shows(pilot, "What is this Set for?")
        app.screen.query_one("#line", Input).value = "a book"
        await pilot.press("enter")
        await shows(pilot, "For: a book")
        assert store.purposes() == {"set_new": "a book"}
    store.close()


async def test_what_a_set_is_for_survives_a_program_that_ends_before_the_answer() -> None:
    store = Store(find_places(), "one")
    client = FakeClient(gates={"create_set": asyncio.Event()})
    app = app_on(client, store=store)
    async with app.run_test(size=(140, 45), notifications=True) as pilot:
        await to_builder(pilot)
        app.screen.query_one("#purpose", Input).value = "a panel on night shifts"
        app.screen.query_one("#create").focus()
        await settle_button(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: client.called("create_set"))
    (asked,) = client.called("create_set")
    store = Store(find_places(), "one")
    lost = SimpleNamespace(
        path="/v1/sets",
        key=asked["idempotency_key"],
        body=b"{}",
        stale=False,
        answer={"id": "set_new"},
    )
    app = app_on(FakeClient(journal=[lost]), store=store)
    async with app.run_test(size=(140, 45), notifications=True) as pilot:
        await shows(pilot, "1 request from before never got an answer")
        app.tracker.resume_journal()
        await shows(pilot, "Requests from before: 1 done")
        assert app.state.purposes == {"set_new": "a panel on night shifts"}
    store.close()


# Who of those that were found passes


async def test_each_line_says_how_many_of_those_found_pass_it_and_the_label_how_many_pass_all() -> (
    None
):
    met = {"Is a VP": range(20), "Is in Berlin": range(15, 25), "fintech": None}
    client = FakeClient(met=met, counted={"met": 118, "open": 40})
    app = app_on(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "● ready")
        await type_in(pilot, "vp berlin fintech")
        await pilot.press("enter")
        await shows(pilot, "25 people found", "118 meet all, 40 more may")
        await pilot.press("n")
        await shows(pilot, "✓ Is a VP", "20 of 25", "10 of 25", "how many of the 25 found pass")
        await shows(pilot, "118 people here meet all criteria by their records; of 40 more")
        criteria = app.screen.query_one(CriteriaLines)
        criteria.focus()
        await pilot.press("G", "k", "space")
        await shows(pilot, "not checked", "2 of 10 · 5 of the 25 found pass all")
        assert "118 people" not in seen(app), "nobody counted those who meet two of the three"
        await pilot.press("g", "space")
        await shows(pilot, "1 of 10 · 10 of the 25 found pass all")
        assert not client.called("create_set"), "and nothing was spent"
        app.screen.query_one("#query", Input).value = "somebody else"
        await until(pilot, lambda: "of 25" not in seen(app))


async def test_what_is_ticked_and_worded_anew_is_counted_by_the_service() -> None:
    many = {("Is nurse",): 320, ("Is in Lyon",): 61, ("Knows Breton",): 4}
    many |= {("Is nurse", "Is in Lyon"): 12, ("Is nurse", "Is in Lyon", "Knows Breton"): 1}
    client = FakeClient(meeting=many.get)
    app = app_on(client)
    async with app.run_test(size=(100, 35)) as pilot:
        criteria = await to_builder(pilot)
        criteria.replace(["Is nurse", "Is in Lyon"])
        await shows(pilot, "320 in all", "61 in all", "12 people here meet all criteria")
        criteria.replace(["Is nurse", "Is in Lyon", "Knows Breton"])
        await shows(pilot, "4 in all", "1 person here meets all criteria")
        await pilot.press("g", "space")
        # The lines are drawn at once; that they are others is heard, and asked, after that.
        await until(
            pilot,
            lambda: client.called("count_people")[-1]["criteria"] == ("Is in Lyon", "Knows Breton"),
        )
        await until(
            pilot,
            lambda: "meets all criteria" not in seen(app),
            why="nobody counted the other two together",
        )
        assert "320 in all not checked" in seen(app)
        before = len(client.called("count_people"))
        criteria.replace(["Is nurse", "Is in Lyon"])
        await shows(pilot, "12 people here meet all criteria")
        assert len(client.called("count_people")) == before, "it was told before"


async def test_a_deployment_that_does_not_count_is_not_asked() -> None:
    client = FakeClient()
    app = app_on(client)
    async with app.run_test(size=(100, 35)) as pilot:
        criteria = await to_builder(pilot)
        criteria.replace(["Is nurse", "Is in Lyon"])
        await shows(pilot, "✓ Is in Lyon")
        assert not client.called("count_people") and " in all" not in seen(app)


async def test_what_a_kept_search_counted_then_is_counted_now(own_home: Path) -> None:
    met = {"Is a VP": range(20), "Is in Berlin": range(15, 25)}
    client = FakeClient(met=met, counted={"met": 118, "open": 0}, meeting=lambda _: 117)
    app = app_on(client, store=Store(find_places(), "local"))
    async with app.run_test(size=(100, 35)) as pilot:
        for _ in range(2):
            await shows(pilot, "● ready")
            await pilot.press("escape", "slash")
            app.screen.query_one("#query", Input).value = "vp berlin"
            await pilot.press("enter")
            await shows(pilot, "118 meet all")
        await shows(pilot, "kept 20")
        await pilot.press("n")
        await shows(pilot, "20 of 25", "117 people here meet all criteria")
