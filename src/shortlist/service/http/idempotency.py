"""Idempotency keys: claimed, stored with their answer, replayed (section 7, idempotency and retry).

A claim holds a lease, renewed while its request runs, so that a key whose process died is soon
free again. Whoever finishes writes the answer in the same
transaction as what it did, and only while the claim is still its own; so a request that was
overtaken after its lease ran out rolls back, and nothing is done or charged twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, delete, select, update

from shortlist.contract.limits import IDEMPOTENCY_KEEP_HOURS, IDEMPOTENCY_KEY_MAX_CHARS
from shortlist.service.clock import is_held
from shortlist.service.db.engine import insert_if_absent, reading, writing
from shortlist.service.db.schema import idempotency
from shortlist.service.errors import ApiError

KEEP_MS = IDEMPOTENCY_KEEP_HOURS * 3_600_000
LEASE_MS = 15_000
RENEW_SECONDS = 4.0


@dataclass(frozen=True, slots=True)
class Claim:
    """A key that this request holds."""

    workspace_id: str
    key: str
    request_id: str
    since: int
    """When the key was first used, in epoch milliseconds; a retry after a crash keeps it."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An answer that was given before, to be given again byte for byte."""

    request_id: str
    status: int
    headers: list[tuple[str, str]]
    body: bytes


@dataclass(frozen=True, slots=True)
class InFlight:
    """The first request with this key is still running."""


def check_key(key: str) -> None:
    """Raise `validation_failed` unless `key` is 1 to 255 visible ASCII characters."""
    if not 1 <= len(key) <= IDEMPOTENCY_KEY_MAX_CHARS or not all("!" <= c <= "~" for c in key):
        raise ApiError(
            "validation_failed",
            f"Idempotency-Key must be 1 to {IDEMPOTENCY_KEY_MAX_CHARS} visible ASCII characters.",
            field="Idempotency-Key",
        )


def fingerprint(
    *,
    key_id: str,
    scopes: Iterable[str],
    method: str,
    path: str,
    query: bytes,
    body: bytes,
    content_type: bytes,
    accept: bytes,
) -> str:
    """What makes two requests the same (section 7, rule 3)."""
    digest = hashlib.sha256()
    for part in (
        key_id.encode(),
        " ".join(sorted(scopes)).encode(),
        method.encode(),
        path.encode(),
        query,
        content_type,
        accept,
        body,
    ):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


def find(
    connection: Connection, workspace_id: str, key: str, print_: str, now: int
) -> Stored | None:
    """The answer to the very same request, where one was kept; every other case is for `claim`."""
    named = {"its_workspace": workspace_id, "its_key": key}
    found = connection.execute(_FIND, named).one_or_none()
    if found is None or found.status is None or found.fingerprint != print_:
        return None
    answer = _answer(found, print_, now)
    return answer if isinstance(answer, Stored) else None


def claim(
    engine: Engine, workspace_id: str, key: str, print_: str, request_id: str, now: int
) -> Claim | Stored | InFlight:
    """Claim `key` for a request, or find what became of it.

    Raises `idempotency_conflict` when the key belongs to a different request.
    """
    named = {"its_workspace": workspace_id, "its_key": key}
    with reading(engine) as connection:
        found = connection.execute(_FIND, named).one_or_none()
    if found is not None and (answer := _answer(found, print_, now)) is not None:
        return answer
    with writing(engine) as connection:
        # A record that stood in the way may be released before it is looked at.
        while True:
            if insert_if_absent(
                connection,
                idempotency,
                workspace_id=workspace_id,
                key=key,
                fingerprint=print_,
                request_id=request_id,
                lease_until=now + LEASE_MS,
                created_at=now,
            ):
                return Claim(workspace_id, key, request_id, now)
            found = connection.execute(_FIND.with_for_update(), named).one_or_none()
            if found is not None:
                break
        answer = _answer(found, print_, now)
        if answer is not None:
            return answer
        since = now if _outdated(found, now) else int(found.created_at)
        connection.execute(
            update(idempotency)
            .where(_NAMED)
            .values(
                fingerprint=print_,
                request_id=request_id,
                lease_until=now + LEASE_MS,
                status=None,
                headers=None,
                body=None,
                created_at=since,
            ),
            named,
        )
        return Claim(workspace_id, key, request_id, since)


def ensure_held(connection: Connection, claim: Claim) -> None:
    """Raise the in-flight conflict when another request took the claim over; else nobody can
    until the caller's transaction ends."""
    if connection.execute(_TOUCH, _held(claim)).rowcount == 0:
        raise in_flight_conflict()


def keep(
    connection: Connection,
    claim: Claim,
    status: int,
    headers: list[tuple[str, str]],
    body: bytes,
    path: str | None = None,
    about: Sequence[str] = (),
) -> None:
    """Write the answer, in the caller's transaction; raises when the claim was lost.

    `path` is where it was asked for; `about` whom it is about, as `suppressions.value_hash` has
    them."""
    answer = {"new_status": status, "new_headers": headers, "new_body": body}
    answer |= {"new_path": path, "new_about": list(about)}
    if connection.execute(_KEEP, {**_held(claim), **answer}).rowcount == 0:
        raise in_flight_conflict()


def renew(engine: Engine, claims: Collection[Claim], now: int) -> None:
    """Hold `claims`, whose requests are still running, for longer."""
    if claims:
        with writing(engine) as connection:
            holders = [claim.request_id for claim in claims]
            connection.execute(
                update(idempotency)
                .where(idempotency.c.request_id.in_(holders), idempotency.c.status.is_(None))
                .values(lease_until=now + LEASE_MS)
            )


def release(engine: Engine, claim: Claim) -> None:
    """Give the key back unused: the corrected request, or the same later, may take it."""
    with writing(engine) as connection:
        connection.execute(delete(idempotency).where(_HELD), _held(claim))


def release_all(connection: Connection, now: int) -> None:
    """Let go of what a process that died was holding. Only for whoever is alone on the data."""
    connection.execute(
        update(idempotency).where(idempotency.c.status.is_(None)).values(lease_until=now)
    )


def prune(connection: Connection, now: int) -> None:
    """Forget answers that are older than the service promises to keep."""
    connection.execute(delete(idempotency).where(idempotency.c.created_at < now - KEEP_MS))


def in_flight_conflict() -> ApiError:
    """409: the first request with this key has not finished."""
    return ApiError(
        "idempotency_conflict",
        "A request with this Idempotency-Key is still in progress; send it again in a moment.",
        headers={"Retry-After": "1"},
    )


def _held(claim: Claim) -> dict[str, Any]:
    """The parameters of `_HELD`."""
    return {
        "its_workspace": claim.workspace_id,
        "its_key": claim.key,
        "holder": claim.request_id,
    }


_NAMED = (idempotency.c.workspace_id == bindparam("its_workspace")) & (
    idempotency.c.key == bindparam("its_key")
)
_HELD = _NAMED & (idempotency.c.request_id == bindparam("holder")) & idempotency.c.status.is_(None)
_FIND = select(idempotency).where(_NAMED)
_TOUCH = update(idempotency).where(_HELD).values(request_id=idempotency.c.request_id)
_KEEP = (
    update(idempotency)
    .where(_HELD)
    .values(
        status=bindparam("new_status"),
        headers=bindparam("new_headers"),
        body=bindparam("new_body"),
        path=bindparam("new_path"),
        about=bindparam("new_about"),
        lease_until=None,
    )
)


def _outdated(found: Any, now: int) -> bool:
    return bool(found.created_at < now - KEEP_MS)


def _answer(found: Any, print_: str, now: int) -> Stored | InFlight | None:
    """What a record says, or None when the key may be taken over."""
    if _outdated(found, now):
        return None
    if found.fingerprint != print_:
        raise ApiError("idempotency_conflict")
    if found.status is not None:
        return Stored(found.request_id, found.status, [tuple(h) for h in found.headers], found.body)
    return InFlight() if is_held(found.lease_until, now) else None
