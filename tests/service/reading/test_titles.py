"""Titles are read to a level, what it is of, and the occupations that tables list."""

from __future__ import annotations

import pytest

from shortlist.service.reading.linkers.roles import held_by
from shortlist.service.reading.titles import common, is_retired, posts, tokens_of
from shortlist.service.reading.vocabulary.occupations import kinds_of


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("HR Director", {"director:hr"}),
        ("Director of People & Culture", {"director:hr"}),
        ("Group HR & Compliance Director", {"director:hr", "director:compliance"}),
        ("Chief People Officer", {"c_level:hr"}),
        ("CFO", {"c_level:finance"}),
        ("Head of Reward", {"head:reward"}),
        ("MD", {"top:general"}),
        ("President and CEO", {"president:general", "top:general"}),
        ("SVP, Finance and CAO", {"vp:finance", "c_level:accounting"}),
        ("VP, Human Resources", {"vp:general", "vp:hr"}),
        ("Director, Payroll, Europe", {"director:general", "director:payroll"}),
        ("Deputy Finance Director", {"lesser_director:finance"}),
        ("CTO & co-founder at Figment", {"c_level:technology", "owner:general"}),
        ("Dean of Nursing", {"dean:nursing"}),
        ("Federal Security Director", {"director:security"}),
        ("Director of Information Security", {"director:cybersecurity"}),
        ("Vice President, Built Environment", {"vp:general", "vp:environment"}),
        ("Head of Policy", {"head:policy"}),
        ("Chief Counsel for Regional Operations", {"head:legal"}),
        ("Chief Legal Officer", {"c_level:legal"}),
        ("Chancellor", {"chancellor:general"}),
        ("Chief, Asset Forfeiture and Money Laundering Section", {"c_level:compliance"}),
    ],
)
def test_composed_titles_are_levels_of_a_subject(title: str, expected: set[str]) -> None:
    pairs = {pair for post in posts(title) for pair in post.pairs}
    assert pairs & expected == pairs, pairs
    assert pairs


@pytest.mark.parametrize(
    ("title", "trade"),
    [
        ("Teacher of Mathematics", "mathematics teacher"),
        ("Ingeniero mecánico sénior", "mechanical engineer"),
        ("Panettiere", "baker"),
        ("Engenheira civil", "civil engineer"),  # English has one of the words
        ("Ingeniero industrial", "industrial engineer"),
        ("Enseignants", "teacher"),  # of a root with `enseignement`
        ("Contabilista", "accountant"),
        ("Farmacéutica", "pharmacist"),
        ("Bus Driver", "bus driver"),  # of no business
        ("RPh", "pharmacist"),
        ("Chief Executive", "chief executive officer"),
        ("CEO", "chief executive officer"),
        ("EA to the CEO", "executive assistant"),
        ("PT & Gym Manager", "personal trainer"),
        ("Pharmacist Team Lead", "pharmacist"),
        ("Sage-femme libérale", "midwife"),
        ("Geólogo de exploración", "geologist"),
        ("Técnico de ascensores", "elevator engineer"),
        ("Technicien éolien", "technician"),
        ("Registered Farrier DipWCF", "farrier"),
        ("SENIOR MIDWIFE RM", "midwife"),
        ("Pilot A320", "pilot"),
        ("Farmer (Dairy & Beef)", "dairy farmer"),
        ("Solicitor - Employment", "employment solicitor"),
        ("Senior Scientist (microbiology)", "microbiologist"),
        ("Coffee Roaster & green buyer", "coffee roaster"),
        ("Glass artist & blower", "glassblower"),
        ("Stone Mason", "stonemason"),
        ("Violin Maker", "luthier"),
        ("Senior Hoof Care Specialist", "farrier"),
        ("RGN", "registered nurse"),
        ("Towerlotse", "air traffic controller"),
        ("Legatrice", "bookbinder"),
        ("Directrice de production", "production manager"),
    ],
)
def test_a_title_is_of_a_trade_in_other_words(title: str, trade: str) -> None:
    assert trade in {name for post in posts(title) for name in post.trades}


def test_who_has_a_narrower_title_is_of_the_trade_and_not_the_other_way_round() -> None:
    [deckhand], [sailor] = posts("Deckhand"), posts("Sailor")
    assert "sailor" in deckhand.trades
    assert "deckhand" not in sailor.trades


@pytest.mark.parametrize(
    ("title", "other"),
    [("Disc Jockey", "professional athlete"), ("Train Guard", "security guard")],
)
def test_the_last_word_of_a_longer_title_says_less_than_it_does_alone(
    title: str, other: str
) -> None:
    assert other in {name for post in posts(title.split()[-1]) for name in post.trades}
    assert other not in {name for post in posts(title) for name in post.trades}


@pytest.mark.parametrize(
    ("title", "trade"),
    [("Director of Nursing", "nursing director"), ("Design Lead", "design"), ("Crew Lead", "crew")],
)
def test_a_head_of_something_is_of_no_trade_of_it(title: str, trade: str) -> None:
    assert trade not in {name for post in posts(title) for name in post.trades}


def test_whom_their_title_calls_an_engineer_is_one_where_the_work_is_of_engineers() -> None:
    """Though people go by another name here: developers, train drivers, apprentices."""
    assert "engineer" in posts("Front-end Engineer")[0].trades
    for other in ("Front-end Developer", "Locomotive Engineer", "Apprentice Software Engineer"):
        assert "engineer" not in posts(other)[0].trades


@pytest.mark.parametrize(
    "title", ["Family Nurse Practitioner", "Certified Nurse Midwife", "Nurse Anesthetist"]
)
def test_a_nurse_of_an_advanced_practice_is_a_nurse(title: str) -> None:
    assert "nurse" in posts(title)[0].trades


def test_words_are_no_letters_of_a_title() -> None:
    """`APP` is a psychiatric nurse of an advanced practice, and an app none."""
    assert not any(post.occupations for post in posts("Chair, Kubernetes SIG Apps"))


def test_letters_that_are_of_the_title_stay() -> None:
    assert {post.level for post in posts("Trust CFO")} == {"c_level"}
    assert {"science"} <= {part for post in posts("Manager AI") for part in post.concepts}


def test_everybody_of_an_occupation_is_what_its_main_title_ends_in() -> None:
    assert "onet:53-3032.00" in kinds_of("truck driver", ())
    assert not [each for each in kinds_of("product manager", ()) if "onet" in each]
    accountants = kinds_of("public accountant", ["onet:13-2011.00"])
    assert "onet:13-2011.00" not in accountants  # accountants and auditors


def test_a_restaurant_manager_has_an_occupation_in_either_list() -> None:
    [post] = posts("Restaurant Manager")
    assert {"onet:11-9051.00", "esco:1412.1"} <= post.occupations


@pytest.mark.parametrize(
    ("title", "occupation", "post"),
    [
        ("Assistant Director People & OD", "onet:29-1041.00", ""),  # an optometrist's letters
        ("Financial Aid Director", "", "director:finance"),
    ],
)
def test_letters_and_words_of_other_fields_say_nothing(
    title: str, occupation: str, post: str
) -> None:
    assert occupation not in {id_ for each in posts(title) for id_ in each.occupations}
    assert post not in {pair for each in posts(title) for pair in each.pairs}


@pytest.mark.parametrize(
    ("title", "post"),
    [
        ("Deputy, Chief Information Officer", "c_level:information"),
        ("Senior Advisor of the General Counsel", "c_level:legal"),
        ("Asst. General Counsel", "c_level:legal"),
        ("President & CEO Elect", "top:general"),
        ("CEO Emeritus", "top:general"),
        ("Former CEO", "top:general"),
        ("SVP, COS to the Chairman & CEO", "top:general"),
        ("SVP, COS to the Chairman & CEO", "chair:general"),
        ("Executive Assistant to CEO & CFO", "c_level:finance"),
        ("Office of the CFO", "c_level:finance"),
        ("Assistant Vice President", "vp:general"),
    ],
)
def test_who_works_for_somebody_or_no_longer_is_it_does_not_hold_the_post(
    title: str, post: str
) -> None:
    held = {pair for each in posts(title) if not each.former for pair in each.pairs}
    trades = {trade for each in posts(title) if not each.former for trade in each.trades}
    assert post not in held
    assert trades.isdisjoint({"chief executive officer", "chief financial officer"})


@pytest.mark.parametrize(
    ("title", "at", "held", "perhaps"),
    [
        ("EVP & CSO", "", {"vp:general"}, {"c_level:strategy", "c_level:security"}),
        ("CSO, Cyber Security", "", {"c_level:security"}, set()),
        ("EVP and CIO", "Acme Robots; Industrials", {"c_level:information"}, set()),
        ("EVP and CIO", "Acme; Real Estate", set(), {"c_level:information", "c_level:investment"}),
        ("CIO & EVP, Technology", "Financials", {"c_level:information"}, set()),
        ("VP, Controller & CAO", "Energy", {"c_level:accounting"}, set()),
        ("EVP, CSO, GC & Secretary", "", {"c_level:legal"}, {"c_level:strategy"}),
        ("CMO", "Acme Toys", {"c_level:marketing"}, set()),
        ("CMO", "Mercy Hospital", set(), {"c_level:marketing", "c_level:medical"}),
    ],
)
def test_letters_of_several_titles_are_told_by_what_stands_beside_them(
    title: str, at: str, held: set[str], perhaps: set[str]
) -> None:
    read = posts(title, at)
    assert held <= {pair for each in read for pair in each.pairs}
    found = {pair for each in read for pair in each.perhaps}
    assert perhaps <= found and (perhaps or not found)


def test_letters_of_several_trades_deny_none_of_them() -> None:
    [either] = posts("Senior PT")
    assert not either.trades
    assert {"onet:29-1123.00", "esco:3423.2.2"} <= either.occupations


def test_a_chief_officer_is_no_officer_of_that_part() -> None:
    [chief] = posts("Chief Finance Officer")
    assert chief.pairs == {"c_level:finance"} and not chief.trades and not chief.occupations
    [officer] = posts("Finance Officer")
    assert officer.trades == ("finance officer",) and officer.occupations


@pytest.mark.parametrize(
    "title",
    [
        "Executive Assistant to the CEO",
        "Sales Representative",
        "HR Business Partner",
        "Senior DevOps Engineer",
        "Brand Ambassador",
        "Senior Internal Auditor",
        "Chief of Staff to the CEO",
    ],
)
def test_a_level_inside_a_longer_title_is_not_that_level(title: str) -> None:
    assert not any(post.pairs for post in posts(title))


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("sales rep", "Senior Sales Representative"),
        ("SRE", "Site Reliability Engineer"),
        ("midwife", "Certified Nurse Midwife (CNM)"),
        ("physician", "Physician, Family Practice"),
    ],
)
def test_two_ways_to_say_an_occupation_meet_in_one_name(said: str, title: str) -> None:
    asked = posts(said)[0].trades[0]
    assert asked in {trade for post in posts(title) for trade in post.trades}


@pytest.mark.parametrize(
    "title",
    ["", "  ", "&", "of of of", "🙂", "-,-,-", "and" * 400, "Emeritus", "elect, ex", "& CEO elect"],
)
def test_odd_titles_are_read_to_little_and_never_raise(title: str) -> None:
    assert not any(post.pairs for post in posts(title))


@pytest.mark.parametrize(
    ("title", "trades"),
    [
        ("DevOps/Platform Engineer", {"devops engineer", "platform engineer"}),
        ("DevOps and Cloud Engineer", {"devops engineer", "cloud engineer"}),
        ("Bursar and Clerk to the Governors", {"bursar", "clerk"}),
        ("Bursar &Chief Operating Officer", {"bursar", "chief operating officer"}),
        ("Nurse and Midwife", {"nurse", "midwife"}),
        ("Solicitor & Partner", {"solicitor"}),
    ],
)
def test_each_of_several_titles_is_read(title: str, trades: set[str]) -> None:
    assert trades <= {trade for post in posts(title) for trade in post.trades}


@pytest.mark.parametrize(
    ("title", "pairs"),
    [
        ("Group DE&I Director", {"director:diversity"}),
        ("Head of L&D", {"head:learning"}),
        ("Lead Developer", set()),
    ],
)
def test_letters_joined_are_one_word_and_a_lead_may_stand_before_where(
    title: str, pairs: set[str]
) -> None:
    assert {pair for post in posts(title) for pair in post.pairs} == pairs


@pytest.mark.parametrize(
    ("title", "trade"),
    [
        ("Physician, Cardiology", "cardiologist"),
        ("Doctor - Paediatrics / Neurology", "neurologist"),
        ("Physician, Orthopedic Surgery", "orthopedic surgeon"),
        ("Consultant Physician (Geriatrics)", "geriatrician"),
    ],
)
def test_a_doctor_of_a_field_is_who_practises_it(title: str, trade: str) -> None:
    assert trade in {each for post in posts(title) for each in post.trades}


@pytest.mark.parametrize(
    ("title", "trade"),
    [
        ("RM (Midwifery)", "midwife"),
        ("Upholstery & trim", "upholsterer"),
        ("Senior Hoof care & shoeing", "farrier"),
        ("Imkerei", "beekeeper"),
    ],
)
def test_who_is_called_by_what_they_practise_is_of_that_trade(title: str, trade: str) -> None:
    assert trade in {each for post in posts(title) for each in post.trades}


@pytest.mark.parametrize(
    "title",
    ["Apprentice Roofer", "Roofer (in training)", "Dachdecker in Ausbildung", "Trainee roofer"],
)
def test_who_learns_a_trade_is_an_apprentice_and_not_yet_of_it(title: str) -> None:
    trades = {each for post in posts(title) for each in post.trades}
    assert "apprentice" in trades
    assert "roofer" not in trades


@pytest.mark.parametrize("title", ["Nurse, Cardiology", "Professor, Biology", "Cardiology"])
def test_who_only_works_beside_a_field_does_not_practise_it(title: str) -> None:
    trades = {each for post in posts(title) for each in post.trades}
    assert not any(each.endswith("ologist") or "biologist" in each for each in trades)


@pytest.mark.parametrize(
    ("title", "trades"),
    [
        ("Vet. Nurse", {"veterinary nurse"}),
        ("Data Analyst DACH", {"data analyst"}),
        ("Account Manager Benelux", {"account manager"}),
        ("ARCHITECT EMEA", {"architect"}),
        ("Technician Grade 2", {"technician"}),
        ("Baker-Owner", {"baker"}),
        ("Head Brewer", {"head brewer", "brewer"}),
        ("Chief Pilot", {"chief pilot", "pilot"}),
        ("Lead Software Developer", {"lead software developer", "lead developer"}),
        ("Deputy Head Brewer", {"deputy head brewer"}),
    ],
)
def test_titles_are_read_as_people_write_them(title: str, trades: set[str]) -> None:
    assert trades <= {trade for post in posts(title) for trade in post.trades}


@pytest.mark.parametrize(
    ("title", "trade"),
    [("Head Pastry Chef", "head chef"), ("Deputy Head Brewer", "brewer"), ("Vet", "veterinary")],
)
def test_a_rank_is_of_the_whole_trade(title: str, trade: str) -> None:
    assert trade not in {each for post in posts(title) for each in post.trades}


@pytest.mark.parametrize("title", ["Baker-Owner", "Owner / Baker", "Baker | Co-founder"])
def test_who_owns_the_business_has_both_roles(title: str) -> None:
    read = posts(title)
    assert "owner:general" in {pair for post in read for pair in post.pairs}
    assert "baker" in {trade for post in read for trade in post.trades}


def test_the_first_of_a_trade_is_no_chief_of_the_whole() -> None:
    assert {pair for post in posts("Chief Pilot") for pair in post.pairs} == {"head:general"}


@pytest.mark.parametrize("title", ["Civil Engineer (retired)", "Retired", "Retired Baker & Owner"])
def test_a_title_says_that_somebody_is_retired(title: str) -> None:
    assert is_retired(title) and all(post.former for post in posts(title))


@pytest.mark.parametrize("title", ["Retired Officer, now Consultant", "Retirement Adviser"])
def test_who_does_something_else_now_is_not_retired(title: str) -> None:
    assert not is_retired(title)
    assert not all(post.former for post in posts(title))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Equine Vet", "Horse Vet"),
        ("HGV Class 1 Driver", "Lorry Driver"),
        ("Senior Purchasing Manager", "Procurement Manager"),
        ("Lift Engineer", "Elevator Engineer"),
        ("Mental Health Nurse", "Psychiatric Nurse"),
        ("Paediatric Nurse", "Pediatric Nurse"),
        ("Electricity Trader", "Power Trader"),
        ("Locomotive Driver", "Train Driver"),
    ],
)
def test_titles_of_the_same_words_in_meaning_are_one(one: str, other: str) -> None:
    ((first,), (second,)) = posts(one), posts(other)
    assert first.trades == second.trades
    assert first.occupations == second.occupations


@pytest.mark.parametrize("title", ["Hoe Maker", "Boxing Coach", "Scourer", "Flight Engineer"])
def test_words_that_only_look_alike_are_not(title: str) -> None:
    assert common(tokens_of(title)) == tokens_of(title)


@pytest.mark.parametrize(
    ("asked", "of"),
    [("chartered accountant", "accountant"), ("devops engineer", "site reliability engineer")],
)
def test_a_narrower_title_and_one_beside_it_are_not_asked_for_by_its_name(
    asked: str, of: str
) -> None:
    assert of not in held_by(asked)["trade"]


@pytest.mark.parametrize(
    ("title", "trade"),
    [
        # What stands before the employer is in its own language.
        ("Krankenschwester at Charité", "nurse"),
        ("Infirmière at Royal Hospital", "nurse"),
        ("Steuerberater at KPMG", "tax advisor"),
        ("Registered Dental Hygienist @ Old Mill Practice", "dental hygienist"),
        # English beside it leaves it one of its language.
        ("Part-time Assistente social", "social worker"),
        ("Urbaniste junior", "urban planner"),
        # The very word before one of its root in another language.
        ("Designer industriale", "industrial designer"),
        # That differs from English by its ending alone.
        ("Auditeur", "auditor"),
        ("Auditrice senior", "auditor"),
        # Tables list these by their letters alone.
        ("Sr. SOC Analyst", "soc analyst"),
        # Whoever teaches at a school is a teacher.
        ("Profesora de secundaria", "teacher"),
        ("Primary schoolteacher", "teacher"),
        ("Liutaio", "luthier"),
    ],
)
def test_a_title_is_the_trade_that_it_names(title: str, trade: str) -> None:
    assert trade in [each for post in posts(title) for each in post.trades]


def test_a_level_is_written_out_whatever_tables_list() -> None:
    assert [post.level for post in posts("VP Marketing")] == ["vp"]
