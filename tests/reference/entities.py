"""Names, aliases and the facets that hold on for jobs and datasets (semantics 2.3, 3.3)."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.reference import facets
from tests.reference.events import Event, explicit_entries, mentions
from tests.reference.facets import Instance, alive
from tests.reference.names import Json, Name, canonical, digest

Row = tuple[object, ...]

OF_VERSIONS = ("schema", "columnLineage", "version", "lifecycleStateChange")
"""3.3: dataset facets shown from the dataset's current version."""


@dataclass(frozen=True)
class Entities:
    """2.3: which names are one job or dataset."""

    own_right: frozenset[Name]
    members: dict[Name, tuple[Name, ...]]
    """All names of the entity of each name, sorted."""

    def of(self, name: Name) -> int:
        """The entity id: the node id of the smallest member of all."""
        return self.members[name][0].node

    def is_own_right(self, name: Name) -> bool:
        return any(member in self.own_right for member in self.members[name])

    def canonical(self, name: Name) -> Name:
        """The smallest member in its own right, else the smallest of all."""
        own = [member for member in self.members[name] if member in self.own_right]
        return (own or self.members[name])[0]


def resolve(events: list[Event]) -> Entities:
    names = {name for event in events for name in mentions(event)}
    own = {event.subject for event in events}
    own |= {item.name for event in events for item in event.listed}
    component = {name: {name} for name in names}
    for (stating, facet), instance in held_facets(events).items():
        if stating.kind == "dataset" and facet == "symlinks":
            for other in facets.symlinks(alive(instance.facet)) or ():
                union = component[stating] | component[other]
                for name in union:
                    component[name] = union
    return Entities(frozenset(own), {name: tuple(sorted(component[name])) for name in names})


def held_facets(events: list[Event]) -> dict[tuple[Name, str], Instance]:
    """3.3: the last instance of each job and dataset facet, over all events."""
    held: dict[tuple[Name, str], Instance] = {}
    for name, facet, instance in stated_facets(events):
        is_dataset = name.kind == "dataset"
        if is_dataset and facet in OF_VERSIONS:
            continue
        if (
            is_dataset
            and facet == "symlinks"
            and not facets.is_tombstone(instance.facet)
            and facets.symlinks(instance.facet) is None
        ):
            continue
        before = held.get((name, facet))
        if before is None or before.at < instance.at:
            held[name, facet] = instance
    return held


def stated_facets(events: list[Event]) -> Iterator[tuple[Name, str, Instance]]:
    for event in events:
        for key, facet in event.subject_facets.items():
            yield event.subject, key, Instance((*event.key, 0), facet)
        for item in event.listed:
            for key, facet in item.facets.items():
                yield item.name, key, Instance((*event.key, item.place), facet)


# Rows


def node_rows(entities: Entities) -> list[Row]:
    return [
        (name.node, *name, int(name in entities.own_right), entities.of(name))
        for name in entities.members
    ]


def entity_rows(entities: Entities) -> list[Row]:
    return list(
        {
            (entities.of(name), *entities.canonical(name), int(entities.is_own_right(name)))
            for name in entities.members
        }
    )


def facet_rows(events: list[Event]) -> list[Row]:
    values = {digest(facet): canonical(facet) for event in events for facet in event.all_facets()}
    return list(values.items())


def entity_facet_rows(events: list[Event]) -> list[Row]:
    rows: list[Row] = []
    for (name, facet), instance in held_facets(events).items():
        named = None
        if name.kind == "dataset" and facet == "symlinks":
            named = facets.symlinks(alive(instance.facet))
        rows.append(
            (
                name.node,
                facet,
                *instance.at,
                digest(instance.facet),
                int(facets.is_tombstone(instance.facet)),
                canonical(sorted({other.node for other in named})) if named else None,
            )
        )
    return rows


def column_set_rows(events: list[Event]) -> list[Row]:
    """7.1: every stated set of column edges, by content."""
    sets: dict[str, list[facets.ColumnEdge]] = {}

    def add_columns(held: Json) -> None:
        facet = alive(held.get("columnLineage"))
        if facet is not None:
            sets[digest(facet)] = facets.column_lineage(facet) or []

    for event in events:
        for item in event.listed:
            add_columns(item.facets)
        if event.shape == "dataset":
            add_columns(event.subject_facets)
            stated = facets.dataset_lineage(alive(event.subject_facets.get("lineage")))
            if stated is not None:
                sets[stated.set_hash] = stated.edges
        else:
            for entry in explicit_entries(event):
                sets[entry.set_hash] = entry.edges
    return [
        (set_hash, edge.output_field, edge.source.node, edge.input_field, edge.transformations)
        for set_hash, edges in sets.items()
        for edge in edges
    ]
