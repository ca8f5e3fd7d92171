"""What the columns of each dataset are directly derived from: one step of column lineage."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from headwater.answers.columns import DerivedColumn, SourceColumn
from headwater.query.columns.column_graph import Derivation, transformations
from headwater.query.columns.columns import CurrentColumns
from headwater.query.facets.agreement import agreed
from headwater.query.graph.current import CurrentGraph
from headwater.query.names.entities import Entity, entities


def derived_columns(
    graph: CurrentGraph, datasets: Collection[int]
) -> dict[int, tuple[DerivedColumn, ...]]:
    """The derived columns of each dataset. Datasets without column lineage are left out.

    Edges into a dataset as a whole belong to no column and are left out too.
    """
    edges = CurrentColumns(graph).into_datasets(datasets)
    by_column: defaultdict[tuple[int, str], set[Derivation]] = defaultdict(set)
    for edge in edges:
        if edge.target.field:
            by_column[edge.target.dataset, edge.target.field].add(edge)
    named = entities(graph.snapshot, {edge.source.dataset for edge in edges})
    found: defaultdict[int, list[DerivedColumn]] = defaultdict(list)
    for (dataset, field), stated in sorted(by_column.items()):
        found[dataset].append(_column(field, stated, named))
    return {dataset: tuple(columns) for dataset, columns in found.items()}


def _column(field: str, stated: Iterable[Derivation], named: dict[int, Entity]) -> DerivedColumn:
    by_source: defaultdict[tuple[str, str, str], set[str]] = defaultdict(set)
    for edge in stated:
        source = named[edge.source.dataset]
        by_source[source.namespace, source.name, edge.source.field].add(edge.transformations)
    sources = []
    for (namespace, name, column), texts in sorted(by_source.items()):
        how = transformations(texts)
        sources.append(
            SourceColumn(
                namespace=namespace,
                name=name,
                field=column or None,
                transformation_description=agreed(item.description for item in how),
                transformation_type=agreed(item.old_type for item in how),
                transformations=how,
            )
        )
    every = {item for source in sources for item in source.transformations}
    return DerivedColumn(
        name=field,
        input_fields=tuple(sources),
        transformation_description=agreed(item.description for item in every),
        transformation_type=agreed(item.old_type for item in every),
    )
