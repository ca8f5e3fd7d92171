"""Every operation of the API, in the order of the documentation."""

from headwater.api import columns, lineage, run_lineage, status
from headwater.api.operations import Operation

OPERATIONS: tuple[Operation, ...] = (
    lineage.lineage,
    columns.column_lineage,
    run_lineage.run_lineage,
    status.status,
)
