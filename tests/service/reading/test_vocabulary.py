"""The tables as shipped."""

from __future__ import annotations

import pytest

from shortlist.service.reading.vocabulary import compile, tables


def test_the_compiled_titles_are_those_of_the_tables() -> None:
    made = compile.listed()
    assert made["titles"] == tables.titles()
    assert made["preferred"] == tables.preferred()


@pytest.mark.parametrize(
    ("word", "code"),
    [("Deutschland", "de"), ("Reino Unido", "gb"), ("Allemagne", "de"), ("Brazilian", "br")],
)
def test_countries_have_their_names_in_seven_languages(word: str, code: str) -> None:
    assert tables.country_names()[tables.key(word)][0] == code


def test_every_concept_of_a_title_has_a_label() -> None:
    assert set(tables.subjects().values()) <= set(tables.subject_labels())


def test_who_made_the_tables_is_said() -> None:
    said = (tables.COMPILED.parent / "ATTRIBUTIONS.md").read_text("utf-8")
    for table in tables.COMPILED.parent.glob("*.tsv*"):
        assert f"`{table.name.split('.')[0]}`" in said, table.name
