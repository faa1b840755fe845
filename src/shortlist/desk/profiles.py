"""Saved deployments: a name, a base URL, and a key kept where the machine keeps secrets.

The system keyring holds the key when it works; else a private file does, and whoever asked is told
which. Keys go in by `add` and come out by `api_key`; nothing here prints or formats one.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from dataclasses import dataclass
from typing import Any, Literal

from shortlist.desk import system_keyring
from shortlist.desk.places import DeskError, Places, private_folder, refuse_link, writing

LOCAL = "local"
"""The name that always means the service on this machine."""

COLORS = ("blue", "orange", "violet", "green", "pink", "teal")
"""What profiles are told apart by, the most different ones first."""

KeptIn = Literal["keyring", "file"]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class BadProfile(DeskError):
    """A profile that cannot be, or is not there."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Profile:
    """A saved deployment, without its key."""

    name: str
    base_url: str
    kept_in: KeptIn
    current: bool = False
    """The one that is used when nothing else is said."""
    color: str = ""
    """What it is marked with on a screen: one of `COLORS`."""
    note: str | None = None
    """Why the key that was just saved is not in the keyring."""


class Profiles:
    """The saved deployments of this machine."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._path = places.config / "profiles.json"

    def list(self) -> list[Profile]:
        """Every saved deployment, by name."""
        saved = self._read()
        return [
            Profile(
                name,
                entry["base_url"],
                entry["kept_in"],
                name == saved["current"],
                entry["color"],
            )
            for name, entry in sorted(saved["profiles"].items())
        ]

    def get(self, name: str) -> Profile:
        """The deployment of that name; `DeskError` says which there are when it is not one."""
        every = self.list()
        for profile in every:
            if profile.name == name:
                return profile
        known = ", ".join([*(profile.name for profile in every), LOCAL])
        raise BadProfile(f"There is no profile `{name}`. There are: {known}.")

    def current(self) -> Profile | None:
        """The deployment in use; `None` when it is the service on this machine."""
        return next((profile for profile in self.list() if profile.current), None)

    def check(self, name: str) -> None:
        """Raise `BadProfile` for a name that a profile cannot have."""
        if not _NAME.fullmatch(name) or name == LOCAL:
            raise BadProfile(
                "A profile's name is 1 to 64 letters, digits, dots, dashes or underscores, "
                f"beginning with a letter or digit, and not `{LOCAL}`."
            )

    def add(self, name: str, base_url: str, api_key: str, color: str = "") -> Profile:
        """Save a deployment (in place of one of that name) and use it from now on.

        Without a `color` it keeps the one it had, else it gets one that the fewest have.
        `base_url` must have been checked by the client. Raises `DeskError` for a name or key that
        cannot be one.
        """
        self.check(name)
        if not api_key or not all("!" <= letter <= "~" for letter in api_key):
            raise BadProfile("An API key is visible ASCII characters without spaces.")
        saved = self._read()
        before = saved["profiles"].get(name)
        kept_in, note = self._keep(name, api_key)
        if before and before["kept_in"] != kept_in:
            self._forget(name, before["kept_in"])
        worn = [entry["color"] for entry in saved["profiles"].values()]
        color = color or (before["color"] if before else min(COLORS, key=worn.count))
        saved["profiles"][name] = {"base_url": base_url, "kept_in": kept_in, "color": color}
        saved["current"] = name
        self._write(saved)
        return Profile(name, base_url, kept_in, current=True, color=color, note=note)

    def use(self, name: str) -> None:
        """Use that deployment from now on; `local` is the service on this machine."""
        saved = self._read()
        if name != LOCAL:
            self.get(name)
        saved["current"] = None if name == LOCAL else name
        self._write(saved)

    def remove(self, name: str) -> str | None:
        """Forget a deployment and its key; tells why the key is still there, where it is."""
        profile = self.get(name)
        saved = self._read()
        del saved["profiles"][name]
        if saved["current"] == name:
            saved["current"] = None
        self._write(saved)
        return self._forget(name, profile.kept_in)

    def api_key(self, name: str) -> str:
        """The key of a deployment, to be sent to its base URL and nowhere else."""
        profile = self.get(name)
        again = f"Save it again: shortlist profiles add {name} --base-url {profile.base_url}"
        if profile.kept_in == "keyring":
            try:
                key = system_keyring.recall(self._service, name)
            except system_keyring.KeyringFailed as failure:
                raise DeskError(
                    f"The key of profile `{name}` cannot be had: {failure}. Unlock the keyring and "
                    f"try again. {again}"
                ) from None
            where = "system keyring"
        else:
            path = self._key_path(name)
            refuse_link(path)
            key = path.read_text().strip() if path.exists() else None
            where = "private file"
        if not key:
            raise DeskError(f"The key of profile `{name}` is not in the {where} any more. {again}")
        return key

    # Where keys are

    @property
    def _service(self) -> str:
        # Two homes on one machine must not share entries of the one system keyring.
        home = os.environ.get("SHORTLIST_HOME")
        return f"shortlist:{self._places.config}" if home else "shortlist"

    def _key_path(self, name: str) -> Any:
        return self._places.config / "keys" / name

    def _keep(self, name: str, api_key: str) -> tuple[KeptIn, str | None]:
        """Where the key went, and why not into the keyring."""
        try:
            system_keyring.keep(self._service, name, api_key)
        except system_keyring.KeyringFailed as failure:
            private_folder(self._places.config / "keys")
            with writing(self._key_path(name)) as file:
                file.write(api_key.encode())
            return "file", str(failure)
        return "keyring", None

    def _forget(self, name: str, kept_in: str) -> str | None:
        """Why the key could not be taken out, where it could not."""
        if kept_in == "file":
            self._key_path(name).unlink(missing_ok=True)
            return None
        try:
            system_keyring.forget(self._service, name)
        except system_keyring.KeyringFailed as failure:
            return str(failure)
        return None

    # The list itself

    def _read(self) -> dict[str, Any]:
        refuse_link(self._path)
        try:
            saved = json.loads(self._path.read_text(encoding="utf-8"))
            profiles = {
                str(name): {
                    "base_url": str(entry["base_url"]),
                    "kept_in": str(entry["kept_in"]),
                    "color": _color(entry.get("color"), str(name)),
                }
                for name, entry in saved["profiles"].items()
            }
            return {"current": saved.get("current"), "profiles": profiles}
        except FileNotFoundError:
            return {"current": None, "profiles": {}}
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise DeskError(
                f"{self._path} is damaged. Move it away and add the profiles again."
            ) from None
        except OSError as error:
            raise DeskError(f"{self._path} cannot be read: {error.strerror}.") from None

    def _write(self, saved: dict[str, Any]) -> None:
        with writing(self._path) as file:
            file.write(json.dumps(saved, indent=2).encode() + b"\n")


def color_of(name: str) -> str:
    """The colour of what was never given one: always the same for a name."""
    return COLORS[zlib.crc32(name.encode()) % len(COLORS)]


def _color(saved: Any, name: str) -> str:
    return saved if saved in COLORS else color_of(name)
