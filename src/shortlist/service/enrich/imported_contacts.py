"""Contacts that the workspace's own import holds: these are free, whoever finds them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from shortlist.contract.enrich import FOUND, FieldResult
from shortlist.service.enrich.providers import Directory, Identity, Provider, published_contact


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
