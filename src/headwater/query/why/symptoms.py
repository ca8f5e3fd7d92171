"""What differs in the datasets upstream of a run, traced back to where it began (8.3).

A column that became text at its source is text in every dataset further down. Each of these is a
symptom. All of them are one cause, which began in the dataset farthest up.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from headwater.answers.versions import SchemaChange
from headwater.query.columns.stated_columns import stated_columns
from headwater.query.diff.instances import Instances
from headwater.query.facets.measures import has_jumped
from headwater.query.versions.schema import category_change
from headwater.store import Snapshot


class FieldSymptom(NamedTuple):
    """A field that has changed."""

    dataset: int
    kind: Literal["contradiction", "retype", "removal"]
    field: str
    before: str | None
    after: str | None
    seen: str | None = None
    """The type with which a reader contradicted what was written."""


class Jump(NamedTuple):
    """A dataset that is much larger or smaller than before."""

    dataset: int
    unit: Literal["rows", "bytes"]
    before: int
    after: int

    @property
    def grew(self) -> bool:
        return self.after > self.before


Symptom: TypeAlias = FieldSymptom | Jump


def symptoms(old: Instances | None, new: Instances) -> list[Symptom]:
    """All symptoms. Without an earlier run, there are only contradictions."""
    found: list[Symptom] = []
    for dataset in sorted(new.datasets):
        found += _of_schema(dataset, old, new)
        found += _of_volume(dataset, old, new)
    return found


class _Schemas:
    """The fields of a dataset as one run read them, and as they had been written."""

    def __init__(self, side: Instances, dataset: int) -> None:
        instance, version = side.datasets[dataset], side.versions[dataset]
        self.seen = side.fields.get(instance.version or "")
        self.made = side.fields.get(side.version_id(side.upstream.as_written(version)))
        change = side.contradiction(instance) or SchemaChange()
        self.contradicted = {field.name: field.after for field in change.retyped}
        self.contradicted |= {field.name: field.type for field in change.added}

    def type_of(self, name: str) -> str | None:
        fields = self.made if self.made is not None else self.seen
        return next((field.type for field in fields or () if field.name == name), None)


def _of_schema(dataset: int, old: Instances | None, new: Instances) -> Iterator[FieldSymptom]:
    after = _Schemas(new, dataset)
    before = _Schemas(old, dataset) if old and dataset in old.datasets else None
    known = before.contradicted if before else {}
    contradicted = {
        name: seen
        for name, seen in after.contradicted.items()
        if name not in known or known[name] != seen
    }
    made = category_change(before.made, after.made) if before else None
    read = category_change(before.seen, after.seen) if before else None
    retyped = {field.name: field for change in (read, made) if change for field in change.retyped}
    removed = {field.name: field.type for field in (made.removed if made else ())}
    for name in sorted(contradicted.keys() | retyped.keys() | removed.keys()):
        was = before.type_of(name) if before else None
        if name in contradicted:
            now, seen = after.type_of(name), contradicted[name]
            yield FieldSymptom(dataset, "contradiction", name, was, now, seen)
        elif name in retyped:
            change = retyped[name]
            yield FieldSymptom(dataset, "retype", name, change.before, change.after)
        else:
            yield FieldSymptom(dataset, "removal", name, removed[name], None)


def _of_volume(dataset: int, old: Instances | None, new: Instances) -> Iterator[Jump]:
    """A jump in rows if both sides counted them, else in bytes."""
    before = old.datasets.get(dataset) if old else None
    after = new.datasets[dataset]
    if before is None or before.counted != after.counted:
        return
    if before.row_count is not None and after.row_count is not None:
        jump = Jump(dataset, "rows", before.row_count, after.row_count)
    elif before.bytes is not None and after.bytes is not None:
        jump = Jump(dataset, "bytes", before.bytes, after.bytes)
    else:
        return
    if has_jumped(jump.before, jump.after):
        yield jump


def traced(
    snapshot: Snapshot, new: Instances, found: Iterable[Symptom]
) -> dict[Symptom, tuple[Symptom, ...]]:
    """The symptoms that no other explains, each with those that it explains, nearest last.

    A symptom is explained by one of the same sort in a dataset that went into its dataset: that of
    the column it is derived from, if column lineage states one, else that of the column of the same
    name.
    """
    trace = _Trace(snapshot, new, found)
    explained: defaultdict[Symptom, list[Symptom]] = defaultdict(list)
    for symptom in trace.nearest_last():
        for origin in trace.origins(symptom):
            explained[origin] += [symptom] if symptom != origin else []
    return {origin: tuple(shown) for origin, shown in explained.items()}


class _Trace:
    def __init__(self, snapshot: Snapshot, new: Instances, found: Iterable[Symptom]) -> None:
        self._distance = {key: instance.distance for key, instance in new.datasets.items()}
        self._by_dataset: defaultdict[int, list[Symptom]] = defaultdict(list)
        for symptom in found:
            self._by_dataset[symptom.dataset].append(symptom)
        self._feeds = _feeds(new)
        self._columns: defaultdict[tuple[int, str], set[tuple[int, str]]] = defaultdict(set)
        at = new.upstream.run.started_at
        for edge in stated_columns(snapshot, "target_id", list(self._by_dataset), at):
            source = (edge.source, edge.input_field)
            self._columns[edge.target, edge.output_field].add(source)
        self._origins: dict[Symptom, set[Symptom]] = {}

    def nearest_last(self) -> list[Symptom]:
        every = [symptom for listed in self._by_dataset.values() for symptom in listed]
        return sorted(every, key=lambda symptom: (-self._distance[symptom.dataset], symptom[:3]))

    def origins(self, symptom: Symptom) -> set[Symptom]:
        if symptom not in self._origins:
            above = [self.origins(other) for other in self._above(symptom)]
            self._origins[symptom] = set().union(*above) if above else {symptom}
        return self._origins[symptom]

    def _above(self, symptom: Symptom) -> list[Symptom]:
        """The symptoms that may explain this one.

        They lie farther up, so that a circle explains nothing.
        """
        distance = self._distance[symptom.dataset]
        return [
            other
            for dataset in self._feeds.get(symptom.dataset, ())
            if self._distance.get(dataset, 0) > distance
            for other in self._by_dataset.get(dataset, ())
            if self._explains(other, symptom)
        ]

    def _explains(self, cause: Symptom, effect: Symptom) -> bool:
        if isinstance(cause, Jump):
            return isinstance(effect, Jump) and cause.grew == effect.grew
        if isinstance(effect, Jump):
            return False
        if (cause.kind == "removal") != (effect.kind == "removal"):
            return False
        stated = self._columns.get((effect.dataset, effect.field))
        if stated:
            return (cause.dataset, cause.field) in stated
        return cause.field.casefold() == effect.field.casefold()


def _feeds(new: Instances) -> dict[int, set[int]]:
    """What went into the version of each dataset: what its writer read, or what was renamed."""
    above: defaultdict[str, set[int]] = defaultdict(set)
    for origin, destination, _ in new.upstream.steps:
        if origin.type == "DATASET_VERSION":
            above[destination.id].add(new.upstream.versions[origin.id].dataset_id)
    found = {}
    for dataset, version in new.versions.items():
        made = new.upstream.as_written(version)
        found[dataset] = above[made.version_id] | above[made.run_key or ""]
    return found
