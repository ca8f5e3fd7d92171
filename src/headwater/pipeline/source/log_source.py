"""The log as a Spark data source: one row per record, taken apart into facts.

Events are read by `model.extract` inside the source, so that the rules for names and facets are in
one place. Everything after this is built-in expressions over narrow columns. The reasons and the
measurements are in docs/decisions/0003-facts-in-the-source.md.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_type

from headwater.log.reader import Range, read
from headwater.log.segment import Record
from headwater.model.extract import Extractor, unreadable
from headwater.model.facts import CODE, EventFacts, Rules
from headwater.pipeline.source.edits import Edit, read_edit
from headwater.pipeline.source.mentions import mentioned_by

BATCH_RECORDS = 2000

LEAVING_OUT = ("retract", "set_aside")
"""The edits that leave an event out, whether they come before or after it (semantics 10)."""

_FACT = pa.struct(
    [
        ("part", pa.string()),
        ("node_id", pa.int64()),
        ("partition", pa.string()),
        ("facet", pa.string()),
        ("place", pa.int32()),
        ("hash", pa.string()),
        ("deleted", pa.int32()),
        ("value", pa.string()),
    ]
)
_NAME = pa.struct(
    [
        ("node_id", pa.int64()),
        ("kind", pa.string()),
        ("namespace", pa.string()),
        ("name", pa.string()),
        ("own_right", pa.int32()),
    ]
)
_VALUE = pa.struct([("hash", pa.string()), ("value", pa.string())])
_EDGE = pa.struct(
    [
        ("set_hash", pa.string()),
        ("output_field", pa.string()),
        ("source_node", pa.int64()),
        ("input_field", pa.string()),
        ("transformations", pa.string()),
    ]
)
_FINDING = pa.struct([("code", pa.string()), ("path", pa.string()), ("detail", pa.string())])
_JOB = pa.struct(
    [(name, pa.string()) for name in ("inputs", "outputs", *CODE, "columns", "lineage")]
)
_DATASET = pa.struct(
    [
        ("schema_hash", pa.string()),
        ("storage_version", pa.string()),
        ("lifecycle", pa.string()),
        ("renamed_from", pa.int64()),
        ("lineage_hash", pa.string()),
    ]
)
_EDIT = pa.struct(
    [
        ("edit", pa.string()),
        ("edited_at", pa.int64()),
        ("kind", pa.string()),
        ("namespace", pa.string()),
        ("name", pa.string()),
        ("value", pa.string()),
    ]
)
_CONTRACT = pa.struct(
    [
        ("kind", pa.string()),
        ("contract_id", pa.string()),
        ("version", pa.string()),
        ("sha256", pa.string()),
        ("file", pa.string()),
        ("line", pa.int32()),
        ("spec", pa.string()),
        ("text", pa.string()),
    ]
)
ARROW_SCHEMA = pa.schema(
    [
        ("kind", pa.string()),
        ("digest", pa.string()),
        ("segment", pa.string()),
        ("position", pa.int64()),
        ("shape", pa.string()),
        ("event_time", pa.int64()),
        ("rank", pa.int32()),
        ("event_type", pa.string()),
        ("run_key", pa.string()),
        ("node_id", pa.int64()),
        ("facts", pa.list_(_FACT)),
        ("names", pa.list_(_NAME)),
        ("facet_values", pa.list_(_VALUE)),
        ("edges", pa.list_(_EDGE)),
        ("findings", pa.list_(_FINDING)),
        ("mentions", pa.list_(pa.int64())),
        ("job", _JOB),
        ("dataset", _DATASET),
        ("edit", _EDIT),
        ("contract", _CONTRACT),
    ]
)
"""Names, facet values and edges come with the first record that has them in a range of the log."""
COLUMN_TYPES = {field.name: from_arrow_type(field.type).simpleString() for field in ARROW_SCHEMA}
"""The same columns as Spark calls their types."""


class _ListColumn:
    """A column of lists of structs, gathered flat. That is many times faster than row by row."""

    def __init__(self, kind: pa.StructType) -> None:
        self._kind = kind
        self._items: list[tuple[Any, ...]] = []
        self._offsets = [0]

    def append(self, items: Iterable[tuple[Any, ...]]) -> None:
        self._items.extend(items)
        self._offsets.append(len(self._items))

    def array(self) -> pa.ListArray:
        columns: Sequence[Sequence[Any]] = list(zip(*self._items, strict=True))
        fields = [self._kind.field(index) for index in range(self._kind.num_fields)]
        arrays = [
            pa.array(columns[index] if columns else [], field.type)
            for index, field in enumerate(fields)
        ]
        items = pa.StructArray.from_arrays(arrays, fields=fields)
        return pa.ListArray.from_arrays(pa.array(self._offsets, pa.int32()), items)


class _Batch:
    """Rows under construction."""

    def __init__(self, seen: "_Seen") -> None:
        self._seen = seen
        self._plain: list[tuple[Any, ...]] = []
        self._lists = [_ListColumn(kind) for kind in (_FACT, _NAME, _VALUE, _EDGE, _FINDING)]
        self._mentions: list[list[int]] = []
        self._structs: list[tuple[Any, Any, Any, Any]] = []

    def __len__(self) -> int:
        return len(self._plain)

    def add_event(self, record: Record, event: EventFacts) -> None:
        self._plain.append(
            (
                record.kind,
                record.digest,
                record.segment,
                record.offset,
                event.shape,
                event.event_time,
                event.rank,
                event.event_type,
                event.run_key,
                event.node_id,
            )
        )
        seen = self._seen
        self._add_lists(
            event.facts,
            [(*name, own) for name, own in event.names if seen.is_new((name.node_id, own))],
            [pair for pair in event.values if seen.is_new(pair[0])],
            seen.new_edges(event.edges),
            event.findings,
        )
        self._mentions.append(list(mentioned_by(event)))
        self._structs.append(
            (
                event.job._asdict() if event.job else None,
                event.dataset._asdict() if event.dataset else None,
                None,
                None,
            )
        )

    def add_edit(self, record: Record, edit: Edit) -> None:
        self._add_bare(record, (), edit.row, edit.contract)

    def add_unreadable(self, record: Record, error: Exception) -> None:
        """Adds a record that cannot be read. It has a finding and nothing else."""
        self._add_bare(record, (unreadable(error),))

    def _add_bare(
        self,
        record: Record,
        findings: Iterable[tuple[str, str, str]],
        edit: dict[str, Any] | None = None,
        contract: dict[str, Any] | None = None,
    ) -> None:
        where = (record.kind, record.digest, record.segment, record.offset)
        self._plain.append((*where, *(None,) * 6))
        self._add_lists((), (), (), (), findings)
        self._mentions.append([])
        self._structs.append((None, None, edit, contract))

    def _add_lists(self, *lists: Iterable[tuple[Any, ...]]) -> None:
        for column, items in zip(self._lists, lists, strict=True):
            column.append(items)

    def record_batch(self) -> pa.RecordBatch:
        plain = zip(*self._plain, strict=True)
        structs = zip(*self._structs, strict=True)
        arrays = [
            *(pa.array(v, f.type) for v, f in zip(plain, list(ARROW_SCHEMA)[:10], strict=True)),
            *(column.array() for column in self._lists),
            pa.array(self._mentions, pa.list_(pa.int64())),
            *(pa.array(v, f.type) for v, f in zip(structs, list(ARROW_SCHEMA)[16:], strict=True)),
        ]
        return pa.RecordBatch.from_arrays(arrays, schema=ARROW_SCHEMA)


class _Seen:
    """Names, facet values and column sets that earlier rows of the same range have brought."""

    def __init__(self) -> None:
        self._keys: set[Any] = set()

    def is_new(self, key: Any) -> bool:
        if key in self._keys:
            return False
        self._keys.add(key)
        return True

    def new_edges(self, edges: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """The edges of sets not seen before. All edges of a set come in one event."""
        fresh = {
            set_hash for set_hash in {edge[0] for edge in edges} if self.is_new(("set", set_hash))
        }
        return [edge for edge in edges if edge[0] in fresh]


def event_batches(
    records: Iterable[Record], rules: Rules, left_out: Collection[str] = ()
) -> Iterator[pa.RecordBatch]:
    """Rows of `ARROW_SCHEMA` for records of the log, without the events that are `left_out`.

    A record that cannot be read has a finding and nothing else, because one odd event must not keep
    all others from being read.
    """
    extractor, seen = Extractor(rules), _Seen()
    batch = _Batch(seen)
    for record in records:
        if record.kind == "edit" or (
            record.kind == "openlineage" and record.digest not in left_out
        ):
            _add(batch, record, extractor)
        if len(batch) >= BATCH_RECORDS:
            yield batch.record_batch()
            batch = _Batch(seen)
    if len(batch):
        yield batch.record_batch()


def _add(batch: _Batch, record: Record, extractor: Extractor) -> None:
    try:
        content = read_edit(record.body) if record.kind == "edit" else extractor.event(record.body)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  a bug of ours that this record reveals
        batch.add_unreadable(record, error)
    else:
        if isinstance(content, EventFacts):
            batch.add_event(record, content)
        else:
            batch.add_edit(record, content)


class LogPartition(InputPartition):
    """One range of one segment."""

    def __init__(self, segment: str, start: int, end: int) -> None:
        self.segment, self.start, self.end = segment, start, end


class LogSourceReader(DataSourceReader):
    def __init__(self, options: dict[str, str]) -> None:
        self._directory = options["path"]
        self._ranges: list[tuple[str, int, int]] = json.loads(options["ranges"])
        self._rules = options["rules"]
        self._left_out = options.get("left_out", "[]")

    def partitions(self) -> Sequence[InputPartition]:
        return [LogPartition(*span) for span in self._ranges]

    def read(self, partition: InputPartition | None) -> Iterator[pa.RecordBatch]:
        if not isinstance(partition, LogPartition):
            return  # for a log without partitions, Spark calls this with None
        rules = msgspec.json.decode(self._rules, type=Rules)
        left_out = frozenset(json.loads(self._left_out))
        span = (partition.segment, partition.start, partition.end)
        yield from event_batches(read(Path(self._directory), *span), rules, left_out)


class LogSource(DataSource):
    """`spark.read.format("headwater_log")`: ranges of a log directory."""

    @classmethod
    def name(cls) -> str:
        return "headwater_log"

    def schema(self) -> str:
        return ", ".join(f"{name} {kind}" for name, kind in COLUMN_TYPES.items())

    def reader(self, schema: Any) -> LogSourceReader:  # noqa: ARG002  the base class's signature
        return LogSourceReader(dict(self.options))


def log_options(
    directory: Path, spans: Iterable[Range], rules: Rules, left_out: Collection[str] = ()
) -> dict[str, str]:
    """The options of the data source."""
    return {
        "path": str(directory),
        "ranges": json.dumps([(span.segment, span.start, span.end) for span in spans]),
        "rules": msgspec.json.encode(rules).decode(),
        "left_out": json.dumps(sorted(left_out)),
    }
