"""The moments at which a graph changed."""

from collections import Counter, defaultdict
from collections.abc import Collection

from headwater.answers.changes import Change, Changes
from headwater.answers.moments import Instant
from headwater.query.lineage.lineage import extent
from headwater.questions.graph import ChangesQuestion
from headwater.store import Snapshot
from headwater.store.tables import BEGINNING, FOREVER


def changes(snapshot: Snapshot, question: ChangesQuestion) -> Changes:
    """The moments at which edges, job versions or drops of a graph's nodes began or ended."""
    found = extent(snapshot, question.lineage)
    graph, nodes = found.graph, found.nodes
    shown = {key for key in nodes if graph.is_job(key)}
    jobs = graph.groups.members(shown)
    keys = (nodes - shown) | jobs
    begun, ended = _edges(snapshot, keys)
    versions = _moments(snapshot, "valid_from", "job_versions", "job_id", jobs)
    drops = _moments(snapshot, "dropped_at", "drops", "dataset_id", keys - jobs)
    moments = sorted({*begun, *ended, *versions, *drops} - {BEGINNING, FOREVER})
    return Changes(
        tuple(
            Change(
                at=Instant(at),
                edges_begun=begun[at],
                edges_ended=ended[at],
                job_versions=versions[at],
                drops=drops[at],
            )
            for at in moments
        ),
        *_span(snapshot, keys),
    )


def _edges(snapshot: Snapshot, keys: Collection[int]) -> tuple[Counter[int], Counter[int]]:
    """How many edges began and ended at each moment. An edge that continues did neither."""
    # A name that occurs only in column lineage is no node of the graph.
    touching = (
        "SELECT origin, destination, valid_from, valid_to FROM edges WHERE (basis <> 'column' OR"
        " EXISTS (SELECT 1 FROM entities WHERE entity_id = origin AND own_right = 1)) AND"
    )
    rows = snapshot.query_in(
        f"{touching} origin IN {{keys}} UNION {touching} destination IN {{keys}}", sorted(keys)
    )
    begins: defaultdict[int, set[tuple[int, int]]] = defaultdict(set)
    ends: defaultdict[int, set[tuple[int, int]]] = defaultdict(set)
    for origin, destination, since, until in rows:
        begins[since].add((origin, destination))
        ends[until].add((origin, destination))
    moments = begins.keys() | ends.keys()
    return (
        Counter({at: len(begins[at] - ends[at]) for at in moments if begins[at] - ends[at]}),
        Counter({at: len(ends[at] - begins[at]) for at in moments if ends[at] - begins[at]}),
    )


def _moments(
    snapshot: Snapshot, moment: str, table: str, column: str, keys: Collection[int]
) -> Counter[int]:
    rows = snapshot.query_in(
        f"SELECT {moment} FROM {table} WHERE {column} IN {{keys}}", sorted(keys)
    )
    return Counter(at for (at,) in rows)


def _span(snapshot: Snapshot, keys: Collection[int]) -> tuple[Instant | None, Instant | None]:
    """When the first and the last run or version of these jobs and datasets began."""
    rows = snapshot.query_in(
        "SELECT min(started_at), max(started_at) FROM runs WHERE job_id IN {keys} UNION ALL"
        " SELECT min(valid_from), max(valid_from) FROM dataset_versions"
        " WHERE dataset_id IN {keys} AND kind <> 'initial'",
        sorted(keys),
    )
    known = [(first, last) for first, last in rows if first is not None]
    if not known:
        return None, None
    return Instant(min(first for first, _ in known)), Instant(max(last for _, last in known))
