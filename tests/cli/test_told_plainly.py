"""What a command could have left unsaid: times, costs, what was refused, and how to go on."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli.conftest import Shell
from tests.cli.deployment import Deployment, Reply, Seen, refuse, reply

from shortlist.cli.keys import keys
from shortlist.cli.main import run

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("code", "status"), [("rate_limited", 429), ("search_timeout", 503)])
def test_a_long_wait_is_named(
    shortlist: Shell, deployment: Deployment, code: str, status: int
) -> None:
    deployment.fault = lambda seen: (status, {"Retry-After": "900"}, refuse(code, status)[2])
    ended = shortlist("search", "engineers")
    assert ended.code == 5 and ended.err.count("\n") == 1
    assert "15 minutes" in ended.err
    assert len(deployment.seen) == 1, "nobody waits so long"


def test_a_person_as_text(shortlist: Shell, deployment: Deployment) -> None:
    dossier = {
        "person_id": "p1",
        "identity": {"name": "Ada Known", "headline": "Builds engines"},
        "professional": {
            "history": [{"title": "CTO", "company": "Acme", "start_year": 2019, "end_year": 2021}],
            "education": [
                {"school": "Ferrant College", "degree": "engineering", "years": "2009–2013"},
                "A course in drawing",
            ],
        },
    }

    def researched(seen: Seen) -> Reply | None:
        if "/person" not in seen.path:
            return None
        return reply({"data": dossier, "meta": {"usage": {"acu_used": 25}}})

    deployment.fault = researched
    ended = shortlist("person", "p1")
    for told in ("Builds engines", "2019", "2021", "engineering, Ferrant College, 2009–2013"):
        assert told in ended.out
    assert "A course in drawing" in ended.out
    assert ended.err == "25 credits charged\n"
    deployment.fault = lambda seen: reply({"data": dossier}) if "person" in seen.path else None
    assert shortlist("person", "p1").err == "What it cost was not given; see: shortlist usage\n"


class BreaksOff:
    """Exports that break off in the middle, so many times."""

    def __init__(self, deployment: Deployment, times: int, status: int = 200) -> None:
        self.times, self.asked = times, 0
        self._whole, self._status = deployment.answer, status
        deployment.answer = self  # type: ignore[method-assign, assignment]

    def __call__(self, seen: Seen, raw: bytes) -> Reply | None:
        given = self._whole(seen, raw)
        if "export" not in seen.path or given is None:
            return given
        self.asked += 1
        if self.asked > self.times:
            return given
        if self._status != 200:
            return refuse("search_unavailable", self._status)
        status, headers, body = given
        return status, {**headers, "Content-Length": str(len(body))}, body[: len(body) // 2]


@pytest.mark.parametrize("ending", ["csv", "json"])
@pytest.mark.parametrize("status", [200, 503])
def test_an_export_that_breaks_off_is_asked_for_again(
    shortlist: Shell, deployment: Deployment, tmp_path: Path, ending: str, status: int
) -> None:
    breaks = BreaksOff(deployment, 1, status)
    path = tmp_path / f"people.{ending}"
    ended = shortlist("sets", "export", "set_1", "-o", str(path))
    assert ended.code == 0, ended.err
    assert breaks.asked == 2 and "Trying again" in ended.err
    text = path.read_text()
    found = json.loads(text)["items"] if ending == "json" else [*csv.reader(text.splitlines())][1:]
    assert len(found) == 12


@pytest.mark.parametrize("to_file", [True, False])
def test_an_export_that_never_comes_whole_is_not_there(
    shortlist: Shell, deployment: Deployment, tmp_path: Path, to_file: bool
) -> None:
    breaks = BreaksOff(deployment, 99)
    where = ["-o", str(tmp_path / "people.csv")] if to_file else []
    ended = shortlist("sets", "export", "set_1", *where)
    assert ended.code == 5 and "broke off after" in ended.err.splitlines()[-1]
    assert breaks.asked == 3
    assert ended.out == "" and list(tmp_path.iterdir()) == []


def test_what_is_already_there_can_be_replaced_by_force(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    path = tmp_path / "people.csv"
    path.write_text("mine")
    ended = shortlist("sets", "export", "set_1", "-o", str(path))
    assert ended.code == 1 and "already there" in ended.err and "--force" in ended.err
    assert path.read_text() == "mine"


def test_without_a_terminal_every_page_says_the_same(
    shortlist: Shell, deployment: Deployment, tmp_path: Path
) -> None:
    source, output = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("email\na@example.org\n")
    ended = shortlist("enrich", "--from", str(source), "--fields", "work_email", "-o", str(output))
    said = "Without a terminal, --from needs --yes or --max-cost."
    assert ended.code == 2 and said in ended.err
    assert not deployment.billed
    told = CliRunner().invoke(_enrich(), ["--help"], terminal_width=100).output
    pages = [told, (ROOT / "docs/how-to/enrich.md").read_text().replace("`", "")]
    for page in pages:
        assert said in " ".join(page.split())


def _enrich():
    from shortlist.cli.enrich import enrich

    return enrich


@pytest.mark.parametrize(("refused", "code"), [(2, 1), (1, 0)])
def test_a_run_in_which_every_row_is_an_error_is_no_success(
    shortlist: Shell, deployment: Deployment, tmp_path: Path, refused: int, code: int
) -> None:
    rows = ["", "refused@example.org", "fine@example.org"][: 3 if refused == 1 else 2]
    source, output = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("\n".join(["email,name", *(f"{row},x" for row in rows), ""]))
    ended = shortlist(
        *("enrich", "--from", str(source), "--fields", "work_email", "-o", str(output), "--yes")
    )
    assert ended.code == code, ended.err
    assert "2 with an error" in ended.err
    with output.open(newline="") as file:
        assert len(list(csv.DictReader(file))) == len(rows)


def test_budgets_are_credits(capsys: pytest.CaptureFixture[str]) -> None:
    told = CliRunner().invoke(keys, ["create", "--help"]).output
    assert "--daily-budget CREDITS" in told and "ACU" not in told
    assert run(["keys", "create", "--help"]) == 0
    assert "--monthly-budget CREDITS" in capsys.readouterr().out
