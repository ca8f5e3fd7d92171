"""Jobs and datasets as rows of a table, which can be filtered, sorted and paged."""

from collections.abc import Collection

import msgspec

from headwater.answers.catalog import Catalog, CatalogRow
from headwater.answers.graph import Marks
from headwater.answers.names import EntityKind
from headwater.query.facets.annotations import NONE, annotations
from headwater.query.graph.current import CurrentGraph
from headwater.query.graph.groups import Groups
from headwater.query.graph.latest import latest_runs
from headwater.query.graph.marks import DatasetType, dataset_marks, dataset_types, job_marks
from headwater.query.moments import in_force, instant
from headwater.query.names.deletions import Deletions
from headwater.query.names.entities import Entity, graph_entities
from headwater.query.names.occurrences import last_seen
from headwater.query.node_ids import resolve
from headwater.query.registry.bindings import contract_marks
from headwater.query.runs.stored_runs import GRAVEST_FIRST
from headwater.query.versions.schema import version_fields
from headwater.query.versions.versions import latest_dataset_versions
from headwater.questions.catalog import CatalogQuestion
from headwater.store import Snapshot

_MARKS = {one.encode_name: one.name for one in msgspec.structs.fields(Marks)}
"""The fields of marks, by the names that answers and questions have for them."""
_GRAVEST_MARKS = (
    "stale",
    "dropped",
    "lineage_unknown",
    "declared_only",
    "private",
    "provisional",
    "did_not_exist_yet",
    "dangling",
)
"""The fields of marks, those first that ask most for being looked at."""


def catalog(snapshot: Snapshot, question: CatalogQuestion) -> Catalog:
    at = in_force(None)
    fitting = _fitting(snapshot, question, at)
    keys, following = _page(snapshot, fitting, question, at)
    shown = {key: fitting[key] for key in keys}
    return Catalog(_rows(snapshot, question.kind, shown, at), len(fitting), following)


def _fitting(snapshot: Snapshot, question: CatalogQuestion, at: int) -> dict[int, Entity]:
    """The jobs or datasets that all filters let through. Each filter looks up only those that the
    filters before it have let through."""
    found = graph_entities(snapshot, question.kind, namespace=question.namespace)
    hidden = Deletions(snapshot, at).hidden(found.values())
    text = question.text.casefold()
    fitting = {
        key: entity
        for key, entity in found.items()
        if key not in hidden and text in f"{entity.namespace}:{entity.name}".casefold()
    }
    if question.tag is not None:
        tagged = annotations(snapshot, fitting)
        fitting = {
            key: entity
            for key, entity in fitting.items()
            if any(question.tag in (tag.key, tag.words) for tag in tagged.get(key, NONE).on_whole)
        }
    if question.parent is not None:
        parent = resolve(snapshot, question.parent, kinds=("job",)).entity.key
        groups = Groups(snapshot, at, "none", CurrentGraph(snapshot, at).visible)
        started = groups.children(parent)
        fitting = {key: entity for key, entity in fitting.items() if key in started}
    if question.state:
        jobs, datasets = _sides(question.kind, fitting)
        runs = latest_runs(snapshot, jobs, datasets, at)
        fitting = {
            key: entity
            for key, entity in fitting.items()
            if key in runs and runs[key].run.state in question.state
        }
    if question.after is not None or question.before is not None:
        fitting = _seen_between(snapshot, fitting, question.after, question.before)
    if question.mark is not None:
        types = _types(snapshot, question.kind, fitting)
        marks = _marks(CurrentGraph(snapshot, at), question.kind, fitting, types)
        mark = _MARKS[question.mark]
        fitting = {key: entity for key, entity in fitting.items() if getattr(marks[key], mark)}
    return fitting


def _seen_between(
    snapshot: Snapshot, found: dict[int, Entity], after: int | None, before: int | None
) -> dict[int, Entity]:
    seen = last_seen(snapshot, found)
    return {
        key: entity
        for key, entity in found.items()
        if key in seen
        and (after is None or seen[key] >= after)
        and (before is None or seen[key] < before)
    }


def _types(snapshot: Snapshot, kind: EntityKind, keys: Collection[int]) -> dict[int, DatasetType]:
    return dataset_types(snapshot, keys) if kind == "dataset" else {}


def _marks(
    graph: CurrentGraph, kind: EntityKind, keys: Collection[int], types: dict[int, DatasetType]
) -> dict[int, Marks]:
    graph.visible(keys)
    if kind == "job":
        return job_marks(graph, keys)
    covered = contract_marks(graph.snapshot, keys, graph.at)
    return dataset_marks(graph, keys, graph.links(keys), types, covered)


def _sides(kind: EntityKind, keys: Collection[int]) -> tuple[Collection[int], Collection[int]]:
    return (keys, ()) if kind == "job" else ((), keys)


def _page(
    snapshot: Snapshot, found: dict[int, Entity], question: CatalogQuestion, at: int
) -> tuple[list[int], str | None]:
    """The keys of the page in the requested order, and the cursor of the page that follows.

    Equal ones are ordered by name, so that pages do not overlap.
    """
    descending = question.order == "desc"
    names = {key: (entity.name.casefold(), entity.namespace) for key, entity in found.items()}
    if question.sort in ("name", "namespace"):
        by_namespace = question.sort == "namespace"
        by_name = sorted(
            (
                (namespace, name, key) if by_namespace else (name, namespace, key)
                for key, (name, namespace) in names.items()
            ),
            reverse=descending,
        )
        named, following = question.page.of(by_name, tuple[str, str, int], descending=descending)
        return [key for *_, key in named], following
    if question.sort == "tags":
        words = _tag_words(snapshot, found)
        # Entities without tags come last in either direction.
        by_words = sorted(
            (
                (int((key in words) == descending), words.get(key, ""), *name, key)
                for key, name in names.items()
            ),
            reverse=descending,
        )
        tagged, following = question.page.of(
            by_words, tuple[int, str, str, str, int], descending=descending
        )
        return [key for *_, key in tagged], following
    numbers = _numbers(snapshot, found, question, at)
    sign = -1 if descending else 1
    # Entities without such a number come last in either direction.
    by_number = sorted(
        (int(key not in numbers), sign * numbers.get(key, 0), *name, key)
        for key, name in names.items()
    )
    counted, following = question.page.of(by_number, tuple[int, int, str, str, int])
    return [key for *_, key in counted], following


def _numbers(
    snapshot: Snapshot, found: dict[int, Entity], question: CatalogQuestion, at: int
) -> dict[int, int]:
    """The number by which each entity is sorted. Entities without such a number are left out."""
    if question.sort == "fields":
        return _field_counts(snapshot, found, at) if question.kind == "dataset" else {}
    if question.sort == "marks":
        types = _types(snapshot, question.kind, found)
        marks = _marks(CurrentGraph(snapshot, at), question.kind, found, types)
        ranks = {key: _gravest(of) for key, of in marks.items()}
        return {key: rank for key, rank in ranks.items() if rank is not None}
    if question.sort == "state":
        runs = latest_runs(snapshot, *_sides(question.kind, found), at)
        return {key: GRAVEST_FIRST.index(latest.run.state) for key, latest in runs.items()}
    return last_seen(snapshot, found)


def _gravest(marks: Marks) -> int | None:
    """The rank of the gravest mark, or None if there is no mark."""
    return next((rank for rank, name in enumerate(_GRAVEST_MARKS) if getattr(marks, name)), None)


def _tag_words(snapshot: Snapshot, found: Collection[int]) -> dict[int, str]:
    """The tags of each entity that has any, in one text."""
    return {
        key: ", ".join(tag.words for tag in annotated.on_whole).casefold()
        for key, annotated in annotations(snapshot, found).items()
        if annotated.on_whole
    }


def _rows(
    snapshot: Snapshot, kind: EntityKind, shown: dict[int, Entity], at: int
) -> tuple[CatalogRow, ...]:
    graph = CurrentGraph(snapshot, at)
    types = _types(snapshot, kind, shown)
    kinds = {key: found.name for key, found in types.items()}
    marks = _marks(graph, kind, shown, types)
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
            all_tags=annotated.get(key, NONE).on_whole,
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
