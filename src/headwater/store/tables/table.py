"""What a table is: its columns, its key and its indexes."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

ColumnKind = Literal["text", "bytes", "bigint", "integer"]


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    kind: ColumnKind
    nullable: bool
    help: str
    arrival: bool = False
    """Whether it depends on where in the log an event lies. Comparisons leave such columns out."""


@dataclass(frozen=True)
class Table:
    name: str
    help: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    indexes: tuple[tuple[str, ...], ...] = field(default=())
    time: str | None = None
    """The column with the instant that a row belongs to, by which exports are divided; None for
    tables that are read as a whole."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    def indexed(self, columns: tuple[str, ...]) -> str:
        """The columns of an index in SQL, with the condition on its rows.

        Where the first column may be null, only rows that have a value are indexed. Most have none,
        and from an index over all of them SQLite would conclude that any one value is in most rows,
        and read the whole table.
        """
        nullable = {column.name for column in self.columns if column.nullable}
        only = f" WHERE {columns[0]} IS NOT NULL" if columns[0] in nullable else ""
        return f"({', '.join(columns)}){only}"

    @property
    def content(self) -> tuple[str, ...]:
        """The columns that are a function of the set of events."""
        return tuple(column.name for column in self.columns if not column.arrival)


def text(name: str, help: str, *, nullable: bool = False, arrival: bool = False) -> Column:
    return Column(name, "text", nullable, help, arrival)


def binary(name: str, help: str) -> Column:
    return Column(name, "bytes", False, help)


def big(name: str, help: str, *, nullable: bool = False, arrival: bool = False) -> Column:
    return Column(name, "bigint", nullable, help, arrival)


def small(name: str, help: str, *, nullable: bool = False, arrival: bool = False) -> Column:
    return Column(name, "integer", nullable, help, arrival)


VALID_FROM = big("valid_from", "first instant it holds")
VALID_TO = big("valid_to", "first instant it no longer holds, or FOREVER")
