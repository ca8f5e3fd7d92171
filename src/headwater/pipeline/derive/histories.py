"""Histories of jobs and datasets, folded from their items (semantics 3.5 to 7).

The items of each job, and of each family of datasets, are brought together here. The folds
themselves are `model.jobs.history` and `model.datasets.families`
(docs/decisions/0026-packs.md).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
import pyarrow as pa
from pyspark.sql import DataFrame

from headwater.garbage import no_collector
from headwater.model.datasets.families import family_histories
from headwater.model.datasets.history import Drop, Version
from headwater.model.datasets.items import FamilyItems
from headwater.model.jobs.history import JobItems, KnownNames, job_history
from headwater.pipeline.derive.items import DATASETS, JOBS, item_rows, unpacked
from headwater.pipeline.derive.packs import (
    DDL,
    Pack,
    Packing,
    packs_in,
    place_of,
    record_batches,
    table_packs,
)
from headwater.store.tables import (
    CONTROL_EDGES,
    DATASET_VERSIONS,
    DROPS,
    EDGES,
    FLOWS,
    JOB_PARENTS,
    JOB_VERSIONS,
)

JOB_TABLES = (JOB_VERSIONS, FLOWS, EDGES, JOB_PARENTS, CONTROL_EDGES)
"""The tables that histories of jobs are made of."""
HISTORY_TABLES = (*JOB_TABLES, DATASET_VERSIONS, DROPS)
"""All tables that histories are made of."""

Tables = dict[str, list[tuple[Any, ...]]]
"""Rows by the name of their table."""
_ItemsByKey = defaultdict[int, list[tuple[str, msgspec.Raw]]]


def histories(packs: DataFrame, known: KnownNames, code_from: tuple[str, ...]) -> DataFrame:
    """Packs with the rows of `HISTORY_TABLES`, of packs with all items of whatever is in them.

    `known` is what names stand for, where items do not say so. `code_from` says what of the code
    makes versions (`model.facts.Rules`).
    """

    def fold(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with no_collector():
            yield from record_batches(folded(packs_in(batches), known, code_from))

    return packs.mapInArrow(fold, DDL)


def placed(
    packs: DataFrame, entity_of: Mapping[int, int], family_of: Mapping[int, int], places: int
) -> DataFrame:
    """Packs of items on their way to where their history is folded.

    Items come with names. `entity_of` has the datasets of names that have aliases, and `family_of`
    the families of datasets that renames connect; all others stand for themselves.
    """

    def place(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        packing = Packing()
        for pack in packs_in(batches):
            for key, kind, item in item_rows(pack.pack):
                history = entity_of.get(key, key)
                if pack.kind == DATASETS:
                    history = family_of.get(history, history)
                packing.add(place_of(history, places), pack.kind, (history, kind, item))
            yield from record_batches(packing.take_full())
        yield from record_batches(packing.finish())

    return packs.mapInArrow(place, DDL)


def folded(packs: Iterable[Pack], known: KnownNames, code_from: tuple[str, ...]) -> Iterator[Pack]:
    """Rows of `HISTORY_TABLES`, of packs with all items of the histories in them."""
    found: dict[str, _ItemsByKey] = {JOBS: defaultdict(list), DATASETS: defaultdict(list)}
    for pack in packs:
        items = found[pack.kind]
        for key, kind, item in item_rows(pack.pack):
            items[key].append((kind, item))
    made: Tables = {table.name: [] for table in HISTORY_TABLES}
    _fold_jobs(found.pop(JOBS), known, code_from, made)
    _fold_datasets(found.pop(DATASETS), known, made)
    for table in HISTORY_TABLES:
        yield from table_packs(table, made.pop(table.name))


def _fold_jobs(
    found: _ItemsByKey, known: KnownNames, code_from: tuple[str, ...], made: Tables
) -> None:
    while found:
        job_id, packed = found.popitem()
        items = JobItems()
        for kind, item in packed:
            items.add(unpacked(kind, item))  # type: ignore[arg-type]  # these are items of jobs
        history = job_history(job_id, items, known, code_from)
        for table in JOB_TABLES:
            made[table.name] += getattr(history, table.name)


def _fold_datasets(found: _ItemsByKey, known: KnownNames, made: Tables) -> None:
    versions, drops = made[DATASET_VERSIONS.name], made[DROPS.name]
    while found:
        _, packed = found.popitem()
        items = FamilyItems()
        for kind, item in packed:
            items.add(unpacked(kind, item))  # type: ignore[arg-type]  # these are of datasets
        for dataset_id, (own, dropped) in family_histories(items, known.entity_of).items():
            versions += (_version_row(dataset_id, version) for version in own)
            drops += (_drop_row(dataset_id, drop) for drop in dropped)


def _drop_row(dataset_id: int, drop: Drop) -> tuple[Any, ...]:
    return dataset_id, *drop


def _version_row(dataset_id: int, version: Version) -> tuple[Any, ...]:
    schema = version.schema
    return (
        version.version_id,
        dataset_id,
        version.valid_from,
        version.place_kind,
        version.place_id,
        version.valid_to,
        version.kind,
        version.run_key,
        version.storage_version,
        schema.hash if schema else None,
        schema.value if schema else None,
        version.schema_inherited,
        version.follows,
        version.follows_node,
    )
