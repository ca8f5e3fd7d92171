"""Every table and column of the store, once.

The store is a cache of the log: nothing here is the only copy of anything. Rows are a pure
function of the set of accepted events, except `ARRIVAL` columns, which say where in the log an
event lies, and the tables in `BOOKKEEPING`, which say how far the pipeline has come.

Conventions
-----------
* Instants are µs since 1970 UTC. Intervals are half-open; an open end is `FOREVER`, and what has
  no beginning starts at `BEGINNING`.
* `node_id` is a raw (normalised, not yet merged) name of a job or dataset: 63 bits of a hash over
  its kind, namespace and name. `entity_id` is the smallest `node_id`-name of an alias component
  (see `nodes`); `dataset_id`, `origin`, `destination`, … hold entity ids.
* `(event_time, rank, digest)` is the order key K. `place` breaks ties inside one event.
* Booleans are 0 or 1. JSON columns hold canonical JSON (sorted keys, no spaces).
"""

from dataclasses import dataclass, field
from typing import Literal

from headwater.model import order

FOREVER = order.FOREVER
BEGINNING = order.BEGINNING
SCHEMA_VERSION = 3

Kind = Literal["text", "bigint", "integer"]


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    kind: Kind
    nullable: bool
    help: str
    arrival: bool = False
    """Depends on where in the log an event lies: left out when tables are compared."""


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    help: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    indexes: tuple[tuple[str, ...], ...] = field(default=())

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)


def _text(name: str, help: str, *, nullable: bool = False, arrival: bool = False) -> Column:
    return Column(name, "text", nullable, help, arrival)


def _big(name: str, help: str, *, nullable: bool = False, arrival: bool = False) -> Column:
    return Column(name, "bigint", nullable, help, arrival)


def _int(name: str, help: str, *, nullable: bool = False, arrival: bool = False) -> Column:
    return Column(name, "integer", nullable, help, arrival)


_VALID_FROM = _big("valid_from", "first instant it holds")
_VALID_TO = _big("valid_to", "first instant it no longer holds, or FOREVER")

EVENTS = Table(
    "events",
    "One row per accepted, distinct, not retracted event: where to find it, and whom it is about.",
    (
        _text("digest", "hash of its canonical JSON"),
        _text("shape", "run, job, dataset"),
        _big("event_time", "its eventTime"),
        _int("rank", "its place among events of one instant (semantics 1.2)"),
        _text("event_type", "START, RUNNING, COMPLETE, ABORT, FAIL, OTHER", nullable=True),
        _text("run_key", "the run it speaks of", nullable=True),
        _big("node_id", "the job (run and job events) or dataset (dataset events) it is about"),
        _text("segment", "log segment of its first copy", arrival=True),
        _big("position", "byte offset there", arrival=True),
    ),
    key=("digest",),
    indexes=(("run_key",), ("node_id", "event_time"), ("event_time", "rank", "shape")),
)

FINDINGS = Table(
    "findings",
    "What was odd in an event that was accepted all the same (semantics 1.6).",
    (
        _text("digest", "the event"),
        _text("code", "which oddity"),
        _text("path", "where in the event, as a JSON path"),
        _text("detail", "what was found, in words"),
    ),
    key=("digest", "code", "path"),
    indexes=(("code",),),
)

NODES = Table(
    "nodes",
    "Every name of a job or dataset that any event mentions, after normalisation.",
    (
        _big("node_id", "63-bit hash of kind, namespace and name"),
        _text("kind", "job or dataset"),
        _text("namespace", "as sent"),
        _text("name", "after normalisation (semantics 2.2)"),
        _int("own_right", "1 if an event is about it or lists it; 0 if it is only referred to"),
        _big("entity_id", "node_id of the smallest (namespace, name) of its alias component"),
    ),
    key=("node_id",),
    indexes=(("entity_id",), ("kind", "namespace", "name")),
)

ENTITIES = Table(
    "entities",
    "One row per job and per dataset (alias component), under its canonical name.",
    (
        _big("entity_id", "see nodes"),
        _text("kind", "job or dataset"),
        _text("namespace", "canonical: smallest member in its own right, else smallest member"),
        _text("name", "canonical"),
        _int("own_right", "1 if any member occurs in its own right"),
    ),
    key=("entity_id",),
    indexes=(("kind", "namespace", "name"), ("name",)),
)

FACET_VALUES = Table(
    "facet_values",
    "Facets by content: a schema that does not change is stored once, not once per run.",
    (
        _text("hash", "blake2b-128 of the value, hex"),
        _text("value", "the facet as canonical JSON"),
    ),
    key=("hash",),
)

ENTITY_FACETS = Table(
    "entity_facets",
    "Last instance of each job and dataset facet, whoever sent it; a tombstone is a row too. "
    "Not here: schema, columnLineage, version, lifecycleStateChange (they belong to versions).",
    (
        _big("node_id", "the raw name it was stated for; readers merge over aliases by K"),
        _text("facet", "its key, as sent"),
        _big("event_time", "K of the instance"),
        _int("rank", "K of the instance"),
        _text("digest", "K of the instance"),
        _int("place", "output before input, then list position"),
        _text("hash", "facet_values.hash"),
        _int("deleted", "1 for a tombstone"),
        _text("value", "for symlinks: the node ids named, sorted (JSON array)", nullable=True),
    ),
    key=("node_id", "facet"),
)

RUNS = Table(
    "runs",
    "One row per run, that is per (runId, job): everything its events said, folded.",
    (
        _text("run_key", "UUIDv5 of [runId, job namespace, job name]"),
        _text("run_id", "the runId as a UUID"),
        _text("raw_run_id", "the runId as sent"),
        _big("job_id", "its job"),
        _text("state", "NEW, RUNNING, COMPLETED, FAILED, ABORTED"),
        _big("started_at", "first START, else first event"),
        _big("ended_at", "last terminal event", nullable=True),
        _big("first_time", "K of the first event"),
        _int("first_rank", "K of the first event"),
        _text("first_digest", "K of the first event"),
        _big("last_time", "time of the last event"),
        _int("end_rank", "K of the last terminal event", nullable=True),
        _text("end_digest", "K of the last terminal event", nullable=True),
        _big("nominal_start", "nominalTime.nominalStartTime", nullable=True),
        _big("nominal_end", "nominalTime.nominalEndTime", nullable=True),
        _text("batch_id", "value at the configured facet path", nullable=True),
        _text("processing", "BATCH, STREAMING or SERVICE, from its folded jobType"),
        _int("snapshot", "1 if its events are complete snapshots"),
        _text("code_version", "sourceCodeLocation.version", nullable=True),
        _text("code_url", "sourceCodeLocation.url", nullable=True),
        _int("extraction_failed", "1 if an extractionError reports failed tasks"),
        _text("parent_run_key", "the run it was started by", nullable=True),
        _big("parent_job_id", "that run's job", nullable=True),
        _text("root_run_key", "the root run it names", nullable=True),
        _big("root_job_id", "that run's job", nullable=True),
        _text("facts", "the folded registers (JSON), to merge later events with"),
    ),
    key=("run_key",),
    indexes=(
        ("job_id", "started_at"),
        ("job_id", "last_time", "first_time"),
        ("job_id", "processing", "ended_at"),
        ("run_id",),
        ("parent_run_key",),
        ("started_at",),
    ),
)

RUN_IO = Table(
    "run_io",
    "Inputs and outputs of runs, by raw name.",
    (
        _text("run_key", "the run"),
        _text("side", "input or output"),
        _big("node_id", "the dataset's raw name"),
        _big("first_time", "K of the first event that lists it"),
        _int("first_rank", "K of the first event that lists it"),
        _text("first_digest", "K of the first event that lists it"),
        _big("last_time", "time of the last event that lists it"),
        _big(
            "used_at",
            "when it counts: the run's start for an input, its end for an output (a stream's last"
            " event); null while the run goes on",
            nullable=True,
        ),
        _text("partitions", "the parts cut off its names, sorted (JSON array)"),
        _text("pin", "first version.datasetVersion stated here", nullable=True),
        _text("storage_version", "last version.datasetVersion stated here", nullable=True),
        _text("schema_hash", "last schema with fields stated here", nullable=True),
        _text(
            "columns_hash", "last columnLineage with entries; '' after a tombstone", nullable=True
        ),
        _text("lifecycle", "last lifecycleStateChange stated here", nullable=True),
        _big("renamed_from", "node_id of previousIdentifier, for a RENAME", nullable=True),
    ),
    key=("run_key", "side", "node_id"),
    indexes=(("node_id", "used_at"), ("renamed_from",)),
)

STREAM_IO = Table(
    "stream_io",
    "For STREAMING and SERVICE runs only: what each event listed.",
    (
        _text("run_key", "the run"),
        _big("event_time", "K of the event"),
        _int("rank", "K of the event"),
        _text("digest", "K of the event"),
        _text("side", "input or output"),
        _big("node_id", "the dataset's raw name"),
        _int("place", "where in the event it is listed (last)"),
        _text("schema_hash", "schema stated there", nullable=True),
        _text("storage_version", "version.datasetVersion stated there", nullable=True),
    ),
    key=("run_key", "digest", "side", "node_id"),
    indexes=(("node_id",),),
)

JOB_EVENTS = Table(
    "job_events",
    "Design-time statements about jobs (JobEvents).",
    (
        _text("digest", "the event"),
        _big("job_id", "the job"),
        _big("event_time", "its time"),
        _text("inputs", "raw node ids, sorted (JSON array)"),
        _text("outputs", "raw node ids, sorted (JSON array)"),
        _text("code_version", "sourceCodeLocation.version", nullable=True),
        _text("code_url", "sourceCodeLocation.url", nullable=True),
        _text("columns", "[[output node id, columns hash], …] (JSON)"),
        _text(
            "lineage",
            "[[target node id, set hash], …] (JSON); [] for a tombstone, null without",
            nullable=True,
        ),
    ),
    key=("digest",),
    indexes=(("job_id", "event_time"),),
)

DATASET_EVENTS = Table(
    "dataset_events",
    "Design-time statements about datasets (DatasetEvents).",
    (
        _text("digest", "the event"),
        _big("node_id", "the dataset's raw name"),
        _big("event_time", "its time"),
        _text("schema_hash", "schema with fields", nullable=True),
        _text("storage_version", "version.datasetVersion", nullable=True),
        _text("lifecycle", "lifecycleStateChange", nullable=True),
        _big("renamed_from", "node_id of previousIdentifier, for a RENAME", nullable=True),
        _text("lineage_hash", "set stated by a lineage facet; '' for a tombstone", nullable=True),
    ),
    key=("digest",),
    indexes=(("node_id", "event_time"), ("renamed_from",)),
)

JOB_VERSIONS = Table(
    "job_versions",
    "What a job read and wrote, from when to when (semantics 4).",
    (
        _text("version_id", "UUIDv5 of [job, namespace, name, entry id]"),
        _big("job_id", "the job"),
        _VALID_FROM,
        _int("began_rank", "place of the entry that began it"),
        _text("began_run_key", "place of the entry that began it; '' for a job event"),
        _text("began_digest", "place of the entry that began it"),
        _VALID_TO,
        _text("basis", "run, stream, declared (job event) or provisional (first run, unfinished)"),
        _text("inputs", "entity ids, sorted (JSON array)"),
        _text("outputs", "entity ids, sorted (JSON array)"),
        _text("code_version", "effective at its last entry", nullable=True),
        _text("code_url", "effective at its last entry", nullable=True),
        _int("lineage_unknown", "1 if it began at an entry that knew nothing (semantics 4.5)"),
        _big("confirmed_at", "first later entry that knew more", nullable=True),
    ),
    key=("version_id",),
    indexes=(("job_id", "valid_from"),),
)

DATASET_VERSIONS = Table(
    "dataset_versions",
    "What a dataset held, from when to when (semantics 5).",
    (
        _text("version_id", "UUIDv5, see semantics 2.5"),
        _big("dataset_id", "the dataset (entity id)"),
        _VALID_FROM,
        _int("place_kind", "order at one instant: 0 dataset event, 1 write, 2 read; -1 initial"),
        _text("place_id", "then: digest, run key, or 'run key:digest' for streams"),
        _VALID_TO,
        _text("kind", "write, event, observed, pinned, initial"),
        _text("run_key", "the run that wrote it, or whose read showed it", nullable=True),
        _text("storage_version", "the storage's own id of it", nullable=True),
        _text("schema_hash", "its schema", nullable=True),
        _text(
            "schema_value", "that schema's JSON, where it was composed from reads", nullable=True
        ),
        _int("schema_inherited", "1 if the schema is the previous version's"),
        _text("follows", "the version an observed one follows", nullable=True),
        _big("follows_node", "for a RENAME: the node whose last version it follows", nullable=True),
    ),
    key=("version_id",),
    indexes=(
        ("dataset_id", "valid_from"),
        ("run_key",),
        ("dataset_id", "storage_version"),
    ),
)

DROPS = Table(
    "drops",
    "When a dataset was dropped or renamed away (semantics 5.6).",
    (
        _big("dataset_id", "the dataset"),
        _big("dropped_at", "when"),
        _int("place_kind", "order at one instant, as in dataset_versions"),
        _text("place_id", "order at one instant, as in dataset_versions"),
    ),
    key=("dataset_id", "dropped_at", "place_kind", "place_id"),
)

EDGES = Table(
    "edges",
    "The graph of jobs and datasets, in the direction data flows (semantics 6.2).",
    (
        _big("origin", "entity id"),
        _big("destination", "entity id"),
        _text("basis", "listed, explicit, column"),
        _big("stated_by", "the job that says so, or the dataset, for a dataset event"),
        _VALID_FROM,
        _VALID_TO,
    ),
    key=("origin", "destination", "basis", "stated_by", "valid_from"),
    indexes=(("destination", "origin"), ("stated_by", "valid_to")),
)

FLOWS = Table(
    "flows",
    "Which input feeds which output inside a job, where stated (semantics 6.3, 7.2).",
    (
        _big("stated_by", "the job; for a dataset event, which names no job, the target itself"),
        _big("target_id", "what is fed: a dataset, or a job for job-to-job lineage"),
        _big("source_id", "what feeds it; 0 states that nothing does"),
        _text("basis", "explicit or column"),
        _text("set_hash", "the column edges stated with it; '' for none"),
        _int("is_flow", "0 where column lineage stands beside explicit lineage"),
        _int("ends_with_target", "1 if its job listed the target then: it ends with that"),
        _int("ends_with_source", "1 if its job listed the source then: it ends with that"),
        _VALID_FROM,
        _VALID_TO,
    ),
    key=("stated_by", "target_id", "source_id", "basis", "set_hash", "valid_from"),
    indexes=(("target_id",), ("source_id",), ("stated_by", "valid_to")),
)

COLUMN_SETS = Table(
    "column_sets",
    "Column edges by content; flows say for whom and when they hold (semantics 7.1).",
    (
        _text("set_hash", "hash of the statement"),
        _text("output_field", "'' for a dataset-wide entry"),
        _big("source_node", "raw node id of the source"),
        _text("input_field", "'' where the source column is not named"),
        _text("transformations", "sorted, distinct (JSON array of objects)"),
    ),
    key=("set_hash", "output_field", "source_node", "input_field"),
    indexes=(("source_node", "input_field"),),
)

JOB_PARENTS = Table(
    "job_parents",
    "Which job a job was started by, from when to when (semantics 3.5).",
    (
        _big("job_id", "the child"),
        _big("parent_id", "the parent job"),
        _VALID_FROM,
        _VALID_TO,
    ),
    key=("job_id", "valid_from"),
    indexes=(("parent_id",),),
)

CONTROL_EDGES = Table(
    "control_edges",
    "Scheduling dependencies (jobDependencies), a layer of their own (semantics 6.5).",
    (
        _big("job_id", "the job whose last finished run states it"),
        _big("origin", "the job that goes first"),
        _big("destination", "the job that waits"),
        _VALID_FROM,
        _VALID_TO,
    ),
    key=("job_id", "origin", "destination", "valid_from"),
    indexes=(("origin",), ("destination",)),
)

EDITS = Table(
    "edits",
    "What users changed, as logged (semantics 10).",
    (
        _text("digest", "the record"),
        _text(
            "edit", "delete, restore, tag, untag, describe, retract, set_aside, finding, contract"
        ),
        _big("edited_at", "when"),
        _text("kind", "job, dataset, namespace, source, tag, event, contract or product"),
        _text("namespace", "of a job, a dataset or a namespace; '' for others"),
        _text("name", "of the subject; the digest for an event; '' for a namespace"),
        _text(
            "value",
            "the edit's other fields (JSON): tag and field; description; owner of a namespace;"
            " type and connectionUrl of a source; code, path and detail of a finding; without the"
            " text of a contract",
        ),
    ),
    key=("digest",),
    indexes=(("kind", "namespace", "name"), ("name",), ("edit",)),
)

CONTRACTS = Table(
    "contracts",
    "One row per registration of a version of a data contract or product (contracts 2).",
    (
        _text("digest", "the edit that registered it"),
        _text("kind", "contract or product"),
        _text("contract_id", "its id; UUIDs in lower case"),
        _text("version", "as written; '' for a product without one"),
        _big("registered_at", "when"),
        _text("sha256", "of the text"),
        _text("file", "where it came from; '' if that was not said"),
        _int("line", "of that file, where the text begins"),
        _text("spec", "what it says, in one form for all standards (JSON)"),
        _text("text", "as it was written"),
    ),
    key=("digest",),
    indexes=(("contract_id",),),
)

TABLES: tuple[Table, ...] = (
    EVENTS,
    FINDINGS,
    NODES,
    ENTITIES,
    FACET_VALUES,
    ENTITY_FACETS,
    RUNS,
    RUN_IO,
    STREAM_IO,
    JOB_EVENTS,
    DATASET_EVENTS,
    JOB_VERSIONS,
    DATASET_VERSIONS,
    DROPS,
    EDGES,
    FLOWS,
    COLUMN_SETS,
    JOB_PARENTS,
    CONTROL_EDGES,
    EDITS,
    CONTRACTS,
)
"""What a rebuild writes, and what `verify` compares."""

META = Table(
    "meta",
    "What this store is: schema version, settings digest, epoch, when it was built.",
    (_text("key", "name"), _text("value", "value")),
    key=("key",),
)

APPLIED = Table(
    "applied",
    "How far into each log segment the rows here reach.",
    (_text("segment", "log segment"), _big("position", "end offset, in uncompressed bytes")),
    key=("segment",),
)

BATCHES = Table(
    "batches",
    "The last batches of the pipeline, and the failures among them.",
    (
        _big("number", "counts up since the store was built"),
        _big("finished_at", "when"),
        _big("events", "new events in it"),
        _big("duration", "from its first to its last step, in µs"),
        _big("lag_records", "records waiting after it; null: too many to count", nullable=True),
        _big("lag", "how long the oldest of them had been waiting, in µs"),
        _text("steps", "seconds by step (JSON object)"),
        _text("rows_written", "rows by table (JSON object)"),
        _text("error", "why it failed; '' if it did not"),
    ),
    key=("number",),
)

BOOKKEEPING: tuple[Table, ...] = (META, APPLIED, BATCHES)
