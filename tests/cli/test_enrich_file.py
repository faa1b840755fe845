"""`enrich --from`: nothing is paid twice and no row is lost, whatever happens on the way."""

from __future__ import annotations

import contextlib
import csv
import json
import math
import random
import signal
import sqlite3
import subprocess
import threading
import time
from pathlib import Path

import pytest
from tests.cli.conftest import Shell
from tests.cli.deployment import Deployment, Seen, refuse, reply

from shortlist.desk.places import find_places


def write(path: Path, rows: list[list[str]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    return path


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Twenty people and a note of one's own on each."""
    rows = [[f"note {n}", f"p{n}@example.org"] for n in range(20)]
    return write(tmp_path / "in.csv", [["My note", "E-Mail Address"], *rows])


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "out.csv"


def command(source: Path, output: Path, *more: str) -> list[str]:
    return [
        *("enrich", "--from", str(source), "--fields", "work_email,phone"),
        *("-o", str(output), *more),
    ]


def test_columns_stay_and_results_are_added(
    shortlist: Shell, deployment: Deployment, source: Path, output: Path
) -> None:
    ended = shortlist(*command(source, output, "--yes"))
    assert ended.code == 0
    rows = read(output)
    assert list(rows[0]) == [
        *("My note", "E-Mail Address"),
        *("work_email", "work_email_status", "work_email_confidence"),
        *("work_email_source", "work_email_last_seen"),
        *("phone", "phone_status", "phone_confidence", "phone_source", "phone_last_seen"),
        "error",
    ]
    assert [row["My note"] for row in rows] == [f"note {n}" for n in range(20)]
    assert rows[3]["work_email"] == "p3@example.org/work_email"
    assert rows[3]["phone_confidence"] == "verified"
    assert rows[3]["work_email_last_seen"] == "2026-11-01T00:00:00.000Z"
    assert "20 rows looked up by email" in ended.err
    assert "at most 220 credits (work_email 1, phone 10" in ended.err
    assert "20 rows, 20 with something found, 40 credits in all" in ended.err
    assert output.stat().st_mode & 0o777 == 0o600
    assert sum(deployment.billed.values()) == 20
    places = json.loads(shortlist("who", "p3@example.org", "--json").out)["found"]
    assert str(output) in [place["where"] for place in places]


def test_again_costs_nothing(
    shortlist: Shell, deployment: Deployment, source: Path, output: Path
) -> None:
    shortlist(*command(source, output, "--yes"))
    whole = output.read_bytes()
    before = len(deployment.seen)
    ended = shortlist(*command(source, output))
    assert ended.code == 0
    assert output.read_bytes() == whole
    assert len(deployment.seen) == before
    output.unlink()
    assert shortlist(*command(source, output)).code == 0
    assert output.read_bytes() == whole
    assert len(deployment.seen) == before


def test_nothing_is_spent_without_a_yes(
    shortlist: Shell, deployment: Deployment, source: Path, output: Path
) -> None:
    ended = shortlist(*command(source, output))
    assert ended.code == 2
    assert "--yes or --max-cost" in ended.err
    assert deployment.seen == []


def test_one_person_in_two_rows_is_paid_once(
    shortlist: Shell, deployment: Deployment, tmp_path: Path, output: Path
) -> None:
    source = write(tmp_path / "in.csv", [["email"], ["a@b.org"], ["c@d.org"], ["a@b.org"]])
    assert shortlist(*command(source, output, "--yes")).code == 0
    found = [row["phone"] for row in read(output)]
    assert found == ["a@b.org/phone", "c@d.org/phone", "a@b.org/phone"]
    assert sum(deployment.billed.values()) == 2


def test_a_row_without_anchor_and_a_refused_one_say_so(
    shortlist: Shell, deployment: Deployment, tmp_path: Path, output: Path
) -> None:
    rows = [["email", "n"], ["N/A", "1"], ["refused@example.org", "2"], ["a@b.org", "3"]]
    source = write(tmp_path / "in.csv", rows)
    ended = shortlist(*command(source, output, "--yes"))
    assert ended.code == 0
    assert "3 rows, 1 with something found, 2 with an error (see its last column)" in ended.err
    empty, refused, found = read(output)
    assert "no person_id, profile_url, email" in empty["error"]
    assert "identity_required" in refused["error"]
    assert (found["error"], found["phone"]) == ("", "a@b.org/phone")


def test_what_a_spreadsheet_would_run_is_guarded(
    shortlist: Shell, tmp_path: Path, output: Path
) -> None:
    source = write(tmp_path / "in.csv", [["email", "n"], ["a@b.org", "=1+1"]])
    shortlist(*command(source, output, "--yes"))
    assert read(output)[0]["n"] == "'=1+1"


def test_a_column_of_that_name_is_kept(shortlist: Shell, tmp_path: Path, output: Path) -> None:
    source = write(tmp_path / "in.csv", [["email", "Phone"], ["a@b.org", "555"]])
    ended = shortlist(*command(source, output, "--yes"))
    (row,) = read(output)
    assert (row["Phone"], row["phone_resolved"]) == ("555", "a@b.org/phone")
    assert "phone_resolved" in ended.err


def test_max_cost_stops_before_it_is_passed(
    shortlist: Shell, deployment: Deployment, source: Path, output: Path
) -> None:
    # Each could cost 11 and costs 2: after seven, an eighth could end above 25.
    ended = shortlist(*command(source, output, "--max-cost", "25"))
    assert ended.code == 4
    assert sum(deployment.billed.values()) == 8
    assert "--max-cost 25: 16 spent" in ended.err
    rows = read(output)
    assert len(rows) == 20
    assert sum("not resolved yet" in row["error"] for row in rows) == 12
    assert shortlist(*command(source, output, "--max-cost", "100")).code == 0
    assert sum(deployment.billed.values()) == 20


def test_no_credits_stops_and_goes_on_after_a_top_up(
    shortlist: Shell, deployment: Deployment, source: Path, output: Path
) -> None:
    poor: dict[str, bytes] = {}

    def short(seen: Seen):
        # A deployment replays a 402 to the key it was given (interface, section 7).
        key = seen.headers["idempotency-key"]
        if len(deployment.billed) >= 6 and "topped" not in poor:
            poor[key] = b""
        return refuse("insufficient_acu", 402) if key in poor else None

    deployment.fault = short
    ended = shortlist(*command(source, output, "--yes"))
    assert ended.code == 4
    assert "insufficient_acu" in ended.err
    poor["topped"] = b""
    assert shortlist(*command(source, output, "--yes")).code == 0
    assert [row["error"] for row in read(output)] == [""] * 20
    assert set(deployment.billed.values()) == {1}


def test_a_bad_key_stops_at_once(
    shortlist: Shell, deployment: Deployment, source: Path, output: Path
) -> None:
    ended = shortlist(*command(source, output, "--yes"), env={"SHORTLIST_API_KEY": "sk_wrong"})
    assert ended.code == 3
    assert len(deployment.seen) <= 10
    assert shortlist(*command(source, output, "--yes")).code == 0
    assert len(read(output)) == 20


def test_a_file_that_is_not_ours_is_left_alone(
    shortlist: Shell, source: Path, output: Path, tmp_path: Path
) -> None:
    output.write_text("theirs")
    ended = shortlist(*command(source, output, "--yes"))
    assert (ended.code, output.read_text()) == (1, "theirs")
    output.unlink()
    shortlist(*command(source, output, "--yes"))
    ended = shortlist("enrich", "--from", str(source), "--fields", "phone", "-o", str(output), "-y")
    assert "other fields" in ended.err
    other = write(tmp_path / "other.csv", [["email"], ["z@z.org"]])
    assert "of another file" in shortlist(*command(other, output, "-y")).err


def test_rows_that_are_added_later_are_done_and_the_rest_is_kept(
    shortlist: Shell, deployment: Deployment, source: Path, output: Path
) -> None:
    shortlist(*command(source, output, "--yes"))
    with source.open("a") as file:
        file.write("late,late@example.org\r\n")
    assert shortlist(*command(source, output, "--yes")).code == 0
    assert len(read(output)) == 21
    assert sum(deployment.billed.values()) == 21


def test_a_field_that_nobody_knows_is_refused_once_and_not_for_every_row(
    shortlist: Shell, deployment: Deployment, source: Path, output: Path
) -> None:
    deployment.fault = lambda seen: refuse("validation_failed", 422, field="fields")
    ended = shortlist(*command(source, output, "--yes"))
    assert ended.code == 2
    assert len(deployment.seen) <= 10
    assert "0 with something found, 20 not resolved yet" in ended.err
    deployment.fault = lambda seen: None
    assert shortlist(*command(source, output, "--yes")).code == 0
    assert set(deployment.billed.values()) == {1}


def test_a_folder_that_is_not_there_is_told_before_anything_is_sent(
    shortlist: Shell, deployment: Deployment, source: Path, tmp_path: Path
) -> None:
    ended = shortlist(*command(source, tmp_path / "no" / "out.csv", "--yes"))
    assert (ended.code, deployment.seen) == (2, [])
    assert "There is no folder" in ended.err


def test_json_is_one_line_a_row(shortlist: Shell, source: Path, output: Path) -> None:
    ended = shortlist(*command(source, output, "--yes", "--json"))
    rows = [json.loads(line) for line in ended.out.splitlines()]
    assert [row["line"] for row in rows] == list(range(2, 22))
    assert rows[0]["anchor"] == {"email": "p0@example.org"}
    assert rows[0]["data"]["phone"]["value"] == "p0@example.org/phone"


def test_two_at_once_on_one_file_are_refused(
    shortlist: Shell, deployment: Deployment, source: Path, output: Path
) -> None:
    held = []

    def second(seen: Seen):
        if not held:
            held.append(None)
            held[0] = shortlist(*command(source, output, "--yes"))

    deployment.fault = second
    assert shortlist(*command(source, output, "--yes")).code == 0
    assert held[0].code == 1
    assert "Another program is writing" in held[0].err


def test_ctrl_c_keeps_what_was_done_and_goes_on_later(
    shortlist: Shell, deployment: Deployment, source: Path, output: Path
) -> None:
    enough, go_on = threading.Event(), threading.Event()

    def slow(seen: Seen):
        if len(deployment.billed) >= 5:
            enough.set()
            go_on.wait(60)

    deployment.fault = slow
    running = shortlist.start(
        *command(source, output, "--yes"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert enough.wait(60)
    running.send_signal(signal.SIGINT)
    go_on.set()
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert err.endswith(b"Interrupted.\n")
    rows = read(output)
    assert len(rows) == 20
    assert 5 <= sum(row["phone_status"] == "found" for row in rows) < 20
    assert shortlist(*command(source, output, "--yes")).code == 0
    assert set(deployment.billed.values()) == {1}
    assert not any(row["error"] for row in read(output))


def test_what_left_too_long_ago_is_not_sent_again_unasked(
    shortlist: Shell, deployment: Deployment, source: Path, output: Path
) -> None:
    deployment.lose_answers = 1.0
    assert shortlist(*command(source, output, "--yes")).code == 5
    billed = dict(deployment.billed)
    assert billed
    (kept,) = (find_places().data / "bulk").glob("*.db")
    with contextlib.closing(sqlite3.connect(kept, isolation_level=None)) as db:
        db.execute("UPDATE lookups SET sent_at = sent_at - 86401 WHERE sent_at IS NOT NULL")
    deployment.lose_answers = 0.0
    ended = shortlist(*command(source, output, "--yes"))
    assert ended.code == 5
    assert "more than 24 hours ago" in ended.err
    assert {who: deployment.billed[who] for who in billed} == billed


@pytest.mark.timeout(400)
def test_kills_and_faults_bill_each_lookup_once_and_lose_no_row(
    shortlist: Shell, deployment: Deployment, tmp_path: Path, output: Path
) -> None:
    rows = [[str(n), f"p{n}@example.org"] for n in range(500)]
    source = write(tmp_path / "in.csv", [["n", "email"], *rows])
    chance, aims = random.Random(3), random.Random(4)
    kills, aim = 0, 0.0
    at_aim, killed = threading.Event(), threading.Event()

    def faults(seen: Seen):
        go_on = killed
        if len(deployment.billed) >= aim:
            at_aim.set()
            go_on.wait(60)  # so that the program is in the middle whenever it is killed
        roll = chance.random()
        if roll < 0.05:
            return refuse("upstream_unavailable", 503, retryable=True)
        if roll < 0.07:
            return 502, {"Content-Type": "text/html"}, b"<html>bad gateway</html>"
        if roll < 0.08:
            return reply({"error": {"code": "rate_limited"}}, 429, Retry_After="0")
        return None

    deployment.fault = faults
    deployment.lose_answers = 0.05
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        at_aim, killed = threading.Event(), threading.Event()
        aim = len(deployment.billed) + aims.randint(10, 30) if kills < 10 else math.inf
        running = shortlist.fork(*command(source, output, "--yes"))
        while running.poll() is None and not at_aim.wait(0.05):
            pass
        if at_aim.is_set():
            running.kill()
            kills += 1
        code = running.wait(100)
        killed.set()
        if code == 0:
            break
    assert kills == 10
    assert running.returncode == 0
    assert len(deployment.billed) == 500
    assert set(deployment.billed.values()) == {1}
    found = read(output)
    assert [row["n"] for row in found] == [str(n) for n in range(500)]
    assert all(row["phone"] == f"{row['email']}/phone" for row in found)
    assert not any(row["error"] for row in found)
