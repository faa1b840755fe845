"""Errors of the client in the words of the screens."""

from __future__ import annotations

import json
from collections.abc import Awaitable
from typing import Final, TypeVar

from textual.content import Content

from shortlist.contract.errors import KeyFate, spec_of
from shortlist.tui.kit.text_parts import Part
from shortlist.tui.kit.words import credits, duration, number, plain, prose
from shortlist.tui.live.state import Trouble

Answer = TypeVar("Answer")
_ANOTHER_KEY = "Give another key, or save one with `shortlist profiles add`."
_HERE: Final = {
    "outcome_unknown": "It may have run. It is asked again under the same key, so that nothing "
    "is paid twice: here, or with `Journal: resume` in the palette.",
    "missing_api_key": _ANOTHER_KEY,
    "invalid_api_key": _ANOTHER_KEY,
    "expired_api_key": _ANOTHER_KEY,
    "revoked_api_key": _ANOTHER_KEY,
}
"""What to do in the app, where the catalogue names a command."""


_CAME_MOST: Final = 2_000


def trouble_of(error: BaseException) -> Trouble:
    """Any failure of a request, of this machine, or of the program itself."""
    code = getattr(error, "code", None)
    if isinstance(code, str):  # an error of the client: it carries what the service said
        advice = _HERE.get(code) or getattr(error, "advice", "") or ""
        if code == "not_understood":
            advice = _of_what_came(error)
        figures = _figures(error)
        if code == "rate_limited" and figures:
            advice = ""  # it says to wait for the same time
        return Trouble(
            code=plain(code, 60),
            message=prose(getattr(error, "message", "") or str(error), 600),
            advice=prose(" ".join(filter(None, (figures, advice))), 300),
            request_id=plain(getattr(error, "request_id", "") or "", 80),
            came=_came(error),
        )
    reason, advice = getattr(error, "reason", None), getattr(error, "advice", None)
    if isinstance(reason, str):
        return Trouble("service_not_started", prose(reason, 600), prose(advice or "", 300))
    if type(error).__module__.startswith("shortlist.desk"):
        return Trouble("this_machine", prose(error, 600))
    if isinstance(error, OSError):
        return Trouble("this_machine", prose(error.strerror or error, 300), "Check the path.")
    return Trouble(
        "unexpected",
        prose(f"{type(error).__name__}: {error}", 400),
        "This is a fault of the program. What was loaded is still here; please report it.",
    )


async def outcome_of(asked: Awaitable[Answer]) -> tuple[Answer | None, Trouble | None]:
    """What came of a request: its answer, or why there is none."""
    try:
        return await asked, None
    except Exception as error:
        return None, trouble_of(error)


def _of_what_came(error: BaseException) -> str:
    """What to do about an answer that was not understood, and what it may have cost."""
    where = "The Set is among your Sets." if getattr(error, "set_id", None) else ""
    charged = getattr(error, "charged", None)
    if not getattr(error, "paid", False):
        cost = "Nothing was charged for reading."
    elif charged is not None:
        cost = f"It says: {credits(charged)} charged."
    else:
        cost = "It may have been charged, and does not say what: Usage tells."
    return " ".join(filter(None, (where, cost)))


def _came(error: BaseException) -> str:
    """An answer that was not understood, as it came."""
    if getattr(error, "code", "") != "not_understood":
        return ""
    return plain(json.dumps(getattr(error, "answer", None), ensure_ascii=False), _CAME_MOST)


def _figures(error: BaseException) -> str:
    """What a refusal says in numbers: the time to wait, the credits that are short."""
    wait = getattr(error, "retry_after", None)
    if getattr(error, "code", "") == "rate_limited" and wait:
        return f"Nothing was charged. It takes requests again in {duration(wait)}."
    details = getattr(error, "details", None) or {}
    needs, left = details.get("required_credits"), details.get("available_credits")
    if isinstance(needs, int | float) and isinstance(left, int | float):
        return f"It needs {credits(needs)}; {number(left)} left."
    return ""


def is_spent(trouble: Trouble | None) -> bool:
    """Whether the key of a request that ended so replays its end instead of trying again.

    All others are asked again under their own key, so that nothing is paid twice (section 7).
    """
    spec = spec_of(trouble.code) if trouble else None
    return trouble is None or (spec is not None and spec.key is KeyFate.CONSUMED)


def refuses_all(error: BaseException) -> bool:
    """Whether the next request of a list would be refused as well: for credits, or the key."""
    from shortlist.client.errors import CreditsShort, NotUnderstood

    return (
        isinstance(error, CreditsShort | NotUnderstood)
        or getattr(error, "code", "") == "insufficient_scope"
    )


def trouble_content(trouble: Trouble) -> Content:
    """A failure as lines: what happened, what to do, code and request id."""
    parts: list[Part] = [("✗ ", "$bad"), (trouble.message, "bold")]
    if trouble.advice:
        parts += ["\n", f"  {trouble.advice}"]
    quote = trouble.code + (f" · {trouble.request_id}" if trouble.request_id else "")
    parts += ["\n", (f"  {quote}", "$quiet-text")]
    if trouble.came:
        parts += ["\n", ("  What came: ", "bold"), (trouble.came, "$quiet-text")]
    return Content.assemble(*parts)


def trouble_line(trouble: Trouble) -> str:
    """The same on one line, for a toast."""
    ended = trouble.message.endswith((".", "!", "?", "…"))
    parts = [trouble.message if ended else f"{trouble.message}.", trouble.advice]
    quote = trouble.code + (f", {trouble.request_id}" if trouble.request_id else "")
    return " ".join(part for part in parts if part) + f" ({quote})"
