"""The plan of a search as it is shown: `data.request.plan`."""

from __future__ import annotations

from shortlist.contract.search import PlanTerm, SearchPlan
from shortlist.service.index.port import Record
from shortlist.service.search.conditions import Understood
from shortlist.service.search.criteria import CRITERIA_MOST, derived, is_asked


def as_plan(understood: Understood, named: Record | None = None) -> SearchPlan:
    """What is shown of it (`data.request.plan`); `named`: the person whom it names."""
    places = _places(understood, named)
    terms = [
        PlanTerm(kind=c.kind, value=c.label, text=c.text, negated=c.negated, criterion=place)
        for c, place in zip(understood.conditions, places, strict=True)
        if not c.implied
    ]
    if named:
        terms.insert(0, PlanTerm(kind="name", value=str(named.get("name")), text=understood.name))
    if understood.count:
        terms.append(PlanTerm(kind="count", value=str(understood.count)))
    return SearchPlan(
        kind="name" if named else understood.kind,
        terms=terms,
        remainder="" if named else understood.remainder,
        criteria=[text for text, _ in derived(understood, named)],
        fallback=understood.fallback or None,
    )


def _places(understood: Understood, named: Record | None) -> list[int | None]:
    """Of each condition, the place of the criterion that a Set makes of it; of a name's, none."""
    places = iter(range(CRITERIA_MOST if named is None else 0))
    return [next(places, None) if is_asked(each) else None for each in understood.conditions]
