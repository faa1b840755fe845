"""Values of filters with their counts: an extension of the interface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from shortlist.client.calls import Call
from shortlist.client.errors import ApiRefused, NotUnderstood, ShortlistError
from shortlist.client.paths import path_of, with_query

if TYPE_CHECKING:
    from shortlist.client.link import Link
    from shortlist.contract.facets import FacetResponse

_SECONDS: Final = 10.0
"""Somebody is typing: what takes longer is of no use."""
_NOWHERE: Final = frozenset({400, 404, 405, 410, 422, 501})


class Facets:
    """Mixed into the client. Free; a deployment that has no facets refuses: `is_not_offered`."""

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
        from pydantic import ValidationError

        from shortlist.client.unexpected_answers import explain_unexpected
        from shortlist.contract.facets import FacetResponse

        given = {key: value for key, value in (filters or {}).items() if value}
        path = with_query(path_of("facets"), name=name, begins=begins or None, limit=limit, **given)
        call = Call("GET", path, read_seconds=_SECONDS, total_seconds=2 * _SECONDS)
        answer = await self._link.run(call)
        try:
            return FacetResponse.model_validate(answer.value)
        except ValidationError:
            raise explain_unexpected("a list of values", answer, paid=False) from None


def is_not_offered(error: ShortlistError) -> bool:
    """Whether a deployment has no facets: it has nothing at that address, or something else."""
    return isinstance(error, NotUnderstood) or (
        isinstance(error, ApiRefused) and error.status in _NOWHERE
    )
