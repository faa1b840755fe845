"""What is shown of a question that was understood: `data.request.plan`."""

from __future__ import annotations

from shortlist.contract.search import PlanTerm, SearchPlan
from shortlist.service.index.port import Record
from shortlist.service.search.conditions import Understood
from shortlist.service.search.criteria import derived


def as_plan(understood: Understood, named: Record | None = None) -> SearchPlan:
    """What is shown of it (`data.request.plan`); `named`: the person whom it names."""
    terms = [
        PlanTerm(kind=c.kind, value=c.label, text=c.text, negated=c.negated)
        for c in understood.conditions
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
