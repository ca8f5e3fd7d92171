"""Derived tables: versions of jobs and datasets, and the edges between them."""

from headwater.store.tables.table import VALID_FROM, VALID_TO, Table, big, small, text

JOB_VERSIONS = Table(
    "job_versions",
    "What a job read and wrote, from when to when (semantics 4).",
    (
        text("version_id", "UUIDv5 of [job, namespace, name, entry id]"),
        big("job_id", "the job"),
        VALID_FROM,
        small("began_rank", "place of the entry that began it"),
        text("began_run_key", "place of the entry that began it; '' for a job event"),
        text("began_digest", "place of the entry that began it"),
        VALID_TO,
        text("basis", "run, stream, declared (job event) or provisional (first run, unfinished)"),
        text("inputs", "entity ids, sorted (JSON array)"),
        text("outputs", "entity ids, sorted (JSON array)"),
        text("code_version", "effective at its last entry", nullable=True),
        text("code_url", "effective at its last entry", nullable=True),
        text("code_sql", "effective at its last entry", nullable=True),
        text("code_source", "effective at its last entry", nullable=True),
        small("lineage_unknown", "1 if it began at an entry that knew nothing (semantics 4.5)"),
        big("confirmed_at", "first later entry that knew more", nullable=True),
    ),
    key=("version_id",),
    indexes=(("job_id", "valid_from"),),
    time="valid_from",
)

DATASET_VERSIONS = Table(
    "dataset_versions",
    "What a dataset held, from when to when (semantics 5).",
    (
        text("version_id", "UUIDv5, see semantics 2.5"),
        big("dataset_id", "the dataset (entity id)"),
        VALID_FROM,
        small("place_kind", "order at one instant: 0 dataset event, 1 write, 2 read; -1 initial"),
        text("place_id", "then: digest, run key, or 'run key:digest' for streams"),
        VALID_TO,
        text("kind", "write, event, observed, pinned, initial"),
        text("run_key", "the run that wrote it, or whose read showed it", nullable=True),
        text("storage_version", "the storage's own id of it", nullable=True),
        text("schema_hash", "its schema", nullable=True),
        text("schema_value", "that schema's JSON, where it was composed from reads", nullable=True),
        small("schema_inherited", "1 if the schema is the previous version's"),
        text("follows", "the version an observed one follows", nullable=True),
        big("follows_node", "for a RENAME: the node whose last version it follows", nullable=True),
    ),
    key=("version_id",),
    indexes=(
        ("dataset_id", "valid_from"),
        ("run_key",),
        ("storage_version", "dataset_id"),
    ),
    time="valid_from",
)

DROPS = Table(
    "drops",
    "When a dataset was dropped or renamed away (semantics 5.6).",
    (
        big("dataset_id", "the dataset"),
        big("dropped_at", "when"),
        small("place_kind", "order at one instant, as in dataset_versions"),
        text("place_id", "order at one instant, as in dataset_versions"),
    ),
    key=("dataset_id", "dropped_at", "place_kind", "place_id"),
    time="dropped_at",
)

EDGES = Table(
    "edges",
    "The graph of jobs and datasets, in the direction data flows (semantics 6.2).",
    (
        big("origin", "entity id"),
        big("destination", "entity id"),
        text("basis", "listed, explicit, column"),
        big("stated_by", "the job that says so, or the dataset, for a dataset event"),
        VALID_FROM,
        VALID_TO,
    ),
    key=("origin", "destination", "basis", "stated_by", "valid_from"),
    # With `valid_to` the first index has all there is of an edge.
    indexes=(("destination", "origin", "valid_to"), ("stated_by", "valid_to")),
)

FLOWS = Table(
    "flows",
    "Which input feeds which output inside a job, where stated (semantics 6.3, 7.2).",
    (
        big("stated_by", "the job; for a dataset event, which names no job, the target itself"),
        big("target_id", "what is fed: a dataset, or a job for job-to-job lineage"),
        big("source_id", "what feeds it; 0 states that nothing does"),
        text("basis", "explicit or column"),
        text("set_hash", "the column edges stated with it; '' for none"),
        small("is_flow", "0 where column lineage stands beside explicit lineage"),
        small("ends_with_target", "1 if its job listed the target then: it ends with that"),
        small("ends_with_source", "1 if its job listed the source then: it ends with that"),
        VALID_FROM,
        VALID_TO,
    ),
    key=("stated_by", "target_id", "source_id", "basis", "set_hash", "valid_from"),
    indexes=(("target_id",), ("source_id",), ("stated_by", "valid_to")),
)

COLUMN_SETS = Table(
    "column_sets",
    "Column edges by content; flows say for whom and when they hold (semantics 7.1).",
    (
        text("set_hash", "hash of the statement"),
        text("output_field", "'' for a dataset-wide entry"),
        big("source_node", "raw node id of the source"),
        text("input_field", "'' where the source column is not named"),
        text("transformations", "sorted, distinct (JSON array of objects)"),
    ),
    key=("set_hash", "output_field", "source_node", "input_field"),
    indexes=(("source_node", "input_field"),),
)

JOB_PARENTS = Table(
    "job_parents",
    "Which job a job was started by, from when to when (semantics 3.5).",
    (
        big("job_id", "the child"),
        big("parent_id", "the parent job"),
        VALID_FROM,
        VALID_TO,
    ),
    key=("job_id", "valid_from"),
    indexes=(("parent_id",),),
)

CONTROL_EDGES = Table(
    "control_edges",
    "Scheduling dependencies (jobDependencies), a layer of their own (semantics 6.5).",
    (
        big("job_id", "the job whose last finished run states it"),
        big("origin", "the job that goes first"),
        big("destination", "the job that waits"),
        VALID_FROM,
        VALID_TO,
    ),
    key=("job_id", "origin", "destination", "valid_from"),
    indexes=(("origin",), ("destination",)),
)
