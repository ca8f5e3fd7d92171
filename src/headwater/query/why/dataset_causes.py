"""Causes in the data: schemas, drops and volumes (semantics 8.3)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from headwater.answers.moments import Instant
from headwater.answers.why import Cause, Evidence, FieldChange
from headwater.model.schemas import category
from headwater.query.diff.instances import Instances
from headwater.query.moments import instant
from headwater.query.runs.run_steps import RunGraphKey, key_of
from headwater.query.runs.runs import summaries
from headwater.query.runs.stored_runs import stored_runs
from headwater.query.versions.versions import DatasetVersion
from headwater.query.why.causes import listed
from headwater.query.why.symptoms import FieldSymptom, Jump, Symptom, symptoms, traced
from headwater.store import Snapshot

_FIELDS_NAMED = 4
"""A sentence names at most this many fields of a dataset. The others are counted."""


def dataset_causes(snapshot: Snapshot, old: Instances | None, new: Instances) -> Iterator[Cause]:
    origins = traced(snapshot, new, symptoms(old, new))
    fields: defaultdict[tuple[int, str], list[FieldSymptom]] = defaultdict(list)
    for symptom in origins:
        if isinstance(symptom, FieldSymptom):
            fields[symptom.dataset, symptom.kind].append(symptom)
    causes = _Causes(old, new)
    for together in fields.values():
        yield causes.of_schema(together, [s for one in together for s in origins[one]])
    for symptom, shown in origins.items():
        if isinstance(symptom, Jump):
            yield causes.of_volume(symptom, shown)
    for dataset, dropped_at, run_key in _drops(snapshot, old, new):
        yield causes.of_drop(dataset, dropped_at, _dropper(snapshot, run_key))


class _Causes:
    def __init__(self, old: Instances | None, new: Instances) -> None:
        self._old = old
        self._new = new

    def of_schema(self, together: Sequence[FieldSymptom], shown: Sequence[Symptom]) -> Cause:
        """One cause for all fields of a dataset to which the same has happened."""
        dataset, kind = together[0].dataset, together[0].kind
        parts = [_PARTS[kind](symptom) for symptom in together]
        sentence = _of(self._new.named[dataset].name, [s.field for s in together], parts)
        made = self._new.upstream.as_written(self._new.versions[dataset])
        who = self._read(dataset, together) if kind == "contradiction" else self._made(made)
        return Cause(
            kind=kind,
            node=self._new.named[dataset].id,
            fields=tuple(sorted(map(_change, together), key=lambda change: change.name)),
            sentence=f"{sentence}: {who}{self._carried(dataset, shown)}",
            at=self._since(dataset),
            reached=self._ids(self._reached(dataset, shown)),
            distance=self._new.datasets[dataset].distance,
            nearest=self._nearest(dataset, shown),
            evidence=self._evidence(dataset),
        )

    def of_volume(self, jump: Jump, shown: Sequence[Symptom]) -> Cause:
        dataset, counted_by = self._new.named[jump.dataset], self._new.counted_by(jump.dataset)
        sentence = (
            f"{dataset.name} has {jump.after} {jump.unit}, it had {jump.before}{_times(jump)}"
        )
        if counted_by is not None:
            sentence += f": counted by {self._new.run_phrase(counted_by)}"
        return Cause(
            kind="volume",
            node=dataset.id,
            sentence=sentence + self._carried(jump.dataset, shown),
            at=self._since(jump.dataset),
            reached=self._ids(self._reached(jump.dataset, shown)),
            distance=self._new.datasets[jump.dataset].distance,
            nearest=self._nearest(jump.dataset, shown),
            evidence=self._evidence(jump.dataset),
        )

    def of_drop(self, dataset: int, dropped_at: int, by_whom: str) -> Cause:
        named, distance = self._new.named[dataset], self._new.datasets[dataset].distance
        return Cause(
            kind="drop",
            node=named.id,
            sentence=f"{named.name} was dropped by {by_whom} at {Instant(dropped_at)}, "
            "and has not been written since",
            at=Instant(dropped_at),
            distance=distance,
            nearest=distance,
            evidence=self._evidence(dataset),
        )

    def _since(self, dataset: int) -> Instant | None:
        return instant(self._new.versions[dataset].valid_from)

    def _read(self, dataset: int, together: Sequence[FieldSymptom]) -> str:
        """The part of a sentence about who wrote what a reader contradicts, and who read it."""
        version = self._new.versions[dataset]
        made = self._new.upstream.as_written(version)
        origin = self._made(made)
        if all(s.before is not None and not _was_rewritten(s) for s in together):
            after = f", after it was {origin}" if made.run_key is not None else ""
            origin = f"changed outside the jobs known here{after}"
        reader = self._new.run_phrase(version.run_key) if version.run_key is not None else "a run"
        return f"{origin}; read so by {reader} at {Instant(version.valid_from)}"

    def _made(self, version: DatasetVersion) -> str:
        if version.kind == "write" and version.run_key is not None:
            writer = self._new.run_phrase(version.run_key)
            return f"written by {writer} at {Instant(version.valid_from)}"
        if version.kind == "event":
            return f"stated by a dataset event at {Instant(version.valid_from)}"
        return "by no job known here"

    def _carried(self, dataset: int, shown: Sequence[Symptom]) -> str:
        reached = self._reached(dataset, shown)
        seen = {
            f"{s.field} as {s.seen or 'untyped'}"
            for s in shown
            if isinstance(s, FieldSymptom) and s.kind == "contradiction"
        }
        if not reached:
            return ""
        names = [self._new.named[key].name for key in reached]
        return f"; it came down through {listed(names)}" + (
            f", and was read there with {listed(sorted(seen))}" if seen else ""
        )

    def _reached(self, dataset: int, shown: Iterable[Symptom]) -> list[int]:
        """The other datasets in which the cause shows."""
        return list(dict.fromkeys(s.dataset for s in shown if s.dataset != dataset))

    def _ids(self, datasets: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._new.named[dataset].id for dataset in datasets)

    def _nearest(self, dataset: int, shown: Iterable[Symptom]) -> int:
        everywhere = {dataset, *(symptom.dataset for symptom in shown)}
        return min(self._new.datasets[key].distance for key in everywhere)

    def _evidence(self, dataset: int) -> Evidence:
        version = self._new.versions[dataset]
        before = self._old.datasets.get(dataset) if self._old else None
        after = self._new.datasets[dataset]
        runs = [before.run if before else None, after.run]
        ids = [f"run:{run}" for run in runs if run is not None]
        if version.kind in ("observed", "pinned") and version.run_key is not None:
            ids.append(self._new.id_of(RunGraphKey("RUN", version.run_key)))
        versions = (before.version if before else None, after.follows, after.version)
        path = self._new.path(key_of(version))
        return Evidence(
            runs=tuple(dict.fromkeys(ids)),
            versions=tuple(dict.fromkeys(found for found in versions if found is not None)),
            path=path.ids,
            through=path.through,
        )


def _retyped(symptom: FieldSymptom) -> str:
    return f"became {_type(symptom.after)}, it was {_type(symptom.before)}"


def _removed(_: FieldSymptom) -> str:
    return "is gone"


def _contradicted(symptom: FieldSymptom) -> str:
    """The clause about a field that was written as one type and read as another.

    >>> _contradicted(FieldSymptom(1, "contradiction", "x", "INT", "STRING", "INT"))
    'became STRING, it was INT, but was read as INT'
    >>> _contradicted(FieldSymptom(1, "contradiction", "x", "INT", "INT", "STRING"))
    'became STRING, it was INT'
    >>> _contradicted(FieldSymptom(1, "contradiction", "x", None, "STRING", "INT"))
    'is STRING, but was read as INT'
    >>> _contradicted(FieldSymptom(1, "contradiction", "x", "INT", None, "INT"))
    'was read as INT, but is not there'
    """
    seen = _type(symptom.seen)
    if symptom.after is None:
        return f"was read as {seen}, but is not there"
    if _was_rewritten(symptom):
        return f"{_retyped(symptom)}, but was read as {seen}"
    if symptom.before is None:
        return f"is {symptom.after}, but was read as {seen}"
    return f"became {seen}, it was {symptom.before}"


def _was_rewritten(symptom: FieldSymptom) -> bool:
    """Whether the field was also written differently, and not only read differently."""
    if symptom.after is None:
        return symptom.before is not None
    kinds = {category(symptom.before), category(symptom.after)} - {None}
    return len(kinds) > 1


def _change(symptom: FieldSymptom) -> FieldChange:
    if symptom.kind != "contradiction" or _was_rewritten(symptom):
        return FieldChange(symptom.field, symptom.before, symptom.after)
    return FieldChange(symptom.field, symptom.before or symptom.after, symptom.seen)


_PARTS = {"retype": _retyped, "removal": _removed, "contradiction": _contradicted}


def _type(name: str | None) -> str:
    return name or "untyped"


def _of(dataset: str, fields: Sequence[str], parts: Sequence[str]) -> str:
    """The start of a sentence about the fields of a dataset.

    >>> _of("dataset:a:b", ["x"], ["is gone"]), _of("dataset:a:b", ["x", "y"], ["is gone"] * 2)
    ('x of dataset:a:b is gone', '2 fields of dataset:a:b: x is gone; y is gone')
    """
    if len(fields) == 1:
        return f"{fields[0]} of {dataset} {parts[0]}"
    clauses = [f"{field} {part}" for field, part in zip(fields, parts, strict=True)]
    more = [f"{len(clauses) - _FIELDS_NAMED} more"] if len(clauses) > _FIELDS_NAMED else []
    return f"{len(fields)} fields of {dataset}: {'; '.join([*clauses[:_FIELDS_NAMED], *more])}"


def _times(jump: Jump) -> str:
    """How much a count has grown or shrunk, in words.

    >>> _times(Jump(1, "rows", 100, 250)), _times(Jump(1, "rows", 100, 10))
    (' (2.5 times as many)', ' (10% of that)')
    """
    if jump.before == 0:
        return ""
    ratio = jump.after / jump.before
    return f" ({ratio:.1f} times as many)" if jump.grew else f" ({ratio:.0%} of that)"


def _drops(
    snapshot: Snapshot, old: Instances | None, new: Instances
) -> Iterator[tuple[int, int, str | None]]:
    """Rows (dataset, time, run) of drops since the earlier run, without a new version since."""
    run = new.upstream.run
    rows = snapshot.query_in(
        "SELECT dataset_id, dropped_at, place_kind, place_id FROM drops"
        " WHERE dataset_id IN {keys} AND dropped_at <= ? ORDER BY dropped_at, place_kind, place_id",
        sorted(new.versions),
        (run.started_at,),
    )
    last = {dataset: drop for dataset, *drop in rows}
    for dataset, (dropped_at, place_kind, place_id) in sorted(last.items()):
        made = new.upstream.as_written(new.versions[dataset])
        is_new = old is None or dropped_at > old.upstream.run.started_at
        if is_new and made.valid_from < dropped_at:
            yield dataset, dropped_at, place_id.partition(":")[0] if place_kind else None


def _dropper(snapshot: Snapshot, run_key: str | None) -> str:
    if run_key is None:
        return "a dataset event"
    [run] = summaries(snapshot, list(stored_runs(snapshot, [run_key]).values()))
    return f"run {run.id} of {run.name}"
