"""Programs that tests fork are processes like any other."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.terminal import Terminal
from tests.forks import Fork, begin_in_terminal


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """It says what it was given, and ends as it is told to."""
    file = tmp_path / "program.py"
    file.write_text(
        "import os, signal, sys, time\n"
        "print(os.getpid(), os.environ['GIVEN'], *sys.argv[1:], flush=True)\n"
        "print('beside', file=sys.stderr)\n"
        "if sys.argv[1] == 'wait':\n"
        "    time.sleep(100)\n"
        "if sys.argv[1] == 'fail':\n"
        "    raise ValueError('so')\n"
        "sys.exit(int(sys.argv[1]))\n"
    )
    return file


def begin(program: Path, *arguments: str) -> Fork:
    environment = {**os.environ, "GIVEN": "this"}
    with (program.parent / "stderr.txt").open("a") as stderr:
        return Fork(
            [sys.executable, str(program), *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=stderr,
        )


def told(fork: Fork) -> str:
    assert fork.stdout is not None
    with fork.stdout as stdout:
        return stdout.read()


@pytest.mark.parametrize("code", [0, 3])
def test_it_has_arguments_an_environment_streams_and_a_code(program: Path, code: int):
    fork = begin(program, str(code), "more")
    assert told(fork) == f"{fork.pid} this {code} more\n"
    assert fork.wait(60) == fork.poll() == code
    assert (program.parent / "stderr.txt").read_text() == "beside\n"


def test_an_error_is_told_as_the_interpreter_does(program: Path):
    fork = begin(program, "fail")
    told(fork)
    assert fork.wait(60) == 1
    assert (program.parent / "stderr.txt").read_text().endswith("ValueError: so\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_it_is_ended_by_a_signal(program: Path, number: signal.Signals):
    fork = begin(program, "wait")
    assert fork.stdout is not None
    assert fork.stdout.readline() == f"{fork.pid} this wait\n"
    assert fork.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        fork.wait(0)
    fork.send_signal(number)
    assert fork.wait(60) == -number
    fork.stdout.close()
    fork.kill()  # nothing is left to be killed


def test_several_run_at_once_and_none_holds_what_another_has(program: Path):
    forks = [begin(program, "wait") for _ in range(3)]
    lines = [fork.stdout.readline() for fork in forks if fork.stdout]
    assert lines == [f"{fork.pid} this wait\n" for fork in forks]
    forks[0].kill()
    assert told(forks[0]) == ""  # its end of the pipe was the only one
    assert [fork.poll() for fork in forks[1:]] == [None, None]
    for fork in forks[1:]:
        fork.kill()
        told(fork)
    assert [fork.wait(60) for fork in forks] == [-9, -9, -9]


@pytest.mark.parametrize("frozen", [False, True])
def test_programs_end_with_who_started_them(program: Path, frozen: bool):
    starter = program.parent / "starter.py"
    starter.write_text(
        "import os, sys\n"
        "from tests.forks import Fork\n"
        "print('begun', flush=True)\n"  # before: what both write at once may be mixed
        "fork = Fork([sys.executable, sys.argv[1], 'wait'], env={**os.environ, 'GIVEN': 'x'})\n"
        "sys.stdin.read()\n"
    )
    root = Path(__file__).parents[1]
    path = os.pathsep.join((str(root), str(root / "src")))
    started = subprocess.Popen(
        [sys.executable, str(starter), str(program)],
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with started:
        assert started.stdout is not None
        assert started.stdout.readline() == "begun\n"
        line = started.stdout.readline()  # of the program, which begins with its id
        if frozen:
            os.kill(int(line.split()[0]), signal.SIGSTOP)
        started.kill()
        # Whoever was forked has the same pipe: it ends when the last of them has.
        assert started.stdout.read() == ""


def test_a_terminal_is_its_own(program: Path):
    argv = [sys.executable, str(program), "0"]
    environment = {"GIVEN": "x" * 70}
    with Terminal(argv, columns=100, lines=9, env=environment, begin=begin_in_terminal) as terminal:
        assert terminal.wait_for_exit() == 0
        assert "x" * 70 in terminal.text and "beside" in terminal.text
    waiting = Terminal([*argv[:-1], "wait"], env=environment, begin=begin_in_terminal)
    with waiting as terminal:
        terminal.wait_for("beside")
        terminal.send("\x03")  # which only whose terminal it is hears
        assert terminal.wait_for_exit() == -signal.SIGINT
    with Terminal([*argv[:-1], "wait"], env=environment, begin=begin_in_terminal) as terminal:
        terminal.wait_for("beside")
        terminal.hang_up()
        assert terminal.wait_for_exit() == -signal.SIGHUP
