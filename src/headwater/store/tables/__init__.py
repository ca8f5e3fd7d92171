"""Every table and column of the store, defined once.

The store is a cache of the log: nothing here is the only copy of anything. Rows are a pure function
of the set of accepted events. Exceptions are `arrival` columns, which say where in the log an event
lies, and the tables in `BOOKKEEPING`, which say how far the pipeline has come.

Conventions
-----------
* Instants are µs since 1970 UTC. Intervals are half-open. An interval without an end has the end
  `FOREVER`, and one without a beginning starts at `BEGINNING`.
* `node_id` stands for a name of a job or dataset, normalised but not yet merged with its aliases:
  63 bits of a hash over its kind, namespace and name. `entity_id` is the `node_id` of the smallest
  name in an alias component (see `nodes`); `dataset_id`, `origin`, `destination`, … hold entity
  ids.
* `(event_time, rank, digest)` is the order key K. `place` breaks ties inside one event.
* Booleans are 0 or 1. JSON columns hold canonical JSON (sorted keys, no spaces).
"""

from headwater.model import order
from headwater.store.tables.bookkeeping import APPLIED, BATCHES, BOOKKEEPING, META, STATES
from headwater.store.tables.derived import (
    COLUMN_SETS,
    CONTROL_EDGES,
    DATASET_VERSIONS,
    DROPS,
    EDGES,
    FLOWS,
    JOB_PARENTS,
    JOB_VERSIONS,
)
from headwater.store.tables.stated import (
    CONTRACTS,
    DATASET_EVENTS,
    EDITS,
    ENTITIES,
    ENTITY_FACETS,
    EVENTS,
    EXCERPTS,
    FACET_VALUES,
    FINDINGS,
    JOB_EVENTS,
    MENTIONS,
    NODES,
    RUN_IO,
    RUNS,
    STREAM_IO,
)
from headwater.store.tables.table import Column, Table

FOREVER = order.FOREVER
BEGINNING = order.BEGINNING
SCHEMA_VERSION = 12

TABLES: tuple[Table, ...] = (
    EVENTS,
    FINDINGS,
    NODES,
    ENTITIES,
    FACET_VALUES,
    EXCERPTS,
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
    MENTIONS,
)
"""The tables that a rebuild writes and `verify` compares."""

__all__ = [
    "APPLIED",
    "BATCHES",
    "BEGINNING",
    "BOOKKEEPING",
    "COLUMN_SETS",
    "CONTRACTS",
    "CONTROL_EDGES",
    "DATASET_EVENTS",
    "DATASET_VERSIONS",
    "DROPS",
    "EDGES",
    "EDITS",
    "ENTITIES",
    "ENTITY_FACETS",
    "EVENTS",
    "EXCERPTS",
    "FACET_VALUES",
    "FINDINGS",
    "FLOWS",
    "FOREVER",
    "JOB_EVENTS",
    "JOB_PARENTS",
    "JOB_VERSIONS",
    "MENTIONS",
    "META",
    "NODES",
    "RUNS",
    "RUN_IO",
    "SCHEMA_VERSION",
    "STATES",
    "STREAM_IO",
    "TABLES",
    "Column",
    "Table",
]
