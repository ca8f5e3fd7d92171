"""Datasets with everything that is known about them now, singly and in lists."""

from collections.abc import Collection

from headwater.answers.catalog import Dataset, DatasetList, ProducedBy
from headwater.query.catalog.namespaces import require_namespace
from headwater.query.catalog.sources import source_name
from headwater.query.columns.derived_columns import derived_columns
from headwater.query.facets.annotations import NONE, annotations
from headwater.query.facets.entity_facets import entity_facets
from headwater.query.graph.current import CurrentGraph
from headwater.query.graph.endings import endings
from headwater.query.graph.latest import Latest, latest_runs
from headwater.query.graph.marks import dataset_marks, dataset_types
from headwater.query.moments import in_force, instant
from headwater.query.names.deletions import Deletions
from headwater.query.names.entities import Entity, aliases, entities, graph_entities
from headwater.query.names.occurrences import first_seen, last_seen
from headwater.query.node_ids import named
from headwater.query.registry.bindings import contract_marks
from headwater.query.versions.dataset_fields import dataset_fields
from headwater.query.versions.schema import version_fields
from headwater.query.versions.version_facets import NO_FACETS, version_facets
from headwater.query.versions.versions import latest_dataset_versions
from headwater.questions.pages import FIRST_PAGE, Page
from headwater.store import Snapshot


def datasets(snapshot: Snapshot, namespace: str, page: Page = FIRST_PAGE) -> DatasetList:
    """The datasets of a namespace. Those that occurred last come first."""
    require_namespace(snapshot, namespace)
    at = in_force(None)
    found = graph_entities(snapshot, "dataset", namespace=namespace)
    shown = found.keys() - Deletions(snapshot, at).hidden(found.values())
    seen = last_seen(snapshot, shown)
    in_order = sorted((-seen.get(key, 0), found[key].name, key) for key in shown)
    rows, following = page.of(in_order, tuple[int, str, int])
    details = described(snapshot, [found[key] for *_, key in rows], at)
    return DatasetList(tuple(details[key] for *_, key in rows), len(shown), following)


def dataset(snapshot: Snapshot, namespace: str, name: str, *, deleted: bool = False) -> Dataset:
    """One dataset, by any of its names. A deleted one is found only if `deleted` is set."""
    entity = named(snapshot, "dataset", namespace, name, deleted=deleted)
    return described(snapshot, [entity], in_force(None))[entity.key]


class _Known:
    """What is known about some datasets, looked up for all of them at once."""

    def __init__(self, snapshot: Snapshot, found: Collection[Entity], at: int) -> None:
        keys = {entity.key for entity in found}
        self.versions = latest_dataset_versions(snapshot, keys, at)
        self.facets = entity_facets(snapshot, keys)
        self.version_facets = version_facets(snapshot, self.versions.values())
        self.fields = version_fields(snapshot, self.versions.values())
        self.annotated = annotations(snapshot, keys)
        self.aliases = aliases(snapshot, found)
        self.first, self.last = first_seen(snapshot, keys), last_seen(snapshot, keys)
        self.runs = latest_runs(snapshot, (), keys, at)
        self.jobs = entities(snapshot, {latest.job for latest in self.runs.values()})
        self.hidden = Deletions(snapshot, at).hidden(found)
        graph = CurrentGraph(snapshot, at)
        self.types = dataset_types(snapshot, keys)
        self.contracts = contract_marks(snapshot, keys, at)
        self.marks = dataset_marks(graph, keys, graph.links(keys), self.types, self.contracts)
        self.columns = derived_columns(graph, keys)
        dropped = [key for key, marks in self.marks.items() if marks.dropped]
        self.endings = endings(snapshot, dropped, at)


def described(snapshot: Snapshot, found: Collection[Entity], at: int) -> dict[int, Dataset]:
    """Everything about each of the datasets, by key."""
    known = _Known(snapshot, found, at)
    return {entity.key: _dataset(entity, known) for entity in found}


def _dataset(entity: Entity, known: _Known) -> Dataset:
    key = entity.key
    version = known.versions.get(key)
    of_version = known.version_facets[version.version_id] if version else NO_FACETS
    facets = of_version.shown_with(known.facets.get(key, {}))
    annotated = known.annotated.get(key, NONE)
    kind = known.types[key].name if key in known.types else None
    return Dataset(
        name=entity.name,
        created_at=instant(known.first.get(key)),
        updated_at=instant(known.last.get(key)),
        namespace=entity.namespace,
        source_name=source_name(entity.namespace, facets),
        fields=dataset_fields(known.fields.get(version.version_id, ()), facets, annotated)
        if version
        else (),
        tags=annotated.tag_names(),
        last_modified_at=instant(version.valid_from) if version else None,
        description=annotated.description,
        current_version=version.version_id if version else None,
        column_lineage=known.columns.get(key),
        facets=facets,
        deleted=key in known.hidden,
        node_id=entity.id,
        aliases=known.aliases.get(key, ()),
        kind=kind,
        marks=known.marks[key],
        produced_by=_produced_by(known.runs.get(key), known.jobs),
        all_tags=annotated.tags,
        contracts=known.contracts.get(key, ()),
        ending=known.endings.get(key),
    )


def _produced_by(latest: Latest | None, jobs: dict[int, Entity]) -> ProducedBy | None:
    return None if latest is None else ProducedBy(jobs[latest.job].id, latest.run)
