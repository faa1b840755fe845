"""What sentences of a record say of the person: before, studied, spoken, held, ended."""

from __future__ import annotations

import pytest

from shortlist.service.reading.certified import certified
from shortlist.service.reading.experience import years_told
from shortlist.service.reading.homes import countries_worked_in, homes_told
from shortlist.service.reading.prose import end_told, facts_of
from shortlist.service.reading.record_parts import sentences, sentences_of
from shortlist.service.reading.teams import led
from shortlist.service.reading.tokens import tokens

STRIPE = ("past_company", "stripe")


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        # Who somebody was, and where.
        ("Formerly VP Marketing at Stripe.", {("past_post", "vp:marketing"), STRIPE}),
        ("Previously led growth at Stripe.", {STRIPE}),
        ("Ex-Google, ex-McKinsey.", {("past_company", "google"), ("past_company", "mckinsey")}),
        ("Worked at ESAD from 2015 to 2019.", {("left", "esad 2019")}),
        (
            "Former Director of Engineering at Acme.",
            {("past_post", "director:engineering"), ("past_company", "acme")},
        ),
        # What somebody is, and for how long.
        ("10 years' experience in intensive care.", {("experience", "10 intensive care")}),
        ("I am a welder.", {("trade", "welder")}),
        ("I earn my living as a bus driver.", {("trade", "bus driver")}),
        ("Lavoro come Ingegnere civile presso Trenitalia.", {("trade", "civil engineer")}),
        # Languages.
        ("Lives in Porto, speaks German.", {("language", "de")}),
        ("Fluent in Portuguese; conversational French.", {("language", "pt"), ("language", "fr")}),
        ("Happy to talk in Finnish or English.", {("language", "fi"), ("language", "en")}),
        ("Happy to help in English or Welsh.", {("language", "en"), ("language", "cy")}),
        (
            "Works in Portuguese, English and German.",
            {("language", "pt"), ("language", "en"), ("language", "de")},
        ),
        ("Gets by in English, French and Dutch.", {("language", "fr"), ("language", "nl")}),
        ("i speak greek and french.", {("language", "el"), ("language", "fr")}),
        ("At work I also use Welsh and Urdu.", {("language", "cy"), ("language", "ur")}),
        ("Portuguese and French spoken fluently.", {("language", "pt"), ("language", "fr")}),
        ("My Hindi is good enough for work.", {("language", "hi")}),
        ("Je parle aussi breton.", {("language", "br")}),
        ("Ich spreche auch Türkisch.", {("language", "tr")}),
        # Skills.
        ("Known for escapements and lathe turning.", {("skill", "lathe turning")}),
        ("She likes hot shoeing best.", {("skill", "hot shoeing")}),
        ("Focus: dementia care.", {("skill", "dementia care")}),
        ("Schwerpunkt: Rotorblätter.", {("skill", "rotorblatter")}),
        ("His main field is turret clocks.", {("skill", "turret clocks")}),
        ("She is the one they call for rice.", {("skill", "rice")}),
        # Careers.
        (
            "Spent 5 years at Siemens as a fitter.",
            {("past_trade", "fitter"), ("past_company", "siemens")},
        ),
        ("Left Nokia in 2017.", {("past_company", "nokia"), ("left", "nokia 2017")}),
        (
            "Earlier: site engineer with Skanska, 2008–2015.",
            {("past_trade", "site engineer"), ("left", "skanska 2015")},
        ),
        (
            "Came to the present job from Ericsson, having been a test engineer.",
            {("past_trade", "test engineer"), ("past_company", "ericsson")},
        ),
        ("Used to be at Spotify, left 2020.", {("left", "spotify 2020")}),
        ("Previously head brewer at Carlsberg.", {("past_trade", "head brewer")}),
        (
            "From 2001 to 2019 she was with Carlsberg in Aarhus, Denmark, as Head Brewer.",
            {("past_trade", "head brewer"), ("left", "carlsberg 2019")},
        ),
        (
            "Previously at Carlsberg, Aarhus (Head Brewer, 2001–2019).",
            {("past_trade", "head brewer"), ("past_company", "carlsberg")},
        ),
        ("In a former life: notary public, until 2005.", {("past_trade", "notary public")}),
        # Studies.
        (
            "Graduated from IIT Bombay in 2002 with a B.Tech in Electrical Engineering.",
            {("degree", "btech"), ("school", "iit bombay"), ("graduated", 2002)},
        ),
        (
            "Diploma in Mechatronics (Aarhus University, 2001).",
            {("school", "aarhus university"), ("graduated", 2001)},
        ),
        ("Trained at Wageningen University.", {("school", "wageningen university")}),
        ("An alumna of Cobalt Engineering College.", {("school", "cobalt engineering college")}),
        ("Studied Economics at Bocconi University (2004).", {("graduated", 2004)}),
        ("BSc, University of Leeds.", {("degree", "bs"), ("school", "university of leeds")}),
        (
            "Holds an MA in History from King's College London.",
            {("degree", "ma"), ("studied", "histori"), ("school", "king college london")},
        ),
        ("PhD (Cambridge, 2006).", {("degree", "phd"), ("school", "cambridge")}),
        (
            "University of North Carolina, M.B.A., 1987.",
            {("degree", "mba"), ("school", "university of north carolina")},
        ),
        ("Graduated from MIT in 2010.", {("school", "mit")}),
        ("He learned the job at ETH Zürich.", {("school", "eth zurich")}),
        ("Trained at Uppsala universitet.", {("school", "uppsala universitet")}),
        ("Formation : Université de Nantes.", {("school", "universite de nantes")}),
        ("Universität zu Köln graduate.", {("school", "universitat zu koln")}),
        # Past employers, however it is said that they were.
        ("Earlier career: Nokia.", {("past_company", "nokia")}),
        ("After a spell at Nokia, on to other things.", {("past_company", "nokia")}),
        ("Antes passei por Deloitte.", {("past_company", "deloitte")}),
        ("Davor einige Jahre bei Siemens.", {("past_company", "siemens")}),
        ("Ancien employeur : Air France.", {("past_company", "air france")}),
        # Languages, however it is said that somebody speaks them.
        ("Phone calls in Polish are no trouble.", {("language", "pl")}),
        ("Working knowledge of Spanish.", {("language", "es")}),
        ("lang.: Turkish, daily use", {("language", "tr")}),
        ("I negotiate in Dutch and Greek.", {("language", "nl"), ("language", "el")}),
        ("Me defiendo muy bien en español.", {("language", "es")}),
        ("Anglais et français courant.", {("language", "en"), ("language", "fr")}),
        ("Kunden berate ich auch auf Polnisch.", {("language", "pl")}),
        # Certifications.
        ("Certified PMP.", {("certification", "pmp")}),
        ("Holds GWO Basic Safety Training.", {("certification", "gwo basic safety training")}),
        ("Papers: EN ISO 9606-1 and ADR.", {("certification", "en iso 9606 1")}),
        ("I passed OSCP.", {("certification", "oscp")}),
    ],
)
def test_a_sentence_says(sentence: str, expected: set[tuple[str, str | int]]) -> None:
    assert expected <= set(facts_of(sentence))


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
        # What is done in a language's country, taught, or spoken by somebody else.
        ("Works in German banking.", "language"),
        ("Works in Georgian, Armenian and Turkish markets.", "language"),
        ("Talks in Berlin.", "language"),
        ("Studied English literature.", "language"),
        ("Her team works in German.", "language"),
        ("No working knowledge of Spanish.", "language"),
        ("I use German engineering.", "language"),
        ("Born in Osaka, Japan.", "language"),
        ("She is French and lives in Lyon.", "language"),
        ("Taught English in Japan.", "language"),
        ("Spanish language teacher.", "language"),
        ("BA in German.", "language"),
        ("Works in German and Austrian tax law.", "language"),
        ("Abogado especializado en el mercado español.", "language"),
        ("Inspired by Dawn French.", "language"),
        ("She passed the written exam.", "certification"),
        ("Recent graduate.", "school"),
        ("She likes hiking.", "skill"),
        ("Not my field: dementia care.", "skill"),
        ("Never worked for Otis.", "past_company"),
        ("I have never worked at Otis, only alongside them.", "past_company"),
        ("Would love to speak Swedish one day.", "language"),
        ("Many of our people speak Polish.", "language"),
        # Places, schools and parts of a business are no employers, nor is what somebody likes.
        ("Left Berlin in 2010.", "past_company"),
        ("Left school in 2004.", "past_company"),
        ("Moved from Sales to Marketing.", "past_company"),
        ("Came to Oslo from Bergen.", "past_company"),
        ("Was happy with Nokia.", "past_company"),
        ("Her husband left Nokia in 2017.", "past_company"),
        ("Former member of Parliament.", "past_company"),
        ("Earlier, Jasmine had a job in Austria.", "past_company"),
        ("Payroll Manager at Dole Limited.", "past_company"),
        ("Earlier career: Trial attorney.", "past_company"),
        ("Before joining Nokia.", "past_company"),
        ("Früher in Göteborg.", "past_company"),
        ("Her father was a baker.", "past_trade"),
        ("Spent 5 years as a child in Peru.", "past_trade"),
        ("CEO since 2019.", "certification"),
        ("Holds British citizenship.", "certification"),
        # Letters that are a place's, a company's or a subject's are no degree.
        ("Security director, Boston, Ma in transport.", "degree"),
        ("Security director, Boston, MA.", "degree"),
        ("Associate in the London office.", "degree"),
        ("Minister of Vocational Training.", "degree"),
        ("MBA student.", "degree"),
    ],
)
def test_a_sentence_does_not_say(sentence: str, facet: str) -> None:
    about = sentences_of({"summary": sentence})
    assert facet not in {name for each in about for name, _ in facts_of(each)}


@pytest.mark.parametrize(
    ("summary", "about"),
    [
        ("Her father was a baker. She bakes.", ("She bakes.",)),
        ("Many of our people speak Polish. I speak Greek.", ("I speak Greek.",)),
        ("Never worked for Otis. Lift mechanic.", ("Lift mechanic.",)),
        ("Most of my week goes into treating sore backs.", None),
        ("Some of the work is offshore.", None),
        ("A staff of 9 reports to her.", None),
        # What is said beside a denial is not denied, nor is what somebody never tires of.
        ("Not glamorous, but somebody has to weld.", ("but somebody has to weld.",)),
        ("not much to tell, i scrape tartar off teeth", ("i scrape tartar off teeth",)),
        ("Never worked for Otis, but I sold to them.", ("but I sold to them.",)),
        ("She never tires of forecasting cash.", None),
        ("Not to forget: pull cable.", None),
        ("Nicht glamourös, aber ich backe gern.", ("aber ich backe gern.",)),
    ],
)
def test_a_record_is_read_for_what_it_says_of_the_person(
    summary: str, about: tuple[str, ...] | None
) -> None:
    assert sentences_of({"summary": summary}) == (about or (summary,))


@pytest.mark.parametrize(
    "sentence",
    [
        "Retired in 2019.",
        "Retired;",
        "Ana Ruiz is retired.",
        "Has now retired.",
        "Retired 2024.",
        "Marek retired in 2024.",
        "Stopped working in 2021;",
        "Seit 2021 im Ruhestand.",
        "The practice has closed.",
        "No longer practising.",
        "She left in 2023.",
    ],
)
def test_a_post_is_said_to_be_over(sentence: str) -> None:
    assert end_told(f"An optician. {sentence} Sails.") == sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "She left Google in 2019 to found Figment.",
        "Retired from the Army in 2010.",
        "Her husband is retired.",
        "Works with retired people.",
        "Betreut Menschen im Ruhestand.",
        "Left school at sixteen.",
    ],
)
def test_a_post_is_not_said_to_be_over(sentence: str) -> None:
    assert not end_told(sentence)


@pytest.mark.parametrize(
    ("sentence", "place"),
    [
        ("He lives in New York, likes tea.", "New York"),
        ("Based in Hull.", "Hull"),
        ("Ich lebe in Linz.", "Linz"),
        ("Ich bin Tierärztin in Linz.", "Linz"),
        ("Vivo en Vigo.", "Vigo"),
        ("J'habite à Lyon.", "Lyon"),
        ("She is a banker mason in Hull.", "Hull"),
        ("Home is Hull.", "Hull"),
        ("Hull is home.", "Hull"),
        ("Hull is where I live and work.", "Hull"),
        ("Location: Hull.", "Hull"),
        ("My flat and my garden are both in Austin.", "Austin"),
        ("After years elsewhere I put down roots in Porto, Portugal.", "Porto, Portugal"),
        ("Moved to Graz for love and stayed.", "Graz"),
        ("Austin | open to travel.", "Austin"),
        ("Galway-based.", "Galway"),
        ("Born in Leeds, lives in Porto.", "Porto"),
        ("A minha base é Coimbra.", "Coimbra"),
        ("Zuhause in Bremen mit zwei Katzen.", "Bremen"),
    ],
)
def test_where_somebody_is_at_home_is_said(sentence: str, place: str) -> None:
    assert next(homes_told(sentence)) == place


@pytest.mark.parametrize(
    "sentence",
    [
        "A company based in Porto employs her.",
        "Willing to relocate to Berlin, where my family lives.",
        "Grew up in Leeds.",
        "Studied in Lyon before all that.",
        "Home cooking with a Portuguese touch.",
        "Yuki is a librarian.",
    ],
)
def test_where_nobody_is_said_to_be_at_home(sentence: str) -> None:
    assert list(homes_told(sentence)) == []


@pytest.mark.parametrize(
    ("sentence", "many"),
    [
        ("Ich leite ein Team von 14 Leuten.", 14),
        ("J'encadre une équipe de 32 personnes.", 32),
        ("Tengo 6 personas a mi cargo.", 6),
        ("18 people look to her for direction.", 18),
        ("Headcount under me: 12.", 12),
        ("Team of nine.", 9),
        ("Line manager of 60.", 60),
        ("There are 60 of us on the team and I run it.", 60),
        ("I have managed up to 25 people.", 25),
        ("The department, nine heads, reports to him.", 9),
        ("I look after a crew of twenty-one.", 21),
        # Of these nobody is led.
        ("A firm of 50 people.", 0),
        ("Has led the team for 12 years.", 0),
        ("Custodial manager, 1995–2002.", 0),
        ("HR Manager at Two Saints Limited.", 0),
        ("Trained 20 people in first aid.", 0),
        ("Runs one class of twenty-eight small people.", 0),
        ("Worked with 40 people.", 0),
    ],
)
def test_how_many_somebody_leads_is_said(sentence: str, many: int) -> None:
    assert led(tokens(sentence)) == many


def test_a_shortened_word_ends_no_sentence() -> None:
    said = "Born in St. Louis, U.S. citizen. Works for Acme Inc. in J. P. Morgan's house. Sails."
    assert sentences(said) == (
        "Born in St. Louis, U.S. citizen.",
        "Works for Acme Inc. in J. P. Morgan's house.",
        "Sails.",
    )


@pytest.mark.parametrize(
    "said",
    [
        "• Wiring homes\n• Oporto-based\n• Team: 12",
        "– Wiring homes – Oporto-based – Team: 12",
        "- Wiring homes\n\n- Oporto-based\n- Team: 12",
        "Wiring homes\nOporto-based\nTeam: 12",
        "Wiring homes\n* Oporto-based\n* Team: 12",
    ],
)
def test_each_point_of_a_list_is_a_sentence(said: str) -> None:
    assert sentences(said) == ("Wiring homes", "Oporto-based", "Team: 12")


@pytest.mark.parametrize("sentence", ["Mai is a nurse.", "Nie Wei is a nurse."])
def test_a_name_denies_nothing(sentence: str) -> None:
    assert ("trade", "nurse") in facts_of(sentence)


def test_a_line_that_only_goes_on_is_no_sentence() -> None:
    said = "Wires homes and\nsmall shops - and likes it."
    assert sentences(said) == (said,)


@pytest.mark.parametrize(
    ("sentence", "keys"),
    [
        ("Credentials: MEDDIC.", {"meddic"}),
        ("I keep my CISSP up to date.", {"cissp"}),
        ("Jukka holds the CEng MIStructE.", {"mistructe"}),
        ("Obtive ISO 27001 Lead Auditor.", {"iso 27001 lead auditor"}),
        ("IFRS 17 for years · ASA (passed)", {"asa"}),
        ("Ik heb Six Sigma Green Belt.", {"six sigma green belt"}),
        # Not held, not yet, by somebody else, or no certificate.
        ("Studying towards the ACCA.", set()),
        ("Preparing for the CISSP exam.", set()),
        ("He has worked with SAP HCM for years.", set()),
        ("At Kershaw Chartered Accountants I advise firms on VAT.", set()),
        ("On paper: FUNDRAISING EXECUTIVE.", set()),
        ("The CISSP is of no use to me.", set()),
    ],
)
def test_what_somebody_is_certified_in_is_said(sentence: str, keys: set[str]) -> None:
    assert keys <= set(certified(sentence)) if keys else not set(certified(sentence))


@pytest.mark.parametrize(
    ("sentence", "years"),
    [
        ("12 years in this trade by now.", 12),
        ("It has been ten years since I started in this line of work.", 10),
        ("A career of twenty-three years so far.", 23),
        ("Seit 8 Jahren im Beruf.", 8),
        ("Déjà 9 ans dans la profession.", 9),
        ("31+ yrs in the field", 31),
        ("Active in the field for 12 years / Strong in Airflow", 12),
        # Of something else, of one employer or country, or over.
        ("The firm has 40 years of experience.", 0),
        ("12 years ago I changed trade.", 0),
        ("Nine years in the business at Nokia.", 0),
        ("In the trade, with a daughter of 14 years.", 0),
        ("Teaching seven-year-olds to read is my trade.", 0),
        ("In this business since 2014.", 0),
    ],
)
def test_for_how_many_years_somebody_has_worked_is_said(sentence: str, years: int) -> None:
    assert years_told(sentence) == years


@pytest.mark.parametrize(
    ("sentence", "countries"),
    [
        ("My years in France ended in 2021.", ["France"]),
        ("Spent 7 working years in Greece.", ["Greece"]),
        ("Trabajé 2 años en el extranjero (Catar).", ["Catar"]),
        ("Gewerkt in Kenya.", ["Kenya"]),
        ("Eight years of my working life belong to Canada.", ["Canada"]),
        # A home, a place of study, a market.
        ("I have lived in Norway and live in Sweden for years now.", ["Norway"]),
        ("Studied in Austria for three years.", []),
        ("Years of serving customers in Brazil.", []),
        ("Our company has worked in Peru for years.", []),
        ("Sakura worked for St Edmund's School.", []),
    ],
)
def test_in_which_countries_somebody_worked_is_said(sentence: str, countries: list[str]) -> None:
    assert list(countries_worked_in(sentence)) == countries
