"""Approval of agents' calls: every call is shown in the open apps, and one that would spend waits
for a yes."""

from __future__ import annotations

import asyncio
import secrets
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from shortlist.desk.agent_calls import ANSWER_SECONDS, is_app_open
from shortlist.desk.config import load_settings
from shortlist.desk.places import DeskError, find_places
from shortlist.desk.store import Store, account_of

if TYPE_CHECKING:
    from shortlist.desk.connection import Connection

_LOOK_SECONDS: Final = 0.2


class NotAllowed(DeskError):
    """Nobody allowed the call; nothing was sent."""

    code = "not_allowed"


class AgentCallLog:
    """The calls of agents in one program."""

    def __init__(self, connection: Connection) -> None:
        self._places, self._profile = find_places(), connection.name
        self._store = Store(self._places, account_of(connection))
        self._call: ContextVar[str] = ContextVar("call")
        self._credits: dict[str, float] = {}

    def begin(self, tool: str) -> str:
        """A tool was called; what is asked from here on belongs to it. Its id."""
        id_ = secrets.token_hex(8)
        self._call.set(id_)
        self._credits[id_] = 0.0
        self._store.begin_agent_call(id_, self._profile, tool)
        return id_

    def end(self, id_: str, code: str = "") -> None:
        """It is over; `code` says what went wrong."""
        state = "failed" if code else "done"
        self._store.end_agent_call(id_, state, code, self._credits.pop(id_, 0.0))

    async def ask(self, asked: str, credits: float, left: float) -> None:
        """Wait for a yes, where one is to be asked for. Raises `NotAllowed`."""
        id_ = self._call.get("")
        way = load_settings(self._places).agent_approval
        opened = is_app_open(self._places)
        if way == "never" or (way == "open" and not opened):
            self._credits[id_] = credits
            return
        if not opened:
            raise NotAllowed(
                "Nothing was sent: it waits for a yes in the app, and none is open. Open it, or "
                "set agent_approval in config.toml."
            )
        until = datetime.now(UTC) + timedelta(seconds=ANSWER_SECONDS)
        at = until.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self._store.ask_agent_call(id_, asked, credits, left, at)
        state = await self._answered(id_, until)
        if state == "allowed":
            self._credits[id_] = credits
        elif state == "refused":
            raise NotAllowed("Nothing was sent: whoever is at the app said no.")
        else:
            raise NotAllowed(f"Nothing was sent: nobody said yes within {ANSWER_SECONDS} seconds.")

    async def _answered(self, id_: str, until: datetime) -> str:
        try:
            while (state := self._store.agent_call_state(id_)) == "waiting":
                if datetime.now(UTC) >= until or not is_app_open(self._places):
                    break
                await asyncio.sleep(_LOOK_SECONDS)
        finally:
            # Whoever asked may have gone: then nobody is asked any more, either.
            if self._store.decide_agent_call(id_, "unanswered"):
                state = "unanswered"
        return state
