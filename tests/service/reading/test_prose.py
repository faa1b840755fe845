"""What sentences of a record say of the person: before, studied, spoken, held, ended."""

from __future__ import annotations

import pytest

from shortlist.service.reading.prose import LIVES, SENTENCE, end_told, facts_of

STRIPE = ("past_company", "stripe")


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        # Who somebody was, and where.
        ("Formerly VP Marketing at Stripe.", {("past_post", "vp:marketing"), STRIPE}),
        ("Formerly VP Marketing of Stripe.", {("past_post", "vp:marketing"), STRIPE}),
        ("Previously led growth at Stripe.", {STRIPE}),
        ("Ex-Google, ex-McKinsey.", {("past_company", "google"), ("past_company", "mckinsey")}),
        ("Taught drawing at ESAD from 2015 to 2019.", {("past_company", "esad")}),
        (
            "Served as Chief Engineer of BAE Systems until 2018.",
            {("past_trade", "chief engineer"), ("past_company", "bae systems")},
        ),
        (
            "Former Director of Engineering at Acme.",
            {("past_post", "director:engineering"), ("past_company", "acme")},
        ),
        # What somebody is, and for how long.
        (
            "Registered nurse with 10 years' experience in intensive care.",
            {("trade", "registered nurse"), ("experience", "10 intensive care")},
        ),
        ("Licensed master plumber since 1998.", {("trade", "plumber")}),
        # Languages.
        ("Lives in Porto, speaks German.", {("language", "de")}),
        ("Fluent in Portuguese; conversational French.", {("language", "pt"), ("language", "fr")}),
        # Studies.
        ("BSc, University of Leeds.", {("degree", "bs"), ("school", "university of leeds")}),
        (
            "Holds an MA in History from King's College London.",
            {("degree", "ma"), ("studied", "histori"), ("school", "king college london")},
        ),
        ("PhD (Cambridge, 2006).", {("degree", "phd"), ("school", "cambridge")}),
        ("Stanford MBA '14.", {("degree", "mba"), ("school", "stanford")}),
        (
            "University of North Carolina, M.B.A., 1987.",
            {("degree", "mba"), ("school", "university of north carolina")},
        ),
        ("Graduated from MIT in 2010.", {("school", "mit")}),
        # Certifications.
        ("Certified PMP.", {("certification", "pmp")}),
    ],
)
def test_a_sentence_says(sentence: str, expected: set[tuple[str, str]]) -> None:
    assert expected <= set(facts_of(sentence, first=True))


@pytest.mark.parametrize(
    ("sentence", "facet"),
    [
        # Who others are, and what is held.
        ("Ana leads engineers at Acme.", "trade"),
        ("Ana holds CPA.", "trade"),
        # A part of a business is no employer.
        ("Former Director of Engineering.", "past_company"),
        ("Worked at two startups before that.", "past_company"),
        ("Does not speak German.", "language"),
        ("Speaks at conferences in German-speaking countries.", "language"),
        # Letters that are a place's, a company's or a subject's are no degree.
        ("Security director, Boston, Ma in transport.", "degree"),
        ("Security director, Boston, MA.", "degree"),
        ("Associate in the London office.", "degree"),
        ("Minister of Vocational Training.", "degree"),
        ("MBA student.", "degree"),
    ],
)
def test_a_sentence_does_not_say(sentence: str, facet: str) -> None:
    assert facet not in {name for name, _ in facts_of(sentence, first=True)}


@pytest.mark.parametrize(
    "sentence",
    [
        "The practice has closed.",
        "Their shop closed in 2020.",
        "Figment was dissolved in 2022.",
        "She left in 2023.",
        "Retired in 2019.",
        "No longer practising.",
    ],
)
def test_a_post_is_said_to_be_over(sentence: str) -> None:
    assert end_told(f"An optician. {sentence} Sails.", "Figment") == sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "The firm closed deals worth two billion.",
        "She left Google in 2019 to found Figment.",
        "Retired from the Army in 2010.",
        "Left school at sixteen.",
        "Kelp was dissolved in 2022.",
    ],
)
def test_a_post_is_not_said_to_be_over(sentence: str) -> None:
    assert not end_told(sentence, "Figment")


def test_where_somebody_lives_is_said() -> None:
    assert (found := LIVES.search("He lives in New York, likes tea.")) is not None
    assert found["place"] == "New York"
    assert LIVES.search("A company based in Porto employs her.") is None


def test_a_shortened_word_ends_no_sentence() -> None:
    said = "Born in St. Louis, U.S. citizen. Works for Acme Inc. in J. P. Morgan's house. Sails."
    assert SENTENCE.split(said) == [
        "Born in St. Louis, U.S. citizen.",
        "Works for Acme Inc. in J. P. Morgan's house.",
        "Sails.",
    ]
