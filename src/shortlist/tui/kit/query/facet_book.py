"""The values that filters can be given: as the service listed them, else as answers held them.

Pure. A list that was told once is not asked for again, and one that was told whole is narrowed
here while one types on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from shortlist.contract.limits import FILTERS_SERVED
from shortlist.desk.seen_values import list_seen_values, match_rank
from shortlist.tui.kit.words import count

if TYPE_CHECKING:
    from shortlist.contract.extensions import Facet, FacetValue
    from shortlist.tui.kit.query.vocabulary import Vocabulary

VALUES: Final = 20
"""As many are asked for at once: more than are shown, so that typing on often asks nothing."""
NO_RANK: Final = 3
"""Of a value that does not begin as was typed."""


class FacetAsked(NamedTuple):
    """Values of what, beginning how, among whom."""

    name: str
    begins: str
    filters: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, name: str, begins: str, filters: Mapping[str, str]) -> FacetAsked:
        """With the filters that bear on it: all but its own."""
        given = ((k, filters[k].strip()) for k in FILTERS_SERVED if k in filters and k != name)
        return cls(name, begins.strip().casefold(), tuple((k, v) for k, v in given if v))


class OfferedValues(NamedTuple):
    """Values to offer, and how they are known."""

    facet: Facet
    counted: bool
    """The service counted them; else they were seen in answers."""
    asking: bool = False
    """What was just typed is asked for: these are of what was typed before it, or were seen."""

    seen: Mapping[str, int] = {}
    """How often each value was in an answer, where nobody counted."""

    def note_of(self, value: FacetValue) -> str:
        """`14 people`; `in 3 results` where nobody counted them."""
        if value.people is not None:
            return count(value.people, "person", "people")
        times = self.seen.get(value.value, 0)
        return f"in {count(times, 'result')}" if times else ""


class FacetBook:
    """The lists that one deployment told."""

    def __init__(self) -> None:
        self._told: dict[FacetAsked, Facet] = {}
        self.failed: set[FacetAsked] = set()
        """Lists that did not come: they are not asked for again before another one does."""
        self.trouble = ""
        """Why, in a few words."""

    def note(self, asked: FacetAsked, facet: Facet) -> None:
        """Keep a list that was told."""
        self._told[asked] = facet
        self.failed, self.trouble = set(), ""

    def note_failed(self, asked: FacetAsked, why: str) -> None:
        """Keep that a list did not come."""
        self.failed.add(asked)
        self.trouble = why

    def forget(self) -> None:
        """Ask again for all: people came and went since."""
        self._told.clear()
        self.failed, self.trouble = set(), ""

    def find(self, asked: FacetAsked) -> Facet | None:
        """What is known of exactly this, or follows from a list that was told whole."""
        told = self._told.get(asked)
        if told is not None:
            return told
        for end in range(len(asked.begins) - 1, -1, -1):
            wider = self._told.get(asked._replace(begins=asked.begins[:end]))
            # A title is read before it is compared: `vp` finds Vice President.
            if wider is not None and not wider.more and asked.name != "title":
                return narrowed(wider, asked.begins)
        return None

    def last_before(self, asked: FacetAsked) -> Facet | None:
        """What was told of less than was typed, as far as it fits: to be shown meanwhile."""
        for end in range(len(asked.begins) - 1, -1, -1):
            wider = self._told.get(asked._replace(begins=asked.begins[:end]))
            if wider is not None:
                return narrowed(wider, asked.begins)
        return None

    # Closed lists, where one is known

    def holds(self, name: str, value: str) -> bool:
        """Whether `name` can be given `value`, as far as that is known."""
        closed = self._closed(name)
        return closed is None or value.casefold() in (v.value.casefold() for v in closed)

    def meant(self, name: str, word: str) -> str:
        """The value that `word` is another word for; empty where it is none."""
        wanted = word.casefold()
        closed = self._closed(name) or ()
        return next((v.value for v in closed if wanted in map(str.casefold, v.also)), "")

    def all_of(self, name: str) -> str:
        """All that `name` can be given, in words."""
        return (
            ", ".join(v.value for v in self._closed(name) or ()) or "nothing: nobody here has one"
        )

    def _closed(self, name: str) -> Sequence[FacetValue] | None:
        told = (each for asked, each in self._told.items() if asked.name == name and each.closed)
        return next((each.values for each in told), None)


def narrowed(facet: Facet, typed: str) -> Facet:
    """The values of `facet` that begin so, by themselves or by another word for them; of a closed
    list all, those first."""
    ranked = [(rank_of(value, typed), value) for value in facet.values]
    kept = sorted((r, n) for n, (r, _) in enumerate(ranked) if facet.closed or r < NO_RANK)
    values = [facet.values[n] for _, n in kept]
    return facet.model_copy(update={"begins": typed, "values": values})


def rank_of(value: FacetValue, typed: str) -> int:
    """0 to 2 where a value, or another word for it, begins as was typed; else 3."""
    rank = match_rank(value.value, typed)
    if rank is not None:
        return rank
    return 2 if any(match_rank(other, typed) is not None for other in value.also) else NO_RANK


def seen_values(seen: Vocabulary, asked: FacetAsked, *, asking: bool = False) -> OfferedValues:
    """What answers held, where nobody counted."""
    facet = list_seen_values(seen.kept(), asked.name, asked.begins, VALUES)
    return OfferedValues(facet, counted=False, asking=asking, seen=seen.values(asked.name))
