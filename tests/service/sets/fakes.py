"""A directory of numbered people and a judge who decides by the number: the real service's Sets
need an index, a finder and a judge, and these make every outcome known beforehand."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from shortlist.contract.search import Counted, SearchPlan, SearchType
from shortlist.contract.sets import Reference, Verification
from shortlist.service.index.port import Filters, IndexStats, Record
from shortlist.service.search.port import Candidate, FoundPeople, FrozenCriterion, Hit


def person(number: int) -> str:
    return f"person-{number:04d}"


def number_of(person_id: str) -> int:
    return int(person_id.rpartition("-")[2])


class Directory:
    """`people` people; `gone` are in it no longer, `same` are records of one. Also the finder:
    everyone is a candidate."""

    followed = 0

    def __init__(self, people: int) -> None:
        self.people = people
        self.gone: set[str] = set()
        self.same: list[tuple[str, ...]] = []

    def get(self, person_ids: Sequence[str]) -> dict[str, Record]:
        return {
            id: {
                "id": id,
                "name": f"Person {number_of(id)}",
                "title": "=SUM(A1)" if number_of(id) == 0 else "Engineer",
                "company": "Acme",
                "location": "Leeds, United Kingdom",
                "profile_url": f"https://people.example/{id}",
                "contacts": {"work_email": {"value": f"{id}@acme.example"}},
            }
            for id in person_ids
            if id not in self.gone
        }

    def suppressed(self, kind: str, values: Sequence[str]) -> set[str]:
        return set()

    def same_as(self, person_id: str) -> tuple[str, ...]:
        return tuple(id for ids in self.same if person_id in ids for id in ids if id != person_id)

    def close(self) -> None:
        return None

    def find_by_anchor(self, kind: str, value: str) -> list[Record]:
        return []

    @property
    def synthetic(self) -> bool:
        return True

    def stats(self) -> IndexStats:
        return IndexStats(self.people, self.people, synthetic=True)

    def plan(self, query: str, filters: Filters) -> SearchPlan:
        return SearchPlan(kind="open", remainder=query)

    def find(
        self,
        query: str | None,
        filters: Filters,
        *,
        type: SearchType,
        limit: int,
        timeout_seconds: float,
    ) -> FoundPeople:
        found = self.get([person(number) for number in range(min(limit, self.people))])
        hits = [Hit(record, 1.0, 0.5) for record in found.values()]
        return FoundPeople(self.plan(query or "", filters), hits)

    def counted(self, criteria: Sequence[FrozenCriterion], query: str = "") -> Counted | None:
        return Counted(met=self.people // 3, open=self.people // 3)

    def candidates(self, query: str, criteria: Sequence[FrozenCriterion]) -> list[Candidate]:
        return [Candidate(person(number), 0.5) for number in range(self.people)]


class NumberJudge:
    """By number modulo `admits` (3): 0 satisfies everything, 1 leaves the last criterion unclear,
    the others fail."""

    def __init__(self) -> None:
        self.before: Callable[[Sequence[Record]], None] = lambda records: None
        self.batch_seconds = 0.0
        self.admits = 3

    def criteria(self, query: str, given: Sequence[str] | None) -> list[FrozenCriterion]:
        descriptions = list(given) if given else [query, "is current"]
        return [
            FrozenCriterion(f"c{n}", description, None)
            for n, description in enumerate(descriptions, 1)
        ]

    def check(
        self, criteria: Sequence[FrozenCriterion], records: Sequence[Record]
    ) -> list[list[Verification]]:
        self.before(records)
        time.sleep(self.batch_seconds)
        last = ("satisfied", "unclear", *["unsatisfied"] * (self.admits - 2))
        return [
            [
                Verification(
                    criterion_id=criterion.id,
                    criterion=criterion.description,
                    status=last[number_of(record["id"]) % self.admits]
                    if criterion is criteria[-1]
                    else "satisfied",
                    reasoning="by its number",
                    references=[Reference(source="directory", quote=record["name"])],
                )
                for criterion in criteria
            ]
            for record in records
        ]


def admitted_of(people: int) -> list[str]:
    """Who of the first `people` candidates is admitted, in order."""
    return [person(number) for number in range(people) if number % 3 == 0]
