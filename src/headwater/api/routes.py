"""Every operation of the API, in the order of the documentation."""

from headwater.api import changes, columns, lineage, run_lineage, status
from headwater.api.operations import Operation

OPERATIONS: tuple[Operation, ...] = (
    lineage.lineage,
    changes.lineage_changes,
    columns.column_lineage,
    run_lineage.run_lineage,
    status.status,
)
