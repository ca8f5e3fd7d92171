"""How a job or dataset has changed, from version to version."""

from headwater.answers.history import DatasetHistory, JobHistory
from headwater.query.history.dataset_history import dataset_history
from headwater.query.history.job_history import job_history
from headwater.query.node_ids import resolve
from headwater.questions.catalog import HistoryQuestion
from headwater.store import Snapshot


def history(snapshot: Snapshot, question: HistoryQuestion) -> JobHistory | DatasetHistory:
    """The versions of a job or dataset, newest first, each with what changed."""
    found = resolve(snapshot, question.node_id, kinds=("job", "dataset"))
    if found.kind == "job":
        return job_history(snapshot, found.entity, question.page)
    return dataset_history(snapshot, found.entity, question.page)
