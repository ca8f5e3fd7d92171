"""Column edges as statements keep them: by content, for as long as the statement holds."""

from collections.abc import Collection
from typing import Literal, NamedTuple

from headwater.store import Snapshot


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
    """The column edges out of, or into, datasets that hold at an instant."""
    # A source may end before its statement does (semantics 7.2), so the row of flows decides.
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
