"""A small directory of invented people whose records say enough to be understood."""

from __future__ import annotations

from typing import Any


def person(number: int, name: str, title: str, company: str, **more: Any) -> dict[str, Any]:
    first, *_, last = name.split()
    return {
        "id": f"p{number:02}",
        "name": name,
        "first_name": first,
        "last_name": last,
        "title": title,
        "company": company,
        "status": "current",
        "sources": [f"https://records.example/{number}"],
        "dataset": "invented",
        **more,
    }


def legislator(
    number: int, name: str, chamber: str, state: str, party: str, *committees: str, **more: Any
) -> dict[str, Any]:
    body = "Senate" if chamber == "upper" else "House of Representatives"
    return person(
        number,
        name,
        "State Senator" if chamber == "upper" else "State Representative",
        f"{state} {body}",
        industry="State government",
        location=f"{state}, United States",
        region=state,
        country="United States",
        seniority="legislator",
        facts={
            "party": party,
            "chamber": chamber,
            "committees": [
                {"name": each.removesuffix("*"), "role": "chair" if each[-1] == "*" else "member"}
                for each in committees
            ],
        },
        **more,
    )


def officer(
    number: int, name: str, title: str, company: str, trade: str, city: str, state: str
) -> dict[str, Any]:
    return person(
        number,
        name,
        title,
        company,
        industry="Information Technology",
        sub_industry=trade,
        location=f"{city}, {state}, United States",
        city=city,
        region=state,
        country="United States",
    )


MAIL = {"work_email": {"value": "ingrid@senate.example", "source": "s", "last_seen": "2026-01-01"}}
FORMER = {"status": "former"}
DIRECTORY = [
    legislator(
        1,
        "Ingrid Halvorsen",
        "upper",
        "Minnesota",
        "Republican",
        "Education Policy*",
        contacts=MAIL,
    ),
    legislator(2, "Tobias Lindqvist", "upper", "Minnesota", "Democratic", "Health Care", "Rules"),
    legislator(3, "Marisol Quintero", "lower", "Minnesota", "Democratic", "Education Finance"),
    legislator(4, "Desmond Okafor", "upper", "Ohio", "Republican", "Higher Education", "Energy"),
    legislator(5, "Wilhelmina Stroud", "lower", "Vermont", "Democratic", "Agriculture"),
    legislator(6, "Percival Nakamura", "upper", "Minnesota", "Republican"),
    legislator(
        7, "Ottoline Grebe", "upper", "Minnesota", "Republican", "Education Policy", **FORMER
    ),
    officer(
        11,
        "Rosalind Achterberg",
        "EVP & CFO",
        "Kestrel Micro, Inc.",
        "Semiconductors",
        "San Jose",
        "California",
    ),
    officer(
        12,
        "Thaddeus Brightwater",
        "SVP, Chief People Officer",
        "Kestrel Micro, Inc.",
        "Semiconductors",
        "San Jose",
        "California",
    ),
    officer(
        13,
        "Lucinda Farthing",
        "Chief Financial Officer",
        "Heron Air",
        "Passenger Airlines",
        "Chicago",
        "Illinois",
    ),
    officer(
        14,
        "Ambrose Delacroix",
        "Deputy Chief Financial Officer",
        "Heron Air",
        "Passenger Airlines",
        "Chicago",
        "Illinois",
    ),
    person(
        21,
        "Sigrún Jónsdóttir",
        "Minister of Health",
        "Government of Iceland",
        industry="National government",
        location="Iceland",
        country="Iceland",
    ),
    person(
        22,
        "Bertrand Lefort",
        "Minister of Finance",
        "Government of France",
        industry="National government",
        location="France",
        country="France",
    ),
    person(
        23,
        "Mikkel Aagaard",
        "Head of Engineering",
        "Tern Software",
        industry="Software",
        location="Copenhagen, Denmark",
        city="Copenhagen",
        country="Denmark",
        summary="Builds payment systems. Climbs mountains at weekends.",
    ),
    officer(
        31,
        "Cordelia Ashworth",
        "Chief Executive Officer",
        "Palo Verde Water",
        "Water Utilities",
        "Palo Alto",
        "California",
    ),
    officer(
        32,
        "Tiberius Holloway",
        "EVP & CSO",
        "Palo Verde Water",
        "Water Utilities",
        "Palo Alto",
        "California",
    ),
]
