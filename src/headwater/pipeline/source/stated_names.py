"""What the driver of a rebuild has to know of all that the log states, before histories are folded.

That is which names are aliases, which datasets renames connect, and which jobs lineage names. There
are at most as many of these as names, not as many as events.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.compute as pc

from headwater.model.aliases import components, connected
from headwater.pipeline.derive.stated import (
    ALIASES,
    LEFT_OUT,
    OVERCOUNTED,
    RENAMES,
    TARGETS,
    UNSEEN_STREAMS,
)
from headwater.pipeline.source.log_source import LogSelection
from headwater.store.read import arrow_schema
from headwater.store.tables import MENTIONS


class Noted:
    """What all places have noted for the driver, by kind of packs (`derive.stated`)."""

    def __init__(self, packs: Iterable[tuple[str, pa.Buffer]]) -> None:
        self._packs: dict[str, list[pa.Buffer]] = {}
        for kind, pack in packs:
            self._packs.setdefault(kind, []).append(pack)

    def values(self, kind: str, value: type) -> Iterator[Any]:
        """What was noted, of the type of this kind."""
        decoder = msgspec.msgpack.Decoder(list[value])  # type: ignore[valid-type]  # a value here
        for pack in self._packs.get(kind, ()):
            yield from decoder.decode(pack)


@dataclass(frozen=True)
class StatedNames:
    """What is known of names, and mentions of them, in all places together."""

    entity_of: dict[int, int]
    """The entities of the names that have aliases."""
    family_of: dict[int, int]
    """The families of the datasets that renames connect."""
    jobs: frozenset[int]
    """The jobs that lineage names as targets or sources, which are far fewer than jobs."""
    overcounted: Mapping[int, int]
    """How many mentions were counted for later copies of events."""

    def corrected(self, mentions: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Rows of `mentions`, where copies of one event count once."""
        if not self.overcounted:
            yield from mentions
            return
        keys, counts = (
            pa.array(values, pa.int64())
            for values in (self.overcounted.keys(), self.overcounted.values())
        )
        for batch in mentions:
            key, events = batch.columns
            more = pc.fill_null(counts.take(pc.index_in(key, keys)), 0)
            yield pa.RecordBatch.from_arrays(
                [key, pc.subtract(events, more)], schema=arrow_schema(MENTIONS)
            )


def again(selection: LogSelection, noted: Noted) -> LogSelection:
    """How the log has to be read, after it was read in one way: the same, unless there is more to
    leave out, or a run turned out to be a stream."""
    left_out = frozenset(noted.values(LEFT_OUT, str))
    streams = selection.streams | set(noted.values(UNSEEN_STREAMS, str))
    return selection._replace(left_out=left_out, streams=streams)


def stated_names(noted: Noted, names: Callable[[], Iterable[pa.RecordBatch]]) -> StatedNames:
    """What all places together say of names. `names` are rows of `derive.contents.NAMES`."""
    aliases = [
        (node, msgspec.json.decode(others, type=list[int]))
        for node, others in noted.values(ALIASES, tuple[int, str])
    ]
    mentioned = {node for pair in aliases for node in (pair[0], *pair[1])}
    entity_of = components(aliases, _named(names(), mentioned)) if aliases else {}
    renames = (
        (entity_of.get(new, new), entity_of.get(old, old))
        for new, old in noted.values(RENAMES, tuple[int, int])
    )
    family_of = connected((new, old) for new, old in renames if new != old)
    targets = pa.array(set(noted.values(TARGETS, int)), pa.int64())
    jobs = {node for batch in names() for node in _jobs(batch, targets)}
    overcounted: dict[int, int] = {}
    for key, count in noted.values(OVERCOUNTED, tuple[int, int]):
        overcounted[key] = overcounted.get(key, 0) + count
    return StatedNames(
        entity_of,
        family_of,
        frozenset(entity_of.get(job, job) for job in jobs),
        overcounted,
    )


def _named(names: Iterable[pa.RecordBatch], wanted: set[int]) -> dict[int, tuple[str, str]]:
    """The namespace and name of each of these names."""
    keys = pa.array(wanted, pa.int64())
    found: dict[int, tuple[str, str]] = {}
    for batch in names:
        rows = batch.filter(pc.is_in(batch.column("node_id"), keys))
        columns = (rows.column(name).to_pylist() for name in ("node_id", "namespace", "name"))
        found.update(
            (node, (namespace, name)) for node, namespace, name in zip(*columns, strict=True)
        )
    return found


def _jobs(names: pa.RecordBatch, among: pa.Array) -> list[int]:
    is_job = pc.equal(names.column("kind"), "job")
    found: list[int] = (
        names.filter(pc.and_(is_job, pc.is_in(names.column("node_id"), among)))
        .column("node_id")
        .to_pylist()
    )
    return found
