"""Column edges as statements keep them: by content, for as long as the statement is in force."""

from collections.abc import Collection
from typing import Literal, NamedTuple

from headwater.model.runs.registers import hash_in_force
from headwater.query.names.entities import members
from headwater.query.runs.stored_runs import StoredRun
from headwater.store import Snapshot
from headwater.store.run_registers import folded_registers_of


class StatedColumn(NamedTuple):
    source: int
    input_field: str
    target: int
    output_field: str
    transformations: str
    stated_by: int


def stated_columns(
    snapshot: Snapshot, end: Literal["source_id", "target_id"], datasets: Collection[int], at: int
) -> set[StatedColumn]:
    """The column edges out of, or into, these datasets that are in force at an instant."""
    # A source may end before its statement (semantics 7.2), so the row of flows decides.
    rows = snapshot.query_in(
        "SELECT f.source_id, c.input_field, f.target_id, c.output_field, c.transformations,"
        " f.stated_by FROM flows f JOIN column_sets c ON c.set_hash = f.set_hash"
        " JOIN nodes n ON n.node_id = c.source_node AND n.entity_id = f.source_id"
        " AND n.kind = 'dataset'"
        f" WHERE f.{end} IN {{keys}} AND f.valid_from <= ? AND f.valid_to > ?",
        sorted(datasets),
        (at, at),
    )
    return {StatedColumn(*row) for row in rows}


def columns_at_entry(
    snapshot: Snapshot, run: StoredRun, dataset: int, at: int
) -> set[StatedColumn]:
    """The column edges into a dataset that the job of a run states at the run's entry (7.3).

    The run ended at `at`. If several runs of the job ended at that instant, the tables hold what
    the last of them stated. For the others it is what the last run up to each of them stated, which
    is read from its facets.
    """
    rows = snapshot.query(
        "SELECT end_rank, run_key, end_digest FROM runs"
        " WHERE job_id = ? AND processing = 'BATCH' AND ended_at = ?",
        (run.job_id, at),
    )
    up_to_it = [key for rank, key, digest in sorted(rows) if (rank, key, digest) <= _place(run)]
    if len(up_to_it) < len(rows):
        stating = _last_stating(snapshot, up_to_it, dataset)
        if stating is not None:
            return {edge._replace(stated_by=run.job_id) for edge in stating}
        at -= 1
    stated = stated_columns(snapshot, "target_id", [dataset], at)
    return {edge for edge in stated if edge.stated_by == run.job_id}


def _place(run: StoredRun) -> tuple[int, str, str]:
    return (run.end_rank or 0, run.run_key, run.end_digest or "")


def _last_stating(
    snapshot: Snapshot, run_keys: list[str], dataset: int
) -> set[StatedColumn] | None:
    """The column edges of the last of these runs that states column lineage of the dataset."""
    rows = snapshot.query_in("SELECT run_key, facts FROM runs WHERE run_key IN {keys}", run_keys)
    facts: dict[str, bytes] = dict(rows)
    nodes = members(snapshot, [dataset])[dataset]
    for run_key in reversed(run_keys):
        [registers] = folded_registers_of(snapshot, [facts[run_key]])
        # The set of column edges of a columnLineage facet has the same hash as the facet.
        sets = [
            content
            for (part, node, _, facet), register in registers.items()
            if (part, facet) == ("output", "columnLineage") and node in nodes
            if (content := hash_in_force(register))
        ]
        edges = snapshot.query_in(
            "SELECT n.entity_id, c.input_field, c.output_field, c.transformations"
            " FROM column_sets c JOIN nodes n ON n.node_id = c.source_node AND n.kind = 'dataset'"
            " WHERE c.set_hash IN {keys}",
            sets,
        )
        if edges:
            return {
                StatedColumn(source, read, dataset, written, how, 0)
                for source, read, written, how in edges
            }
    return None
