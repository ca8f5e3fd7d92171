"""The ids that runs are shown by, whether they were seen themselves or only named by others."""

from collections.abc import Collection

from headwater.query.names.run_ids import first_stubs, public_ids, shared_ids, siblings
from headwater.query.runs.stored_runs import StoredRun
from headwater.store import Snapshot


def shown_ids(snapshot: Snapshot, stored: Collection[StoredRun]) -> dict[str, str]:
    """The ids that runs are shown by.

    A run id stands for the run that was seen with it, if there is one. Otherwise it stands for the
    stub whose child started first, as that stub is found by it. Other stubs with the same run id
    are shown by their run keys.
    """
    used_again = shared_ids(snapshot, (run.run_id for run in stored))
    ids = {run.run_key: run.run_id for run in stored}
    ids |= public_ids(snapshot, (run.run_key for run in stored if run.run_id in used_again))
    stubs = [run for run in stored if run.is_stub]
    taken = siblings(snapshot, (run.run_id for run in stubs))
    first = first_stubs(snapshot, {run.run_id for run in stubs} - taken.keys())
    return ids | {
        stub.run_key: stub.run_id if first.get(stub.run_id) == stub.run_key else stub.run_key
        for stub in stubs
    }
