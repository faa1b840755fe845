"""Explanations why somebody of one Set is not in another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from shortlist.desk.set_differences import moved, why_not_there

if TYPE_CHECKING:
    from shortlist.client import Shortlist
    from shortlist.contract.sets import PeopleSet, SetItem

_ASKED_SECONDS: Final = 10.0
_ASKED_AFTER: Final = 20
"""Of how many that left the service of this machine is asked what became of them."""


async def explain_absence(
    client: Shortlist, second: PeopleSet, left: Sequence[SetItem], *, is_local: bool
) -> list[str]:
    """Why each of `left` is not in `second`. The service of this machine is asked, free, what it
    knows of them now; another deployment might charge for that, so it is not."""
    from shortlist.client import ShortlistError

    told = []
    # It may be asked 60 times a minute: whoever compares often is not made to wait for that.
    quick = client.with_options(attempts=1, total_seconds=_ASKED_SECONDS) if is_local else client
    asked = _ASKED_AFTER if is_local else 0
    for item in left:
        why = why_not_there(second)
        if asked > 0 and item.person.person_id:
            asked -= 1
            try:
                known = await quick.network_profile(item.person.person_id)
                why = moved(item.person, known.data.person) or why
            except ShortlistError as error:
                if error.status == 404:
                    why = "they are not in the index any more"
                else:
                    asked = 0
        told.append(why)
    return told
