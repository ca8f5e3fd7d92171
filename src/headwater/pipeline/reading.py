"""The log as the driver of a batch reads it: records, taken apart."""

from collections.abc import Collection, Iterable, Iterator, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa

from headwater.log import Range, Record, read, read_at
from headwater.model.facts import Rules
from headwater.pipeline.source import ARROW_SCHEMA, event_batches
from headwater.store.read import Snapshot


class _Ahead(NamedTuple):
    spans: list[Range]
    left_out: Set[str]
    records: pa.Table


class Reading:
    """Reads records of a log."""

    def __init__(self, log: Path, rules: Rules) -> None:
        self._log, self._rules = log, rules
        self._ahead: _Ahead | None = None

    @contextmanager
    def ahead(self, spans: list[Range], left_out: Set[str]) -> Iterator[None]:
        """Meanwhile reads what will probably be asked for next."""
        if not spans:
            yield
            return
        with ThreadPoolExecutor(1, "ahead") as thread:
            found = thread.submit(self._read, spans, left_out)
            yield
        # What fails is tried again, and told, when it is asked for.
        self._ahead = None if found.exception() else _Ahead(spans, left_out, found.result())

    def within(self, spans: list[Range], left_out: Set[str]) -> pa.Table:
        """The records of these ranges, without the events that are `left_out`."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None and (ahead.spans, ahead.left_out) == (spans, left_out):
            return ahead.records
        return self._read(spans, left_out)

    def _read(self, spans: list[Range], left_out: Set[str]) -> pa.Table:
        records = (
            record
            for span in spans
            for record in read(self._log, span.segment, span.start, span.end)
        )
        return self._taken_apart(records, left_out)

    def of(
        self, snapshot: Snapshot, column: str, keys: Collection[str | int], without: Collection[str]
    ) -> pa.Table:
        """The stored events that have one of these keys in a column, but for some."""
        places = snapshot.query_in(
            f"SELECT segment, position, digest FROM events WHERE {column} IN {{keys}}"
            " ORDER BY segment, position",
            keys,
        )
        records = (
            read_at(self._log, segment, position)
            for segment, position, digest in places
            if digest not in without
        )
        return self._taken_apart(records, ())

    def _taken_apart(self, records: Iterable[Record], left_out: Collection[str]) -> pa.Table:
        return pa.Table.from_batches(event_batches(records, self._rules, left_out), ARROW_SCHEMA)


def no_records() -> pa.Table:
    return ARROW_SCHEMA.empty_table()
