"""Every operation of the API, in the order of the documentation."""

from headwater.api import changes, columns, lineage, nodes, run_lineage, runs_of_node, status
from headwater.api.operations import Operation

OPERATIONS: tuple[Operation, ...] = (
    lineage.lineage,
    changes.lineage_changes,
    columns.column_lineage,
    run_lineage.run_lineage,
    nodes.node,
    runs_of_node.runs_of_node,
    status.status,
)
