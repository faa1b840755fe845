"""Choice of the deployment: the environment, a saved profile, or the service on this machine."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from shortlist.desk.config import SettingsError, load_settings
from shortlist.desk.places import DeskError, Places, find_places
from shortlist.desk.profiles import LOCAL, Profiles, color_of

if TYPE_CHECKING:
    from shortlist.desk.local_service import ServiceState


class NoKey(DeskError):
    """There is a deployment to talk to, and no key for it."""

    exit_code = 3


@dataclass(frozen=True, slots=True)
class Connection:
    """A deployment and the key for it."""

    base_url: str
    """Empty while the embedded service has not been found or started yet."""
    api_key: str = field(repr=False)
    name: str
    """What to call it on a screen."""
    kind: Literal["environment", "profile", "embedded"]
    color: str = ""
    """What it is marked with on a screen (one of `profiles.COLORS`); none for this machine's."""
    note: str | None = None
    """Something its owner should be told, such as a profile that was not used."""
    read_only: bool = False
    """Nothing that could cost credits is sent: `read_only` in `config.toml`."""


def resolve_connection(profile: str | None = None, places: Places | None = None) -> Connection:
    """Decide which deployment is meant; starts nothing and touches no network.

    `SHORTLIST_BASE_URL` with `SHORTLIST_API_KEY` wins, then `profile` (`--profile`), then
    `SHORTLIST_PROFILE`, then the profile in use; with none of them it is the embedded service,
    whose `base_url` is empty until `open_connection` has found or started it.

    Raises `NoKey` when there is a deployment without a key, `DeskError` for an unknown profile.
    """
    base_url = os.environ.get("SHORTLIST_BASE_URL", "").strip()
    api_key = os.environ.get("SHORTLIST_API_KEY", "").strip()
    if base_url and not api_key:
        raise NoKey("SHORTLIST_BASE_URL is set and SHORTLIST_API_KEY is not. Set both, or neither.")
    if api_key and not base_url:
        # Sending it to any other deployment would give it away.
        raise NoKey("SHORTLIST_API_KEY is set and SHORTLIST_BASE_URL is not. Set both, or neither.")
    asked = profile or os.environ.get("SHORTLIST_PROFILE", "").strip()
    if base_url:
        note = (
            f"SHORTLIST_BASE_URL is set and wins over the profile `{profile}`." if profile else None
        )
        host = _host(base_url)
        only, why = _read_only(places or find_places(), "")
        return Connection(base_url, api_key, host, "environment", color_of(host), why or note, only)
    places = places or find_places()
    profiles = Profiles(places)
    chosen = profiles.current() if not asked else None
    if asked and asked != LOCAL:
        chosen = profiles.get(asked)
    if chosen is None:
        only, why = _read_only(places, LOCAL)
        return Connection("", "", LOCAL, "embedded", note=why, read_only=only)
    try:
        key = profiles.api_key(chosen.name)
    except DeskError as error:
        raise NoKey(str(error)) from None
    only, why = _read_only(places, chosen.name)
    color = chosen.color
    return Connection(chosen.base_url, key, chosen.name, "profile", color, why, read_only=only)


def _read_only(places: Places, profile: str) -> tuple[bool, str | None]:
    """Whether nothing may be spent there, and why that is so where its owner did not say it: a
    configuration that cannot be read may have said so."""
    try:
        return load_settings(places).is_read_only(profile), None
    except SettingsError as error:
        return True, f"{error}. Nothing is spent until that is mended."


async def open_connection(
    profile: str | None = None,
    *,
    places: Places | None = None,
    on_state: Callable[[ServiceState], None] | None = None,
) -> Connection:
    """A connection that can be used: as `resolve_connection`, with the service on this machine
    running if it is that.

    `on_state` is told what happens to that service while it happens. Raises `LocalServiceFailed`
    when it cannot be started, and what `resolve_connection` raises.
    """
    places = places or find_places()
    connection = resolve_connection(profile, places)
    if connection.kind != "embedded":
        return connection
    from shortlist.desk.local_service import ensure_running

    ready = await ensure_running(places, on_state)
    return replace(connection, base_url=ready.url, api_key=ready.api_key)


def _host(base_url: str) -> str:
    from urllib.parse import urlsplit

    try:
        return urlsplit(base_url).netloc.rpartition("@")[2] or base_url
    except ValueError:
        return base_url
