"""Several processes and threads spend one balance at once, and never more than there is."""

from __future__ import annotations

import multiprocessing
import random
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import func, select
from tests.service.billing.books import audit, new_workspace, open_books

from shortlist.service.billing import money
from shortlist.service.billing.money import Payer
from shortlist.service.db.engine import open_engine, reading, writing
from shortlist.service.db.schema import ledger
from shortlist.service.errors import ApiError

NOW = 1_790_000_000_000


def _spend(url: str, payer: Payer, seed: int) -> int:
    """Charge, or hold and settle, until nothing more can be had; returns what was paid."""
    engine = open_engine(url, durable=False)
    dice = random.Random(seed)
    paid, turn, refused = 0, 0, 0
    while refused < 3:
        turn += 1
        ref, amount = f"{seed}:{turn}", dice.randint(1, 9)
        try:
            if dice.random() < 0.5:
                with writing(engine) as connection:
                    money.charge(connection, payer, kind="search", ref=ref, amount=amount, now=NOW)
                paid += amount
            else:
                with writing(engine) as connection:
                    money.reserve(connection, payer, ref=ref, amount=amount, now=NOW)
                part = dice.randint(0, amount)
                with writing(engine) as connection:
                    money.settle(connection, ref=ref, kind="sets", amount=part, now=NOW)
                paid += part
        except ApiError:
            refused += 1
    engine.dispose()
    return paid


def _spend_in_a_process(url: str, payer: Payer, seed: int, answers) -> None:
    answers.put(_spend(url, payer, seed))


def test_threads_and_processes_spend_one_balance(database_of_each_kind: str):
    url = database_of_each_kind
    engine = open_books(url)
    payers = new_workspace(engine, 900, [(None, 500), (450, None)])
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    processes = [
        context.Process(target=_spend_in_a_process, args=(url, payers[n % 2], n, answers))
        for n in range(2)
    ]
    for process in processes:
        process.start()
    with ThreadPoolExecutor(4) as pool:
        threads = [pool.submit(_spend, url, payers[n % 2], 10 + n) for n in range(4)]
        paid = sum(thread.result() for thread in threads)
    paid += sum(answers.get(timeout=60) for _ in processes)
    for process in processes:
        process.join(60)
    audit(engine, payers)
    with reading(engine) as connection:
        total = connection.execute(select(func.sum(ledger.c.amount))).scalar_one()
    assert total == paid
    # Each stops only when three of its amounts, at most 9 each, no longer fit.
    assert 800 < total <= 900
    engine.dispose()
