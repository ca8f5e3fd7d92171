"""Short literal events, and the reference's rows in readable form: names for ids, hours for µs.

All jobs are in the namespace `jobs`, all datasets in `db`, all times on 1 May 2024.
"""

from collections.abc import Sequence
from typing import Any

from headwater.store import tables
from tests.reference import columns, lineage
from tests.reference.names import Name, run_id_of, run_key_of

Json = dict[str, Any]
Record = tuple[str, Json]
Hour = int | str

MIDNIGHT = 1_714_521_600_000_000
HOUR = 3_600_000_000

DROP: Json = {"lifecycleStateChange": {"lifecycleStateChange": "DROP"}}
DELETED: Json = {"_deleted": True}
STREAMING: Json = {"jobType": {"processingType": "STREAMING"}}


def ds(name: str, **facets: Json) -> Json:
    """A dataset, as it stands in a list."""
    return {"namespace": "db", "name": name, "facets": facets}


def schema(**types: str) -> Json:
    return {"fields": [{"name": name, "type": kind} for name, kind in types.items()]}


def version(text: str) -> Json:
    return {"datasetVersion": text}


def renamed_from(name: str) -> Json:
    return {
        "lifecycleStateChange": "RENAME",
        "previousIdentifier": {"namespace": "db", "name": name},
    }


def derives(**fields: str) -> Json:
    """columnLineage: output field = "source dataset.field"."""
    told = {}
    for output, source in fields.items():
        name, column = source.rsplit(".", 1)
        told[output] = {"inputFields": [{"namespace": "db", "name": name, "field": column}]}
    return {"fields": told}


def feeds(**targets: Sequence[str]) -> Json:
    """Explicit lineage: target dataset = its source datasets."""
    entries = []
    for target, sources in targets.items():
        inputs = [{"type": "DATASET", "namespace": "db", "name": source} for source in sources]
        entries.append({"type": "DATASET", "namespace": "db", "name": target, "inputs": inputs})
    return {"entries": entries}


def code(version: str | None = None, url: str | None = None) -> Json:
    return {"sourceCodeLocation": {"version": version, "url": url}}


def sql(query: str) -> Json:
    return {"sql": {"query": query}}


def _listed(items: Sequence[str | Json]) -> list[Json]:
    return [ds(item) if isinstance(item, str) else item for item in items]


def run(
    run_id: str,
    job: str,
    event_type: str | None,
    hour: int,
    inputs: Sequence[str | Json] = (),
    outputs: Sequence[str | Json] = (),
    job_facets: Json | None = None,
    **run_facets: Json,
) -> Record:
    body: Json = {
        "eventTime": f"2024-05-01T{hour:02}:00:00Z",
        "eventType": event_type,
        "run": {"runId": run_id, "facets": run_facets},
        "job": {"namespace": "jobs", "name": job, "facets": job_facets or {}},
        "inputs": _listed(inputs),
        "outputs": _listed(outputs),
    }
    return "openlineage", body


def job_event(
    job: str,
    hour: int,
    inputs: Sequence[str | Json] = (),
    outputs: Sequence[str | Json] = (),
    **facets: Json,
) -> Record:
    body: Json = {
        "eventTime": f"2024-05-01T{hour:02}:00:00Z",
        "job": {"namespace": "jobs", "name": job, "facets": facets},
        "inputs": _listed(inputs),
        "outputs": _listed(outputs),
    }
    return "openlineage", body


def dataset_event(name: str, hour: int, **facets: Json) -> Record:
    return "openlineage", {
        "eventTime": f"2024-05-01T{hour:02}:00:00Z",
        "dataset": ds(name, **facets),
    }


def contract(id_: str, version: str, hour: int, rest: str = "") -> Record:
    """A version of a contract is registered; `rest` are further lines of it."""
    return "edit", {
        "edit": "contract",
        "at": f"2024-05-01T{hour:02}:00:00Z",
        "kind": "contract",
        "name": id_,
        "version": version,
        "text": f"id: {id_}\nversion: {version}\n{rest}",
        "file": f"{id_}.yaml",
        "line": 1,
    }


def symlinks(*names: str) -> Json:
    return {"identifiers": [{"namespace": "db", "name": name} for name in names]}


def run_key(run_id: str, job: str) -> str:
    return run_key_of(run_id_of(run_id), Name("job", "jobs", job))


class Told:
    """What the reference makes of a story."""

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
        """'' for node 0: nothing."""
        return self._names[node] if node else ""

    def span(self, row: dict[str, Any]) -> tuple[Hour, Hour]:
        return hour(row["valid_from"]), hour(row["valid_to"])

    def job_versions(self, job: str) -> list[tuple[Hour, Hour, str, str]]:
        """From, to, inputs, outputs."""
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
        """Kind, from, to of each version."""
        return [(row["kind"], *self.span(row)) for row in self.versions(dataset)]

    def versions(self, dataset: str) -> list[dict[str, Any]]:
        rows = self.rows("dataset_versions", dataset_id=self.node(dataset))
        return sorted(rows, key=lambda r: (r["valid_from"], r["place_kind"], r["place_id"]))

    def flows(self) -> set[tuple[str, str, str, int, Hour, Hour]]:
        """Source, target, basis, is_flow, from, to."""
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
