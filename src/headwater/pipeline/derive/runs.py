"""Runs, from the parts that ranges of the log have folded (semantics 3)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from headwater.model.datasets.items import streamed_items, use_item
from headwater.model.excerpts import excerpt_from
from headwater.model.jobs.items import ListingItem, references
from headwater.model.run_parts import Part, merged_part
from headwater.model.runs.rows import RunRow, StreamIoRow
from headwater.model.runs.stored_registers import decoded
from headwater.pipeline.derive.items import ItemRow, item_row
from headwater.store.tables import RUN_IO, RUNS, STREAM_IO, Table

_ENCODER = msgspec.msgpack.Encoder()
_ROW = msgspec.msgpack.Decoder(RunRow)
_IO_COLUMNS = len(RUN_IO.names)


class RunPart(NamedTuple):
    """A run as far as a range of the log makes it: all that is made of it if it has no other part.

    Then nobody on its way looks into it, so rows and items are packed here already.
    """

    run_key: str
    job_id: int
    is_stream: bool
    is_snapshot: bool
    """Whether the events of a stream are complete snapshots."""
    row: msgspec.Raw
    """Its row of `runs`."""
    io: list[msgspec.Raw]
    """Its rows of `run_io`, in the order of their keys."""
    item: msgspec.Raw
    """The run as an item of its job's history (`model.jobs.items`)."""
    uses: list[tuple[int, msgspec.Raw]]
    """The datasets that it uses, each with an item of its history (`model.datasets.items`)."""
    targets: list[int]
    """The names that its explicit lineage leads to."""
    renames: list[tuple[int, int]]
    """The new and the old name of each rename that it states."""
    streamed: list[StreamIoRow] | None
    """What each of its events lists, if the run is a stream. None if an event of the range states
    that it is none."""


def run_part(part: Part, streamed: list[StreamIoRow] | None) -> RunPart:
    """A part of a run, ready to be packed."""
    run = part.run
    return RunPart(
        run.run_key,
        run.job_id,
        run.is_stream,
        run.snapshot == 1,
        _packed(run),
        [_packed(row[:_IO_COLUMNS]) for row in part.io],
        _packed(part.item),
        [(row.node_id, _packed(use_item(run, row))) for row in part.io],
        [*references(part.item).targets],
        [(row.node_id, row.renamed_from) for row in part.io if row.renamed_from is not None],
        streamed,
    )


def _packed(value: object) -> msgspec.Raw:
    return msgspec.Raw(_ENCODER.encode(value))


class Runs:
    """The runs whose parts meet in one place."""

    def __init__(self) -> None:
        self._parts: dict[str, list[RunPart]] = {}
        self._quoted: dict[int, bytes] = {}
        self._made: dict[str, RunPart] = {}

    @property
    def takers(self) -> dict[str, tuple[type, Callable[[Any], None]]]:
        """For each kind of what runs are made of, the type of its rows, and what takes one."""
        return {"run": (RunPart, self.add), "quoted": (tuple[int, bytes], self.add_quoted)}

    def add(self, part: RunPart) -> None:
        self._parts.setdefault(part.run_key, []).append(part)

    def add_quoted(self, row: tuple[int, bytes]) -> None:
        """Adds the key and text of an excerpt that some part quotes."""
        self._quoted[row[0]] = row[1]

    def bring_together(self) -> None:
        """Makes whole runs of the parts that were added."""
        for run_key, parts in sorted(self._parts.items()):
            self._made[run_key] = (
                parts[0] if len(parts) == 1 else _together(run_key, parts, self._quoted)
            )

    def tables(self) -> Iterator[tuple[Table, Iterable[tuple[Any, ...] | msgspec.Raw]]]:
        """Rows of the tables of runs, in the order of their keys."""
        yield RUNS, (run.row for run in self._made.values())
        yield RUN_IO, (row for run in self._made.values() for row in run.io)
        yield STREAM_IO, (row for run in self._made.values() for row in _listings(run))

    def job_items(self) -> Iterator[ItemRow]:
        """What histories of jobs are derived from."""
        for made in self._made.values():
            yield made.job_id, "run", made.item
            if made.is_snapshot:
                for row in _listings(made):
                    yield item_row(made.job_id, ListingItem(*row[:6]))

    def dataset_items(self) -> Iterator[ItemRow]:
        """What histories of datasets are derived from."""
        for made in self._made.values():
            for node_id, use in made.uses:
                yield node_id, "use", use
            for item in streamed_items(_listings(made)):
                yield item_row(item.node_id, item)

    def renames(self) -> set[tuple[int, int]]:
        """The new and the old name of each rename that a run states."""
        return {rename for made in self._made.values() for rename in made.renames}

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
            if made.is_stream and made.streamed is None
        ]


def _together(run_key: str, parts: list[RunPart], texts: Mapping[int, bytes]) -> RunPart:
    rows = [_ROW.decode(part.row) for part in parts]
    quoted = {key for row in rows for key in decoded(row.facts).excerpts}
    excerpts = {key: excerpt_from(texts[key]) for key in quoted}
    merged = merged_part(run_key, rows[0].run_id, (row.facts for row in rows), excerpts)
    if any(part.streamed is None for part in parts):
        return run_part(merged, None)
    # Copies of one event may lie in several ranges.
    listed = (row for part in parts for row in part.streamed or ())
    once = {(row.digest, row.side, row.node_id): row for row in listed}
    return run_part(merged, [*once.values()])


def _listings(made: RunPart) -> list[StreamIoRow]:
    """What the events of a run list, if it is a stream."""
    if not made.is_stream:
        return []
    return sorted(made.streamed or (), key=lambda row: (row.digest, row.side, row.node_id))
