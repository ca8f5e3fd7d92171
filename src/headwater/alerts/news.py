"""What has come into the store since a position: the events, and the runs and jobs that they belong
to."""

from typing import NamedTuple

from headwater.log import EventLog, Positions, Range, batches
from headwater.query.names.entities import entity_keys
from headwater.store import Snapshot

MOST_RECORDS, MOST_BYTES = 20_000, 64 << 20
"""How much of the log is looked at together. The rest waits for the next look."""


class News(NamedTuple):
    digests: frozenset[str]
    run_keys: frozenset[str]
    jobs: frozenset[int]
    """The jobs that the events are about."""
    datasets: frozenset[int]
    """The datasets that dataset events are about."""
    reached: Positions
    """How far into the log this goes."""


def news(snapshot: Snapshot, log: EventLog, since: Positions) -> News:
    """What was applied since these positions.

    The log says in which order records came, and the rows of the store say what became of them. So
    a store that was rebuilt has no news, whatever it did with the records before.
    """
    digests, reached = _arrived(snapshot, log, since)
    rows = snapshot.query_in(
        "SELECT digest, shape, run_key, node_id FROM events WHERE digest IN {keys}",
        sorted(digests),
    )
    keys = entity_keys(snapshot, {node for *_, node in rows})
    return News(
        digests=frozenset(digest for digest, *_ in rows),
        run_keys=frozenset(run_key for _, _, run_key, _ in rows if run_key is not None),
        jobs=frozenset(keys[node] for _, shape, _, node in rows if shape != "dataset"),
        datasets=frozenset(keys[node] for _, shape, _, node in rows if shape == "dataset"),
        reached=reached,
    )


def _arrived(snapshot: Snapshot, log: EventLog, since: Positions) -> tuple[set[str], Positions]:
    """The digests of the records that came, and the positions that they reach.

    Segments that the log does not have belong to another log, which the store was derived from
    before.
    """
    here = log.head()
    spans = [
        Range(segment, since.get(segment, 0), end)
        for segment, end in sorted(snapshot.positions().items())
        if segment in here and since.get(segment, 0) < end
    ]
    looked_at = next(batches(log, spans, MOST_BYTES, MOST_RECORDS), [])
    digests = {record.digest for span in looked_at for record in log.read(span)}
    return digests, since | {span.segment: span.end for span in looked_at}
