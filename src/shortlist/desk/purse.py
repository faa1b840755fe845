"""The purse: a limit on the credits that a program may spend on its own.

What a call can cost at most is taken out before the call leaves, and what it did not cost is put
back when its answer is here. What became of a call may never be known: then nothing is put back.
So at every moment what was spent and what may yet turn out to be is within the purse, however many
calls are under way. There is no waiting between asking and taking: calls cannot both take the last.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from shortlist.desk.places import DeskError


class PurseEmpty(DeskError):
    """There is not enough left in the purse; nothing was sent."""

    exit_code = 4


@dataclass(slots=True)
class Hold:
    """What was taken out for one call."""

    purse: Purse
    credits: float
    what: str
    open: bool = True

    def settle(self, charged: float | None) -> None:
        """The call was answered: `charged` stays spent, the rest goes back. Where it is not told
        what was charged, all of it counts as spent."""
        if self.open:
            self.open = False
            self.purse._settle(self.credits, self.credits if charged is None else charged)

    def give_back(self) -> None:
        """It is certain that nothing was charged."""
        self.settle(0.0)


class Purse:
    """So many credits. Of one event loop, or one thread."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.spent: float = 0.0
        """What answers say was charged, or what they did not tell."""
        self.held: float = 0.0
        """What may yet be charged: calls under way, Sets that go on, outcomes that are unknown."""
        self._dearer = 1.0

    @property
    def left(self) -> float:
        """What can still be taken out; never below 0."""
        return max(0.0, round(self.limit - self.spent - self.held, 6))

    def take(self, credits: float, what: str) -> Hold:
        """Take out what `what` can cost at most. Raises `PurseEmpty`."""
        if not (math.isfinite(credits) and credits >= 0):
            raise ValueError("credits are a number, 0 or more")
        # A deployment that charged more than is known here may do so again.
        credits = round(credits * self._dearer, 6)
        if credits > self.left:
            raise PurseEmpty(
                f"{what} can cost {credits:g} credits, and {self.left:g} of {self.limit:g} are "
                "left in the purse: nothing was sent."
            )
        self.held = round(self.held + credits, 6)
        return Hold(self, credits, what)

    def _settle(self, held: float, charged: float) -> None:
        self.held = round(max(0.0, self.held - held), 6)
        self.spent = round(self.spent + max(0.0, charged), 6)
        if held and charged > held:
            self._dearer *= charged / held
