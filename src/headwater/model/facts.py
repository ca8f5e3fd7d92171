"""Facts: what one event says, taken apart so that the facts of many events can be merged.

A fact has a key: part, node, partition and facet, within its run (or within what the event is
about). Facts with the same key are ordered by their event's K (semantics 1.2) and then by the
fact's place in the event. `part` says which part of the event the fact is from: for facets `run`,
`job`, `dataset`, `input`, `output`, `inputFacets` or `outputFacets`, else one of `OWN_PARTS`.
"""

from typing import NamedTuple

import msgspec

from headwater.model.events import Finding
from headwater.model.facet_content import ColumnSource, Name

OWN_PARTS = ("event", "listed", "lineage", "batch")
"""Parts of facts that are not facets; no facet can collide with them. `event` is the event itself,
with its type in `facet`. `listed` is a dataset in a list, with its side in `facet`. `lineage` is
explicit lineage: `entry` for each entry, `withdrawn` for a tombstone that takes earlier ones back.
`batch` holds the `id` of a batch."""


CODE_FROM = ("version", "source")
"""All that `Rules.code_from` may name."""

CODE = ("code_version", "code_url", "code_sql", "code_source")
"""What is known of the code that a run, a job event or a job version has, as columns of these."""


class Rules(msgspec.Struct, frozen=True):
    """The settings that shape derived rows. The store remembers which ones it was built with."""

    dataset_names: tuple[str, ...] = ("key_value", "date", "quotes")
    job_names: tuple[str, ...] = ()
    batch_id_facet: tuple[str, ...] = (
        "airflow.dagRun.dag_id/run_id",
        "airflowDagRun.dagRun.dag_id/run_id",
    )
    """Paths to a batch id in the run facets, as `facet.key.key`. The first that leads to a value
    counts. A last part `key/key` stands for the values of these keys, joined by `/`: Airflow's ids
    of DAG runs are the same in many DAGs."""
    code_from: tuple[str, ...] = CODE_FROM
    """What of a job's code makes a new version of the job where it changes (semantics 4.4)."""
    namespace_aliases: tuple[tuple[str, str], ...] = ()
    """Pairs of a namespace as contracts write it and the same as events write it. These shape no
    rows, because bindings are looked up when a question is asked."""


class Fact(NamedTuple):
    """One fact: its key, its place in the event, and what it states."""

    part: str
    node_id: int | None
    partition: str | None
    facet: str
    place: int
    hash: str | None
    deleted: int
    value: str | None


class JobStatement(NamedTuple):
    """What a job event states about its job. Lists and pairs are JSON."""

    inputs: str
    outputs: str
    code_version: str | None
    code_url: str | None
    code_sql: str | None
    code_source: str | None
    columns: str
    lineage: str | None


class DatasetStatement(NamedTuple):
    """What a dataset event states about its dataset."""

    schema_hash: str | None
    storage_version: str | None
    lifecycle: str | None
    renamed_from: int | None
    lineage_hash: str | None


class EventFacts(NamedTuple):
    """Everything that one event says."""

    shape: str
    event_time: int
    rank: int
    event_type: str | None
    run_key: str | None
    node_id: int
    facts: list[Fact]
    names: list[tuple[Name, int]]
    """The names that the event mentions, each with 1 if it occurs in its own right, else 0."""
    values: list[tuple[str, str]]
    """Facet contents, as pairs of hash and JSON."""
    edges: list[ColumnSource]
    findings: list[Finding]
    job: JobStatement | None
    dataset: DatasetStatement | None
