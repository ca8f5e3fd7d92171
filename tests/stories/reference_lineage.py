"""What the reference derives from a story, with names for ids and hours for microseconds."""

from typing import Any

from headwater.store import tables
from tests.reference import columns, lineage
from tests.reference.names import Name, run_id_of, run_key_of
from tests.stories.events import HOUR, MIDNIGHT, Record

Hour = int | str


def run_key(run_id: str, job: str) -> str:
    return run_key_of(run_id_of(run_id), Name("job", "jobs", job))


class ReferenceLineage:
    """The tables that the reference derives from a story."""

    def __init__(self, *records: Record) -> None:
        self.tables = lineage(records)
        self._names = {row["node_id"]: row["name"] for row in self.rows("nodes")}

    def rows(self, table: str, **where: object) -> list[dict[str, Any]]:
        names = columns(table)
        rows = [dict(zip(names, row, strict=True)) for row in self.tables[table]]
        return [row for row in rows if all(row[key] == value for key, value in where.items())]

    def row(self, table: str, **where: object) -> dict[str, Any]:
        (row,) = self.rows(table, **where)
        return row

    def node(self, name: str) -> int:
        (node,) = (row["entity_id"] for row in self.rows("nodes", name=name))
        assert isinstance(node, int)
        return node

    def name(self, node: int) -> str:
        """The name of a node; '' for 0, which stands for no node."""
        return self._names[node] if node else ""

    def span(self, row: dict[str, Any]) -> tuple[Hour, Hour]:
        return hour(row["valid_from"]), hour(row["valid_to"])

    def job_versions(self, job: str) -> list[tuple[Hour, Hour, str, str]]:
        """The start, end, inputs and outputs of each version."""
        rows = self.rows("job_versions", job_id=self.node(job))
        rows.sort(key=lambda r: (r["valid_from"], r["began_rank"], r["began_digest"]))
        return [
            (*self.span(row), self._listing(row["inputs"]), self._listing(row["outputs"]))
            for row in rows
        ]

    def _listing(self, ids: str) -> str:
        found = ids.strip("[]")
        return " ".join(sorted(self.name(int(node)) for node in found.split(",") if node))

    def history(self, dataset: str) -> list[tuple[str, Hour, Hour]]:
        """The kind, start and end of each version."""
        return [(row["kind"], *self.span(row)) for row in self.versions(dataset)]

    def versions(self, dataset: str) -> list[dict[str, Any]]:
        rows = self.rows("dataset_versions", dataset_id=self.node(dataset))
        return sorted(rows, key=lambda r: (r["valid_from"], r["place_kind"], r["place_id"]))

    def flows(self) -> set[tuple[str, str, str, int, Hour, Hour]]:
        """The source, target, basis, is_flow, start and end of each flow."""
        return {
            (
                self.name(row["source_id"]),
                self.name(row["target_id"]),
                row["basis"],
                row["is_flow"],
                *self.span(row),
            )
            for row in self.rows("flows")
        }

    def edges(self, basis: str) -> set[tuple[str, str, Hour, Hour]]:
        return {
            (self.name(row["origin"]), self.name(row["destination"]), *self.span(row))
            for row in self.rows("edges", basis=basis)
        }


def hour(instant: int) -> Hour:
    if instant in (tables.FOREVER, tables.BEGINNING):
        return "ever"
    return (instant - MIDNIGHT) // HOUR
