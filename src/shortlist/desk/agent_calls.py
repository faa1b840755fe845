"""Agents' calls on this machine and their approval, shared between `shortlist mcp` and open apps by
a file.

What a call asks for is kept only while somebody is asked about it: what stays says which tool,
when, at what price and with what outcome, and names nobody.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import IO, Final, NamedTuple

from shortlist.desk.database import Database, format_now
from shortlist.desk.places import Places, refuse_link

ANSWER_SECONDS: Final = 60
"""How long an answer is waited for; without one it is no."""
_KEPT: Final = 500
_FILE: Final = "app.open"
_COLUMNS: Final = "id, at, profile, tool, state, asked, credits, purse_left, until, note, changed"


class AgentCall(NamedTuple):
    """One call of an agent."""

    id: str
    at: str
    profile: str
    tool: str
    state: str
    """`going`, `waiting`, `allowed`, `refused`, `unanswered`, `done` or `failed`."""
    asked: str
    """What it asks for, while it waits for an answer; empty before and after."""
    credits: float
    """The most it can cost."""
    purse_left: float
    """What is left of the purse, without these."""
    until: str
    """When no answer will be a no."""
    note: str
    """The code of what went wrong."""
    changed: int


class AgentCalls(Database):
    """Part of `desk.store.Store`, whose transactions it uses; of all accounts together."""

    def begin_agent_call(self, id_: str, profile: str, tool: str) -> None:
        """A tool was called."""
        with self._change() as db:
            # What an agent asked for goes with it, also where its program never came to say so.
            db.execute(
                "UPDATE agent_calls SET asked = '' WHERE until < ? AND asked != ''", (format_now(),)
            )
            db.execute(
                f"INSERT INTO agent_calls ({_COLUMNS}) VALUES "
                f"(?, ?, ?, ?, 'going', '', 0, 0, '', '', {_NEXT})",
                (id_, format_now(), profile, tool),
            )
            db.execute(
                "DELETE FROM agent_calls WHERE id IN "
                "(SELECT id FROM agent_calls ORDER BY at DESC LIMIT -1 OFFSET ?)",
                (_KEPT,),
            )

    def ask_agent_call(
        self, id_: str, asked: str, credits: float, purse_left: float, until: str
    ) -> None:
        """Somebody is to say whether it may spend."""
        self._rows(
            "UPDATE agent_calls SET state = 'waiting', asked = ?, credits = ?, purse_left = ?,"
            f" until = ?, changed = {_NEXT} WHERE id = ?",
            (asked, credits, purse_left, until, id_),
        )

    def decide_agent_call(self, id_: str, state: str) -> bool:
        """`allowed`, `refused` or `unanswered`; whether nobody had said so before."""
        with self._change() as db:
            done = db.execute(
                f"UPDATE agent_calls SET state = ?, asked = '', changed = {_NEXT} "
                "WHERE id = ? AND state = 'waiting'",
                (state, id_),
            )
            return done.rowcount > 0

    def end_agent_call(self, id_: str, state: str, note: str, credits: float) -> None:
        """It is over: `done` or `failed`, and for how much at most; one that was refused stays
        that."""
        self._rows(
            "UPDATE agent_calls SET state = CASE WHEN state IN ('refused', 'unanswered') "
            f"THEN state ELSE ? END, asked = '', note = ?, credits = ?, changed = {_NEXT} "
            "WHERE id = ?",
            (state, note, credits, id_),
        )

    def agent_call_state(self, id_: str) -> str:
        """How a call stands; empty where it is not known."""
        rows = self._rows("SELECT state FROM agent_calls WHERE id = ?", (id_,))
        return str(rows[0][0]) if rows else ""

    def agent_calls(self, after: int = 0) -> list[AgentCall]:
        """Those that changed after a count of changes, newest first."""
        sql = f"SELECT {_COLUMNS} FROM agent_calls WHERE changed > ? ORDER BY at DESC, id"
        return [AgentCall(*row) for row in self._rows(sql, (after,))]


_NEXT: Final = "(SELECT coalesce(max(changed), 0) + 1 FROM agent_calls)"


def say_open(places: Places) -> IO[bytes]:
    """An app is open for as long as this file is: the system closes it with the program."""
    import fcntl  # not on Windows

    path = places.data / _FILE
    refuse_link(path)
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600), "r+b")
    with suppress(OSError):  # a file system without locks: then no app is ever known to be open
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    return file


def is_app_open(places: Places) -> bool:
    """Whether an app is open on this machine, of the same home."""
    import fcntl  # not on Windows

    try:
        with (places.data / _FILE).open("r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
