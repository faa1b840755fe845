"""A file brought in from the app, into the service that the app started on this machine."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.terminal import Terminal
from tests.forks import begin_in_terminal
from tests.journeys.test_app import press
from tests.service.server import SOURCE

TABLE = """Contact person,Works at,Role,Town
Ada Byron,Analytical Ltd,Chief Engineer,London
"Grace \x1b]0;x\x07Hopper",Navy Labs,Rear Admiral,Arlington
,,,
Nobody,Too,Many,Cells,Here
"""


def test_a_file_is_looked_at_mapped_brought_in_and_found(tmp_path: Path) -> None:
    """What the file calls otherwise is asked for; who was left out is told, and why."""
    home, folder = tmp_path / "home", tmp_path / "files"
    folder.mkdir()
    (folder / "people.csv").write_text(TABLE)
    (folder / "letter.docx").write_text("no table")
    env = {"SHORTLIST_HOME": str(home), "PYTHONPATH": str(SOURCE)}
    argv = [sys.executable, "-m", "shortlist"]
    size, cwd = {"columns": 100, "lines": 30}, str(folder)
    with Terminal(argv, env=env, cwd=cwd, begin=begin_in_terminal, **size) as terminal:
        terminal.wait_for("● ready", within=120)
        terminal.send("nurses", "enter")
        terminal.wait_for("25 people found")
        press(terminal, "escape", "ctrl+p")
        terminal.send("import")
        terminal.wait_for("people: import a file")
        terminal.send("enter")
        terminal.wait_for("people.csv")
        assert "letter.docx" not in terminal.text
        press(terminal, "enter")
        terminal.wait_for("No column is known to say who somebody is")
        press(terminal, "enter")
        terminal.wait_for("What a column is")
        terminal.send("name")
        terminal.send("enter")
        terminal.wait_for("1 column not known")
        assert "Ada Byron" in terminal.text
        press(terminal, "j", "enter")
        terminal.wait_for("What a column is")
        terminal.send("company")
        terminal.wait_for("company domain")
        terminal.send("enter")
        terminal.wait_for("Navy Labs")
        press(terminal, "j", "enter")
        terminal.wait_for("What a column is")
        terminal.send("leave it")
        terminal.send("enter")
        terminal.wait_for("– left out")
        press(terminal, "tab")
        terminal.wait_for("enter to the button")
        press(terminal, "enter")
        terminal.wait_for("enter import")
        press(terminal, "enter")
        terminal.wait_for("✓ 2 people added, 1 skipped", within=120)
        assert "5 cells under 4 headings" in terminal.text
        press(terminal, "escape")
        terminal.wait_for("It found people of the sample")
        press(terminal, "R")
        terminal.wait_for("Nobody")
        press(terminal, "/", "\x15")  # ctrl+u
        terminal.send("ada byron", "enter")
        terminal.wait_for("1 person found")
        assert "Analytical Ltd" in terminal.text and "Chief Engineer" not in terminal.text
        terminal.send("ctrl+q")
        assert terminal.wait_for_exit() == 0


def test_what_cannot_be_read_is_told_and_another_encoding_is_a_key_away(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "sheet.csv").write_bytes(b"PK\x03\x04\x00\x00")
    (folder / "staff.csv").write_text("Name,Company\nJosé Núñez,Café\n", encoding="latin-1")
    env = {"SHORTLIST_HOME": str(tmp_path / "home"), "PYTHONPATH": str(SOURCE)}
    argv = [sys.executable, "-m", "shortlist"]
    size = {"columns": 80, "lines": 24}
    with Terminal(argv, env=env, cwd=str(folder), begin=begin_in_terminal, **size) as terminal:
        terminal.wait_for("● ready", within=120)
        press(terminal, "escape", "M")
        terminal.wait_for("sheet.csv")
        press(terminal, "enter")
        terminal.wait_for("no text, but perhaps a spreadsheet")
        terminal.wait_for("enter another file")
        press(terminal, "enter")
        terminal.wait_for("staff.csv")
        terminal.send("no such")
        terminal.wait_for("A spreadsheet is saved as CSV first.")
        press(terminal, *["\x7f"] * 7)
        terminal.wait_for("staff.csv")
        press(terminal, "down", "enter")
        terminal.wait_for("e encoding")
        press(terminal, "e")
        terminal.wait_for("José Núñez")
        press(terminal, "tab", "enter")
        terminal.wait_for("enter import")
        press(terminal, "enter")
        terminal.wait_for("✓ 1 person added", within=120)
        terminal.send("ctrl+q")
        assert terminal.wait_for_exit() == 0


def test_one_known_column_is_named_and_it_is_enough_to_say_that_it_is_one(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "cohort.csv").write_text("Email,Cohort\nada@analytical.example,North\n")
    env = {"SHORTLIST_HOME": str(tmp_path / "home"), "PYTHONPATH": str(SOURCE)}
    argv = [sys.executable, "-m", "shortlist"]
    size = {"columns": 80, "lines": 24}
    with Terminal(argv, env=env, cwd=str(folder), begin=begin_in_terminal, **size) as terminal:
        terminal.wait_for("● ready", within=120)
        press(terminal, "escape", "M")
        terminal.wait_for("cohort.csv")
        press(terminal, "\x15")  # ctrl+u
        terminal.send("coh")
        press(terminal, "enter")
        terminal.wait_for("Only “Email” is known")
        press(terminal, "enter")
        terminal.wait_for("What a column is")
        terminal.send("email")
        terminal.send("enter")
        terminal.wait_for("1 column not known")
        terminal.send("ctrl+q")
        assert terminal.wait_for_exit() == 0


def test_what_columns_are_likely_to_be_is_proposed_and_taken_with_a_key(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "leute.csv").write_text("Mitarbeiter,Firma,Note\nAda Byron,Analytical Ltd,x\n")
    env = {"SHORTLIST_HOME": str(tmp_path / "home"), "PYTHONPATH": str(SOURCE)}
    argv = [sys.executable, "-m", "shortlist"]
    size = {"columns": 80, "lines": 24}
    with Terminal(argv, env=env, cwd=str(folder), begin=begin_in_terminal, **size) as terminal:
        terminal.wait_for("● ready", within=120)
        press(terminal, "escape", "M")
        terminal.wait_for("leute.csv")
        press(terminal, "enter")
        terminal.wait_for("? likely company")
        assert "Nobody is read of it as it is." in terminal.text
        press(terminal, "l")
        terminal.wait_for("Analytical Ltd")
        assert "Ada Byron" in terminal.text and "? likely" not in terminal.text
        terminal.send("ctrl+q")
        assert terminal.wait_for_exit() == 0
