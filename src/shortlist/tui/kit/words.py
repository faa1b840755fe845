"""The words of the app: numbers, times and states as a person reads them.

Everything here is pure. Whatever came from a server or a file passes `plain` once more on its
way to the screen: the client has cleaned it, and a screen does not rely on that.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shortlist.contract.sets import PeopleSet, SetSearch

_DROPPED = dict.fromkeys(
    [
        *range(0x20),
        *range(0x7F, 0xA0),
        0x200B,
        0x200E,
        0x200F,
        *range(0x2028, 0x202F),
        *range(0x2060, 0x206A),
        0xFEFF,
    ]
)
_DROPPED |= {9: " ", 10: " ", 13: " "}
_DROPPED_BUT_LINES = {**_DROPPED, 10: "\n"}
LONGEST = 4_000


def plain(value: object, limit: int = LONGEST) -> str:
    """One line of text with nothing in it that a terminal acts on."""
    if value is None:
        return ""
    text = value if isinstance(value, str) else str(value)
    if not text.isprintable():
        text = text.translate(_DROPPED)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def prose(value: object, limit: int = LONGEST) -> str:
    """As `plain`, keeping line breaks."""
    if value is None:
        return ""
    text = str(value).translate(_DROPPED_BUT_LINES)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def in_words(value: object, limit: int = LONGEST) -> str:
    """As `plain`; a token of the wire, such as `c_level` or `not_found`, in words."""
    text = plain(value, limit)
    if text in _SAID:
        return _SAID[text]
    return text.replace("_", " ") if _TOKEN.fullmatch(text) else text


_TOKEN = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")
_SAID = {"c_level": "C-level", "vp": "VP"}


def number(value: float | int | None) -> str:
    """`12,480`, `6,283.4`, `0.3`; whole where it is whole, `–` where it is not given."""
    if value is None:
        return UNKNOWN
    if float(value).is_integer():
        return f"{value:,.0f}"
    return f"{value:,.3f}".rstrip("0").rstrip(".") if abs(value) >= 0.001 else f"{value:.1g}"


UNKNOWN = "–"
"""What stands for a figure that the service does not give: it is not 0."""
NOT_GIVEN = "not given"
"""The same where there is room for words."""


def count(value: int, one: str, many: str | None = None) -> str:
    """`1 person`, `3 people`."""
    return f"{number(value)} {one if value == 1 else many or one + 's'}"


def people(value: int) -> str:
    return count(value, "person", "people")


def credits(value: float | int | None) -> str:
    return (
        "credits: not given"
        if value is None
        else f"{number(value)} credit{'' if value == 1 else 's'}"
    )


def duration(seconds: float) -> str:
    """`8 s`, `2 min`, `1 h 5 min`, `3 days`."""
    seconds = max(0, round(seconds))
    if seconds < 90:
        return f"{seconds} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    hours, rest = divmod(minutes, 60)
    if hours < 36:
        return f"{hours} h {rest} min" if rest else f"{hours} h"
    return count(round(hours / 24), "day")


def ago(moment: datetime | None, now: datetime) -> str:
    """`just now`, `5 min ago`; an empty string where the time is not known."""
    if moment is None:
        return ""
    seconds = (now - moment).total_seconds()
    if seconds < 45:
        return "just now"
    if 5400 <= seconds < 36 * 3600:
        seconds = round(seconds / 3600) * 3600  # of the past the hour is enough
    return f"{duration(seconds)} ago"


def until(moment: datetime | None, now: datetime) -> str:
    return "" if moment is None else f"in {duration((moment - now).total_seconds())}"


def day(moment: datetime | None) -> str:
    return "" if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%d")


def masked(value: object) -> str:
    """`j•••@example.org`: enough to tell two apart, not enough to use."""
    text = plain(value, 300)
    name, at, domain = text.partition("@")
    return f"{name[:1]}•••@{domain}" if at else f"•••{text[-2:]}"


def confidence(value: float | None) -> str:
    """A confidence of 0 to 1 as `0.87`; never a percentage of anything."""
    return "" if value is None else f"{value:.2f}"


# Set searches: a symbol, a word and a tone for each state. The word carries the meaning.
STATES: dict[str, tuple[str, str, str]] = {
    "queued": ("○", "queued", "dim"),
    "running": ("◐", "running", "accent"),
    "completed": ("●", "done", "good"),
    "failed": ("✗", "failed", "bad"),
    "canceled": ("■", "canceled", "warn"),
}
VERDICTS: dict[str, tuple[str, str, str]] = {
    "satisfied": ("✓", "yes", "good"),
    "near": ("≈", "nearly", "warn"),
    "unsatisfied": ("✗", "no", "bad"),
    "unclear": ("?", "unclear", "warn"),
}
FIELD_STATES: dict[str, tuple[str, str, str]] = {
    "found": ("✓", "found", "good"),
    "not_found": ("–", "not found", "dim"),
    "unavailable": ("!", "unavailable", "warn"),
    "asking": ("…", "asking", "accent"),
    "waiting": ("·", "not asked", "dim"),
    "failed": ("✗", "failed", "bad"),
}
FIELD_NAMES = {"work_email": "Work e-mail", "personal_email": "Personal e-mail", "phone": "Phone"}


def set_state(status: str) -> tuple[str, str, str]:
    """Symbol, word and tone of a search status; an unknown one is told as it came."""
    return STATES.get(status, ("○", in_words(status, 20) or "unknown", "dim"))


def state_of(the_set: PeopleSet) -> tuple[str, str, str]:
    """Symbol, word and tone of the newest search of a Set. One that its budget ended before it had
    found everybody is told from one that is done."""
    search = the_set.newest
    if search is None:
        return set_state(the_set.status)
    if search.status == "completed" and search.stop_reason == "budget":
        return "■", "at budget", "warn"
    return set_state(search.status)


def why_it_stopped(the_set: PeopleSet) -> str:
    """Why the newest search of a Set ended, in one sentence; empty while it goes on."""
    search = the_set.newest
    status = search.status if search else the_set.status
    got, asked = the_set.item_count, search.count if search else None
    message = prose(search.message, 300) if search is not None else ""
    if search is not None and search.stop_reason == "budget":
        admitted = "" if got is None else f", with {people(got)} admitted"
        return f"Stopped: its budget was used up{admitted}. {message}".rstrip()
    if message:
        return message
    if search is not None and search.stop_reason:
        return f"Stopped: {in_words(search.stop_reason, 120)}."
    if got is None:
        return _UNCOUNTED.get(status, "")
    if status == "completed":
        if asked is not None and got < asked:
            return f"Done: no more people fit. {number(got)} of {number(asked)} were admitted."
        return f"Done: all {people(got)} admitted."
    if ended := {"canceled": "Canceled", "failed": "Failed"}.get(status):
        if not got:
            return f"{ended} before anybody was admitted: nothing is charged."
        stay = "stays, and is charged" if got == 1 else "stay, and are charged"
        return f"{ended}. The {people(got)} admitted before that {stay}."
    return ""


_UNCOUNTED = {
    "completed": "Done. How many were admitted is not given.",
    "canceled": "Canceled. Those admitted before that stay, and are charged.",
    "failed": "Failed. Those admitted before that stay, and are charged.",
}


def time_left(search: SetSearch | None) -> str:
    if search is None or search.finished:
        return ""
    if "eta_seconds" not in search.progress.model_fields_set:
        return ""  # this service does not tell
    if search.progress.eta_seconds is None:
        return "time left unknown"
    return f"about {duration(search.progress.eta_seconds)} left"
