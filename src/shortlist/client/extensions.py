"""Two extensions of the interface, free and part of `Shortlist`: the values of filters, and counts
of people before a Set is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from shortlist.client.calls import Call
from shortlist.client.errors import ApiRefused, NotUnderstood, ShortlistError, WrongUse
from shortlist.client.paths import path_of, with_query

if TYPE_CHECKING:
    from pydantic import BaseModel

    from shortlist.client.link import Link
    from shortlist.contract.extensions import CountResponse, FacetResponse

    Response = TypeVar("Response", bound=BaseModel)

_SECONDS: Final = 10.0
"""Somebody is typing: what takes longer is of no use."""
_NOWHERE: Final = frozenset({400, 404, 405, 410, 422, 501})
_LONGEST: Final = 8_000
"""Characters of an address that every server and proxy takes."""


class Extensions:
    """Mixed into the client. A deployment that has none of one refuses: `is_not_offered`."""

    _link: Link

    async def facet(
        self,
        name: str,
        begins: str = "",
        *,
        limit: int | None = None,
        filters: Mapping[str, str] | None = None,
    ) -> FacetResponse:
        """The values of `name` (one of `limits.FACETS`) that begin so, and how many people each
        finds, of those whom `filters` find.

        >>> found = await client.facet("location", "ber")
        >>> [(one.value, one.people) for one in found.data.values]
        [('Berlin, Germany', 14), ('Bern, Switzerland', 9)]
        """
        from shortlist.contract.extensions import FacetResponse

        given = {key: value for key, value in (filters or {}).items() if value}
        path = with_query(path_of("facets"), name=name, begins=begins or None, limit=limit, **given)
        return await self._ask(path, FacetResponse, "a list of values")

    async def count_people(self, query: str, criteria: Sequence[str]) -> CountResponse:
        """How many people a Set of `query` could admit that checks `criteria`, and how many meet
        each of these.

        >>> found = await client.count_people("nurses in Texas", ["Is a nurse"])
        >>> found.data.together.met
        56

        Raises `WrongUse` where they are too long to be asked for.
        """
        from shortlist.contract.extensions import CountResponse

        path = with_query(path_of("sets", "count"), query=query, criterion=list(criteria))
        if len(path) > _LONGEST:
            raise WrongUse("So much text cannot be counted.", advice="Use shorter criteria.")
        return await self._ask(path, CountResponse, "a count of people")

    async def _ask(self, path: str, kind: type[Response], what: str) -> Response:
        from pydantic import ValidationError

        from shortlist.client.unexpected_answers import explain_unexpected

        call = Call("GET", path, read_seconds=_SECONDS, total_seconds=2 * _SECONDS)
        answer = await self._link.run(call)
        try:
            return kind.model_validate(answer.value)
        except ValidationError:
            raise explain_unexpected(what, answer, paid=False) from None


def is_not_offered(error: ShortlistError) -> bool:
    """Whether a deployment has no such extension: it has nothing there, or something else."""
    return isinstance(error, NotUnderstood) or (
        isinstance(error, ApiRefused) and error.status in _NOWHERE
    )
