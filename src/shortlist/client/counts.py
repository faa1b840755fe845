"""Counting the people who meet criteria before a Set is made: an extension of the interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from shortlist.client.calls import Call
from shortlist.client.errors import WrongUse
from shortlist.client.paths import path_of, with_query

if TYPE_CHECKING:
    from shortlist.client.link import Link
    from shortlist.contract.counts import CountResponse

_SECONDS: Final = 10.0
_LONGEST: Final = 8_000
"""Characters of an address that every server and proxy takes."""


class Counts:
    """Mixed into the client. Free; a deployment that does not count refuses: `is_not_offered`."""

    _link: Link

    async def count_people(self, query: str, criteria: Sequence[str]) -> CountResponse:
        """How many people a Set of `query` could admit that checks `criteria`, and how many meet
        each of these.

        >>> found = await client.count_people("nurses in Texas", ["Is nurse"])
        >>> found.data.together.met
        56

        Raises `WrongUse` where they are too long to be asked for.
        """
        from pydantic import ValidationError

        from shortlist.client.unexpected_answers import explain_unexpected
        from shortlist.contract.counts import CountResponse

        path = with_query(path_of("sets", "count"), query=query, criterion=list(criteria))
        if len(path) > _LONGEST:
            raise WrongUse("So much text cannot be counted.", advice="Use shorter criteria.")
        call = Call("GET", path, read_seconds=_SECONDS, total_seconds=2 * _SECONDS)
        answer = await self._link.run(call)
        try:
            return CountResponse.model_validate(answer.value)
        except ValidationError:
            raise explain_unexpected("a count of people", answer, paid=False) from None
