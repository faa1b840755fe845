"""`shortlist facets`: values with counts where a service has them, else what was seen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from click.testing import CliRunner
from tests.cli.deployment import KEY, serving
from tests.cli.stranger import Stranger
from tests.cli.test_strangers import Ended
from tests.service.index.people import RECORDS
from tests.service.server import RunningService, running_service

from shortlist.cli.main import run
from shortlist.desk.connection import resolve_connection
from shortlist.desk.places import find_places
from shortlist.desk.seen_values import SEEN
from shortlist.desk.store import Store, account_of


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(tmp_path_factory.mktemp("facets") / "data", people=RECORDS) as running:
        yield running.wait_ready()


def told(
    url: str, key: str, *arguments: str, seen: dict[str, dict[str, int]] | None = None
) -> Ended:
    environment = {"SHORTLIST_BASE_URL": url, "SHORTLIST_API_KEY": key}
    with CliRunner().isolation(env=environment) as (out, err, _):
        if seen is not None:
            places = find_places()
            with closing(Store(places, account_of(resolve_connection(None, places)))) as store:
                store.remember(SEEN, seen)
        code = run(arguments)
        return Ended(code, out.getvalue().decode(), err.getvalue().decode())


def test_values_come_with_how_many_people_each_finds(service: RunningService) -> None:
    ended = told(service.url, service.key, "facets", "location", "Mun")
    assert ended.code == 0
    assert "Munich, Bavaria, Germany  16" in ended.out
    assert "Counted among 50 people; nothing was charged." in ended.err
    (found,) = told(service.url, service.key, "facets", "company", "al", "--json").lines
    assert (found["values"], found["counted"]) == (
        [{"value": "Alder Bank", "people": 10, "also": []}],
        True,
    )
    narrowed = told(service.url, service.key, "facets", "company", "--location", "Oslo", "--json")
    assert sum(one["people"] for one in narrowed.lines[0]["values"]) == narrowed.lines[0]["people"]


def test_what_is_not_in_a_closed_list_is_said_with_all_that_is(service: RunningService) -> None:
    ended = told(service.url, service.key, "facets", "seniority", "boss")
    assert ended.code == 0 and "c_level" in ended.out and "legislator" in ended.out
    assert "No seniority is called boss: these are all there are." in ended.err
    meant = told(service.url, service.key, "facets", "seniority", "lawmaker")
    assert "lawmaker is taken for legislator" in meant.err
    nothing = told(service.url, service.key, "facets", "company", "xyzzy")
    assert (nothing.code, nothing.out) == (0, "")
    assert "No company here begins with xyzzy." in nothing.err


def test_a_search_by_what_a_closed_list_has_not_says_what_it_has(service: RunningService) -> None:
    found = told(service.url, service.key, "search", "nurses", "--seniority", "bossy")
    assert (found.code, found.out) == (0, "")
    assert "No seniority is called bossy: there are " in found.err
    assert "c_level" in found.err and "manager" in found.err
    meant = told(service.url, service.key, "search", "zymurgists", "--seniority", "lawmaker")
    assert "is called" not in meant.err


def test_of_a_stranger_what_its_answers_held_is_told_and_not_counted() -> None:
    with serving(Stranger()) as stranger:
        seen = {"location": {"Oslo, Norway": 3, "Berlin, Germany": 7, "Bern": 1}}
        ended = told(stranger.url, KEY, "facets", "location", "ber", seen=seen)
        assert ended.code == 0 and ended.out.split("\n")[1:3] == ["Berlin, Germany", "Bern"]
        assert "cannot list values" in ended.err and "people" not in ended.out
        (found,) = told(stranger.url, KEY, "facets", "location", "--json").lines
        assert found["counted"] is False
        assert [one["people"] for one in found["values"]] == [None, None, None]


def test_a_refused_key_is_no_missing_list(service: RunningService) -> None:
    ended = told(service.url, "sk_wrong", "facets", "location")
    assert ended.code == 3 and "cannot list values" not in ended.err


def test_the_estimate_of_a_set_says_how_many_of_those_found_pass_what(
    service: RunningService,
) -> None:
    query = ("nurse", "managers", "in", "Oslo")
    assert told(service.url, service.key, "search", "-n", "40", *query).code == 0
    estimate = ("sets", "create", " ".join(query), "--estimate")
    (known,) = told(service.url, service.key, *estimate, "--json").lines
    found = known["found"]
    assert set(found["pass"]) == set(known["understood"]) and len(found["pass"]) == 2
    assert 0 < found["pass_all"] < min(found["pass"].values()) <= found["people"] <= 40
    shown = told(service.url, service.key, *estimate).out
    each = next(iter(found["pass"].items()))
    assert f"{each[0]} ({each[1]} of the {found['people']} found pass)" in shown
    own = ("--criterion", each[0], "--criterion", "Writes clearly")
    shown = told(service.url, service.key, *estimate, *own).out
    assert f"{each[0]} ({each[1]} of the {found['people']} found pass)" in shown
    assert f"Writes clearly (of the {found['people']} found, a check tells)" in shown
    other = told(service.url, service.key, "sets", "create", "zymurgists", "--estimate", "--json")
    assert "found" not in other.lines[0]
