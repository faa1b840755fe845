"""The tables as shipped."""

from __future__ import annotations

import lzma

import pytest
from tools import vocabulary

from shortlist.service.reading.linkers import industries
from shortlist.service.reading.vocabulary import credentials, tables


def test_what_was_compiled_is_what_the_tables_say() -> None:
    assert vocabulary.compiled() == lzma.decompress(tables.COMPILED.read_bytes())


def test_a_title_is_looked_up_as_the_tables_list_it() -> None:
    every, main = vocabulary.titles()
    assert every == tables.titles()
    assert main == tables.preferred()
    assert tables.same_trade()["hoof care specialist"] == "farrier"
    assert tables.wider_trades()["violin maker"] == ["luthier"]
    assert tables.titles().get("no such title") is None
    assert tables.titles().get("no such title", ()) == ()


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


@pytest.mark.parametrize(
    ("label", "industry", "other"),
    [
        (
            "Activities of business and employers membership organisations",
            "associations",
            "charities",
        ),
        ("Activities of other membership organisations n.e.c.", "charities", ""),
        ("Other accommodation", "hospitality", "hotels"),
        ("Hotels and similar accommodation", "hotels", ""),
        ("Botanical and zoological gardens and nature reserves activities", "arts", "museums"),
        ("Public community college (2-year)", "community_colleges", ""),
        ("Public university or college (4-year)", "higher_education", "community_colleges"),
        ("Hospital activities", "hospitals", "nhs_trusts"),
    ],
)
def test_a_label_names_no_narrower_industry(label: str, industry: str, other: str) -> None:
    named = industries.named(label)
    assert industry in named and other not in named


def test_a_certification_is_not_the_others_of_its_family() -> None:
    known = credentials.certifications()
    assert known["ckad"].keys == ("ckad", "certified kubernetes application developer")
    assert "cka" in known["ckad"].beside
    assert known["certified public accountant"].keys == known["cpa"].keys
    assert {"aws certified developer", "clf c02"} <= set(known["aws certification"].keys)
    assert known["psm i"].keys == ("psm i",)
    assert "psm i" in known["psm"].keys
