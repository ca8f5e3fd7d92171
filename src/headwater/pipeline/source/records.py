"""Records of the log as rows of Arrow, each event taken apart into facts (`model.extract`)."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql.pandas.types import from_arrow_type

from headwater.log import Record
from headwater.model.extract import Extractor, unreadable
from headwater.model.facet_content import ColumnSource, Name
from headwater.model.facts import CODE, EventFacts, Fact, Rules
from headwater.model.registers import K
from headwater.pipeline.derive.columnar import columnar
from headwater.pipeline.source.edits import Edit, read_edit
from headwater.pipeline.source.mentions import mentioned_by

BATCH_RECORDS = 2000

Fold = Callable[[str, EventFacts], None]
"""Takes the digest of an event, and what the event says."""

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


RunFacts = tuple[str | None, K, list[Fact]]
"""The run that an event is about, if it is about one; the order of the event; and its facts."""


def facts_of(records: pa.Table) -> list[RunFacts]:
    """The facts in rows of `ARROW_SCHEMA`. Records that are no events have none."""
    keys, times, ranks, digests, shapes = (
        records.column(name).to_pylist()
        for name in ("run_key", "event_time", "rank", "digest", "shape")
    )
    lists = records.column("facts").combine_chunks()
    columns = [column.to_pylist() for column in lists.flatten().flatten()]
    facts = list(map(Fact._make, zip(*columns, strict=True)))
    offsets = pc.subtract(lists.offsets, lists.offsets[0]).to_pylist()
    return [
        (keys[n], (times[n], ranks[n], digests[n]), facts[offsets[n] : offsets[n + 1]])
        for n, shape in enumerate(shapes)
        if shape is not None
    ]


class _Batch:
    """Rows under construction."""

    def __init__(self, seen: "_Seen", fold: Fold | None) -> None:
        self._seen, self._fold = seen, fold
        self._rows: list[tuple[Any, ...]] = []

    def __len__(self) -> int:
        return len(self._rows)

    def add_event(self, record: Record, event: EventFacts) -> None:
        seen = self._seen
        if self._fold is not None:
            self._fold(record.digest, event)
        self._rows.append(
            (
                record.kind,
                record.digest,
                record.segment,
                record.offset,
                *event[:6],
                () if self._fold is not None else event.facts,
                seen.new_names(event.names),
                seen.new_values(event.values),
                seen.new_edges(event.edges),
                event.findings,
                list(mentioned_by(event)),
                event.job,
                event.dataset,
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
        self._rows.append(
            (
                *(record.kind, record.digest, record.segment, record.offset),
                *(None,) * 6,
                *((),) * 4,
                findings,
                (),
                *(None, None),
                edit and _struct(_EDIT, edit),
                contract and _struct(_CONTRACT, contract),
            )
        )

    def record_batch(self) -> pa.RecordBatch:
        rows = columnar(pa.struct(list(ARROW_SCHEMA)), self._rows)
        return pa.RecordBatch.from_struct_array(rows)


def _struct(kind: pa.StructType, values: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(values.get(field.name) for field in kind)


class _Seen:
    """Names, facet values and column sets that earlier rows of the same range have brought."""

    def __init__(self) -> None:
        self._names: set[tuple[Name, int]] = set()
        self._values: set[str] = set()
        self._sets: set[str] = set()

    def new_names(self, names: Iterable[tuple[Name, int]]) -> list[tuple[Any, ...]]:
        new = set(names) - self._names
        self._names |= new
        return [(*name, own) for name, own in new]

    def new_values(self, values: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        new = [pair for pair in values if pair[0] not in self._values]
        self._values.update(pair[0] for pair in new)
        return new

    def new_edges(self, edges: Sequence[ColumnSource]) -> list[ColumnSource]:
        """The edges of sets not seen before. All edges of a set come in one event."""
        new = {edge.set_hash for edge in edges} - self._sets
        self._sets |= new
        return [edge for edge in edges if edge.set_hash in new]


@lru_cache(maxsize=2)
def _extractor(rules: Rules) -> Extractor:
    """Kept, because ranges of one log mention the same things again and again."""
    return Extractor(rules)


def event_batches(
    records: Iterable[Record],
    rules: Rules,
    left_out: Collection[str] = (),
    fold: Fold | None = None,
) -> Iterator[pa.RecordBatch]:
    """Rows of `ARROW_SCHEMA` for records of the log, without the events that are `left_out`.

    With `fold`, the events go there, and the rows have no facts. A record that cannot be read has a
    finding and nothing else, because one odd event must not keep all others from being read.
    """
    extractor, seen = _extractor(rules), _Seen()
    batch = _Batch(seen, fold)
    for record in records:
        if record.kind == "edit" or (
            record.kind == "openlineage" and record.digest not in left_out
        ):
            _add(batch, record, extractor)
        if len(batch) >= BATCH_RECORDS:
            yield batch.record_batch()
            batch = _Batch(seen, fold)
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
