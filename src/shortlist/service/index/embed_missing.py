"""Embedding of people who have no vector of the model yet."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Engine, and_, func, select

from shortlist.service.db.engine import ensure_room_in, reading, writing
from shortlist.service.db.schema import people, vectors
from shortlist.service.index.embedding import Embedder
from shortlist.service.index.projection import pack
from shortlist.service.index.store import put_vectors
from shortlist.service.index.texts import meaning_text, text_hash
from shortlist.service.room import GROWTH_BYTES

_BATCH = 256

Progress = Callable[[int, int], None]
"""Called with how many of how many vectors are there."""


def embed_missing(
    engine: Engine,
    embedder: Embedder,
    *,
    progress: Progress | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> int:
    """Embed everyone without a vector of `embedder`'s model; how many were made.

    Committed batch by batch: an interruption loses one batch at most, and the next call goes on.
    Raises `NoRoom` where the disk has none.
    """
    made = 0
    missing = and_(people.c.id == vectors.c.person_id, vectors.c.model == embedder.model)
    to_do = (
        select(people.c.id, people.c.record)
        .outerjoin(vectors, missing)
        .where(people.c.removed_at.is_(None), vectors.c.person_id.is_(None))
    )
    with reading(engine) as connection:
        count = select(func.count()).select_from(to_do.subquery())
        total = int(connection.execute(count).scalar_one())
    last = ""
    while not stop():
        with reading(engine) as connection:
            page = to_do.where(people.c.id > last).order_by(people.c.id).limit(_BATCH)
            rows = connection.execute(page).all()
        if not rows:
            break
        last = rows[-1].id
        texts = [meaning_text(row.record) for row in rows]
        made_now = embedder.embed(texts)
        ensure_room_in(engine, GROWTH_BYTES)
        with writing(engine) as connection:
            put_vectors(
                connection,
                embedder.model,
                [
                    (row.id, text_hash(text), pack(vector))
                    for row, text, vector in zip(rows, texts, made_now, strict=True)
                ],
            )
        made += len(rows)
        if progress:
            progress(made, max(total, made))
    return made
