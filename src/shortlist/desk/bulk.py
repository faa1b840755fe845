"""Enrichment of many people with bounded concurrency, with nothing paid twice.

Each lookup has an idempotency key that is on disk before it is first sent, and its answer is on
disk before it counts as done. What was sent and not answered goes out again with the same key,
and the deployment answers it as it did the first time (interface, section 7).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from shortlist.contract.errors import KeyFate, spec_of
from shortlist.contract.limits import ENRICH_PRICES
from shortlist.desk.lookups import Lookup, Lookups

if TYPE_CHECKING:
    from shortlist.client import Shortlist, ShortlistError
    from shortlist.contract.enrich import EnrichResponse

_AT_ONCE = 10
_FAILURES_IN_A_ROW = 10
_PASSES = 2
_FINISH_SECONDS = 3


class Stopped(Exception):
    """A run that ended before everyone was looked up; `exit_code` is for a command."""

    def __init__(self, text: str, exit_code: int) -> None:
        self.exit_code = exit_code
        super().__init__(text)


def price_of(fields: Sequence[str]) -> int:
    """The most that one lookup costs, in ACU, by this project's prices, as far as these are known
    (`fields_without_price`)."""
    return sum(ENRICH_PRICES.get(field, 0) for field in fields)


def fields_without_price(fields: Sequence[str]) -> list[str]:
    """The fields whose price is not known here."""
    return [field for field in fields if field not in ENRICH_PRICES]


def credits_of(response: EnrichResponse) -> float:
    """What an answer was billed, in ACU: as it says, else by the prices of what was found."""
    usage = response.meta.usage
    if usage.acu_used is not None:
        return usage.acu_used
    if "billed" in usage.model_fields_set:
        return price_of(usage.billed)
    return price_of([name for name, field in response.data.items() if field.value])


async def run_lookups(
    client: Shortlist,
    lookups: Lookups,
    fields: Sequence[str],
    *,
    on_done: Callable[[Lookup], None],
    max_cost: int | None = None,
    resend_stale: bool = False,
    why_stop: Callable[[], str | None] = lambda: None,
) -> None:
    """Do every open lookup; `on_done` hears of each that is done.

    No lookup starts that could take the whole run, its earlier starts included, over `max_cost`
    ACU: what was billed counts, and at the full price what is on its way or left once and was
    never answered. Who is not found costs nothing, so a run that finds nobody ends with the last
    row. `why_stop` is asked before each, and ends the run with what it says.

    Raises `Stopped`, with what to do, when anything is left. When this is cancelled, what has left
    is given a moment to come back.
    """
    lookups.reopen("not_found")
    run = _Run(client, lookups, list(fields), on_done, max_cost, why_stop)
    for _ in range(_PASSES):
        open_ = lookups.open(resend_stale=resend_stale)
        if not open_ or run.stopped:
            break
        await run.do(open_)
    if run.stopped is not None:
        raise run.stopped
    if left := len(lookups.open(resend_stale=True)):
        raise Stopped(
            f"{left} could not be resolved for now. Run the same command again to go on.", 5
        )


class _Run:
    def __init__(
        self,
        client: Shortlist,
        lookups: Lookups,
        fields: list[str],
        on_done: Callable[[Lookup], None],
        max_cost: int | None,
        why_stop: Callable[[], str | None],
    ) -> None:
        self._why_stop = why_stop
        self._client = client
        self._lookups = lookups
        self._fields = fields
        self._on_done = on_done
        self._max_cost = max_cost
        self._price: float = price_of(fields)
        self._spent = lookups.spent()
        self._in_flight = 0
        self._owed = lookups.unsettled()
        """Keys of what was sent and not answered: each may yet turn out to have been billed."""
        self._failures = 0
        self.stopped: Stopped | None = None

    async def do(self, open_: list[tuple[dict[str, str], str]]) -> None:
        # What may have been billed already first: to ask for it again costs nothing more.
        waiting = deque(sorted(open_, key=lambda lookup: lookup[1] not in self._owed))

        async def take() -> None:
            while waiting and self._goes_on() and self._affordable(waiting[0][1]):
                await self._one(*waiting.popleft())

        tasks = [asyncio.create_task(take()) for _ in range(min(_AT_ONCE, len(open_)))]
        try:
            await asyncio.wait(tasks)
        except asyncio.CancelledError:
            self._stop("Interrupted.", 130)
            _, late = await asyncio.wait(tasks, timeout=_FINISH_SECONDS)
            for task in late:
                task.cancel()
            raise
        for task in tasks:
            task.result()

    def _goes_on(self) -> bool:
        if self.stopped is None and (why := self._why_stop()):
            self._stop(why, 4)
        return self.stopped is None

    def _affordable(self, key: str) -> bool:
        if self._max_cost is None or key in self._owed:
            return True
        if self._spent + (len(self._owed) + 1) * self._price <= self._max_cost:
            return True
        if not self._in_flight:
            owed = len(self._owed)
            unknown = f" and {owed} of unknown outcome" if owed else ""
            self._stop(
                f"The next one could go over --max-cost {self._max_cost}: {self._spent} "
                f"spent{unknown}. Run again with more to go on.",
                4,
            )
        return False

    def _stop(self, text: str, exit_code: int) -> None:
        self.stopped = self.stopped or Stopped(text, exit_code)

    async def _one(self, anchor: dict[str, str], key: str) -> None:
        from shortlist.client import ShortlistError

        self._lookups.sent(anchor)
        self._owed.add(key)
        self._in_flight += 1
        try:
            response = await self._client.enrich(fields=self._fields, idempotency_key=key, **anchor)
        except ShortlistError as error:
            self._failed(anchor, key, error)
            return
        finally:
            self._in_flight -= 1
        self._failures = 0
        self._owed.discard(key)
        credits = credits_of(response)
        self._spent += credits
        self._price = max(self._price, credits)  # a deployment may charge more than this project
        self._lookups.answered(anchor, response.normalised(), credits)
        self._on_done(self._lookups.lookup(anchor))

    def _failed(self, anchor: dict[str, str], key: str, error: ShortlistError) -> None:
        from shortlist.client import (
            AuthRequired,
            BadAnswer,
            CreditsShort,
            NotUnderstood,
            OutcomeUnknown,
            Parked,
            ReadOnly,
        )

        if not isinstance(error, OutcomeUnknown | BadAnswer):
            self._owed.discard(key)
        spec = spec_of(error.code)
        again = "Run the same command again to go on."
        if isinstance(error, CreditsShort):
            # The deployment replays this refusal to the key it was given.
            self._lookups.not_run(anchor, new_key=spec is None or spec.key is KeyFate.CONSUMED)
            self._stop(f"{error} {again}", error.exit_code)
        elif isinstance(error, AuthRequired | Parked | ReadOnly):
            self._lookups.not_run(anchor, new_key=False)
            self._stop(f"{error} {again}", error.exit_code)
        elif isinstance(error, NotUnderstood):
            # Everybody's would be, and each may be charged.
            self._stop(f"{error} {again}", error.exit_code)
        elif isinstance(error, OutcomeUnknown | BadAnswer):
            # It may have been billed: the key stays with it, and finds out.
            self._trouble(error)
        elif error.retryable or error.exit_code == 5:
            self._lookups.not_run(anchor, new_key=False)
            self._trouble(error)
        elif (error.field or "").startswith("fields"):
            # What is asked of everyone is wrong, and nobody else would fare better.
            self._lookups.not_run(anchor, new_key=False)
            self._stop(str(error), error.exit_code)
        elif error.status in (400, 404, 409, 413, 422) or error.code == "wrong_use":
            self._lookups.refused(anchor, str(error), error.code)
            if error.status == 404:
                # An unknown person, or a deployment without this endpoint: many tell which.
                self._trouble(error)
            else:
                self._failures = 0
            self._on_done(self._lookups.lookup(anchor))
        else:
            self._stop(f"{error} {again}", error.exit_code)

    def _trouble(self, error: ShortlistError) -> None:
        self._failures += 1
        if self._failures >= _FAILURES_IN_A_ROW:
            self._stop(f"{error} Run the same command again to go on.", error.exit_code)
