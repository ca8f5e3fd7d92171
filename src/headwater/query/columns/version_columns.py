"""What the columns of one dataset version were derived from (semantics 7.3).

A version leads to the run that made it, and the run leads to the versions that it read. The column
edges in force when the version was made show which column came from which. A version that only a
read revealed, or that a rename made, continues the columns of the version it follows.
"""

from collections.abc import Collection, Iterator, Mapping

from headwater.model.directions import Direction
from headwater.query.columns.column_graph import Derivation, FieldPlace
from headwater.query.columns.stated_columns import StatedColumn, columns_at_entry, stated_columns
from headwater.query.runs.reads import reads
from headwater.query.runs.run_versions import readers
from headwater.query.runs.stored_runs import stored_runs
from headwater.query.versions.following import followed, followers
from headwater.query.versions.schema import version_fields
from headwater.query.versions.versions import (
    DatasetVersion,
    dataset_versions_in,
    dataset_versions_where,
    latest_dataset_versions,
    latest_until,
)
from headwater.store import Snapshot


class VersionColumns:
    """The column edges between versions. Edges that were worked out once are remembered."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._derived: dict[str, set[Derivation]] = {}
        self._versions: dict[str, DatasetVersion] = {}

    def start(self, version_id: str, field: str | None, direction: Direction) -> set[FieldPlace]:
        """All known columns of the version, or only the field, if it is one of them.

        Downstream, it includes columns that no schema contains, like `CurrentColumns.start`.
        """
        [version] = self._load([version_id])
        fields = version_fields(self._snapshot, [version]).get(version_id, ())
        known = {FieldPlace(version.dataset_id, version_id, field.name) for field in fields}
        known |= {edge.target for edge in self._into(version)}
        wanted = known if field is None else {FieldPlace(version.dataset_id, version_id, field)}
        if direction != "upstream" or not wanted <= known:
            known |= {edge.source for edge in self._out_of([version])}
        return known if field is None else wanted & known

    def into(self, places: Collection[FieldPlace]) -> set[Derivation]:
        wanted = set(places)
        versions = self._load({place.version for place in wanted})
        return {
            edge for version in versions for edge in self._into(version) if edge.target in wanted
        }

    def out_of(self, places: Collection[FieldPlace]) -> set[Derivation]:
        wanted = set(places)
        versions = self._load({place.version for place in wanted})
        return {edge for edge in self._out_of(versions) if edge.source in wanted}

    def _out_of(self, versions: Collection[DatasetVersion]) -> Iterator[Derivation]:
        sources = {version.version_id for version in versions}
        made = {made.version_id: made for version in versions for made in self._made_from(version)}
        for version in made.values():
            for edge in self._into(version):
                if edge.source.version in sources:
                    yield edge

    def types(self, places: Collection[FieldPlace]) -> Mapping[FieldPlace, str | None]:
        versions = self._load({place.version for place in places})
        fields = version_fields(self._snapshot, versions)
        types = {
            (version_id, field.name): field.type
            for version_id, known in fields.items()
            for field in known
        }
        return {place: types.get((place.version, place.field)) for place in places}

    def _load(self, version_ids: Collection[str]) -> list[DatasetVersion]:
        missing = set(version_ids) - self._versions.keys()
        for version in dataset_versions_in(self._snapshot, "version_id", missing):
            self._versions[version.version_id] = version
        return [self._versions[version_id] for version_id in sorted(version_ids)]

    def _into(self, version: DatasetVersion) -> set[Derivation]:
        if version.version_id not in self._derived:
            stated = set(self._stated(version))
            self._derived[version.version_id] = stated | set(self._carried(version, stated))
        return self._derived[version.version_id]

    def _stated(self, version: DatasetVersion) -> Iterator[Derivation]:
        """The edges that the writing run's job or the dataset event of the version states."""
        run = None
        if version.kind == "write" and version.run_key is not None:
            run = stored_runs(self._snapshot, [version.run_key])[version.run_key]
        elif version.kind != "event":
            return
        at = version.valid_from
        if run is not None and not run.is_streaming:
            edges = columns_at_entry(self._snapshot, run, version.dataset_id, at)
        else:
            speaker = run.job_id if run else version.dataset_id
            stated = stated_columns(self._snapshot, "target_id", [version.dataset_id], at)
            edges = {edge for edge in stated if edge.stated_by == speaker}
        sources = {edge.source for edge in edges}
        read = reads(self._snapshot, [run], also=sources)[run.run_key] if run else []
        latest = {} if run else latest_dataset_versions(self._snapshot, sources, at)
        for source in sorted(sources):
            if run is not None:
                known = [used for used in read if used.dataset_id == source]
                used = _latest(known, at)
            else:
                used = latest.get(source)
            if used is not None:
                job = run.job_id if run else 0
                yield from (
                    _derivation(edge, used, version, job) for edge in edges if edge.source == source
                )

    def _carried(self, version: DatasetVersion, stated: set[Derivation]) -> Iterator[Derivation]:
        """Edges from the columns of the version it follows, unless others are stated for them."""
        before = followed(self._snapshot, [version]).get(version.version_id)
        if before is None:
            return
        fields = version_fields(self._snapshot, [before, version])
        held = {field.name for field in fields.get(before.version_id, ())}
        if version.version_id in fields:
            held &= {field.name for field in fields[version.version_id]}
        else:
            held |= {edge.target.field for edge in self._stated(before)} - {""}
        described = {edge.target.field for edge in stated}
        for field in sorted(held - described):
            yield Derivation(
                FieldPlace(before.dataset_id, before.version_id, field),
                FieldPlace(version.dataset_id, version.version_id, field),
                "[]",
                0,
            )

    def _made_from(self, version: DatasetVersion) -> list[DatasetVersion]:
        """The versions that may contain columns of this one."""
        stated = self._snapshot.query(
            "SELECT DISTINCT stated_by, target_id FROM flows WHERE source_id = ?",
            (version.dataset_id,),
        )
        jobs = {speaker for speaker, target in stated if speaker != target}
        runs = [run.run_key for run in readers(self._snapshot, version, also=jobs)]
        written = dataset_versions_in(self._snapshot, "run_key", runs)
        until = latest_until(self._snapshot, version)
        by_events = [
            made
            for dataset in sorted(target for speaker, target in stated if speaker == target)
            for made in dataset_versions_where(
                self._snapshot,
                "dataset_id = ? AND kind = 'event' AND valid_from >= ? AND valid_from < ?",
                (dataset, version.valid_from, until),
            )
        ]
        return [*written, *by_events, *followers(self._snapshot, version)]


def _latest(versions: list[DatasetVersion], at: int) -> DatasetVersion | None:
    """The version that a run had read last at an instant, among those that it read."""
    in_time = [version for version in versions if version.valid_from <= at]
    chosen = in_time[-1:] or versions[:1]
    return chosen[0] if chosen else None


def _derivation(
    edge: StatedColumn, source: DatasetVersion, target: DatasetVersion, job: int
) -> Derivation:
    return Derivation(
        FieldPlace(edge.source, source.version_id, edge.input_field),
        FieldPlace(edge.target, target.version_id, edge.output_field),
        edge.transformations,
        job,
    )
