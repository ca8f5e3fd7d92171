"""From one event to facts: what it says, taken apart so that facts of many events can be merged.

A fact is a register: its key is (entity, node, partition, facet) within a run (or within what the
event is about), its order is the event's K and the fact's place in the event. A facet may have any
key, so what Headwater tells apart by itself has entities that no facet has (`OWN_ENTITIES`).
"""

from typing import NamedTuple

import msgspec

from headwater.model.events import Finding
from headwater.model.facets import ColumnSource, Name

OWN_ENTITIES = ("event", "listed", "lineage", "batch")
"""The event itself, with its type for a facet; a dataset in a list, with its side; explicit
lineage, with `entry` for each of its entries and `withdrawn` where a tombstone takes the earlier
ones back; the `id` of a batch."""


CODE_FROM = ("version", "source")
"""All that `Rules.code_from` may name."""

CODE = ("code_version", "code_url", "code_sql", "code_source")
"""What is known of the code that a run, a job event or a job version has, as columns of these."""


class Rules(msgspec.Struct, frozen=True):
    """The settings that shape derived rows; the store remembers which it was built with."""

    dataset_names: tuple[str, ...] = ("key_value", "date", "quotes")
    job_names: tuple[str, ...] = ()
    batch_id_facet: str = ""
    """Where a run facet holds a batch id, as `facet.key.key`; '' for nowhere."""
    code_from: tuple[str, ...] = CODE_FROM
    """What of a job's code makes a new version of the job where it changes (semantics 4.4)."""
    namespace_aliases: tuple[tuple[str, str], ...] = ()
    """Namespaces as contracts write them, and as events do. This one shapes no rows: bindings are
    looked up when they are asked for."""


class Fact(NamedTuple):
    entity: str
    node_id: int | None
    partition: str | None
    facet: str
    place: int
    hash: str | None
    deleted: int
    value: str | None


class JobStatement(NamedTuple):
    """What a job event says that runs say by facts."""

    inputs: str
    outputs: str
    code_version: str | None
    code_url: str | None
    code_sql: str | None
    code_source: str | None
    columns: str
    lineage: str | None


class DatasetStatement(NamedTuple):
    schema_hash: str | None
    storage_version: str | None
    lifecycle: str | None
    renamed_from: int | None
    lineage_hash: str | None


class EventFacts(NamedTuple):
    shape: str
    event_time: int
    rank: int
    event_type: str | None
    run_key: str | None
    node_id: int
    facts: list[Fact]
    names: list[tuple[Name, int]]
    """Names mentioned, each with 1 if it occurs in its own right."""
    values: list[tuple[str, str]]
    edges: list[ColumnSource]
    findings: list[Finding]
    job: JobStatement | None
    dataset: DatasetStatement | None
