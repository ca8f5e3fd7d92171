"""Short functions for events, of which stories are made.

All jobs are in the namespace `jobs`, all datasets in `db`, all times on 1 May 2024.
"""

from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]
Record = tuple[str, Json]

MIDNIGHT = 1_714_521_600_000_000
HOUR = 3_600_000_000

DROP: Json = {"lifecycleStateChange": {"lifecycleStateChange": "DROP"}}
DELETED: Json = {"_deleted": True}
STREAMING: Json = {"jobType": {"processingType": "STREAMING"}}


def ds(name: str, **facets: Json) -> Json:
    """A dataset as it stands in a list of inputs or outputs."""
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
    """The facet columnLineage; an output field is given as "source dataset.field"."""
    described = {}
    for output, source in fields.items():
        name, column = source.rsplit(".", 1)
        described[output] = {"inputFields": [{"namespace": "db", "name": name, "field": column}]}
    return {"fields": described}


def feeds(**targets: Sequence[str]) -> Json:
    """Explicit lineage; each target dataset is given with its source datasets."""
    entries = []
    for target, sources in targets.items():
        inputs = [{"type": "DATASET", "namespace": "db", "name": source} for source in sources]
        entries.append({"type": "DATASET", "namespace": "db", "name": target, "inputs": inputs})
    return {"entries": entries}


def code(version: str | None = None, url: str | None = None) -> Json:
    return {"sourceCodeLocation": {"version": version, "url": url}}


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
    """Registers a version of a contract; `rest` are further lines of its text."""
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
