"""Fifty invented people, and a real index over them, quickly."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import Engine

from shortlist.contract.anchors import fold
from shortlist.service.db.engine import database_url, open_engine, writing
from shortlist.service.db.migrate import migrate
from shortlist.service.index.embedded import EmbeddedIndex
from shortlist.service.index.embedding import Embedder
from shortlist.service.index.open import StoreOf, embedded, open_index
from shortlist.service.index.projection import pack
from shortlist.service.index.retrieval import Vectors
from shortlist.service.index.store import put_dataset, put_people, put_vectors
from shortlist.service.index.texts import meaning_text, text_hash

DATASET = "invented"

_NAMES = (
    "Aino Virtanen",
    "Björn Østergård",
    "Chloé Lefèvre",
    "Dmytro Kovalenko",
    "Esi Mensah",
    "Fatima Al-Sayed",
    "Giulia Rossi",
    "Hana Suzuki",
    "Ivan Horvat",
    "João Carvalho",
)
_JOBS = (
    ("State Senator", "legislator", "Minnesota Senate", "State government", "senate.mn.example"),
    ("Chief Financial Officer", "c_level", "Alder Bank", "Financials", "alder.example"),
    ("Head of Engineering", "director", "Tern Software", "Software", "tern.example"),
    ("Nurse Manager", "manager", "Quay Hospital", "Health Care", "quay.example"),
    ("Professor of Physics", "researcher", "Fell University", "Higher education", "fell.example"),
)
_PLACES = (
    ("Saint Paul", "Minnesota", "United States"),
    ("Oslo", None, "Norway"),
    ("Munich", "Bavaria", "Germany"),
)


def _record(number: int, name: str, job: tuple[str, ...]) -> dict[str, Any]:
    title, seniority, company, industry, domain = job
    city, region, country = _PLACES[number % len(_PLACES)]
    email = f"{fold(name).replace(' ', '.')}@{domain}"
    committees = (
        [{"name": "Education Finance", "role": "chair"}] if seniority == "legislator" else []
    )
    return {
        "id": f"inv-{number:03}",
        "name": name,
        "title": title,
        "seniority": seniority,
        "company": company,
        "company_domain": domain,
        "industry": industry,
        "location": ", ".join(part for part in (city, region, country) if part),
        "city": city,
        "region": region,
        "country": country,
        "profile_url": f"https://people.example/{number}",
        "links": [],
        "summary": f"{title} at {company} in {city}.",
        "history": [{"title": title, "company": company, "start": "2021-02-01", "end": None}],
        "contacts": {
            "work_email": {"value": email, "source": "https://people.example", "last_seen": None}
            if number % 2 == 0
            else None,
            "personal_email": None,
            "phone": None,
        },
        "facts": {"committees": committees} if committees else {},
        "status": "current",
        "as_of": "2026-08-05",
        "sources": [f"https://people.example/{number}"],
        "licence": "invented",
        "dataset": DATASET,
    }


RECORDS: list[dict[str, Any]] = [
    _record(number, name, job) for number, (name, job) in enumerate(product(_NAMES, _JOBS))
]


@functools.cache
def _direction(word: str) -> Vectors:
    seed = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=4).digest())
    made: Vectors = np.random.default_rng(seed).normal(size=WordVectors.dimension)
    return made


class WordVectors:
    """An embedder for tests: the sum of a fixed direction a word, so shared words are near."""

    model = "words-of-the-test"
    dimension = 64

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in fold(text).split():
                row += _direction(word)
        unit: Vectors = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
        return unit


@dataclass
class SmallIndex:
    """The index with what it stands on."""

    engine: Engine
    data_dir: Path
    index: EmbeddedIndex

    def close(self) -> None:
        self.index.close()
        self.engine.dispose()


def make_small_index(
    data_dir: Path,
    records: Sequence[dict[str, Any]] = RECORDS,
    *,
    follow: bool = True,
    store_of: StoreOf = embedded,
    embedder: Embedder | None = None,
) -> SmallIndex:
    """A new database with `records` and their vectors, and its open index; close it."""
    data_dir.mkdir(parents=True, exist_ok=True)
    engine = open_engine(database_url(data_dir))
    migrate(engine)
    embedder = embedder or WordVectors()
    put_records(engine, records, embedder)
    index = open_index(
        engine, data_dir, embedder=embedder, sample=False, follow=follow, store_of=store_of
    )
    return SmallIndex(engine, data_dir, index)


def somebodies(people: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """`people`, each with a name and the data set that `make_small_index` fills."""
    return [
        {"name": f"Somebody {at}", "dataset": DATASET, **each} for at, each in enumerate(people)
    ]


def put_records(
    engine: Engine, records: Sequence[dict[str, Any]], embedder: Embedder | None = None
) -> None:
    """Have `records` and their vectors in the database."""
    embedder = embedder or WordVectors()
    texts = [meaning_text(record) for record in records]
    with writing(engine) as connection:
        for name in {record["dataset"] for record in records}:
            put_dataset(connection, name)
        put_people(connection, records)
        rows = [
            (record["id"], text_hash(text), pack(vector))
            for record, text, vector in zip(records, texts, embedder.embed(texts), strict=True)
        ]
        put_vectors(connection, embedder.model, rows)
