"""The frame that is drawn before anything is imported: when it is, and that nothing is lost."""

from __future__ import annotations

import errno
import os
import sys
import termios
from pathlib import Path

import pytest
from benchmarks.terminal import Terminal
from tests.service.server import SOURCE

DEAD = {"SHORTLIST_BASE_URL": "http://127.0.0.1:9", "SHORTLIST_API_KEY": "sl_nobody"}
QUESTION = "Who are you looking for"


def start(home: Path, columns: int = 80, lines: int = 24, **env: str) -> Terminal:
    given = {"SHORTLIST_HOME": str(home), "PYTHONPATH": str(SOURCE), **DEAD, **env}
    argv = [sys.executable, "-m", "shortlist"]
    return Terminal(argv, columns=columns, lines=lines, env=given)


def quit_(terminal: Terminal) -> None:
    terminal.send("ctrl+q")
    assert terminal.wait_for_exit() == 0


def is_drawn_first(terminal: Terminal, home: Path) -> None:
    """The kept frame is on the terminal, and before it the app has asked the terminal nothing."""
    frame = shown(home)
    terminal.wait_for(lambda t: frame in t.raw)
    assert b"\x1b[?2026$p" not in terminal.raw[: terminal.raw.index(frame)]


def shown(home: Path) -> bytes:
    """The kept frame as it comes out of the terminal, which goes to a line's beginning too."""
    (file,) = kept(home)
    return file.read_bytes().partition(b"\n")[2].replace(b"\n", b"\r\n")


def kept(home: Path) -> list[Path]:
    return list((home / "cache").glob("first-frame-*"))


@pytest.fixture(scope="module")
def started_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("started_once")
    with start(home) as terminal:
        terminal.wait_for("offline")
        quit_(terminal)
    assert kept(home)
    return home


def test_the_second_start_draws_at_once_and_keeps_what_is_typed(tmp_path: Path) -> None:
    with start(tmp_path) as terminal:
        terminal.wait_for(QUESTION)
        terminal.wait_for("offline")
        quit_(terminal)
    (frame,) = kept(tmp_path)
    assert frame.stat().st_mode & 0o777 == 0o600
    assert b"127.0.0.1" not in frame.read_bytes().partition(b"\n")[2]
    with start(tmp_path) as terminal:
        is_drawn_first(terminal, tmp_path)
        terminal.send("z")
        terminal.wait_for("› z")
        assert terminal.raw.count(b"\x1b[?1049h") == 1
        quit_(terminal)
        echoes = termios.tcgetattr(terminal._fd)[3] & (termios.ECHO | termios.ICANON)
        assert echoes == termios.ECHO | termios.ICANON


def test_what_was_typed_before_anything_is_drawn_is_in_no_kept_frame(tmp_path: Path) -> None:
    with start(tmp_path) as terminal:
        terminal.send("zebra")
        terminal.wait_for("› zebra")
        terminal.wait_for("offline")
        quit_(terminal)
    assert not kept(tmp_path)
    with start(tmp_path) as terminal:
        terminal.wait_for("offline")
        quit_(terminal)
    assert b"zebra" not in kept(tmp_path)[0].read_bytes()


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (("zoë 2",), "› zoë 2"),
        (("nurx", "backspace", "ses"), "› nurses "),
        (("/3D artists",), "› 3D artists"),
        (("2",), "The list of Sets could not be read"),
        (("pilots", "enter", "x"), "cannot be reached"),
    ],
)
def test_keys_that_come_before_the_app_do_what_they_always_do(
    started_once: Path, typed: tuple[str, ...], shown: str
) -> None:
    with start(started_once) as terminal:
        is_drawn_first(terminal, started_once)
        terminal.send(*typed)
        terminal.wait_for(shown)
        quit_(terminal)


@pytest.mark.parametrize(
    "changed", [{"columns": 90}, {"NO_COLOR": "1"}, {"SHORTLIST_THEME": "paper"}]
)
def test_another_size_or_theme_draws_nothing_of_the_old(
    tmp_path: Path, changed: dict[str, object]
) -> None:
    (tmp_path / "cache").mkdir(mode=0o700)
    draw = (
        "import sys; from shortlist.tui.kit.terminal.first_frame import frame, keep\n"
        "if sys.argv[2]: keep(sys.argv[1], sys.argv[1], '', 80, 24, 'the old frame')\n"
        "frame.draw(sys.argv[1], sys.argv[1]); print('drawn', frame.drawn); frame.take_back()"
    )
    folder = str(tmp_path / "cache")
    env = {"PYTHONPATH": str(SOURCE)}
    with Terminal([sys.executable, "-c", draw, folder, "keep"], env=env) as terminal:
        terminal.wait_for("drawn True")
        assert b"the old frame" in terminal.raw
    columns = int(str(changed.pop("columns", 80)))
    env |= {name: str(value) for name, value in changed.items()}
    argv = [sys.executable, "-c", draw, folder, ""]
    with Terminal(argv, columns=columns, env=env) as terminal:
        terminal.wait_for("drawn False")
        assert b"the old frame" not in terminal.raw


def test_a_program_that_never_comes_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    folder = str(tmp_path)
    code = (
        "from shortlist.tui.kit.terminal.first_frame import frame, keep\n"
        f"keep({folder!r}, {folder!r}, '', 80, 24, 'rows')\n"
        f"frame.quiet(); frame.draw({folder!r}, {folder!r})\n"
        "import termios; off = termios.tcgetattr(0)[3] & termios.ECHO\n"
        "frame.take_back(); on = termios.tcgetattr(0)[3] & termios.ECHO\n"
        "print('echo', bool(off), bool(on))"
    )
    env = {"PYTHONPATH": str(SOURCE)}
    with Terminal([sys.executable, "-c", code], env=env) as terminal:
        terminal.wait_for("echo False True")
        assert terminal.raw.index(b"\x1b[?1049h") < terminal.raw.index(b"\x1b[?1049l")


def test_a_link_in_place_of_the_frame_is_not_followed(tmp_path: Path) -> None:
    from shortlist.tui.kit.terminal.first_frame import is_kept, keep

    folder = str(tmp_path)
    keep(folder, folder, "", 80, 24, "rows")
    assert is_kept(folder, folder, "", 80, 24)
    real = tmp_path / "real"
    (tmp_path / "first-frame-80x24").rename(real)
    (tmp_path / "first-frame-80x24").symlink_to(real)
    code = (
        "from shortlist.tui.kit.terminal.first_frame import frame\n"
        f"frame.draw({folder!r}, {folder!r}); print('drawn', frame.drawn)"
    )
    with Terminal([sys.executable, "-c", code], env={"PYTHONPATH": str(SOURCE)}) as terminal:
        terminal.wait_for("drawn False")


def test_a_frame_that_cannot_be_written_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from shortlist.tui.kit.terminal.first_frame import keep

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        keep(str(tmp_path), str(tmp_path), "", 80, 24, "rows")
    assert list(tmp_path.iterdir()) == []


def test_frames_of_a_few_sizes_are_kept_and_no_more(tmp_path: Path) -> None:
    from shortlist.tui.kit.terminal.first_frame import keep

    for columns in range(40, 70):
        keep(str(tmp_path), str(tmp_path), "", columns, 1, "row")
        os.utime(tmp_path / f"first-frame-{columns}x1", ns=(columns * 10**9, columns * 10**9))
    assert len(list(tmp_path.iterdir())) == 12
    assert (tmp_path / "first-frame-69x1").exists()
