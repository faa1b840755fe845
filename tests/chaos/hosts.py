"""Several processes of the service as on several hosts: one PostgreSQL between them, and nothing
else. Each has a data folder of its own."""

from __future__ import annotations

import random
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from tests.chaos import host
from tests.service import server
from tests.service.db import next_version
from tests.service.postgres import PostgresServer
from tests.service.server import RunningService

STRIKES = {
    "kill": 5,
    "freeze": 3,
    "stop": 2,
    "kill for good": 2,
    "freeze past its lease": 1,
    "take the database away": 1,
}
"""And how often each, of fourteen."""
LEASE_SECONDS = host.LEASE_MS / 1000


class Hosts:
    """What a client takes for one service: each request goes to any of them, dead ones too."""

    def __init__(
        self,
        folder: Path,
        postgres: PostgresServer,
        count: int,
        config: str,
        people: int,
        batch_seconds: float,
    ) -> None:
        self._folder = folder
        self._postgres = postgres
        self._config = config
        self._command = [sys.executable, host.__file__, str(people), str(batch_seconds)]
        self._chance = random.Random(count)
        self._made = 0
        self.database = postgres.url
        self.each = [self._host() for _ in range(count)]
        self.data_dir = self.each[0].data_dir
        # Its budgets are as large as they are counted.
        self.key: str = self.each[0].create_key(daily_budget=10**6, monthly_budget=10**6)["key"]

    def _host(self) -> RunningService:
        self._made += 1
        data_dir = self._folder / f"host-{self._made}"
        data_dir.mkdir(mode=0o700, parents=True)
        (data_dir / "service.toml").write_text(self._config)
        new = RunningService(data_dir, database=self.database)
        new.command = list(self._command)
        return new

    @property
    def url(self) -> str:
        """Of any host, another each time."""
        return self._chance.choice(self.each).url

    def client(self) -> httpx.Client:
        """Of the first host."""
        return self.each[0].client(self.key)

    def upgrade(self, number: int) -> str:
        """Let the next version of the service run one of them; the others go on as they are."""
        one = self.each[number]
        assert one.stop() == 0, one.stderr()[-2000:]
        one.command[1] = next_version.__file__
        one.start()
        return "upgrade"

    def strike(self, chance: random.Random) -> str:
        """Do something to one of them, or to their database; what it was."""
        kind = chance.choices(list(STRIKES), list(STRIKES.values()))[0]
        number = chance.randrange(len(self.each))
        struck = self.each[number]
        assert struck.process is not None
        if kind == "take the database away":
            self._postgres.stop()
            time.sleep(chance.uniform(0, 2))
            self._postgres.start()
        elif kind.startswith("freeze"):
            least, most = (0.2, 1.5) if kind == "freeze" else (LEASE_SECONDS, LEASE_SECONDS + 2)
            struck.process.send_signal(signal.SIGSTOP)
            time.sleep(chance.uniform(least, most))
            struck.process.send_signal(signal.SIGCONT)
        else:
            code = struck.stop() if kind == "stop" else struck.kill()
            assert kind != "stop" or code == 0, struck.stderr()[-2000:]
            if kind == "kill for good":
                # Nobody comes back to its folder: what it was doing is the others' now.
                self.each[number] = self._host()
            self.each[number].start()
        return kind


@contextmanager
def running_hosts(
    folder: Path,
    postgres: PostgresServer,
    count: int,
    config: str,
    *,
    people: int,
    batch_seconds: float,
) -> Iterator[Hosts]:
    """`count` of them, started at once on an empty database."""
    hosts = Hosts(folder, postgres, count, config, people, batch_seconds)
    try:
        for each in hosts.each:
            each.start()
        for each in hosts.each:
            each.wait_ready(server.START_SECONDS)
        yield hosts
    finally:
        for each in hosts.each:
            if each.process is not None:
                each.stop()
