"""What single wordings taught once, as what each must be understood as, on a small directory.

A row holds the terms that must be there, `not` before one that is denied, and no other of a kind
that it names. What is left unread is not asked here.
"""

from __future__ import annotations

import pytest

from shortlist.service.index.port import Filters
from shortlist.service.search.finder import IndexFinder

MINNESOTA = "place: Minnesota, United States"
ILLINOIS = "place: Illinois, United States"
OHIO = "place: Ohio, United States"
EDUCATION = "committee: education committee"
SENATORS = "role: state senator"
LEGISLATORS = "role: state legislator"
UPPER = "chamber: upper chamber"
LOWER = "chamber: lower chamber"
FINANCE = "role: chief financial officer"

WORDINGS = [
    # committees, in other words than "committee"
    ("education committee of the Minnesota Senate", {EDUCATION, MINNESOTA, UPPER}),
    ("senators sitting on Minnesota's education panel", {EDUCATION, MINNESOTA, SENATORS}),
    ("minnesota state senate education cmte members", {EDUCATION, MINNESOTA, UPPER}),
    ("who serves on the education committee in the minnesota senate?", {EDUCATION, MINNESOTA}),
    (
        "who heads the education committee in Minnesota's legislature",
        {"committee: chairs education committee", MINNESOTA},
    ),
    (
        "chairpersons of education committees, Minnesota",
        {"committee: chairs education committee", MINNESOTA},
    ),
    (
        "vice chairs of education committees in the Minnesota legislature",
        {"committee: vice chair of education committee", MINNESOTA},
    ),
    (
        "Minnesota state senators on education or health committees",
        {"committee: education committee or health committee", MINNESOTA, SENATORS},
    ),
    (
        "Minnesota legislators who sit on both education and health committees",
        {EDUCATION, "committee: health committee", MINNESOTA, LEGISLATORS},
    ),
    (
        "Democratic state senators from Minnesota or Ohio with a seat on an energy committee",
        {
            "committee: energy committee",
            "party: Democratic",
            "place: Minnesota, United States or Ohio, United States",
            SENATORS,
        },
    ),
    # what is denied belongs to what follows it
    ("Minnesota state senators not on any education committee", {f"not {EDUCATION}", MINNESOTA}),
    ("Minnesota senators except those on the education committee", {f"not {EDUCATION}", SENATORS}),
    ("non-Republican state senators in Minnesota", {"not party: Republican", SENATORS}),
    ("Minnesota Senate members who aren't Republicans", {"not party: Republican", UPPER}),
    ("state senators in Minnesota other than Democrats", {"not party: Democratic", MINNESOTA}),
    (
        "everybody on an education committee in the Minnesota House except Democrats",
        {EDUCATION, "not party: Democratic", MINNESOTA, LOWER},
    ),
    (
        "Minnesota senators on education committees, Republicans only",
        {EDUCATION, "party: Republican", MINNESOTA},
    ),
    # ways to reach people
    ("Minnesota state senators with a phone number", {"contact: a phone number", SENATORS}),
    ("Minnesota state senators without a phone number", {"not contact: a phone number"}),
    (
        "state legislators in Minnesota whose e-mail is not listed",
        {"not contact: an e-mail address", MINNESOTA, LEGISLATORS},
    ),
    (
        "Minnesota senators with a phone number but no e-mail address",
        {"contact: a phone number", "not contact: an e-mail address"},
    ),
    # then and now
    (
        "former Minnesota legislators whose term ended in 2022",
        {"time: left office in 2022", "status: former", MINNESOTA, LEGISLATORS},
    ),
    (
        "ex-lawmakers from Minnesota who left in 2022",
        {"time: left office in 2022", "status: former", MINNESOTA, LEGISLATORS},
    ),
    (
        "Minnesota representatives who left office between 2019 and 2022",
        {"time: left office in 2019 to 2022", "status: former", MINNESOTA},
    ),
    (
        "Minnesota state senators who took office in 2018 or later",
        {"time: started in 2018 or later", MINNESOTA, SENATORS},
    ),
    ("Minnesota senators first elected after 2017", {"time: started in 2018 or later", SENATORS}),
    (
        "US House members from Minnesota first elected before 2015",
        {"time: started in 2014 or earlier", "role: U.S. representative", MINNESOTA},
    ),
    (
        "district judges in Ohio commissioned before 2010",
        {"time: started in 2009 or earlier", "role: judge", OHIO},
    ),
    (
        "Minnesota state senators who used to be in the House",
        {"history: earlier: lower chamber", MINNESOTA, SENATORS},
    ),
    (
        "senators in the Minnesota legislature who previously served in the lower chamber",
        {"history: earlier: lower chamber", MINNESOTA, SENATORS, LEGISLATORS},
    ),
    # whose chamber, whose seat, whose country
    ("Democrats in the Minnesota House", {"party: Democratic", MINNESOTA, LOWER}),
    (
        "Democratic representatives in Minnesota",
        {"party: Democratic", MINNESOTA, "role: member of a state lower house"},
    ),
    ("who holds Senate district 12 in Minnesota", {"district: district 12", MINNESOTA, UPPER}),
    ("members of the US House from Minnesota", {"role: U.S. representative", MINNESOTA}),
    ("Republican members of Congress from Minnesota", {"role: member of Congress", MINNESOTA}),
    (
        "Republican U.S. senators from the Midwest",
        {"party: Republican", "role: U.S. senator", "place: Midwest"},
    ),
    ("governors in New England", {"role: governor", "place: New England"}),
    ("mayor of Chicago, Illinois", {"role: mayor", "place: Chicago, Illinois, United States"}),
    ("France's finance minister", {"role: minister", "topic: finance", "place: France"}),
    ("Europe: ministers of finance", {"role: minister", "topic: finance", "place: Europe"}),
    # one post at one organisation, and posts in other words
    ("who is the CFO at Heron Air?", {FINANCE, "organisation: Heron Air"}),
    ("people who are CFOs at public companies in Illinois", {FINANCE, ILLINOIS}),
    ("CFOs whose company is headquartered in Illinois", {FINANCE, ILLINOIS}),
    ("CFOs of airlines other than Heron Air", {FINANCE, "not organisation: Heron Air"}),
    # names, with mistakes and turned round
    ("Sen. Ingrid Halvorsen", {"name: Ingrid Halvorsen"}),
    ("Halvorsen Ingrid Minnesota", {"name: Ingrid Halvorsen", MINNESOTA}),
    ("Igrid Halvorsen state senator", {"name: Ingrid Halvorsen", SENATORS}),
    ("Sigrun Jonsdottir", {"name: Sigrún Jónsdóttir"}),
    (
        "Rosalind Achterberg Kestrel Micro",
        {"name: Rosalind Achterberg", "organisation: Kestrel Micro"},
    ),
]


@pytest.mark.parametrize(("query", "expected"), WORDINGS)
def test_a_wording_is_understood(finder: IndexFinder, query: str, expected: set[str]) -> None:
    terms = finder.plan(query, Filters()).terms
    kinds = {term.removeprefix("not ").partition(":")[0] for term in expected}
    said = {f"{'not ' if t.negated else ''}{t.kind}: {t.value}" for t in terms if t.kind in kinds}
    assert said == expected
