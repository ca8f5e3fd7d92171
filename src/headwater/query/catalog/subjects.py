"""The subjects of users' edits, which must exist before an edit is accepted (semantics 10)."""

from typing import Literal, TypeAlias

from headwater.answers.names import NodeKind
from headwater.errors import NodeIdError, NotFoundError
from headwater.query.catalog.namespaces import require_namespace
from headwater.query.names.entities import Entity, members, written
from headwater.query.node_ids import resolve
from headwater.query.versions.schema import known_fields
from headwater.store import Snapshot

OtherKind: TypeAlias = Literal["namespace", "source", "tag"]
Subject: TypeAlias = dict[str, str]
"""The fields of an edit that name its subject."""


def subject(
    snapshot: Snapshot,
    node: str,
    *,
    kinds: tuple[NodeKind, ...] = ("job", "dataset"),
    others: tuple[OtherKind, ...] = (),
    deleted: bool = False,
) -> Subject:
    """The subject by a node id or, if expected, as namespace:NAMESPACE, source:NAME or tag:NAME."""
    kind, _, name = node.partition(":")
    if kind in others and name:
        if kind == "namespace":
            return namespace_subject(snapshot, name)
        return {"kind": kind, "name": name}
    found = resolve(snapshot, node, kinds=kinds, deleted=deleted)
    if found.version is not None:
        raise NodeIdError(f"{node!r} is a version; name the {found.kind}, without #VERSION")
    about = entity_subject(found.entity)
    return about if found.field is None else about | {"field": found.field}


def subject_id(about: Subject) -> str:
    """The id of a subject, as `subject` takes it."""
    kind, name = about["kind"], about.get("name")
    if kind == "namespace" or name is None:
        return f"{kind}:{about['namespace']}"
    if kind not in ("job", "dataset"):
        return f"{kind}:{name}"
    if "field" in about:
        return written("datasetField", about["namespace"], name, about["field"])
    return written("job" if kind == "job" else "dataset", about["namespace"], name)


def entity_subject(entity: Entity) -> Subject:
    return {"kind": entity.kind, "namespace": entity.namespace, "name": entity.name}


def field_subject(snapshot: Snapshot, dataset: Entity, field: str) -> Subject:
    """A field that a version of the dataset has or had."""
    names = members(snapshot, [dataset.key])[dataset.key]
    if field not in known_fields(snapshot, dataset.key, names):
        raise NotFoundError(f"{dataset.id} has never had a field {field!r}")
    return entity_subject(dataset) | {"field": field}


def namespace_subject(snapshot: Snapshot, namespace: str) -> Subject:
    require_namespace(snapshot, namespace)
    return {"kind": "namespace", "namespace": namespace}
