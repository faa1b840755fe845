"""Questions in other languages ask for what the same question in English does."""

from __future__ import annotations

import pytest

from shortlist.service.index.port import Filters
from shortlist.service.search.finder import IndexFinder


def asked(finder: IndexFinder, query: str) -> list[str]:
    understood = finder.understand(query, Filters())
    assert not understood.unread, understood.unread
    return ["not " * each.negated + each.description for each in understood.conditions]


@pytest.mark.parametrize(
    ("query", "criteria"),
    [
        # Denied, past, and no longer.
        ("ingegneri che non lavorano per Siemens", ["Is an engineer", "not Works at Siemens"]),
        ("Ingenieure, die nicht bei Siemens arbeiten", ["Is an engineer", "not Works at Siemens"]),
        ("ingénieurs passés par Siemens", ["Is an engineer", "Has worked at Siemens"]),
        (
            "Ingenieure, die früher bei Siemens gearbeitet haben",
            ["Is an engineer", "Used to work at Siemens"],
        ),
        (
            "ingenieros que ya no trabajan para Siemens",
            ["Is an engineer", "Used to work at Siemens"],
        ),
        ("profesores que antes eran ingenieros", ["Is a teacher", "Was an engineer"]),
        # The verb stands behind in German and Dutch.
        ("Krankenpfleger, die in Kenia gearbeitet haben", ["Is a nurse", "Has worked in Kenya"]),
        ("verpleegkundigen die in Polen zijn opgeleid", ["Is a nurse", "Studied in Poland"]),
        # Either is enough.
        (
            "contadores que trabalharam na Alemanha ou na Áustria",
            ["Is an accountant", "Has worked in Germany or Austria"],
        ),
        (
            "architecten in België of Luxemburg",
            ["Is an architect", "Is based in Belgium or Luxembourg"],
        ),
        # Where somebody is.
        ("avvocati residenti a Milano", ["Is a lawyer", "Is based in Milan"]),
        ("pâtissiers installés en France", ["Is a pastry chef", "Is based in France"]),
        ("plombier marseille", ["Is a plumber", "Is based in Marseille"]),
        # What somebody knows, speaks and studied.
        ("programadores que dominan Python", ["Is a software developer", "Knows Python"]),
        ("receptionisten met vloeiend Russisch", ["Is a receptionist", "Speaks Russian"]),
        ("comptables diplômés en économie", ["Is an accountant", "Studied economics"]),
        # What is counted.
        ("Übersetzer mit mindestens drei Sprachen", ["Is a translator", "Speaks 3+ languages"]),
        (
            "Vertriebsleiter, die mindestens 5 Leute führen",
            ["Is a sales director", "Has led 5+ people"],
        ),
        (
            "directeurs commerciaux qui encadrent une équipe d'au moins 10 personnes",
            ["Is a sales director", "Has led 10+ people"],
        ),
        (
            "enfermeiros com pelo menos 5 anos de profissão",
            ["Is a nurse", "Has 5+ years of experience"],
        ),
        # A rank stands behind.
        ("abogados júnior en Kenia", ["Is a junior lawyer", "Is based in Kenya"]),
        # What nobody understood and is common asks for nothing.
        (
            "Elektriker, die täglich in Kenia beschäftigt sind",
            ["Is an electrician", "Is based in Kenya"],
        ),
    ],
)
def test_a_question_in_another_language_asks_the_same(
    sample: IndexFinder, query: str, criteria: list[str]
) -> None:
    assert asked(sample, query) == criteria


@pytest.mark.parametrize(
    ("query", "criteria"),
    [
        (
            "nurses who have never worked in Germany or Austria",
            ["Is a nurse", "not Has worked in Germany or Austria"],
        ),
        ("engineers who no longer work at Siemens", ["Is an engineer", "Used to work at Siemens"]),
        (
            "nurses in Sweden Norway or Denmark",
            ["Is a nurse", "Is based in Sweden or Norway or Denmark"],
        ),
        ("buyers with two degrees or more", ["Is a buyer", "Has 2+ degrees"]),
        ("buyers with more than one certificate", ["Is a buyer", "Has 2+ certificates"]),
        ("translators with a degree in English", ["Is a translator", "Studied English"]),
        ("nurses who went to a university in Germany", ["Is a nurse", "Studied in Germany"]),
        (
            "PASTRY CHEFS WHO WORKED IN FRANCE AND ARE NOW IN ASIA",
            ["Is a pastry chef", "Has worked in France", "Is based in Asia"],
        ),
        ("nyc sommeliers", ["Is based in New York City", "Is a sommelier"]),
        (
            "recruiters who never worked for a staffing agency",
            ["Is a recruiter", "not Has worked in staffing"],
        ),
        (
            "store managers with 10 to 15 people under them",
            ["Is a store manager", "Has led 10 to 15 people"],
        ),
        ("engineers who worked in Google", ["Is an engineer", "Has worked at Google"]),
    ],
)
def test_the_same_grammar_in_english(sample: IndexFinder, query: str, criteria: list[str]) -> None:
    assert asked(sample, query) == criteria


def test_a_word_that_is_not_common_is_asked_for_in_any_language(sample: IndexFinder) -> None:
    understood = sample.understand("Elektriker mit Theremin in Kenia", Filters())
    assert understood.unread == ("Theremin",)
