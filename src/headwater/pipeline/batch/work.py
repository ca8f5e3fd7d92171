"""A batch on its way into the store: the records that it takes, and the rows that it writes."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property

from headwater.answers.service import Lag
from headwater.model.run_parts import Part
from headwater.pipeline.batch.naming import MentionedName
from headwater.pipeline.batch.retraction import Retraction
from headwater.pipeline.batch.row_changes import RowChanges, row_changes
from headwater.pipeline.source.records import OrderedEvent, ReadRecord, ordered_events
from headwater.pipeline.source.stored import Rows
from headwater.pipeline.spark.progress import Applied
from headwater.store.tables import Table


@dataclass
class BatchWork:
    """One batch on its way into the store, filled step by step."""

    records: list[ReadRecord]
    mentioned: dict[int, MentionedName]
    left_out: set[str] = field(default_factory=set)
    """Events that do not count from now on, whether they were applied before or not."""
    retraction: Retraction = field(default_factory=Retraction)
    runs_read: Mapping[str, Part] = field(default_factory=dict)
    """Runs that the records were folded into when they were read, as if nothing else were known of
    them."""
    forgotten: set[int] = field(default_factory=set)
    """The keys of what no event mentions any more (`headwater.pipeline.source.mentions`)."""
    seconds: dict[str, float] = field(default_factory=dict)
    written: dict[str, RowChanges] = field(default_factory=dict)
    events: int = 0

    @cached_property
    def records_to_fold(self) -> list[ReadRecord]:
        """The batch's records, and the remaining records of what a retraction touches."""
        return [*self.retraction.remaining, *self.records]

    @cached_property
    def events_to_fold(self) -> list[OrderedEvent]:
        """The events among `records_to_fold`."""
        return ordered_events(self.records_to_fold)

    @cached_property
    def runs(self) -> frozenset[str]:
        """The runs that the batch touches."""
        found = {event.run_key for _, event in self.events_to_fold}
        return self.retraction.runs | {key for key in found if key is not None}

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        started = time.monotonic()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + time.monotonic() - started

    def write(self, table: Table, stored: Rows, wanted: Rows) -> None:
        self.written[table.name] = row_changes(table, stored, wanted)

    def applied(self, waiting: Lag) -> Applied:
        rows = {name: len(d.changed) + len(d.removed) for name, d in self.written.items()}
        return Applied(
            self.events, self.seconds, {name: n for name, n in rows.items() if n}, waiting
        )
