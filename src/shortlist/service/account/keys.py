"""API keys: creation, authentication, listing, revocation (section 5).

A key reads `sl_<id>_<secret>`. The secret has 256 random bits and only its SHA-256 is kept; a
slow hash would protect guessable passwords, which these are not.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from shortlist.contract.limits import (
    PLAN_REQUESTS_PER_MINUTE,
    SCOPE_ENRICH,
    SCOPE_LEGACY_AGENT,
    SCOPE_SEARCH,
    SCOPES_DEFAULT,
)
from shortlist.contract.proof import hash_of, proof_of
from shortlist.service.billing.money import Payer
from shortlist.service.db.schema import api_keys, workspaces
from shortlist.service.errors import ApiError

SETS_SCOPES: tuple[frozenset[str], ...] = (
    frozenset({SCOPE_SEARCH}),
    frozenset({SCOPE_ENRICH, SCOPE_LEGACY_AGENT}),
)
"""Sets need `people:search`; older full-access keys hold both of the second (section 5)."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is calling: a key, and the workspace it belongs to."""

    workspace_id: str
    plan: str
    active: bool
    key_id: str
    key_name: str
    scopes: frozenset[str]
    daily_budget: int | None
    """ACU a UTC day; None is no cap."""
    monthly_budget: int | None
    rate_limit: int | None
    """Requests a minute of this key; None: the organization's limit alone."""
    available: int
    """ACU that the workspace could spend when the request came."""

    @property
    def payer(self) -> Payer:
        """This caller as the money room knows it."""
        return Payer(self.workspace_id, self.key_id, self.daily_budget, self.monthly_budget)

    def can_afford(self, amount: int) -> bool:
        """Whether `amount` ACU were certainly there when the request came: what most requests need
        to know before they begin. Whether they still are is asked when they are charged."""
        uncapped = self.daily_budget is None and self.monthly_budget is None
        return uncapped and amount <= self.available

    def organization_limit(self, override: int | None) -> int:
        """Requests a minute of the whole workspace (section 8)."""
        return override or PLAN_REQUESTS_PER_MINUTE.get(self.plan, 10)  # type: ignore[call-overload]


def create_key(
    connection: Connection,
    workspace_id: str,
    name: str,
    *,
    scopes: tuple[str, ...] = SCOPES_DEFAULT,
    daily_budget: int | None = None,
    monthly_budget: int | None = None,
    rate_limit: int | None = None,
    expires_at: int | None = None,
    now: int,
) -> dict[str, Any]:
    """Make a key; the answer `{id, key, name, scopes}` is the only time it can be read."""
    key_id, secret = secrets.token_hex(6), secrets.token_urlsafe(32)
    connection.execute(
        insert(api_keys).values(
            id=key_id,
            workspace_id=workspace_id,
            name=name,
            secret_hash=hash_of(secret),
            scopes=list(scopes),
            daily_budget=daily_budget,
            monthly_budget=monthly_budget,
            rate_limit=rate_limit,
            expires_at=expires_at,
            created_at=now,
        )
    )
    return {"id": key_id, "key": f"sl_{key_id}_{secret}", "name": name, "scopes": list(scopes)}


def list_keys(connection: Connection) -> list[Row[Any]]:
    """Every key, newest first; never its secret."""
    shown = [column for column in api_keys.c if column.name != "secret_hash"]
    return list(
        connection.execute(select(*shown).order_by(api_keys.c.created_at.desc(), api_keys.c.id))
    )


def revoke_key(connection: Connection, key_id: str, now: int) -> bool:
    """Revoke a key at once, everywhere; False when there is none. Twice is as once."""
    found = connection.scalar(select(api_keys.c.id).where(api_keys.c.id == key_id))
    connection.execute(
        update(api_keys)
        .where(api_keys.c.id == key_id, api_keys.c.revoked_at.is_(None))
        .values(revoked_at=now)
    )
    return found is not None


def is_valid(connection: Connection, key_id: str, now: int) -> bool:
    """Whether a key that was recognised before still is one, of a workspace that is active."""
    valid = connection.execute(_IS_VALID, {"key_id": key_id, "now": now}).first()
    return valid is not None


def authenticate(connection: Connection, credential: str | None, now: int) -> Caller:
    """Who `credential` belongs to. Raises `ApiError` with each credential code of section 5.

    A workspace that is not active is the caller's business later: a 402 consumes an idempotency
    key, so it is answered where those are.
    """
    if credential is None:
        raise ApiError("missing_api_key")
    prefix, _, rest = credential.partition("_")
    key_id, _, secret = rest.partition("_")
    if prefix != "sl" or not key_id or not secret or not credential.isascii():
        raise ApiError("invalid_api_key")
    row = connection.execute(_WITH_WORKSPACE, {"key_id": key_id}).one_or_none()
    # Hash and compare also when there is no such id: the time taken tells nothing.
    matches = hmac.compare_digest(hash_of(secret), row.secret_hash if row else _NO_HASH)
    if row is None or not matches:
        raise ApiError("invalid_api_key")
    if row.revoked_at is not None:
        raise ApiError("revoked_api_key")
    if row.expires_at is not None and row.expires_at <= now:
        raise ApiError("expired_api_key")
    return Caller(
        workspace_id=row.workspace_id,
        plan=row.plan,
        active=bool(row.active),
        key_id=row.id,
        key_name=row.name,
        scopes=frozenset(row.scopes),
        daily_budget=row.daily_budget,
        monthly_budget=row.monthly_budget,
        rate_limit=row.rate_limit,
        available=row.available,
    )


def credential_of(headers: Mapping[str, str]) -> str | None:
    """The key that a request carries, or None when it carries no supported credential header."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip()
    return headers.get("x-api-key", "").strip() or None


def require_scope(caller: Caller, alternatives: tuple[frozenset[str], ...]) -> None:
    """Raise `insufficient_scope` unless the key holds all of one of `alternatives`."""
    if alternatives and not any(needed <= caller.scopes for needed in alternatives):
        wanted = " and ".join(sorted(alternatives[0]))
        raise ApiError("insufficient_scope", f"This API key lacks the scope {wanted}.")


def prove(connection: Connection, key_id: str, nonce: str, port: int) -> str:
    """The proof that this service, which was asked at `port`, knows the key of this id, revoked or
    not; of an id that it does not know, one that nobody accepts, the same each time: nothing tells
    which ids there are."""
    row = connection.execute(_WITH_WORKSPACE, {"key_id": key_id}).one_or_none()
    return proof_of(row.secret_hash if row else hash_of(_NOBODY + key_id), nonce, port)


def knows(connection: Connection, key: str) -> bool:
    """Whether `key` is of this service's making."""
    _, _, rest = key.partition("_")
    key_id, _, secret = rest.partition("_")
    kept = select(api_keys.c.secret_hash).where(api_keys.c.id == key_id)
    return hmac.compare_digest(hash_of(secret), connection.scalar(kept) or _NO_HASH)


_NO_HASH = hash_of("")
_NOBODY = secrets.token_hex(32)

_IS_VALID = (
    select(api_keys.c.id)
    .join(workspaces, workspaces.c.id == api_keys.c.workspace_id)
    .where(
        api_keys.c.id == bindparam("key_id"),
        api_keys.c.revoked_at.is_(None),
        api_keys.c.expires_at.is_(None) | (api_keys.c.expires_at > bindparam("now")),
        workspaces.c.active,
    )
)
_WITH_WORKSPACE = (
    select(
        api_keys.c.id,
        api_keys.c.workspace_id,
        api_keys.c.name,
        api_keys.c.secret_hash,
        api_keys.c.scopes,
        api_keys.c.daily_budget,
        api_keys.c.monthly_budget,
        api_keys.c.rate_limit,
        api_keys.c.expires_at,
        api_keys.c.revoked_at,
        workspaces.c.plan,
        workspaces.c.active,
        (workspaces.c.balance - workspaces.c.reserved).label("available"),
    )
    .join(workspaces, workspaces.c.id == api_keys.c.workspace_id)
    .where(api_keys.c.id == bindparam("key_id"))
)
