"""The log as the driver reads it for a batch: records taken apart into what they say."""

from collections.abc import Collection, Iterable, Set

from headwater.log import EventLog, Range, Record, read_at
from headwater.model.facts import Rules
from headwater.pipeline.source.records import ReadRecord, counts, extractor, taken_apart
from headwater.store.read import Snapshot


class LogReader:
    """Reads records of a log."""

    def __init__(self, log: EventLog, rules: Rules) -> None:
        self._log, self._rules = log, rules

    def in_ranges(self, spans: list[Range], left_out: Set[str]) -> list[ReadRecord]:
        """The records of these ranges, without the events that are `left_out`."""
        records = (record for span in spans for record in self._log.read(span))
        return self._taken_apart(records, left_out)

    def stored_events(
        self, snapshot: Snapshot, column: str, keys: Collection[str | int], without: Collection[str]
    ) -> list[ReadRecord]:
        """The records of stored events with one of these keys in a column, except `without`."""
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

    def _taken_apart(
        self, records: Iterable[Record], left_out: Collection[str]
    ) -> list[ReadRecord]:
        own = extractor(self._rules)
        return [taken_apart(record, own) for record in records if counts(record, left_out)]
