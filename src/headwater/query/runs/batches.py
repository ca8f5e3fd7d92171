"""The runs of a batch, whatever their jobs (semantics 3.6)."""

from headwater.errors import NotFoundError
from headwater.model.names import canonical_run_id
from headwater.model.order import parse_time
from headwater.query.runs.stored_runs import RunsWanted
from headwater.store import Snapshot

BATCH = "batch:"
"""The beginning of an id that stands for all runs of a batch."""


def runs_of_batch(batch: str) -> RunsWanted:
    """SQL for the runs of a batch: by batch id, by nominal start time, or by a shared run id."""
    return RunsWanted(
        "(batch_id = ? OR nominal_start = ? OR run_id = ?)",
        (batch, _nominal_start(batch), canonical_run_id(batch)[0]),
    )


def _nominal_start(text: str) -> int | None:
    try:
        return parse_time(text)[0]
    except ValueError:
        return None


def required_batch(snapshot: Snapshot, node: str) -> list[str]:
    """The keys of the runs that `batch:ID` stands for."""
    wanted = runs_of_batch(node.removeprefix(BATCH))
    found = wanted.ask(snapshot, f"SELECT run_key FROM runs WHERE {wanted.condition}")
    if not found:
        raise NotFoundError(
            f"no run is known of {node!r}; expected a batch id, a nominal start time or a run id"
            " after batch:, as `headwater runs --json` shows them"
        )
    return sorted(run_key for (run_key,) in found)
