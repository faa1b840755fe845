"""Prepared statements: compiled once, and handed to the database's driver.

SQLAlchemy takes some 120 microseconds over a statement of which SQLite takes 10, and a search runs
seven. These are SQLAlchemy's statements, in the transaction of the connection they are given, with
its types and its errors; what is left out is what it does anew at each execution.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ClauseElement, Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.types import TypeEngine

Convert = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class _Form:
    """A statement as one kind of database takes it."""

    sql: str
    positions: tuple[str, ...] | None
    """The names of its parameters in order; None: it takes them by name."""
    fixed: dict[str, Any]
    """Parameters whose values are part of the statement."""
    bound: dict[str, Convert]
    """What converts the value of a parameter."""
    row: Callable[..., Any] | None
    read: tuple[tuple[int, Convert], ...]
    """What converts the value of a column."""

    def parameters(self, given: Mapping[str, Any]) -> Any:
        values = {**self.fixed, **given}
        for name, convert in self.bound.items():
            values[name] = convert(values[name])
        return values if self.positions is None else [values[name] for name in self.positions]

    def made(self, found: tuple[Any, ...]) -> Any:
        if self.read:
            columns = list(found)
            for at, convert in self.read:
                columns[at] = convert(columns[at])
            found = tuple(columns)
        return found if self.row is None else self.row(*found)


class Prepared:
    """A statement, its parameters named by `bindparam`; an INSERT without values has the columns
    named in `given`. It raises what SQLAlchemy raises. Thread-safe."""

    def __init__(self, statement: ClauseElement, *given: str) -> None:
        self._statement = statement
        self._given = list(given) or None
        self._forms: dict[str, _Form] = {}

    def all(self, connection: Connection, given: Mapping[str, Any]) -> list[Any]:
        """Every row: a tuple, whose columns have their names where SQLAlchemy knows them."""
        return self._run(connection, given, rows=True)[0]

    def one_or_none(self, connection: Connection, given: Mapping[str, Any]) -> Any:
        """The row, where there is one; of several the first."""
        found = self.all(connection, given)
        return found[0] if found else None

    def count(self, connection: Connection, given: Mapping[str, Any]) -> int:
        """How many rows it wrote."""
        return self._run(connection, given, rows=False)[1]

    def _run(
        self, connection: Connection, given: Mapping[str, Any], rows: bool
    ) -> tuple[list[Any], int]:
        dialect = connection.dialect
        form = self._forms.get(dialect.name)
        if form is None:
            form = self._forms[dialect.name] = _form(self._statement, self._given, dialect)
        cursor = connection.connection.cursor()
        try:
            cursor.execute(form.sql, form.parameters(given))
            found = [form.made(row) for row in cursor.fetchall()] if rows else []
            return found, cursor.rowcount
        except dialect.loaded_dbapi.Error as error:
            raise DBAPIError.instance(
                form.sql,
                None,  # What was written may be a contact or a query.
                error,
                dialect.loaded_dbapi.Error,
                hide_parameters=True,
                dialect=dialect,
            ) from error
        finally:
            cursor.close()


def _form(statement: ClauseElement, given: list[str] | None, dialect: Dialect) -> _Form:
    compiled: Any = statement.compile(dialect=dialect, column_keys=given)
    positions = tuple(compiled.positiontup) if compiled.positional else None
    bound: dict[str, Convert] = {}
    for name, parameter in compiled.binds.items():
        convert = _of(parameter.type, dialect).bind_processor(dialect)
        if convert is not None:
            bound[name] = convert
    columns = [*getattr(statement, "exported_columns", ())]
    read = []
    for at, column in enumerate(columns):
        convert = _of(column.type, dialect).result_processor(dialect, None)
        if convert is not None:
            read.append((at, convert))
    row = _row(tuple(str(column.key) for column in columns)) if columns else None
    fixed = {
        name: parameter.value
        for name, parameter in compiled.binds.items()
        if not parameter.required
    }
    return _Form(compiled.string, positions, fixed, bound, row, tuple(read))


def _row(names: tuple[str, ...]) -> Any:
    return namedtuple("Row", names, rename=True)


def _of(type_: TypeEngine[Any], dialect: Dialect) -> Any:
    return type_.dialect_impl(dialect)
