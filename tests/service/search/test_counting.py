"""How many meet criteria: counted by fields, exactly as records are checked one by one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.port import Filters, Record
from shortlist.service.search.finder import IndexFinder
from shortlist.service.search.port import FrozenCriterion
from shortlist.service.sets.judge import open_judge

QUESTIONS = (
    "state senators from Minnesota on an education committee",
    "Republican state senators who are not on an education committee",
    "legislators on health or agriculture committees",
    "Democrats in the Ohio House with a published e-mail address",
    "CFOs of semiconductor companies in California",
    "former members of Congress",
    "who chairs a health committee",
    "judges appointed by Barack Obama in Ohio",
    "engineers in Germany",
    "people in Saint Paul, Minnesota",
    "legislators who took office after 2019",
    "legislators, not beekeepers",
    "legislators not in banking",
    "former members of Congress who never worked at the Department of State",
)


def checked(
    finder: IndexFinder, criteria: Sequence[FrozenCriterion], records: Sequence[Record]
) -> tuple[int, int]:
    """The same by reading every record: who meets all, and whom nothing denies it."""
    same_as = finder._index.same_as
    met, perhaps = set(), set()
    for record, row in zip(
        records, open_judge(finder._index, finder).check(criteria, records), strict=True
    ):
        said = {verdict.status for verdict in row}
        who = min([record["id"], *same_as(record["id"])])
        if said == {"satisfied"}:
            met.add(who)
        elif "unsatisfied" not in said:
            perhaps.add(who)
    return len(met), len(perhaps - met)


def holds(finder: IndexFinder, query: str) -> tuple[int, int] | None:
    """Compare the two of what `query` demands; what was counted, None where nothing was."""
    index = finder._index
    criteria = open_judge(index, finder).criteria(query, None)
    counted = finder.counted(criteria)
    if counted is None:
        return None
    met, perhaps = checked(finder, criteria, list(index.get(index.scan()).values()))
    assert counted.open is not None
    if counted.met is None:
        assert met + perhaps <= counted.open, query
        return None
    assert (counted.met, counted.open) == (met, perhaps), query
    return counted.met, counted.open


def test_a_count_is_what_checking_everybody_finds(finder: IndexFinder) -> None:
    told = {query: holds(finder, query) for query in QUESTIONS}
    assert sum(each is not None for each in told.values()) >= 8, told
    assert any(each and each[0] for each in told.values()), told
    assert any(each and each[1] for each in told.values()), told


@pytest.mark.parametrize("given", [["Is a state senator", "Whistles the best tunes in town"]])
def test_what_only_a_check_decides_is_no_count(finder: IndexFinder, given: list[str]) -> None:
    """Then it is said how many there are at most: no field denies it to them."""
    judge = open_judge(finder._index, finder)
    counted = finder.counted(judge.criteria(" ".join(given), given))
    senators = finder.counted(judge.criteria(given[0], given[:1]))
    assert counted is not None and counted.met is None
    assert senators is not None and senators.met is not None and senators.open is not None
    assert counted.open == senators.met + senators.open
    assert finder.counted(judge.criteria("zzyzx gloop", ["Whistles tunes"])) is None


def test_a_search_and_its_plan_say_it(finder: IndexFinder, directory: EmbeddedIndex) -> None:
    found = finder.find(QUESTIONS[0], Filters(), type="fast", limit=5, timeout_seconds=10)
    criteria = open_judge(directory, finder).criteria(QUESTIONS[0], None)
    assert found.plan.counted == finder.counted(criteria)
    assert found.plan.counted is not None and found.plan.counted.met
    assert "counted" not in finder.plan("Amy Klobuchar", Filters()).to_wire()
