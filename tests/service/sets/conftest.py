from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from tests.service.server import RunningService
from tests.service.sets.world import World

SERVE_FAKE = Path(__file__).parent / "serve_fake.py"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path)
    yield world
    world.check_invariants()
    world.close()


@contextmanager
def numbered_service(
    data_dir: Path,
    people: int,
    batch_seconds: float,
    config: str = "",
    *options: str,
    database: str | None = None,
) -> Iterator[RunningService]:
    """The real service in its own process, on the numbered directory of `fakes`."""
    os.makedirs(data_dir, mode=0o700, exist_ok=True)  # noqa: PTH103
    (data_dir / "service.toml").write_text(config or '[workspace]\nplan = "scale"\n')
    service = RunningService(data_dir, *options, database=database)
    service.command = [sys.executable, str(SERVE_FAKE), str(people), str(batch_seconds)]
    service.start()
    try:
        yield service
    finally:
        service.stop()


@contextmanager
def held_at(data_dir: Path, number: int) -> Iterator[None]:
    """A numbered service judges only people below `number`, also after a restart, until the end:
    whatever is done meanwhile is done in the middle of a Set."""
    data_dir.mkdir(mode=0o700, exist_ok=True)
    beside = data_dir / "hold.new"
    beside.write_text(str(number))
    beside.rename(data_dir / "hold")
    try:
        yield
    finally:
        (data_dir / "hold").unlink(missing_ok=True)


Numbered = Callable[..., RunningService]


@pytest.fixture(scope="module")
def numbered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Numbered]:
    """`numbered(people=…, batch_seconds=…)`: a service for these numbers, one for all tests of a
    file that ask for the same. One that nobody asks takes a hundredth of a core."""
    with ExitStack() as stack:
        services: dict[tuple[int, float], RunningService] = {}

        def given(people: int = 200, batch_seconds: float = 0.0) -> RunningService:
            key = (people, batch_seconds)
            if key not in services:
                folder = tmp_path_factory.mktemp("numbered") / "data"
                services[key] = stack.enter_context(numbered_service(folder, *key)).wait_ready()
            return services[key]

        yield given
