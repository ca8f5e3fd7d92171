"""Runs, from the parts that ranges of the log have folded (semantics 3)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from headwater.model.datasets.items import streamed_items, use_item
from headwater.model.excerpts import Excerpt, excerpt_from
from headwater.model.jobs.items import ListingItem, references
from headwater.model.run_parts import Part, merged_part
from headwater.model.runs.rows import RunIoRow, RunRow, StreamIoRow
from headwater.pipeline.derive.items import ItemRow, item_row
from headwater.store.tables import RUN_IO, RUNS, STREAM_IO, Table

_ENCODER = msgspec.msgpack.Encoder()


class RunPart(NamedTuple):
    """A run as far as a range of the log makes it."""

    run: RunRow
    item: msgspec.Raw
    """The run as an item of its job's history (`model.jobs.items`)."""
    targets: list[int]
    """The names that its explicit lineage leads to."""
    io: list[RunIoRow]
    streamed: list[StreamIoRow] | None
    """What each of its events lists, if the run is a stream. None if an event of the range states
    that it is none."""


def run_part(part: Part, streamed: list[StreamIoRow] | None) -> RunPart:
    """A part of a run, ready to be packed."""
    item = msgspec.Raw(_ENCODER.encode(part.item))
    return RunPart(part.run, item, [*references(part.item).targets], part.io, streamed)


class Runs:
    """The runs whose parts meet in one place."""

    def __init__(self) -> None:
        self._parts: dict[str, list[RunPart]] = {}
        self._quoted: dict[int, Excerpt] = {}
        self._made: dict[str, RunPart] = {}

    @property
    def takers(self) -> dict[str, tuple[type, Callable[[Any], None]]]:
        """For each kind of what runs are made of, the type of its rows, and what takes one."""
        return {"run": (RunPart, self.add), "quoted": (bytes, self.add_quoted)}

    def add(self, part: RunPart) -> None:
        self._parts.setdefault(part.run.run_key, []).append(part)

    def add_quoted(self, text: bytes) -> None:
        """Adds an excerpt that some part quotes."""
        excerpt = excerpt_from(text)
        self._quoted[excerpt.key] = excerpt

    def bring_together(self) -> None:
        """Makes whole runs of the parts that were added."""
        for run_key, parts in sorted(self._parts.items()):
            only = parts[0] if len(parts) == 1 else None
            self._made[run_key] = only or _together(run_key, parts, self._quoted)

    def tables(self) -> Iterator[tuple[Table, list[tuple[Any, ...]]]]:
        """Rows of the tables of runs, in the order of their keys."""
        columns = len(RUN_IO.names)
        yield RUNS, [run.run for run in self._made.values()]
        yield (
            RUN_IO,
            [row[:columns] for run in self._made.values() for row in sorted(run.io, key=_by_name)],
        )
        yield STREAM_IO, [row for run in self._made.values() for row in _listings(run)]

    def job_items(self) -> Iterator[ItemRow]:
        """What histories of jobs are derived from."""
        for made in self._made.values():
            run = made.run
            yield run.job_id, "run", made.item
            if run.is_stream and run.snapshot == 1:
                for row in _listings(made):
                    yield item_row(run.job_id, ListingItem(*row[:6]))

    def dataset_items(self) -> Iterator[ItemRow]:
        """What histories of datasets are derived from."""
        for made in self._made.values():
            for row in made.io:
                yield item_row(row.node_id, use_item(made.run, row))
            for item in streamed_items(_listings(made)):
                yield item_row(item.node_id, item)

    def renames(self) -> set[tuple[int, int]]:
        """The new and the old name of each rename that a run states."""
        return {
            (row.node_id, row.renamed_from)
            for made in self._made.values()
            for row in made.io
            if row.renamed_from is not None
        }

    def targets(self) -> set[int]:
        """The names that explicit lineage of runs leads to."""
        return {target for made in self._made.values() for target in made.targets}

    def unseen_streams(self) -> list[str]:
        """The streams of which an event states that they are batches.

        The events of such a run have to be listed one by one in all ranges.
        """
        return [
            run_key
            for run_key, made in self._made.items()
            if made.run.is_stream and made.streamed is None
        ]


def _together(run_key: str, parts: list[RunPart], excerpts: Mapping[int, Excerpt]) -> RunPart:
    run_id = parts[0].run.run_id
    merged = merged_part(run_key, run_id, (part.run.facts for part in parts), excerpts)
    if any(part.streamed is None for part in parts):
        return run_part(merged, None)
    # Copies of one event may lie in several ranges.
    rows = (row for part in parts for row in part.streamed or ())
    return run_part(merged, [*{(row.digest, row.side, row.node_id): row for row in rows}.values()])


def _by_name(row: RunIoRow) -> tuple[str, int]:
    return row.side, row.node_id


def _listings(made: RunPart) -> list[StreamIoRow]:
    """What the events of a run list, if it is a stream."""
    if not made.run.is_stream:
        return []
    return sorted(made.streamed or (), key=lambda row: (row.digest, row.side, row.node_id))
