"""Facts: what one event says, taken apart so that the facts of many events can be merged.

A fact has a key: part, node, partition and facet, within its run (or within what the event is
about). Facts with the same key are ordered by their event's K (semantics 1.2) and then by the
fact's place in the event. `part` says which part of the event the fact is from: for facets `run`,
`job`, `dataset`, `input`, `output`, `inputFacets` or `outputFacets`, else one of `OWN_PARTS`.
"""

from typing import NamedTuple

import msgspec

OWN_PARTS = ("event", "listed", "lineage", "batch")
"""Parts of facts that are not facets; no facet can collide with them. `event` is the event itself,
with its type in `facet`. `listed` is a dataset in a list, with its side in `facet`. `lineage` is
explicit lineage: `entry` for each entry, `withdrawn` for a tombstone that takes earlier ones back.
`batch` holds the `id` of a batch."""


CODE_FROM = ("version", "source")
"""All that `Rules.code_from` may name."""

CODE = ("code_version", "code_url", "code_sql", "code_source")
"""The columns in which runs, job events and job versions have what is known of their code."""


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
