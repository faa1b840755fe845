"""The settings of `config.toml` in the configuration folder.

Every field has a default. An unknown field or a bad value is one clear message with the line, so
that a misspelt setting is noticed and not silently ignored.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from shortlist.desk.commands import Command, problem_of, read_command
from shortlist.desk.layouts import LAYOUTS
from shortlist.desk.notices import WAYS
from shortlist.desk.places import DeskError, Places

FILE_NAME = "config.toml"


class SettingsError(DeskError):
    """A line of the configuration file is not right."""

    exit_code = 2

    def __init__(self, path: Path, line: int | None, reason: str) -> None:
        self.path, self.line, self.reason = path, line, reason
        where = f"{path}, line {line}" if line else str(path)
        super().__init__(f"{where}: {reason}")


@dataclass(frozen=True, slots=True)
class Settings:
    """The configuration, with its defaults."""

    theme: str = ""
    """Name of a theme; empty: the program's own. `SHORTLIST_THEME` wins over it."""
    reduced_motion: bool = False
    """No animation, and meters that move only when their figure does."""
    mask_contacts: bool = False
    """Show resolved addresses and numbers as `j•••@example.org` until they are asked for."""
    search_type: str = "auto"
    """What a new search starts with: `instant`, `fast`, `auto` or `deep`."""
    search_results: int = 25
    """How many people a new search asks for, 1 to 150."""
    set_count: int = 25
    """How many people a new Set asks for, 1 to 500."""
    keep_contacts_days: int = 0
    """How many days resolved addresses and numbers are kept on this machine; 0: no end."""
    notify: str = "auto"
    """How the end of what was waited for is told: `auto`, `osc9`, `osc777`, `bell`, or `off`."""
    agent_approval: str = "open"
    """Whether what an agent would spend waits for a yes in the app: `open` (where one is open),
    `always` (without one nothing is spent) or `never` (the purse alone decides)."""
    layout: str = "auto"
    """Whose places keys have that no field takes: `auto` (as the terminal tells, else any that is
    not Latin), `ru`, `uk`, `el`, `he`, or `off`."""
    read_only: bool = False
    """Whatever the deployment, nothing is sent that could cost credits."""
    keys: dict[str, str] = field(default_factory=dict)
    """`[keys]`: the id of an action to the keys that run it, such as `"do.new" = "n,f6"`."""
    profiles: dict[str, dict[str, Any]] = field(default_factory=dict)
    """`[profiles.NAME]`, `local` too: `read_only` for that deployment alone."""
    commands: dict[str, dict[str, Any]] = field(default_factory=dict)
    """`[commands.NAME]`: programs of one's own, run on a person (`desk.commands`)."""

    @property
    def own_commands(self) -> list[Command]:
        """The programs of `[commands]`, in order."""
        return [read_command(name, given) for name, given in self.commands.items()]

    def is_read_only(self, profile: str = "") -> bool:
        """Whether nothing that costs is sent to the deployment of a saved profile, or `local`;
        without one, to that of the environment."""
        return self.read_only or self.profiles.get(profile, {}).get("read_only") is True


CHOICES = {
    "search_type": ("instant", "fast", "auto", "deep"),
    "notify": WAYS,
    "layout": LAYOUTS,
    "agent_approval": ("open", "always", "never"),
}
BOUNDS = {"search_results": (1, 150), "set_count": (1, 500), "keep_contacts_days": (0, 36_500)}


def load_settings(places: Places) -> Settings:
    """The configuration of this machine; the defaults when there is no file.

    Raises `SettingsError`, with the line, when the file says something it cannot mean.
    """
    path = places.config / FILE_NAME
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings()
    except UnicodeDecodeError:
        raise SettingsError(path, None, "this is not UTF-8 text") from None
    except OSError as error:
        raise SettingsError(path, None, f"cannot be read: {error.strerror}") from None
    return read_settings(text, path)


def read_settings(text: str, path: Path) -> Settings:
    """Read the text of a configuration file; `path` is for the messages."""
    try:
        given = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # Also of a number with thousands of digits, and lists that nest for ever.
        at = re.search(r"\(at line (\d+)", str(error))
        reason = str(error).partition(" (at ")[0]
        raise SettingsError(path, int(at[1]) if at else None, reason) from None
    defaults = {known.name: getattr(Settings(), known.name) for known in fields(Settings)}
    for name, value in given.items():
        if name not in defaults:
            known = ", ".join(defaults)
            raise SettingsError(
                path, _line(text, name), f"`{name}` is not a setting; there are {known}"
            )
        problem = _problem(name, value, defaults[name])
        if problem:
            raise SettingsError(path, _line(text, name), f"`{name}` {problem}")
    for action, key in given.get("keys", {}).items():
        if not isinstance(key, str) or not key.strip():
            raise SettingsError(
                path, _line(text, action, "keys"), f'`{action}` must be keys in quotes, such as "n"'
            )
    for table, check in (("profiles", _profile_problem), ("commands", problem_of)):
        for name, entry in given.get(table, {}).items():
            problem = check(name, entry)
            if problem:
                line = _line(text, f"{table}.{name}") or _line(text, table)
                raise SettingsError(path, line, problem)
    return Settings(**given)


def _profile_problem(name: str, given: Any) -> str | None:
    if not isinstance(given, dict):
        return f"`{name}` must be a table: write it as [profiles.{name}]"
    unknown = next((part for part in given if part != "read_only"), None)
    if unknown is not None:
        return f"`{unknown}` is not a setting of a profile; there is read_only"
    if not isinstance(given.get("read_only", False), bool):
        return "`read_only` must be true or false"
    return None


def _problem(name: str, value: Any, default: Any) -> str | None:
    if isinstance(default, bool):
        return None if isinstance(value, bool) else "must be true or false"
    if isinstance(default, int):
        low, high = BOUNDS[name]
        whole = isinstance(value, int) and not isinstance(value, bool)
        return None if whole and low <= value <= high else f"must be a number, {low} to {high}"
    if isinstance(default, dict):
        return None if isinstance(value, dict) else f"must be a table: write it as [{name}]"
    if name in CHOICES:
        return None if value in CHOICES[name] else f"must be one of {', '.join(CHOICES[name])}"
    return None if isinstance(value, str) else "must be text in quotes"


def _line(text: str, name: str, table: str = "") -> int | None:
    """The line, from 1, where `name` is set in `table` (or is itself a table)."""
    inside = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[+\s*([^\]#]+?)\s*\]", line)
        if header:
            inside = header[1].strip("\"' ")
            if not table and inside == name:
                return number
            if not table and inside.partition(".")[0] == name:
                return number
            continue
        key = re.match(r"\s*(\"[^\"]*\"|'[^']*'|[A-Za-z0-9_.-]+)\s*=", line)
        if not key:
            continue
        bare = key[1].strip("\"'")
        if inside == table and name in (bare, bare.partition(".")[0]):
            return number
        if not inside and table and bare == f"{table}.{name}":
            return number
    return None
