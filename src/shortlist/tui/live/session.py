"""The session of a profile: its link to the deployment, opened, kept, lost, found again and put
aside.

While another profile is in view, a tracker is away: what has left is let finish, and what came of
it waits here, so that no answer of one account is ever drawn, or kept, in another.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any, Final

from shortlist.tui.live import messages
from shortlist.tui.live.following import Following
from shortlist.tui.live.ledger import Ledger
from shortlist.tui.live.left_out import LeftOutCheck
from shortlist.tui.live.opener import Hooks, Opener
from shortlist.tui.live.pulse import Pulse
from shortlist.tui.live.state import LinkState
from shortlist.tui.live.troubles import trouble_of

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from textual.message import Message

    from shortlist.client import CallRecord, Shortlist
    from shortlist.desk.connection import Connection
    from shortlist.desk.local_service import ServiceState
    from shortlist.desk.store import Store
    from shortlist.tui.live.context import AppContext

KEEP_SECONDS: Final = 20


class Session:
    """What `Tracker` is built on."""

    def __init__(self, context: AppContext, profile: str | None, opener: Opener) -> None:
        self.context = context
        self.profile = profile
        """As it was asked for; `None` for the one in use."""
        self.opener = opener
        self._client: Shortlist | None = None
        self._connection: Connection | None = None
        self.read_only = False
        """Nothing that could cost credits is sent: `read_only` in `config.toml`."""
        self._opening = False
        self._doubted = asyncio.Event()
        self.store: Store | None = None
        """What this machine keeps for the account; there before the service answers."""
        self.away = False
        """Another profile is in view."""
        self._held: list[Message] = []
        self.following = Following(context)
        self.ledger = Ledger(context, self)
        self.left_out = LeftOutCheck(context, self)
        self.pulse = Pulse(context, lambda: getattr(self._client, "connection", None), self.post)

    @property
    def deployment(self) -> str:
        """Base URL of the deployment; empty before it is known."""
        return self._connection.base_url if self._connection is not None else ""

    @property
    def is_local(self) -> bool:
        """Whether it is the service of this machine, which the app started."""
        return self._connection is not None and self._connection.kind == "embedded"

    @property
    def ready(self) -> bool:
        """Whether a request can leave now."""
        return self._client is not None and not self._opening

    @property
    def under_way(self) -> int:
        """Requests on the wire."""
        connection = getattr(self._client, "connection", None)
        return connection.in_flight if connection is not None else 0

    @property
    def client(self) -> Shortlist:
        """For a request that leaves; asked for where there is one."""
        assert self._client is not None
        return self._client

    def run(self, work: Coroutine[Any, Any, None], group: str) -> None:
        self.context.run(work, group=group, exit_on_error=False)
        if not self.away:
            self.pulse.begin()

    def post(self, message: Message) -> None:
        """Tell the app; while another profile is in view it waits."""
        if self.away:
            self._held.append(message)
        else:
            self.context.post(message)

    def leave(self) -> None:
        """Another profile comes into view. What was asked goes on; live Sets do on the service."""
        self.away = True
        self.following.leave()
        self.pulse.rest()

    def come_back(self) -> None:
        """This profile is in view again: tell what happened meanwhile."""
        self.away = False
        self.pulse.begin()
        held, self._held = self._held, []
        for message in held:
            self.context.post(message)

    def open(self) -> None:
        """Find or start the service and open a client on it."""
        self.following.begin()
        if not self._opening:
            self._opening = True
            self.run(self._open(), "link")

    async def _open(self) -> None:
        name = self.profile or ("" if self.away else self.context.state.link.profile)
        color = "" if self.away else self.context.state.link.color
        self.post(
            messages.LinkChanged(LinkState("looking", name, "Looking for the service", color=color))
        )

        def on_state(state: ServiceState) -> None:
            if state.stage in ("looking", "waiting", "starting"):
                self.post(messages.LinkChanged(LinkState(state.stage, name or "local", state.text)))

        try:
            hooks = Hooks(on_state, self._take_store, self._note_call)
            connection, client, store = await self.opener(self.profile, hooks)
        except Exception as error:
            log = str(getattr(error, "log", "") or "")
            link = LinkState("failed", name or "local", "", trouble_of(error), log, color)
            self.post(messages.LinkChanged(link))
            from shortlist.desk.local_service import LocalServiceFailed

            if isinstance(error, LocalServiceFailed):
                self._connection = None
                self.run(self._find_again(), "keep")
            return
        finally:
            self._opening = False
        before = self._client
        self._client, self._connection = client, connection
        self.read_only = connection.read_only
        self._take_store(store)
        self.following.use(client)
        if before is not None:
            with contextlib.suppress(Exception):
                await before.aclose()
        if connection.kind == "embedded":
            self.run(self._keep(connection), "keep")
        link = LinkState("ready", connection.name, connection.note or "", color=connection.color)
        self.post(messages.LinkChanged(link))

    def _take_store(self, store: Store | None) -> None:
        before, self.store = self.store, store
        if store is before:
            return
        if before is not None:
            before.close()
        if store is not None:
            self.post(messages.StoreOpened())

    async def _keep(self, connection: Connection) -> None:
        """A service on this machine ends when nobody uses it: this app is somebody.

        When it is gone all the same, it is started again.
        """
        from shortlist.desk.local_service import find_running, watch_service
        from shortlist.desk.places import find_places

        places = find_places()
        while connection is self._connection:
            running = await find_running(places)
            if running is None:
                self.open()
                return
            with watch_service(running, self._doubted.set), contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._doubted.wait(), KEEP_SECONDS)
            self._doubted.clear()

    async def _find_again(self) -> None:
        """A service that could not be started, or did not answer, may answer later."""
        from shortlist.desk.local_service import find_running
        from shortlist.desk.places import find_places

        places = find_places()
        while self._connection is None and not self._opening:
            await asyncio.sleep(KEEP_SECONDS)
            if await find_running(places) is not None:
                self.open()
                return

    def doubt(self) -> None:
        """A stream broke off: look at once whether the service of this machine is there."""
        self._doubted.set()

    def lost(self) -> None:
        """A request did not reach the service; one on this machine is started again at once."""
        if self._connection is not None and self._connection.kind == "embedded":
            self._connection = None
            self.open()

    def close(self) -> None:
        self.following.close()
        self.pulse.close()
        if self.store is not None:
            self.store.close()

    def use_key(self, key: str) -> None:
        """Go on with another key: what was held back may leave again."""
        if self._client is not None:
            self._client.use_key(key)

    def _note_call(self, record: CallRecord) -> None:
        """A call of the client has ended."""
        connection = self._connection
        if not self.away:
            self.pulse.answered()
        self.context.calls.note(
            record,
            self.context.clock(),
            connection.name if connection is not None else self.profile or "",
            self.deployment,
        )
