"""Tables of what events and edits state: the events, their names, and what is folded per run."""

from headwater.store.tables.table import Table, big, binary, small, text

_OF_A_TEXT = "digests of its shape, its wording (semantics 4.3) and the facet (JSON array)"
CODE_SQL = text("code_sql", f"sql.query: {_OF_A_TEXT}", nullable=True)
CODE_SOURCE = text("code_source", f"sourceCode.sourceCode: {_OF_A_TEXT}", nullable=True)

EVENTS = Table(
    "events",
    "One row per accepted, distinct, not retracted event: where to find it, and whom it is about.",
    (
        text("digest", "hash of its canonical JSON"),
        text("shape", "run, job, dataset"),
        big("event_time", "its eventTime"),
        small("rank", "its place among events of one instant (semantics 1.2)"),
        text("event_type", "START, RUNNING, COMPLETE, ABORT, FAIL, OTHER", nullable=True),
        text("run_key", "the run it speaks of", nullable=True),
        big("node_id", "the job (run and job events) or dataset (dataset events) it is about"),
        text("segment", "log segment of its first copy", arrival=True),
        big("position", "byte offset there", arrival=True),
    ),
    key=("digest",),
    indexes=(("run_key",), ("node_id", "event_time"), ("event_time", "rank", "shape")),
    time="event_time",
)

FINDINGS = Table(
    "findings",
    "What was odd in an event that was accepted all the same (semantics 1.6).",
    (
        text("digest", "the event"),
        text("code", "which oddity"),
        text("path", "where in the event, as a JSON path"),
        text("detail", "what was found, in words"),
    ),
    key=("digest", "code", "path"),
    indexes=(("code",),),
)

NODES = Table(
    "nodes",
    "Every name of a job or dataset that any event mentions, after normalisation.",
    (
        big("node_id", "63-bit hash of kind, namespace and name"),
        text("kind", "job or dataset"),
        text("namespace", "as sent"),
        text("name", "after normalisation (semantics 2.2)"),
        small("own_right", "1 if an event is about it or lists it; 0 if it is only referred to"),
        big("entity_id", "node_id of the smallest (namespace, name) of its alias component"),
    ),
    key=("node_id",),
    indexes=(("entity_id",), ("kind", "namespace", "name")),
)

ENTITIES = Table(
    "entities",
    "One row per job and per dataset (alias component), under its canonical name.",
    (
        big("entity_id", "see nodes"),
        text("kind", "job or dataset"),
        text("namespace", "canonical: smallest member in its own right, else smallest member"),
        text("name", "canonical"),
        small("own_right", "1 if any member occurs in its own right"),
    ),
    key=("entity_id",),
    indexes=(("kind", "namespace", "name"), ("name",)),
)

FACET_VALUES = Table(
    "facet_values",
    "Facets by content: a schema that does not change is stored once, not once per run.",
    (
        text("hash", "blake2b-128 of the value, hex"),
        text("value", "the facet as canonical JSON"),
    ),
    key=("hash",),
)

EXCERPTS = Table(
    "excerpts",
    "What events say of their job, or of a dataset that they list, by content. Runs quote it.",
    (
        big("excerpt_key", "63-bit hash of the text"),
        binary("text", "facts (MessagePack, `model.excerpts`)"),
    ),
    key=("excerpt_key",),
)

ENTITY_FACETS = Table(
    "entity_facets",
    "Last instance of each job and dataset facet, whoever sent it; a tombstone is a row too. "
    "Not here: schema, columnLineage, version, lifecycleStateChange of a dataset (they belong to "
    "its versions).",
    (
        big("node_id", "the raw name it was stated for; readers merge over aliases by K"),
        text("facet", "its key, as sent"),
        big("event_time", "K of the instance"),
        small("rank", "K of the instance"),
        text("digest", "K of the instance"),
        small("place", "output before input, then list position"),
        text("hash", "facet_values.hash"),
        small("deleted", "1 for a tombstone"),
        text("value", "for symlinks: the node ids named, sorted (JSON array)", nullable=True),
    ),
    key=("node_id", "facet"),
)

RUNS = Table(
    "runs",
    "One row per run, that is per (runId, job): everything its events state, folded.",
    (
        text("run_key", "UUIDv5 of [runId, job namespace, job name]"),
        text("run_id", "the runId as a UUID"),
        text("raw_run_id", "the runId as sent, if that is another text", nullable=True),
        big("job_id", "its job"),
        text("state", "NEW, RUNNING, COMPLETED, FAILED, ABORTED"),
        big("started_at", "first START, else first event; never after ended_at"),
        big("ended_at", "last terminal event", nullable=True),
        big("first_time", "K of the first event"),
        small("first_rank", "K of the first event"),
        text("first_digest", "K of the first event"),
        big("last_time", "time of the last event"),
        small("end_rank", "K of the last terminal event", nullable=True),
        text("end_digest", "K of the last terminal event", nullable=True),
        big("nominal_start", "nominalTime.nominalStartTime", nullable=True),
        big("nominal_end", "nominalTime.nominalEndTime", nullable=True),
        text("batch_id", "values at the first configured facet path with any", nullable=True),
        text("processing", "BATCH, STREAMING or SERVICE, from its folded jobType"),
        small("snapshot", "1 if its events are complete snapshots"),
        text("code_version", "sourceCodeLocation.version", nullable=True),
        text("code_url", "sourceCodeLocation.url", nullable=True),
        CODE_SQL,
        CODE_SOURCE,
        small("extraction_failed", "1 if an extractionError reports failed tasks"),
        text("parent_run_id", "the id of the run it was started by", nullable=True),
        text("parent_run_key", "that run, if its job is named too", nullable=True),
        big("parent_job_id", "that run's job", nullable=True),
        text("root_run_key", "the root run it names", nullable=True),
        big("root_job_id", "that run's job", nullable=True),
        binary("facts", "the folded registers (MessagePack, `model.runs.stored_registers`)"),
    ),
    key=("run_key",),
    indexes=(
        ("job_id", "started_at"),
        ("job_id", "last_time", "first_time"),
        ("job_id", "processing", "ended_at"),
        ("run_id",),
        ("parent_run_id",),
        ("parent_run_key",),
        ("parent_job_id",),
        ("started_at",),
        ("batch_id",),
        ("nominal_start",),
    ),
    time="started_at",
)

RUN_IO = Table(
    "run_io",
    "Inputs and outputs of runs, by raw name.",
    (
        text("run_key", "the run"),
        text("side", "input or output"),
        big("node_id", "the dataset's raw name"),
        big("first_time", "time of the first event that lists it"),
        big("last_time", "time of the last event that lists it"),
        big(
            "used_at",
            "when it counts: the run's start for an input, its end for an output (a stream's last"
            " event); null while the run goes on",
            nullable=True,
        ),
        text("partitions", "the parts cut off its names, sorted (JSON array)"),
        text("pin", "first version.datasetVersion stated here", nullable=True),
        text("storage_version", "last version.datasetVersion stated here", nullable=True),
        text("schema_hash", "last schema with fields stated here", nullable=True),
        text(
            "columns_hash", "last columnLineage with entries; '' after a tombstone", nullable=True
        ),
        text("lifecycle", "last lifecycleStateChange stated here", nullable=True),
        big("renamed_from", "node_id of previousIdentifier, for a RENAME", nullable=True),
    ),
    key=("run_key", "side", "node_id"),
    indexes=(("node_id", "used_at"), ("renamed_from",)),
    time="first_time",
)

STREAM_IO = Table(
    "stream_io",
    "For STREAMING and SERVICE runs only: what each event listed.",
    (
        text("run_key", "the run"),
        big("event_time", "K of the event"),
        small("rank", "K of the event"),
        text("digest", "K of the event"),
        text("side", "input or output"),
        big("node_id", "the dataset's raw name"),
        text("schema_hash", "schema stated there", nullable=True),
        small("schema_place", "where in the event", nullable=True),
        text("storage_version", "version.datasetVersion stated there", nullable=True),
        small("version_place", "where in the event", nullable=True),
    ),
    key=("run_key", "digest", "side", "node_id"),
    indexes=(("node_id",),),
    time="event_time",
)

JOB_EVENTS = Table(
    "job_events",
    "Design-time statements about jobs (JobEvents).",
    (
        text("digest", "the event"),
        big("job_id", "the job"),
        big("event_time", "its time"),
        text("inputs", "raw node ids, sorted (JSON array)"),
        text("outputs", "raw node ids, sorted (JSON array)"),
        text("code_version", "sourceCodeLocation.version", nullable=True),
        text("code_url", "sourceCodeLocation.url", nullable=True),
        CODE_SQL,
        CODE_SOURCE,
        text("columns", "[[output node id, columns hash], …] (JSON)"),
        text(
            "lineage",
            "[[target node id, set hash], …] (JSON); [] for a tombstone, null without",
            nullable=True,
        ),
    ),
    key=("digest",),
    indexes=(("job_id", "event_time"),),
    time="event_time",
)

DATASET_EVENTS = Table(
    "dataset_events",
    "Design-time statements about datasets (DatasetEvents).",
    (
        text("digest", "the event"),
        big("node_id", "the dataset's raw name"),
        big("event_time", "its time"),
        text("schema_hash", "schema with fields", nullable=True),
        text("storage_version", "version.datasetVersion", nullable=True),
        text("lifecycle", "lifecycleStateChange", nullable=True),
        big("renamed_from", "node_id of previousIdentifier, for a RENAME", nullable=True),
        text("lineage_hash", "set stated by a lineage facet; '' for a tombstone", nullable=True),
    ),
    key=("digest",),
    indexes=(("node_id", "event_time"), ("renamed_from",)),
    time="event_time",
)

EDITS = Table(
    "edits",
    "What users changed, as logged (semantics 10).",
    (
        text("digest", "the record"),
        text(
            "edit", "delete, restore, tag, untag, describe, retract, set_aside, finding, contract"
        ),
        big("edited_at", "when"),
        text("kind", "job, dataset, namespace, source, tag, event, contract or product"),
        text("namespace", "of a job, a dataset or a namespace; '' for others"),
        text("name", "of the subject; the digest for an event; '' for a namespace"),
        text(
            "value",
            "the edit's other fields (JSON): tag and field; description; owner of a namespace;"
            " type and connectionUrl of a source; code, path and detail of a finding; without the"
            " text of a contract",
        ),
    ),
    key=("digest",),
    indexes=(("kind", "namespace", "name"), ("name",), ("edit",)),
    time="edited_at",
)

CONTRACTS = Table(
    "contracts",
    "One row per registration of a version of a data contract or product (contracts 2).",
    (
        text("digest", "the edit that registered it"),
        text("kind", "contract or product"),
        text("contract_id", "its id; UUIDs in lower case"),
        text("version", "as written; '' for a product without one"),
        big("registered_at", "when"),
        text("sha256", "of the text"),
        text("file", "where it came from; '' if that is unknown"),
        small("line", "of that file, where the text begins"),
        text("spec", "what it says, in one form for all standards (JSON)"),
        text("text", "as it was written"),
    ),
    key=("digest",),
    indexes=(("contract_id",),),
    time="registered_at",
)

MENTIONS = Table(
    "mentions",
    "How many events mention what is stored once: names, facet values, excerpts, column edges.",
    (
        big("key", "63 bits of what is mentioned (`headwater.pipeline.source.mentions`)"),
        big("events", "how many"),
    ),
    key=("key",),
)
