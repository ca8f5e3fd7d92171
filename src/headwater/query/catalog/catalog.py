"""Jobs and datasets as rows of a table, which can be filtered, sorted and paged."""

from collections.abc import Collection

from headwater.answers.catalog import Catalog, CatalogRow
from headwater.answers.names import EntityKind
from headwater.query.facets.annotations import NONE, annotations
from headwater.query.graph.current import CurrentGraph
from headwater.query.graph.latest import latest_runs
from headwater.query.graph.marks import dataset_marks, dataset_types, job_marks
from headwater.query.moments import in_force, instant
from headwater.query.names.deletions import Deletions
from headwater.query.names.entities import Entity, graph_entities
from headwater.query.names.occurrences import last_seen
from headwater.query.registry.bindings import contract_marks
from headwater.query.versions.schema import version_fields
from headwater.query.versions.versions import latest_dataset_versions
from headwater.questions.catalog import CatalogQuestion
from headwater.store import Snapshot


def catalog(snapshot: Snapshot, question: CatalogQuestion) -> Catalog:
    at = in_force(None)
    found = graph_entities(snapshot, question.kind, namespace=question.namespace)
    hidden = Deletions(snapshot, at).hidden(found.values())
    text = question.text.casefold()
    fitting = {
        key: entity
        for key, entity in found.items()
        if key not in hidden and text in f"{entity.namespace}:{entity.name}".casefold()
    }
    if question.state:
        jobs, datasets = _sides(question.kind, fitting)
        runs = latest_runs(snapshot, jobs, datasets, at)
        fitting = {
            key: entity
            for key, entity in fitting.items()
            if key in runs and runs[key].run.state in question.state
        }
    in_order = _sorted(snapshot, fitting, question)
    first, last = question.offset, question.offset + question.limit
    shown = {key: fitting[key] for key in in_order[first:last]}
    return Catalog(_rows(snapshot, question.kind, shown, at), len(fitting))


def _sides(kind: EntityKind, keys: Collection[int]) -> tuple[Collection[int], Collection[int]]:
    return (keys, ()) if kind == "job" else ((), keys)


def _sorted(snapshot: Snapshot, found: dict[int, Entity], question: CatalogQuestion) -> list[int]:
    """The keys in the requested order.

    Equal ones are ordered by name, so that pages do not overlap.
    """
    by_name = sorted(found, key=lambda key: (found[key].name.casefold(), found[key].namespace, key))
    if question.sort == "name":
        return by_name[::-1] if question.order == "desc" else by_name
    seen = last_seen(snapshot, found)
    sign = -1 if question.order == "desc" else 1
    # Entities that never occurred in their own right come last in either direction.
    return sorted(by_name, key=lambda key: (key not in seen, sign * seen.get(key, 0)))


def _rows(
    snapshot: Snapshot, kind: EntityKind, shown: dict[int, Entity], at: int
) -> tuple[CatalogRow, ...]:
    graph = CurrentGraph(snapshot, at)
    types = dataset_types(snapshot, shown) if kind == "dataset" else {}
    kinds = {key: found.name for key, found in types.items()}
    graph.visible(shown)
    if kind == "dataset":
        covered = contract_marks(snapshot, shown, at)
        marks = dataset_marks(graph, shown, graph.links(shown), types, covered)
    else:
        marks = job_marks(graph, shown)
    runs = latest_runs(snapshot, *_sides(kind, shown), at)
    if kind == "job":
        kinds = {key: latest.processing for key, latest in runs.items()}
    seen = last_seen(snapshot, shown)
    annotated = annotations(snapshot, shown)
    fields = _field_counts(snapshot, shown, at) if kind == "dataset" else {}
    return tuple(
        CatalogRow(
            node_id=entity.id,
            type="JOB" if kind == "job" else "DATASET",
            namespace=entity.namespace,
            name=entity.name,
            kind=kinds.get(key),
            description=annotated.get(key, NONE).description,
            tags=annotated.get(key, NONE).tag_names(),
            updated_at=instant(seen.get(key)),
            latest_run=runs[key].run if key in runs else None,
            fields=fields.get(key),
            marks=marks[key],
        )
        for key, entity in shown.items()
    )


def _field_counts(snapshot: Snapshot, datasets: Collection[int], at: int) -> dict[int, int]:
    versions = latest_dataset_versions(snapshot, datasets, at)
    fields = version_fields(snapshot, versions.values())
    return {
        key: len(fields[version.version_id])
        for key, version in versions.items()
        if version.version_id in fields
    }
