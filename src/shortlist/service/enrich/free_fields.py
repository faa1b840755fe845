"""The fields of a person that cost nothing: the workspace's own import holds them, whoever finds
them, or it was charged for them before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection, select

from shortlist.contract.enrich import FOUND, FieldResult
from shortlist.service.db.engine import alone
from shortlist.service.db.schema import ledger
from shortlist.service.enrich.providers import Directory, Identity, Provider, published_contact


def wait_for_others(connection: Connection, person_ids: Sequence[str]) -> None:
    """Wait until no other transaction charges for these records of one person."""
    alone(connection, f"enrich:{min(person_ids)}")


def paid_for(
    connection: Connection, workspace_id: str, person_ids: Sequence[str], since: int
) -> set[str]:
    """The fields of these people that the workspace was charged for since that time."""
    if not person_ids:
        return set()
    details = connection.scalars(
        select(ledger.c.detail).where(
            ledger.c.workspace_id == workspace_id,
            ledger.c.created_at >= since,
            ledger.c.kind == "enrich",
            ledger.c.detail["person_id"].as_string().in_(person_ids),
        )
    )
    return {field for detail in details for field in detail["fields"]}


def find_imported_fields(identity: Identity, fields: Mapping[str, FieldResult]) -> set[str]:
    """The fields whose value was found and stands in a record of the person as it is."""
    return {
        name
        for name, result in fields.items()
        if result.status == FOUND and _compared(name, result.value or "") in _values(identity, name)
    }


def find_fields_imported_first(
    identity: Identity, fields: Iterable[str], providers: Sequence[Provider]
) -> set[str]:
    """The fields for which nobody but the import will be asked: it comes first, and has one."""
    return {
        name
        for name in fields
        if isinstance(next((p for p in providers if name in p.fields), None), Directory)
        and _values(identity, name)
    }


def _values(identity: Identity, name: str) -> set[str]:
    if identity.record is None:
        return set()
    said = (published_contact(record, name) for record in (identity.record, *identity.others))
    return {_compared(name, value) for value in said if value}


def _compared(name: str, value: str) -> str:
    """A value without what may differ where two say the same."""
    if name == "phone":
        return "".join(character for character in value if character.isalnum()).casefold()
    return value.strip().casefold()
