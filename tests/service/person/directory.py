"""Invented people, each a case of research, put into a service's folder before it starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from shortlist.service.account.workspace import ensure_workspace
from shortlist.service.clock import now_ms
from shortlist.service.config import load_config
from shortlist.service.db.engine import database_url, open_engine, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.index.store import put_dataset, put_people

REAL, MADE_UP = "register", "made-up"

PHONE = "+44 20 7946 0999"


def person(id: str, name: str, **values: Any) -> dict[str, Any]:
    """A record with a page of its own, and nothing else that could stand for it."""
    first, _, last = name.partition(" ")
    return {
        "id": id,
        "name": name,
        "first_name": first,
        "last_name": last,
        "title": "Engineer",
        "company": "Acme Widgets",
        "company_domain": "acme.example",
        "location": "Leeds, United Kingdom",
        "profile_url": f"https://register.example/people/{id}",
        "links": [],
        "summary": f"{name} is an engineer at Acme Widgets.",
        "history": [{"title": "Engineer", "company": "Acme Widgets", "start": "2021-03-01"}],
        "contacts": {"work_email": None, "personal_email": None, "phone": None},
        "facts": {},
        "status": "current",
        "as_of": "2026-08-05",
        "sources": [f"https://register.example/people/{id}"],
        "licence": "CC0-1.0",
        "dataset": REAL,
        **values,
    }


def well_known(id: str, name: str, **values: Any) -> dict[str, Any]:
    """A record with every kind of evidence."""
    local = name.lower().replace(" ", ".")
    return person(
        id,
        name,
        title="Chief Engineer",
        links=[
            {"type": "professional_network", "url": f"https://www.linkedin.com/in/{id}"},
            {"type": "github", "url": f"https://github.com/{id}"},
            {"type": "contact_form", "url": "https://acme.example/contact"},
        ],
        history=[
            {"title": "Chief Engineer", "company": "Acme Widgets", "start": "2021-03-01"},
            {"title": "Engineer", "company": "Bolts Ltd", "start": "2015", "end": "2021"},
        ],
        contacts={
            "work_email": {
                "value": f"{local}@acme.example",
                "source": f"https://register.example/people/{id}",
                "last_seen": "2026-08-05",
            },
            "personal_email": None,
            "phone": {"value": PHONE, "source": "https://acme.example", "last_seen": "2026-08-05"},
        },
        facts={
            "education": [{"school": "University of Leeds", "degree": "MEng", "year": "2008"}],
            "skills": ["Metallurgy"],
        },
        sources=[f"https://register.example/people/{id}", f"https://news.example/{id}"],
        **values,
    )


PEOPLE = [
    *(well_known(f"p-{n:03}", f"Ada Known{chr(97 + n)}") for n in range(20)),
    person("alone", "Una Single"),
    person("linked", "Lin Single", links=[{"type": "twitter", "url": "https://x.com/lin"}]),
    person("no-domain", "Nadia Single", company_domain=None),
    person("twin-1", "Sam Lee", title="Buyer"),
    person("twin-2", "Sam Lee", title="Welder"),
    person("shared-1", "Ana Listed", profile_url="https://register.example/list"),
    person("shared-2", "Bo Listed", profile_url="https://register.example/list"),
    well_known("telling", "Tess Telling", summary=f"Tess Telling can be called at {PHONE}."),
    well_known("gone", "Gus Former", status="former"),
    well_known("sample-1", "Sid Sample", dataset=MADE_UP),
]


@contextmanager
def database(data_dir: Path) -> Iterator[Connection]:
    """A write transaction on a service's database, whether or not it runs."""
    engine = open_engine(database_url(data_dir))
    try:
        with writing(engine) as connection:
            yield connection
    finally:
        engine.dispose()


def fill(data_dir: Path, people: Sequence[dict[str, Any]] = PEOPLE, config: str = "") -> Path:
    """Make `data_dir` with `people` in its database; returns it."""
    data_dir.mkdir(mode=0o700)
    (data_dir / "service.toml").write_text(config)
    engine = open_engine(database_url(data_dir))
    migrate(engine)
    with writing(engine) as connection:
        ensure_workspace(connection, load_config(data_dir), now_ms())
        put_dataset(connection, REAL)
        put_dataset(connection, MADE_UP, synthetic=True)
        put_people(connection, people)
    engine.dispose()
    return data_dir
