"""The controller of agreement: how often somebody here and the service judge a criterion alike,
and a draft with other words where that is seldom."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from shortlist.tui.live.context import Controller

if TYPE_CHECKING:
    from shortlist.contract.sets import PeopleSet
    from shortlist.desk.own_verdicts import Agreement, OwnVerdict
    from shortlist.tui.features.sets.builder import SetDraft
    from shortlist.tui.live.context import AppContext
    from shortlist.tui.live.state import SetWork


class AgreementController(Controller):
    """Verdicts of one's own, by Set."""

    def __init__(self, context: AppContext, build: Callable[[SetDraft], None]) -> None:
        """`build` opens the builder of a Set on a draft."""
        super().__init__(context)
        self._build = build

    def of(self, entry: SetWork) -> dict[str, Agreement]:
        """How often somebody here and the service said the same, by criterion of a Set."""
        if not self.state.own_verdicts:
            return {}
        from shortlist.desk.own_verdicts import agreements

        return agreements(self._own_on(entry))

    def _own_on(self, entry: SetWork) -> list[OwnVerdict]:
        told, set_id = self.state.own_verdicts, entry.the_set.id
        return [own for (of, _), some in told.items() if of == set_id for own in some]

    def offer_other_words(self, entry: SetWork) -> None:
        """Open the builder on the same question with other words for what is seldom agreed on.
        Nothing is spent by that."""
        from shortlist.tui.features.sets.builder import SetDraft

        search = entry.the_set.newest
        criteria = other_words(entry.the_set, self._own_on(entry))
        if search is None or criteria is None:
            self.say(
                "There is nothing to reword: V on its people says where you disagree, and from "
                "three verdicts of yours on a criterion on, seldom agreement offers other words."
            )
            return
        purpose = self.state.purposes.get(entry.the_set.id, "")
        settings = self.context.settings
        count = search.count or (settings.set_count if settings else 25)
        self._build(SetDraft(search.query, count, criteria, purpose=purpose))


def other_words(the_set: PeopleSet, own: Iterable[OwnVerdict]) -> list[str] | None:
    """The criteria of a Set with other words for those that are seldom agreed on; `None` where
    there are none, or nothing tells the overruled ones from the others."""
    from shortlist.desk.own_verdicts import agreements, reworded

    search, told = the_set.newest, list(own)
    counted = agreements(told)
    criteria = [each.description for each in search.criteria] if search is not None else []
    made = []
    for words in criteria:
        agreement = counted.get(" ".join(words.split()))
        seldom = agreement is not None and agreement.is_seldom
        made.append(reworded(" ".join(words.split()), told) if seldom else words)
    return made if made != criteria else None
