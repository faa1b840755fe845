"""Section 4.2, export: the apostrophe rule and its exceptions."""

from __future__ import annotations

import pytest

from shortlist.contract.spreadsheet import safe_cell


@pytest.mark.parametrize(
    "cell",
    ["=1+1", "+1-2", "-1-2", "@SUM(A1)", "=cmd|' /C calc'!A0", "+", "-", "-a", "+44abc", "\t=1"],
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
    ],
)
def test_4_2_numbers_phone_numbers_and_plain_text_stay(cell: str) -> None:
    assert safe_cell(cell) == cell
