"""Schemas of dataset versions, and how one differs from another."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from headwater.answers.versions import Field, Retyped, SchemaChange
from headwater.model import schemas
from headwater.model.facet_content import stated_text
from headwater.query.facets.values import facet_values
from headwater.query.versions.versions import DatasetVersion
from headwater.store import Snapshot


def version_fields(
    snapshot: Snapshot, versions: Iterable[DatasetVersion]
) -> dict[str, tuple[Field, ...]]:
    """The fields of each version, by version id. Versions without a schema are left out."""
    with_schema = [version for version in versions if version.schema_hash is not None]
    stored = facet_values(snapshot, (v.schema_hash for v in with_schema if v.schema_value is None))
    return {
        version.version_id: _parsed(version.schema_value or stored[version.schema_hash or ""])
        for version in with_schema
    }


@lru_cache(maxsize=4096)  # many versions share a schema
def _parsed(schema: str) -> tuple[Field, ...]:
    return tuple(Field(*item) for item in schemas.fields(schema))


def field_descriptions(schema: Any) -> dict[str, str]:
    """The descriptions that a schema facet gives to its fields, by path.

    >>> inner = {"name": "b", "description": "in cents"}
    >>> field_descriptions({"fields": [{"name": "a", "fields": [inner]}]})
    {'a.b': 'in cents'}
    """
    found: dict[str, str] = {}
    for path, field in schemas.by_path(schema):
        text = stated_text(field, "description")
        if text is not None:
            found.setdefault(path, text)
    return found


def schema_change(
    before: Iterable[Field], after: Iterable[Field], *, by_category: bool = False
) -> SchemaChange:
    """The fields that were added, removed or retyped.

    With `by_category`, a type of the same category, or an absent one, counts as equal (semantics
    5.5).
    """

    def is_other(old: Field, new: Field) -> bool:
        if not by_category:
            return old.type != new.type
        kinds = {schemas.category(old.type), schemas.category(new.type)} - {None}
        return len(kinds) > 1

    old, new = ({field.name: field for field in side} for side in (before, after))
    return SchemaChange(
        added=tuple(field for name, field in new.items() if name not in old),
        removed=tuple(field for name, field in old.items() if name not in new),
        retyped=tuple(
            Retyped(name, old[name].type, field.type)
            for name, field in new.items()
            if name in old and is_other(old[name], field)
        ),
    )


def category_change(
    before: tuple[Field, ...] | None, after: tuple[Field, ...] | None
) -> SchemaChange | None:
    """How two schemas differ with types compared by category.

    It is None if they are equal or if one of them is unknown.
    """
    if before is None or after is None or before == after:
        return None
    return schema_change(before, after, by_category=True) or None


def known_fields(snapshot: Snapshot, dataset: int, nodes: Iterable[int]) -> set[str]:
    """Every field that a schema or a column edge has ever named for a dataset."""
    rows = snapshot.query(
        "SELECT DISTINCT schema_hash, schema_value FROM dataset_versions"
        " WHERE dataset_id = ? AND schema_hash IS NOT NULL",
        (dataset,),
    )
    stored = facet_values(snapshot, (hash_ for hash_, value in rows if value is None))
    values = {*stored.values(), *(value for _, value in rows if value is not None)}
    written = snapshot.query(
        "SELECT DISTINCT c.output_field FROM flows f JOIN column_sets c ON c.set_hash = f.set_hash"
        " WHERE f.target_id = ?",
        (dataset,),
    )
    read = snapshot.query_in(
        "SELECT DISTINCT input_field FROM column_sets WHERE source_node IN {keys}", sorted(nodes)
    )
    named = {name for (name,) in (*written, *read)} - {""}
    return named | {name for value in values for name, _ in schemas.fields(value)}
