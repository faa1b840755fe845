"""Sections 3 and 4.2: who is admitted, what it costs, how a search ends. Real database, one
process; the `world` fixture checks every invariant at the end of each test."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import pytest
from tests.service.sets.fakes import admitted_of, person
from tests.service.sets.world import World

from shortlist.contract.sets import PeopleSet
from shortlist.service.db.engine import writing
from shortlist.service.db.schema import events, items, ledger, reservations, searches, workspaces
from shortlist.service.errors import ApiError
from shortlist.service.index.port import IndexUnavailable
from shortlist.service.index.store import suppress_ids
from shortlist.service.search.port import CANDIDATES_MOST
from shortlist.service.sets.run import _all_checked, settle_search


def types(world: World, found: PeopleSet) -> list[str]:
    return [row.type for row in world.rows(events, set_id=found.id)]


def test_s3_1_admitted_only_when_every_criterion_is_satisfied(world: World) -> None:
    found = world.run(world.create(count=500, criteria=["engineer", "is current"]))
    kept = world.rows(items)
    people = {row.person_id: row.status for row in kept}
    assert {id for id, status in people.items() if status == "admitted"} == set(admitted_of(100))
    assert {id for id, status in people.items() if status == "review"} == {
        person(n) for n in range(100) if n % 3 == 1
    }
    newest = found.newest
    assert newest is not None
    assert (newest.progress.admitted, newest.progress.review, newest.progress.rejected) == (
        34,
        33,
        33,
    )
    assert [c.model_dump(exclude={"id", "description"}) for c in newest.criteria] == [
        {"checked": 100, "satisfied": 100, "unclear": 0, "rejected": 0},
        {"checked": 100, "satisfied": 34, "unclear": 33, "rejected": 33},
    ]


def test_s4_2_a_person_of_several_records_is_admitted_and_charged_once(world: World) -> None:
    # In one batch, and in two: the second finds the first in the Set.
    world.directory.same = [(person(0), person(3)), (person(6), person(60), person(90))]
    found = world.run(world.create(count=500))
    again = {person(3), person(60), person(90)}
    assert [row.person_id for row in world.rows(items) if row.person_id in again] == []
    assert found.item_count == len(admitted_of(100)) - len(again)


def test_s4_2_pricing_is_one_credit_for_ten_admitted_rounded_up_and_review_is_free(
    world: World,
) -> None:
    found = world.run(world.create(count=21))
    assert found.item_count == 21
    assert found.spent_credits == 3
    assert [row.amount for row in world.rows(ledger)] == [3]
    [held] = world.rows(reservations)
    assert (held.amount, held.settled_at is None) == (3, False)


def test_s4_2_never_more_than_asked_for_also_within_a_batch(world: World) -> None:
    found = world.run(world.create(count=4))
    newest = found.newest
    assert newest is not None
    assert newest.progress.admitted == 4
    # Whoever came after the fourth in that batch was not counted as checked.
    assert newest.progress.checked == 10
    assert (newest.status, newest.stop_reason, newest.message) == ("completed", None, None)


@pytest.mark.parametrize("budget", [1, 2, 3])
def test_s4_2_budget_1_it_stops_at_exactly_what_it_pays_for(world: World, budget: int) -> None:
    found = world.run(world.create(count=100, budget=budget))
    newest = found.newest
    assert newest is not None
    assert found.item_count == 10 * budget
    assert found.spent_credits == budget
    assert (newest.status, newest.stop_reason) == ("completed", "budget")


def test_s4_2_when_more_looking_is_not_worth_it_the_search_says_so() -> None:
    ended = SimpleNamespace(admitted=7, requested=50, cap=50, candidates=CANDIDATES_MOST)
    assert _all_checked(ended) == (  # type: ignore[arg-type]
        "More looking is not worth it: of the 3,000 likeliest, "
        "7 of the 50 asked for met every criterion."
    )


def test_s4_2_budget_1_one_that_was_enough_is_no_reason_to_stop(world: World) -> None:
    found = world.run(world.create(count=20, budget=2))
    assert found.newest is not None
    assert (found.item_count, found.newest.stop_reason) == (20, None)


def test_s4_2_fewer_people_than_asked_says_that_everyone_was_checked(world: World) -> None:
    found = world.run(world.create(count=50, budget=5))
    newest = found.newest
    assert newest is not None
    assert (newest.status, newest.stop_reason, newest.progress.completion) == (
        "completed",
        None,
        1.0,
    )
    told = "Everyone likely to match was checked, 100 people"
    assert newest.message is not None and told in newest.message


def test_s4_2_nobody_to_check_costs_nothing(world: World) -> None:
    world.directory.people = 0
    found = world.run(world.create())
    assert found.newest is not None and found.newest.message is not None
    assert (found.newest.status, found.spent_credits) == ("completed", 0)
    assert world.rows(ledger) == []


def test_s4_2_budget_4_creation_reserves_the_full_count_whatever_the_budget(world: World) -> None:
    created = world.create(count=500, budget=1)
    [workspace] = world.rows(workspaces)
    assert workspace.reserved == 50
    assert created.pricing is not None and created.pricing.estimated_credits == 50
    world.cancel(created)
    [workspace] = world.rows(workspaces)
    assert workspace.reserved == 0


def test_s4_2_budget_3_concurrent_creations_cannot_use_one_balance_twice(world: World) -> None:
    answers: list[Any] = []

    def create() -> None:
        try:
            answers.append(world.create(count=500))
        except ApiError as error:
            answers.append(error.code)

    threads = [threading.Thread(target=create) for _ in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # 1,000 ACU pay for twenty times fifty.
    assert answers.count("insufficient_acu") == 10
    assert len(answers) == 30
    world.check_invariants()


def test_s4_2_budget_3_finished_work_that_has_not_settled_still_counts(world: World) -> None:
    held = [world.create(count=500) for _ in range(20)]
    with pytest.raises(ApiError, match="credits"):
        world.create(count=1)
    world.run(held[0])
    # Fifty were held, four were charged: forty-six are free again.
    world.create(count=460)
    with pytest.raises(ApiError, match="credits"):
        world.create(count=1)


def test_s4_2_budget_2_key_budgets_apply_to_the_full_count_and_are_corrected_at_the_end(
    world: World,
) -> None:
    payer = world.key("small", daily=10, monthly=12)
    first = world.create(count=100, budget=1, payer=payer)
    with pytest.raises(ApiError) as refused:
        world.create(count=1, payer=payer)
    assert refused.value.code == "daily_budget_exceeded"
    assert refused.value.details == {"required_credits": 1, "available_credits": 0}
    world.run(first)
    second = world.create(count=90, payer=payer)
    with pytest.raises(ApiError):
        world.create(count=1, payer=payer)
    world.cancel(second)
    world.create(count=1, payer=payer)


def test_s3_2_cancel_of_a_queued_search_ends_it_and_charges_nothing(world: World) -> None:
    created = world.create()
    found = world.cancel(created)
    assert found.status == "canceled"
    assert found.newest is not None and found.newest.finished_at is not None
    assert types(world, found) == ["set.search.queued", "set.search.canceled", "set.idle"]
    assert world.job.advance(world.search_id(created)) is False
    assert world.read(created).status == "canceled"


def test_s3_2_cancel_of_a_running_search_keeps_and_charges_who_was_admitted(world: World) -> None:
    created = world.create(count=100)
    search_id = world.search_id(created)
    world.job.advance(search_id)
    world.job.advance(search_id)
    assert world.cancel(created).status == "running"
    before = world.read(created).item_count
    assert before == 4
    found = world.run(created)
    assert (found.status, found.item_count, found.spent_credits) == ("canceled", before, 1)
    assert found.newest is not None and found.newest.stop_reason is None


def test_s3_2_nobody_is_added_once_cancel_has_answered(world: World) -> None:
    created = world.create(count=100)
    search_id = world.search_id(created)
    world.job.advance(search_id)
    # The cancel arrives while a batch is being checked.
    world.judge.before = lambda records: world.cancel(created) and None
    world.job.advance(search_id)
    assert world.read(created).item_count == 0
    assert world.run(created).status == "canceled"


def test_s3_2_a_second_cancel_and_one_of_a_finished_set_change_nothing(world: World) -> None:
    created = world.create(count=5)
    done = world.run(created)
    told = types(world, done)
    assert world.cancel(created).newest == done.newest
    assert types(world, done) == told
    other = world.create()
    first = world.cancel(other)
    assert world.cancel(other).newest == first.newest


def test_s3_3_stopped_by_its_budget_it_says_so(world: World) -> None:
    stopped = world.run(world.create(count=25, budget=1)).newest
    assert stopped is not None
    assert (stopped.status, stopped.stop_reason) == ("completed", "budget")
    whole = world.run(world.create(count=5, budget=1)).newest
    assert whole is not None
    assert (whole.status, whole.stop_reason) == ("completed", None)


def test_s3_4_a_failure_keeps_and_charges_who_was_admitted(world: World) -> None:
    created = world.create(count=100)
    search_id = world.search_id(created)
    world.job.advance(search_id)
    world.job.advance(search_id)
    world.job.fail(search_id, IndexUnavailable("gone"))
    found = world.read(created)
    assert (found.status, found.item_count, found.spent_credits) == ("failed", 4, 1)
    assert found.newest is not None and found.newest.message is not None
    assert "people index" in found.newest.message
    assert types(world, found)[-2:] == ["set.search.failed", "set.idle"]
    assert world.job.advance(search_id) is False


def test_s3_terminal_states_never_change(world: World) -> None:
    created = world.create(count=5)
    done = world.run(created)
    world.job.fail(world.search_id(created), None)
    with writing(world.engine) as connection:
        settle_search(connection, world.search_id(created), "canceled", 1)
    assert world.read(created) == done


def test_s4_2_budget_5_a_batch_attempted_twice_counts_once(world: World) -> None:
    created = world.create(count=100)
    search_id = world.search_id(created)
    world.job.advance(search_id)

    def meanwhile(_records: object) -> None:
        # Another process, which took this one for dead, does the same batch first.
        world.judge.before = lambda records: None
        world.job.advance(search_id)

    world.judge.before = meanwhile
    world.job.advance(search_id)
    assert world.read(created).item_count == 4
    found = world.run(created)
    assert found.item_count == 34


def test_s4_2_budget_5_two_processes_on_one_search_do_it_once(world: World) -> None:
    created = world.create(count=500)
    threads = [threading.Thread(target=world.run, args=(created,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = world.read(created)
    assert (found.status, found.item_count, found.spent_credits) == ("completed", 34, 4)


def test_s4_2_people_who_left_the_index_are_not_admitted(world: World) -> None:
    world.directory.gone = {person(0), person(3)}
    found = world.run(world.create(count=500))
    assert found.item_count == 32


def test_s4_2_who_asks_to_be_left_out_while_the_judge_looks_is_not_admitted(world: World) -> None:
    def leave_out(_records: object) -> None:
        world.judge.before = lambda records: None
        with writing(world.engine) as connection:
            suppress_ids(connection, [person(3)])
        world.directory.gone.add(person(3))

    world.judge.before = leave_out
    found = world.run(world.create(count=500))
    assert found.newest is not None and found.newest.progress.checked == 100
    left = {*admitted_of(100)} - {person(3)}
    admitted = {row.person_id for row in world.rows(items) if row.status == "admitted"}
    assert admitted == left
    assert [row.amount for row in world.rows(ledger)] == [-(-len(left) // 10)]


def test_s4_2_somebody_found_twice_is_in_the_set_once(world: World) -> None:
    plain = world.directory.candidates
    world.directory.candidates = lambda query, criteria: plain(query, criteria) * 2  # type: ignore[method-assign]
    found = world.run(world.create(count=500))
    assert found.newest is not None
    assert (found.item_count, found.newest.progress.candidates) == (34, 100)


def test_s2_2_the_searches_of_a_set_are_told_newest_first(world: World) -> None:
    created = world.run(world.create(count=5))
    [first] = world.rows(searches)
    later = {**first._asdict(), "id": "search_later", "created_at": first.created_at + 1}
    later |= {"status": "running", "finished_at": None}
    with writing(world.engine) as connection:
        # As the workspace application begins another one in a Set that is there.
        connection.execute(searches.insert().values(**later))
    found = world.read(created)  # type: ignore[arg-type]
    assert [search.id for search in found.searches] == ["search_later", first.id]
    assert found.status == "running"
    with writing(world.engine) as connection:
        connection.execute(searches.delete().where(searches.c.id == "search_later"))


def test_s2_3_progress_says_how_long_it_still_takes(world: World) -> None:
    created = world.create(count=500)
    search_id = world.search_id(created)
    assert created.search is not None and created.search.progress.eta_seconds is None
    world.job.advance(search_id)
    world.job.advance(search_id)
    newest = world.read(created).newest
    assert newest is not None
    assert newest.progress.completion == 0.1
    assert newest.progress.eta_seconds is not None and newest.progress.eta_seconds >= 0
    [row] = world.rows(searches)
    with writing(world.engine) as connection:
        # As if the tenth had taken two minutes: the rest takes eighteen.
        connection.execute(searches.update().values(started_at=row.started_at - 120_000))
    newest = world.read(created).newest
    assert newest is not None
    assert newest.progress.eta_seconds is not None
    # Each second that the test itself takes is nine more.
    assert 1075 <= newest.progress.eta_seconds <= 1350


def test_s4_2_the_checker_of_invariants_can_fail(world: World) -> None:
    created = world.create(count=5)
    world.run(created)
    world.check_invariants()
    world.forget_the_charge(created)
    with pytest.raises(AssertionError):
        world.check_invariants()
    world.start_balance += 1
