"""What comes in and goes out: addresses, waits that servers name, text."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shortlist.client import ShortlistError, WrongUse
from shortlist.client.answers import read_json
from shortlist.client.clean import TEXT_MAX_CHARS, clean_json, clean_line, clean_text
from shortlist.client.paths import BaseUrl, last_segment, path_of, with_query
from shortlist.client.retry_after import parse_retry_after


@pytest.mark.parametrize(
    ("given_url", "url"),
    [
        ("https://People.Example", "https://people.example"),
        ("https://people.example:443/", "https://people.example"),
        ("https://people.example:8443/api/", "https://people.example:8443/api"),
        ("http://127.0.0.1:8710", "http://127.0.0.1:8710"),
        ("http://localhost:8710/", "http://localhost:8710"),
        ("http://[::1]:8710", "http://[::1]:8710"),
        (" https://people.example ", "https://people.example"),
    ],
)
def test_base_urls_that_are_used(given_url: str, url: str) -> None:
    assert BaseUrl.parse(given_url).url("") == url


@pytest.mark.parametrize(
    "url",
    [
        *("", "people.example", "ftp://people.example", "https://", "https:///x", "file:///etc"),
        *(
            "http://people.example",
            "http://127.0.0.1.evil.example",
            "http://localhost.evil.example",
        ),
        *("http://10.0.0.1", "http://0.0.0.0:1", "https://user:secret@people.example"),
        *("https://secret@people.example", "https://people.example?secret=1", "https://a?"),
        *(
            "https://people.example#secret",
            "https://a/../b",
            "https://a/%2e%2E/b",
            "https://a/.%2e",
        ),
        *(
            "https://a\r\nX: secret",
            "https://a b",
            "https://a\\b",
            "https://a:port",
            "https://a:99999",
        ),
        *("https://[::1", "https://a\x00b", "javascript:alert(1)"),
    ],
)
def test_base_urls_that_are_refused_without_repeating_them(url: str) -> None:
    with pytest.raises(WrongUse) as caught:
        BaseUrl.parse(url)
    assert caught.value.code == "bad_base_url" and caught.value.exit_code == 2
    assert "secret" not in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "segment",
    [
        "",
        " ",
        ".",
        "..",
        "%2e",
        "%2E%2e",
        ".%2e",
        "%252e%252e",
        "%25252e.",
        " .. ",
        "x" * 600,
        "\ud800",
    ],
)
def test_ids_that_are_refused(segment: str) -> None:
    with pytest.raises(WrongUse):
        path_of("sets", segment, "items")


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(min_size=1, max_size=40))
def test_an_id_is_one_segment_whatever_is_in_it(identifier: str) -> None:
    try:
        path = path_of("sets", identifier, "items")
    except WrongUse:
        return
    assert path.isascii() and path.count("/") == 4
    assert not set(path) & set("?#\\ \r\n")


def test_queries_and_the_ids_at_the_end_of_addresses() -> None:
    assert with_query("/v1/x", cursor="a&b=c/ü", limit=3, status=None) == (
        "/v1/x?cursor=a%26b%3Dc%2F%C3%BC&limit=3"
    )
    assert last_segment("https://evil.example/v1/person/runs/run%201/?x=1") == "run 1"
    assert last_segment("/a/..") is None and last_segment("https://[") is None


DATE = "Wed, 21 Oct 2026 07:28:00 GMT"


@pytest.mark.parametrize(
    ("headers", "error", "seconds"),
    [
        ({}, {}, None),
        ({"retry-after": "7"}, {}, 7),
        ({"retry-after": " 1.5 "}, {}, 1.5),
        ({"retry-after": "0"}, {}, 0),
        ({"retry-after": "7"}, {"retry_after_seconds": 9}, 9),
        ({"retry-after": "70"}, {"retry_after_seconds": 9}, 70),
        ({}, {"retry_after_seconds": "12"}, 12),
        ({"retry-after": "-5"}, {}, None),
        ({"retry-after": "soon"}, {"retry_after_seconds": None}, None),
        ({"retry-after": "nan"}, {"retry_after_seconds": float("nan")}, None),
        ({"retry-after": "1e400"}, {"retry_after_seconds": True}, None),
        ({"retry-after": "9" * 400}, {}, None),
        ({"retry-after": DATE, "date": "Wed, 21 Oct 2026 07:27:00 GMT"}, {}, 60),
        ({"retry-after": DATE, "date": "Wed, 21 Oct 2026 07:29:00 GMT"}, {}, None),
        # Without a `Date` of its own, against our clock; a wrong clock is why that comes second.
        ({"retry-after": DATE}, {}, 100),
        ({"retry-after": DATE, "date": "garbage"}, {}, 100),
        ({"retry-after": "Wed, 99 Oct 2026 07:28:00 GMT"}, {}, None),
    ],
)
def test_how_long_a_server_asks_to_wait(
    headers: dict[str, str], error: dict[str, object], seconds: float | None
) -> None:
    now = 1_792_567_680.0 - 100
    assert parse_retry_after(headers, error, now) == seconds


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("Zoë O’Neil – Łódź", "Zoë O’Neil – Łódź"),
        ("a\x1b]52;c;ZXZpbA==\x07b", "a]52;c;ZXZpbA==b"),
        ("a\x9b31mb\x7f", "a31mb"),
        ("\u202egpj.exe\u2066x\u2069", "gpj.exex"),
        ("zero\u200bwidth\ufeff\u2060", "zerowidth"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\u200cstart end\u200d", "start end"),
        ("👩\u200d💻 ok", "👩\u200d💻 ok"),
        ("👩🏽\u200d🚀", "👩🏽\u200d🚀"),
        ("क्\u200dष", "क्\u200dष"),
        ("a \u200d b", "a  b"),
        ("two\nlines\tand\r\nmore", "two lines and more"),
        ("line\u2028sep", "line sep"),
        ("lone\ud800", "lone\ufffd"),
        ("tag\U000e0041", "tag"),
        ("[@click=app.quit]x[/]", "[@click=app.quit]x[/]"),
    ],
)
def test_text_is_cleaned(text: str, cleaned: str) -> None:
    assert clean_line(text) == cleaned
    body = json.dumps({"name": text}).encode()
    assert read_json(body) == {"name": cleaned}
    raw = json.dumps({"name": text}, ensure_ascii=False).encode("utf-8", "surrogatepass")
    assert read_json(raw)["name"].rstrip("\ufffd") == cleaned.rstrip("\ufffd")


def test_prose_keeps_its_lines() -> None:
    value = {"summary": "one\n\ttwo\x1b[2J", "name": "one\ntwo"}
    assert clean_json(value) == {"summary": "one\n\ttwo[2J", "name": "one two"}


@pytest.mark.parametrize("length", [TEXT_MAX_CHARS + 1, TEXT_MAX_CHARS * 2, 1_000_000])
@pytest.mark.parametrize("before", [0, 7, 9_999, 15_000])
def test_a_text_is_bounded_wherever_it_stands(length: int, before: int) -> None:
    body = json.dumps({"a": ["x" * 50] * (before // 54), "name": "y" * length}).encode()
    name = read_json(body)["name"]
    assert len(name) == TEXT_MAX_CHARS and name.endswith("…")


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(alphabet=st.characters(), max_size=60))
def test_nothing_that_steers_a_terminal_is_left(text: str) -> None:
    for char in clean_text(text):
        assert char in "\n\t\u200c\u200d" or unicodedata.category(char) not in ("Cc", "Cs")
        assert unicodedata.bidirectional(char) not in ("LRE", "RLE", "LRO", "RLO", "PDF")
        assert unicodedata.bidirectional(char) not in ("LRI", "RLI", "FSI", "PDI")


def test_an_error_is_one_line_with_what_to_do() -> None:
    error = ShortlistError("No\ncredits.", code="insufficient_acu", request_id="req_1")
    assert str(error) == (
        "No credits. Ask for fewer people, or top up the workspace, then start again."
        " [insufficient_acu, req_1]"
    )
    assert error.exit_code == 4
