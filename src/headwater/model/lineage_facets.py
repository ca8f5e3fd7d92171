"""Reading the facets that state lineage: of columns, of a job's outputs, and of a dataset (7.1)."""

from typing import Any

from headwater.model.canonical import canonical, content_hash
from headwater.model.facet_content import (
    NOTHING,
    ColumnSource,
    Entry,
    FacetContent,
    Name,
    Names,
    stated_object,
    stated_objects,
    stated_text,
)


def _transformations(source: dict[str, Any], legacy: dict[str, Any]) -> list[dict[str, Any]]:
    stated = []
    items = stated_objects(source, "transformations")
    for item in items:
        known: dict[str, Any] = {
            key: item[key] for key in ("type", "subtype", "description") if stated_text(item, key)
        }
        if isinstance(item.get("masking"), bool):
            known["masking"] = item["masking"]
        if known:
            stated.append(known)
    if items:
        return stated
    kind = stated_text(legacy, "transformationType")
    description = stated_text(legacy, "transformationDescription")
    if kind is None and description is None:
        return []
    old: dict[str, Any] = {"type": "DIRECT"}
    if kind is not None and kind.upper() == "MASKED":
        old |= {"subtype": "TRANSFORMATION", "masking": True}
    elif kind is not None:
        old["subtype"] = kind.upper()
    if description is not None:
        old["description"] = description
    return [old]


class _EdgeSet:
    """Collects the column edges of one statement. A source without a name is `own_job`."""

    def __init__(self, names: Names, own_job: Name | None = None) -> None:
        self._names = names
        self._own_job = own_job
        self.has_own_job = False
        self._transformations: dict[tuple[str, int, str], set[bytes]] = {}
        self.sources: dict[int, Name] = {}

    def add(
        self, output_field: str, source: dict[str, Any], kind: str | None, legacy: dict[str, Any]
    ) -> None:
        name = self._names.reference(kind, source) if kind else None
        if name is None and _is_own_job(kind, source):
            name = self._own_job
            self.has_own_job = name is not None
        if name is None:
            return
        self.sources[name.node_id] = name
        key = (output_field, name.node_id, stated_text(source, "field") or "")
        stated = self._transformations.setdefault(key, set())
        stated.update(canonical(item) for item in _transformations(source, legacy))

    def edges(self, set_hash: str) -> tuple[ColumnSource, ...]:
        return tuple(
            ColumnSource(set_hash, output, node, field, f"[{b','.join(sorted(how)).decode()}]")
            for (output, node, field), how in sorted(self._transformations.items())
        )


def column_lineage(facet: dict[str, Any], names: Names) -> FacetContent:
    found = _EdgeSet(names)
    for field, entry in stated_object(facet, "fields").items():
        if isinstance(entry, dict):
            for source in stated_objects(entry, "inputFields"):
                found.add(field, source, "dataset", entry)
    for source in stated_objects(facet, "dataset"):
        found.add("", source, "dataset", {})
    if not found.sources:
        return NOTHING
    edges = found.edges(content_hash(canonical(facet)))
    return FacetContent("1", names=tuple(found.sources.values()), edges=edges)


def _explicit(
    statement: dict[str, Any], names: Names, own_job: Name | None = None
) -> tuple[str, _EdgeSet]:
    """The hash of a statement of explicit lineage, and the column edges that it makes."""
    found = _EdgeSet(names, own_job)
    for source in stated_objects(statement, "inputs"):
        found.add("", source, _kind(source), {})
    for field, entry in stated_object(statement, "fields").items():
        if isinstance(entry, dict):
            for source in stated_objects(entry, "inputs"):
                found.add(field, source, _kind(source), {})
    # Column lineage is hashed as sent. The word `lineage` keeps an equal text of explicit lineage,
    # which means something else, apart from it.
    hashed: list[Any] = ["lineage", statement]
    if own_job is not None and found.has_own_job:  # one text of two jobs makes two statements
        hashed.append(own_job.node_id)
    return content_hash(canonical(hashed)), found


def _kind(reference: dict[str, Any]) -> str | None:
    return {"DATASET": "dataset", "JOB": "job"}.get(str(reference.get("type")).upper())


def _is_own_job(kind: str | None, reference: dict[str, Any]) -> bool:
    return (
        kind == "job"
        and not stated_text(reference, "namespace")
        and not stated_text(reference, "name")
    )


def job_lineage(facet: dict[str, Any], names: Names) -> FacetContent:
    """Explicit lineage of a job. Entries without a target are passed over.

    A job without a name is the event's own job. As the source of another job it feeds that job; as
    the source of a dataset it only says that the job makes the dataset (semantics 7.1).
    """
    seen: dict[int, Name] = {}
    edges: list[ColumnSource] = []
    entries = []
    for entry in stated_objects(facet, "entries"):
        kind = _kind(entry)
        if kind is None:
            continue
        target = names.own_job if _is_own_job(kind, entry) else names.reference(kind, entry)
        if target is None:
            continue
        feeds = names.own_job if target.kind == "job" and target != names.own_job else None
        set_hash, found = _explicit(entry, names, feeds)
        seen |= found.sources
        seen[target.node_id] = target
        edges += found.edges(set_hash)
        entries.append(Entry(target, stated_text(entry, "runId"), set_hash))
    if not entries:
        return NOTHING
    return FacetContent("1", tuple(seen.values()), tuple(edges), tuple(entries))


def dataset_lineage(facet: dict[str, Any], names: Names) -> FacetContent:
    """Explicit lineage in a dataset event. Its value is the hash of the set of column edges."""
    statement = {key: facet[key] for key in ("inputs", "fields") if facet.get(key) is not None}
    if not statement:
        return NOTHING
    set_hash, found = _explicit(statement, names)
    return FacetContent(set_hash, tuple(found.sources.values()), found.edges(set_hash))
