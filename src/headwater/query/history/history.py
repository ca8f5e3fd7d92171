"""How a job or dataset has changed, from version to version."""

from headwater.answers.history import DatasetHistory, JobHistory
from headwater.query.history.dataset_history import dataset_history
from headwater.query.history.job_history import job_history
from headwater.query.node_ids import resolve
from headwater.store import Snapshot

LIMIT = 100


def history(
    snapshot: Snapshot, node: str, *, limit: int = LIMIT, offset: int = 0
) -> JobHistory | DatasetHistory:
    """The versions of a job or dataset, newest first, each with what changed."""
    found = resolve(snapshot, node, kinds=("job", "dataset"))
    page = slice(offset, offset + limit)
    if found.kind == "job":
        return job_history(snapshot, found.entity, page)
    return dataset_history(snapshot, found.entity, page)
