"""Section 4.2, export: the apostrophe rule and its exceptions."""

from __future__ import annotations

import pytest

from shortlist.contract.spreadsheet import safe_cell


@pytest.mark.parametrize(
    "cell",
    [
        "=1+1",
        "+1-2",
        "-1-2",
        "@SUM(A1)",
        "=cmd|' /C calc'!A0",
        "+",
        "-",
        "-a",
        "+44abc",
        "\uff1d1+1",
        "\uff20SUM(A1)",
        "\uff0b1-2",
        "\uff0da",
        "\ufe62a",
        "\n=1+1",
        "\r\n@A1",
        " =1",
        "\u3000=1",
        "\ufeff=1",
        "\u200b=1",
        "\x00=1",
    ],
)
def test_4_2_a_cell_that_would_run_gets_an_apostrophe(cell: str) -> None:
    assert safe_cell(cell) == f"'{cell}"


@pytest.mark.parametrize(
    "cell",
    [
        "",
        "Ada Lovelace",
        "a=b",
        "'=1",
        "-4.5",
        "+12",
        "-1e5",
        "+44 20 7946 0958",
        "+1 (555) 010-1234",
        "+1-555-010-1234",
        "+15550101234 x12",
        "\uff0b44 20 7946 0958",
        " -4.5",
        "a \n- b",
        "at 9; +44 20 7946 0958",
        "-4.5; +12",
        "Head of R&D; EMEA",
        " ",
        ";",
    ],
)
def test_4_2_numbers_phone_numbers_and_plain_text_stay(cell: str) -> None:
    assert safe_cell(cell) == cell


@pytest.mark.parametrize(
    ("cell", "safe"),
    [
        (";=1+1", "';'=1+1"),
        ("a;=1+1", "a;'=1+1"),
        ("a; @A1; -b", "a;' @A1;' -b"),
        ("=1;=2", "'=1;'=2"),
        (" ;;=2", "' ;;'=2"),
    ],
)
def test_a_cell_that_another_separator_would_begin_gets_one_too(cell: str, safe: str) -> None:
    assert safe_cell(cell) == safe
