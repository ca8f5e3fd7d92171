"""Ends that runs are assumed to have, because a run above them has ended (semantics 3.7).

An assumption holds for what is shown only. So it is made when runs are read, and no row has it.
"""

STEPS = 20
"""How many parents are looked at on the way up, at most. The limit also ends a way that leads in a
circle."""


def assumed(column: str) -> str:
    """SQL for the `state` or `ended_at` that a run `r` is assumed to have; null if it has none.

    The way up goes on as long as runs have not ended, and the root that a run names comes last.
    """
    # Each condition on `p` is a CASE that also names `above`. By a condition on `p` alone, SQLite
    # would expect most runs to fall out, and read all runs of the store into a Bloom filter first.
    return (
        "CASE WHEN r.ended_at IS NULL AND r.processing = 'BATCH'"
        " AND COALESCE(r.parent_run_key, r.root_run_key) IS NOT NULL THEN ("
        "WITH RECURSIVE above(run_key, steps) AS ("
        f"SELECT r.parent_run_key, 1 UNION ALL SELECT r.root_run_key, {STEPS + 1}"
        " UNION ALL SELECT p.parent_run_key, above.steps + 1"
        " FROM above JOIN runs p ON p.run_key = above.run_key"
        f" WHERE CASE WHEN above.steps < {STEPS} THEN p.ended_at IS NULL END)"
        f" SELECT p.{column} FROM above JOIN runs p ON p.run_key = above.run_key"
        f" WHERE CASE WHEN above.steps <= {STEPS + 1} THEN p.ended_at >= r.started_at END"
        " ORDER BY above.steps LIMIT 1) END"
    )


ASSUMED_STATE, ASSUMED_END = assumed("state"), assumed("ended_at")
SHOWN_STATE = f"COALESCE({ASSUMED_STATE}, r.state)"
"""SQL for the state that a run `r` is shown with."""
