"""A career in words: whatever a deployment says of it, a line an entry, and nothing fails."""

from __future__ import annotations

from typing import Any

import pytest

from shortlist.contract.career import in_words, lines_of, past


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        (
            {
                "school": "Leeds",
                "degree": "BSc",
                "field": "Economics",
                "start": 2006,
                "end": "2009",
            },
            "BSc, Economics, Leeds, 2006 – 2009",
        ),
        ({"title": "Clerk", "company": "Tern", "start": "2012"}, "Clerk, Tern, since 2012"),
        ({"name": "German", "level": "native"}, "German, native"),
        ({"school": "Leeds", "year": "1999"}, "Leeds, 1999"),
        ("SAP\n ERP", "SAP ERP"),
        ({"years": "2009–2013", "school": "Leeds", "url": "https://x.example"}, "Leeds, 2009–2013"),
        ([["x"]], ""),
        (True, ""),
    ],
)
def test_an_entry_is_a_line(entry: Any, line: str) -> None:
    assert lines_of([entry]) == [line] * bool(line)


def test_what_is_no_list_says_nothing_or_itself() -> None:
    assert lines_of("SAP") == ["SAP"]
    assert lines_of({"a": 1}) == lines_of(None) == lines_of(7) == []
    assert in_words("skills", ["SAP", "R"]) == "SAP; R"
    assert in_words("company_size", 51) == "51" and in_words("company_size", []) is None


def test_the_present_post_is_not_past() -> None:
    history = [{"title": "Head", "company": "Alder"}, {"company": "Tern"}, "Quay"]
    assert past(history, "Alder", "Head") == ["Tern", "Quay"]
    assert past(7, None, None) == []
