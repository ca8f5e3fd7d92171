"""What a list of search results shows of jobs and datasets beside their names."""

from collections.abc import Collection

import msgspec

from headwater.answers.names import EntityKind
from headwater.answers.search import Hit
from headwater.model.canonical import node_id
from headwater.query.facets.entity_facets import Facets, entity_facets
from headwater.query.facets.run_facet_sets import facets_of_runs
from headwater.query.graph.latest import Latest, latest_runs
from headwater.query.moments import in_force
from headwater.query.names.entities import entity_keys
from headwater.query.versions.version_facets import version_facets
from headwater.query.versions.versions import latest_dataset_versions
from headwater.store import Snapshot

_EVENT_TYPES = {"COMPLETED": "COMPLETE", "FAILED": "FAIL", "ABORTED": "ABORT", "NEW": "OTHER"}


class SearchDocument(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    rename={"event_type": "eventType", "run_facets": "runFacets"},
):
    """A job with its last run, or a dataset with the last run that wrote it."""

    run_id: str | None
    name: str
    namespace: str
    event_type: str | None
    """The state of that run, as the type of the event that brought it about."""
    facets: Facets
    """`sourceCode` of a job, `schema` of a dataset; only those that are as specified."""
    run_facets: Facets
    """`processing_engine`."""


def documents(snapshot: Snapshot, kind: EntityKind, hits: Collection[Hit]) -> list[SearchDocument]:
    """For each hit, in the same order; they are all of one kind."""
    nodes = [node_id(kind, hit.namespace, hit.name) for hit in hits]
    key_of = entity_keys(snapshot, nodes)
    keys = [key_of[node] for node in nodes]
    at = in_force(None)
    is_job = kind == "job"
    runs = latest_runs(snapshot, keys if is_job else (), () if is_job else keys, at)
    facets = _code(snapshot, keys) if is_job else _schemas(snapshot, keys, at)
    engines = _engines(snapshot, runs)
    return [
        SearchDocument(
            run_id=runs[key].run.id if key in runs else None,
            name=hit.name,
            namespace=hit.namespace,
            event_type=_event_type(runs.get(key)),
            facets=facets.get(key, {}),
            run_facets=engines.get(key, {}),
        )
        for key, hit in zip(keys, hits, strict=True)
    ]


def _event_type(latest: Latest | None) -> str | None:
    return None if latest is None else _EVENT_TYPES.get(latest.run.state, latest.run.state)


def _code(snapshot: Snapshot, keys: Collection[int]) -> dict[int, Facets]:
    stated = entity_facets(snapshot, keys, ("sourceCode",))
    return {
        key: facets
        for key, facets in stated.items()
        if isinstance(facets["sourceCode"].get("language"), str)
    }


def _schemas(snapshot: Snapshot, keys: Collection[int], at: int) -> dict[int, Facets]:
    versions = latest_dataset_versions(snapshot, keys, at)
    facets = version_facets(snapshot, versions.values())
    found = {}
    for key, version in versions.items():
        fields = facets[version.version_id].of_dataset.get("schema", {}).get("fields")
        named = [
            field
            for field in (fields if isinstance(fields, list) else ())
            if isinstance(field, dict) and isinstance(field.get("name"), str)
        ]
        if named:
            found[key] = {"schema": {"fields": named}}
    return found


def _engines(snapshot: Snapshot, runs: dict[int, Latest]) -> dict[int, Facets]:
    stated = facets_of_runs(snapshot, {latest.run_key for latest in runs.values()}, ("run",))
    found = {}
    for key, latest in runs.items():
        engine = stated[latest.run_key].of("run").get("processing_engine", {})
        if isinstance(engine.get("name"), str):
            found[key] = {"processing_engine": engine}
    return found
