"""The ids by which runs are shown and can be requested (semantics 1.4, 3.1)."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from headwater.model.names import canonical_run_id
from headwater.store import Snapshot

_NODES = ("run:", "job:", "dataset:", "datasetField:", "dataset_field:")
PUBLIC_ID = (
    "CASE WHEN EXISTS (SELECT 1 FROM runs s WHERE s.run_id = r.run_id"
    " AND (s.first_time, s.first_rank, s.first_digest, s.run_key)"
    " < (r.first_time, r.first_rank, r.first_digest, r.run_key))"
    " THEN r.run_key ELSE r.run_id END"
)
"""SQL for the id that a row `r` of runs is shown by: its runId, or its run key if another run
was the first to use that runId."""


UNSEEN_PARENTS = (
    "runs c WHERE c.parent_run_key IS NOT NULL"
    " AND NOT EXISTS (SELECT 1 FROM runs p WHERE p.run_key = c.parent_run_key)"
)
"""SQL for the runs `c` whose parent has sent no event itself, which is then a stub (semantics
3.5). Further conditions may follow."""


def run_node(text: str) -> str:
    """The node id of a run that may be given by its id alone.

    >>> run_node("a1"), run_node("urn:uuid:a1"), run_node("run:a1"), run_node("job:a:b")
    ('run:a1', 'run:urn:uuid:a1', 'run:a1', 'job:a:b')
    """
    return text if text.startswith(_NODES) else f"run:{text}"


def find_run(snapshot: Snapshot, text: str) -> str | None:
    """The key of the run with this id, in any written form.

    An id that several jobs share means the run of the job that used it first.
    """
    return find_runs(snapshot, [text]).get(text)


def find_runs(snapshot: Snapshot, texts: Collection[str]) -> dict[str, str]:
    """The run keys for many run ids, as `find_run` finds them. Unknown ids are left out."""
    ids = {text: canonical_run_id(text)[0] for text in texts}
    own = {
        run_key
        for (run_key,) in snapshot.query_in(
            "SELECT run_key FROM runs WHERE run_key IN {keys}", sorted(set(ids.values()))
        )
    }
    shared = siblings(snapshot, ids.values())
    return {
        text: run_id if run_id in own else shared[run_id][0]
        for text, run_id in ids.items()
        if run_id in own or run_id in shared
    }


def find_stub(snapshot: Snapshot, text: str) -> tuple[str, int] | None:
    """The run key and the job of a run that only its children name (semantics 3.5)."""
    run_id, _ = canonical_run_id(text)
    rows = snapshot.query(
        f"SELECT c.parent_run_key, c.parent_job_id FROM {UNSEEN_PARENTS}"
        " AND (c.parent_run_id = ? OR c.parent_run_key = ?)"
        " ORDER BY c.started_at, c.parent_run_key LIMIT 1",
        (run_id, run_id),
    )
    return rows[0] if rows else None


def first_stubs(snapshot: Snapshot, run_ids: Collection[str]) -> dict[str, str]:
    """The run key of the stub that `find_stub` finds by each of these run ids."""
    rows = snapshot.query_in(
        f"SELECT c.parent_run_id, c.started_at, c.parent_run_key FROM {UNSEEN_PARENTS}"
        " AND c.parent_run_id IN {keys}",
        sorted(run_ids),
    )
    found: dict[str, tuple[int, str]] = {}
    for run_id, *place in rows:
        found[run_id] = min(found.get(run_id, (*place,)), (*place,))
    return {run_id: run_key for run_id, (_, run_key) in found.items()}


def run_keys_of(snapshot: Snapshot, text: str) -> list[str]:
    """The keys of all runs that share a run id, or of the one run that is shown by it."""
    run_id, _ = canonical_run_id(text)
    rows = snapshot.query(
        "SELECT run_key FROM runs WHERE run_id = ? OR run_key = ? ORDER BY run_key",
        (run_id, run_id),
    )
    return [run_key for (run_key,) in rows]


def siblings(snapshot: Snapshot, run_ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The run keys under each runId. The first is the one that the runId is shown for."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    rows = snapshot.query_in(
        "SELECT run_id, run_key FROM runs WHERE run_id IN {keys}"
        " ORDER BY first_time, first_rank, first_digest, run_key",
        sorted(set(run_ids)),
    )
    for run_id, run_key in rows:
        found[run_id].append(run_key)
    return {run_id: tuple(keys) for run_id, keys in found.items()}


def shared_ids(snapshot: Snapshot, run_ids: Iterable[str]) -> set[str]:
    """Of these runIds, those that several jobs have used."""
    rows = snapshot.query_in(
        "SELECT run_id FROM runs WHERE run_id IN {keys} GROUP BY run_id HAVING count(*) > 1",
        sorted(set(run_ids)),
    )
    return {run_id for (run_id,) in rows}


def public_ids(snapshot: Snapshot, run_keys: Iterable[str]) -> dict[str, str]:
    """The id that each run is shown by."""
    rows = snapshot.query_in(
        f"SELECT r.run_key, {PUBLIC_ID} FROM runs r WHERE r.run_key IN {{keys}}",
        sorted(set(run_keys)),
    )
    return dict(rows)


def near_runs(snapshot: Snapshot, text: str) -> list[str]:
    """The node ids of runs whose id begins like `text`."""
    if not text or not set(text.lower()) <= set("0123456789abcdef-"):
        return []
    rows = snapshot.query(
        "SELECT DISTINCT run_id FROM runs WHERE run_id LIKE ? ORDER BY run_id LIMIT 5",
        (f"{text.lower()[:8]}%",),
    )
    return [f"run:{run_id}" for (run_id,) in rows]
