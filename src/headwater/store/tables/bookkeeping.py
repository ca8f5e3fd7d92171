"""Tables that say how far the pipeline has come. They do not follow from the events."""

from headwater.store.tables.table import Table, big, text

META = Table(
    "meta",
    "What this store is: schema version, settings digest, log id, epoch, when it was built.",
    (text("key", "name"), text("value", "value")),
    key=("key",),
)

APPLIED = Table(
    "applied",
    "How far into each log segment the rows here reach.",
    (text("segment", "log segment"), big("position", "end offset, in uncompressed bytes")),
    key=("segment",),
)

BATCHES = Table(
    "batches",
    "The last batches of the pipeline, and the failures among them.",
    (
        big("number", "counts up since the store was built"),
        big("finished_at", "when"),
        big("events", "new events in it"),
        big("duration", "from its first to its last step, in µs"),
        big("lag_records", "records waiting after it; null: too many to count", nullable=True),
        big("lag", "how long the oldest of them had been waiting, in µs"),
        text("steps", "seconds by step (JSON object)"),
        text("rows_written", "rows by table (JSON object)"),
        text("error", "why it failed; '' if it did not"),
    ),
    key=("number",),
)

STATES = Table(
    "states",
    "The state of each table. What was read of a table stays valid while its state is the same.",
    (text("name", "table"), big("state", "a random number, another after each change")),
    key=("name",),
)

BOOKKEEPING: tuple[Table, ...] = (META, APPLIED, BATCHES, STATES)
