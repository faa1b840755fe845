"""The live Sets that are followed: a few event by event, other running ones read now and then.

What a follower tells goes into one queue, and ten times a second all of it is handed to the app
at once, however much came.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from shortlist.tui.live import messages
from shortlist.tui.live.set_progress import is_finished
from shortlist.tui.live.troubles import trouble_of

if TYPE_CHECKING:
    from textual.timer import Timer

    from shortlist.client import Shortlist, Update
    from shortlist.tui.live.context import AppContext
    from shortlist.tui.live.state import Trouble

DRAIN_SECONDS: Final = 0.1
FOLLOWED_AT_ONCE: Final = 5
READ_SECONDS: Final = 5.0
"""Between two readings of the list; longer where the key may ask only now and then."""
REQUESTS_AT_EASE: Final = 60
"""A minute. A key that may ask this often is not slowed down by reading the list."""


class Following:
    """Which Sets are followed, and what came of them since the last tenth of a second."""

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self._client: Shortlist | None = None
        self._inbox: dict[str, list[Update]] = {}
        self._followed: dict[str, None] = {}
        """In the order in which they were last looked at, the latest last."""
        self._drain_timer: Timer | None = None
        self._read_timer: Timer | None = None

    def __contains__(self, set_id: object) -> bool:
        return set_id in self._followed

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._followed))

    def __len__(self) -> int:
        return len(self._followed)

    def begin(self) -> None:
        if self._drain_timer is None:
            self._drain_timer = self._context.every(DRAIN_SECONDS, self._drain, pause=True)

    def use(self, client: Shortlist) -> None:
        """Go on with this client: what followed through the one before follows through it."""
        for set_id in list(self._followed):
            self.drop(set_id)
        self._client = client

    def leave(self) -> None:
        """Follow nothing: another account comes into view. What came and was not told is read
        again with the Sets, later."""
        for set_id in list(self._followed):
            self.drop(set_id)
        self._inbox.clear()
        if self._read_timer is not None:
            self._read_timer.stop()
            self._read_timer = None

    def close(self) -> None:
        for timer in (self._drain_timer, self._read_timer):
            if timer is not None:
                timer.stop()

    def follow(self, set_id: str, *, new: bool = False) -> bool:
        """Follow a Set to its end. False when as many are followed as may be. `new`: it was made
        just now; of any other that turns out to have ended, People reads the people itself."""
        if set_id in self._followed:
            return True
        if len(self._followed) >= FOLLOWED_AT_ONCE or self._client is None:
            return False
        self._followed[set_id] = None
        work = self._follow(self._client, set_id, new)
        self._context.run(work, group=f"live-{set_id}", exit_on_error=False)
        if self._drain_timer is not None:
            self._drain_timer.resume()
        return True

    def prefer(self, set_id: str, *, new: bool = False) -> str | None:
        """Follow a running Set that a person looks at, in place of the one looked at longest ago.

        Returns the Set that is followed no more, if one had to make room.
        """
        if set_id in self._followed:
            self._followed[set_id] = self._followed.pop(set_id)
            return None
        if self._client is None:
            return None
        dropped = None
        if len(self._followed) >= FOLLOWED_AT_ONCE:
            dropped = next(iter(self._followed))
            self.drop(dropped)
        self.follow(set_id, new=new)
        return dropped

    def drop(self, set_id: str) -> None:
        self._followed.pop(set_id, None)
        self._context.cancel(f"live-{set_id}")

    async def _follow(self, client: Shortlist, set_id: str, new: bool) -> None:
        trouble: Trouble | None = None
        seen_running = new
        follower = client.follow(set_id)
        try:
            async for update in follower:
                self._inbox.setdefault(set_id, []).append(update)
                if update.set is not None and not seen_running:
                    if is_finished(update.set):
                        break
                    seen_running = True
        except Exception as error:
            trouble = trouble_of(error)
        finally:
            with contextlib.suppress(Exception):
                await follower.aclose()
        self._followed.pop(set_id, None)
        self._drain()
        self._context.post(messages.FollowEnded(set_id, trouble))

    def _drain(self) -> None:
        """Ten times a second: everything that came since, at once."""
        if self._inbox:
            updates, self._inbox = self._inbox, {}
            self._context.post(messages.UpdatesCame(updates))
        if not self._followed and not self._inbox and self._drain_timer is not None:
            self._drain_timer.pause()

    # Running Sets beyond those that are followed

    def watch_the_rest(self) -> None:
        """Read the list of Sets now and then for as long as some run that are not followed."""
        sets = self._context.state.sets
        rest = [
            entry
            for set_id, entry in sets.known.items()
            if set_id not in self._followed and not is_finished(entry.the_set)
        ]
        for entry in rest:
            if not entry.trouble:
                entry.connection = "listed"
        sets.read_every = self._pause() if rest else 0
        if self._read_timer is not None:
            self._read_timer.stop()
            self._read_timer = None
        if rest:
            self._read_timer = self._context.after(sets.read_every, self._read)

    def _pause(self) -> float:
        usage = self._context.state.usage.usage
        allowed = usage.api_key.rate_limit.per_minute if usage is not None else None
        return READ_SECONDS * max(1.0, REQUESTS_AT_EASE / allowed) if allowed else READ_SECONDS

    def _read(self) -> None:
        self._read_timer = None
        if self._context.tracker.ready:
            self._context.tracker.list_sets()
        else:
            self.watch_the_rest()
