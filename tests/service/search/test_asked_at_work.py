"""What recruiters ask of ordinary professionals finds whom they mean, and nobody beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.service.index.people import make_small_index, somebodies
from tests.service.search.meeting import post, who_is_admitted, who_meets

from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.embedding import MiniLm

PEOPLE: list[dict[str, Any]] = [
    {"id": "left kpmg", "title": "Auditor", "company": "Elm", "location": "Cork, Ireland",
     "history": [post("Auditor", "Elm", "2020"), post("Auditor", "KPMG", "2010", "2020")]},
    {"id": "never", "title": "Auditor", "company": "Elm", "location": "Cork, Ireland",
     "history": [post("Auditor", "Elm", "2020"), post("Auditor", "Fir", "2010", "2020")]},
    {"id": "unknown", "title": "Auditor", "company": "Elm", "location": "Cork, Ireland"},
    {"id": "long", "title": "Civil Engineer", "location": "Dubai, United Arab Emirates",
     "history": [post("Civil Engineer", "Oak", "2001")]},
    {"id": "short", "title": "Civil Engineer", "location": "Dubai, United Arab Emirates",
     "history": [post("Civil Engineer", "Oak", "2024")]},
    {"id": "manila", "title": "Midwife", "location": "Leeds, United Kingdom",
     "history": [post("Midwife", "Ash", "2011", "2015", location="Manila")]},
    {"id": "stayed", "title": "Midwife", "location": "Leeds, United Kingdom"},
    {"id": "india", "title": "Electrical Engineer", "location": "Ottawa, Canada",
     "history": [post("Electrical Engineer", "Ash", "2011", "2015", location="Pune, India")]},
    {"id": "delft", "title": "Ecologist", "education": [{"school": "TU Delft"}]},
    {"id": "rome", "title": "Ecologist",
     "education": [{"school": "Sapienza Università di Roma"}]},
    {"id": "milan", "title": "Ingegnere meccanico", "location": "Torino, Italia",
     "education": [{"school": "Politecnico di Milano"}]},
    {"id": "civil", "title": "Engenheiro civil", "location": "Porto, Portugal"},
    {"id": "comercial", "title": "Diretor comercial", "location": "Porto, Portugal"},
    {"id": "cka", "title": "Systems Engineer", "certifications": ["CKA"]},
    {"id": "kubernetes", "title": "Systems Engineer", "skills": ["Kubernetes"]},
    {"id": "cpim", "title": "Logistics Manager", "certifications": ["APICS CPIM"]},
    {"id": "cscp", "title": "Logistics Manager", "certifications": ["APICS CSCP"]},
    {"id": "senior", "title": "Senior Data Scientist"},
    {"id": "sr", "title": "Sr. Data Scientist"},
    {"id": "scientist", "title": "Data Scientist"},
    {"id": "junior", "title": "Junior Data Scientist"},
    {"id": "cissp", "title": "Cyber Security Engineer", "certifications": ["CISSP"]},
    {"id": "investor", "title": "Venture Capitalist"},
    {"id": "founder", "title": "Founder", "summary": "Got money from venture capitalists."},
    {"id": "teacher", "title": "Teacher", "summary": "Teaches children."},
    {"id": "for refugees", "title": "Teacher", "summary": "Taught refugees in Leeds."},
    {"id": "photographer", "title": "Photographer"},
    {"id": "theatre", "title": "Matron", "skills": ["Surgery"]},
    {"id": "meta", "title": "Web Designer", "company": "Google",
     "history": [post("Web Designer", "Google", "2020"),
                 post("Web Designer", "Facebook", "2015", "2020")]},
    {"id": "googler", "title": "Web Designer", "company": "Google",
     "links": [{"type": "facebook", "url": "https://facebook.example/g"}]},
    {"id": "tenured", "title": "Librarian", "company": "Elm",
     "history": [post("Librarian", "Elm", "2010"), post("Librarian", "Oak", "2001", "2010")]},
    {"id": "new there", "title": "Librarian", "company": "Elm",
     "history": [post("Librarian", "Elm", "2023"), post("Librarian", "Oak", "2001", "2023")]},
    {"id": "leed", "title": "Architect", "certifications": ["LEED"]},
    {"id": "leeds", "title": "Architect", "location": "Leeds, United Kingdom"},
    {"id": "changed", "title": "Patent Attorney",
     "history": [post("Patent Attorney", "Elm", "2020"), post("Chemist", "Oak", "2010", "2020")]},
    {"id": "attorney", "title": "Patent Attorney"},
    {"id": "go remote", "title": "Lead Developer", "skills": ["Go"],
     "summary": "Works remotely."},
    {"id": "rust office", "title": "Lead Developer", "skills": ["Rust"]},
    {"id": "english", "title": "English Teacher", "location": "Rio de Janeiro, Brazil"},
    {"id": "roman", "title": "Commercialista", "location": "Roma, Italia"},
    {"id": "at roma", "title": "Commercialista", "company": "Roma"},
]  # fmt: skip


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedIndex]:
    folder = tmp_path_factory.mktemp("at_work")
    made = make_small_index(folder, somebodies(PEOPLE), embedder=MiniLm())
    yield made.index
    made.close()


@pytest.mark.parametrize(
    ("query", "who"),
    [
        ("auditors who used to work for one of the Big Four", {"left kpmg"}),
        ("auditors in Ireland who never worked for Deloitte, KPMG, PwC or EY", {"never"}),
        ("civil engineers with 15+ years experience in the UAE", {"long"}),
        ("civil engineers with ten years of experience in Dubai", {"long"}),
        ("midwives who have worked in the Philippines", {"manila"}),
        ("electrical engineers who once worked abroad in India", {"india"}),
        ("ecologists who studied in the Netherlands", {"delft"}),
        ("ecologists who studied in Italy", {"rome"}),
        ("ingegneri meccanici a Torino laureati al Politecnico di Milano", {"milan"}),
        ("engenheiros civis em Portugal", {"civil"}),
        ("diretores comerciais em Portugal", {"comercial"}),
        ("systems engineers, certified kubernetes administrator", {"cka"}),
        ("logistics managers with APICS CPIM", {"cpim"}),
        ("senior data scientists", {"senior", "sr"}),
        ("junior data scientists", {"junior"}),
        ("data scientists", {"senior", "sr", "scientist", "junior"}),
        ("CISSP holders in cyber security", {"cissp"}),
        ("got money from venture capitalists", {"founder"}),
        ("taught refugees", {"for refugees"}),
        ("web designers who have worked at both Google and Facebook", {"meta"}),
        ("librarians who have been in the same job for over ten years", {"tenured"}),
        ("architects with LEED certification", {"leed"}),
        ("chemists who are now patent attorneys", {"changed"}),
        ("lead developers, Go or Rust, remote", {"go remote"}),
        ("professoras de inglês no Rio de Janeiro", {"english"}),
        ("English teachers in Brazil", {"english"}),
        ("commercialisti a Roma", {"roman"}),
    ],
)
def test_those_meet_it_who_are_meant(index: EmbeddedIndex, query: str, who: set[str]) -> None:
    assert who_meets(index, query) == who
    assert who_is_admitted(index, query, PEOPLE) == who
