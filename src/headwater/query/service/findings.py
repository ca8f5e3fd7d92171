"""Findings: what was odd in events that were accepted nevertheless (semantics 1.6)."""

from collections import defaultdict
from collections.abc import Iterable

from headwater.answers.service import EventFinding, FindingList
from headwater.model.names import canonical_run_id
from headwater.query.moments import in_force, instant
from headwater.query.names.entities import entities
from headwater.query.node_ids import resolve
from headwater.questions.service import FindingsQuestion
from headwater.store import Snapshot
from headwater.store.backend import Row

FUTURE = "future_time"
SHARED = "shared_run_id"
SKEWED = "start_after_end"

_STORED = (
    "SELECT f.code, f.path, f.detail, e.event_time, e.node_id, f.digest FROM findings f"
    " LEFT JOIN events e ON e.digest = f.digest"
)
_LOOKED_UP = {
    FUTURE: f"SELECT '{FUTURE}' AS code, 'eventTime' AS path, '' AS detail, event_time, node_id,"
    " digest FROM events WHERE event_time > ?",
    SHARED: f"SELECT '{SHARED}' AS code, 'run.runId' AS path, r.run_id AS detail,"
    " r.first_time AS event_time, r.job_id AS node_id, r.first_digest AS digest FROM runs r"
    " JOIN (SELECT run_id FROM runs GROUP BY run_id HAVING count(*) > 1) AS shared"
    " ON shared.run_id = r.run_id WHERE NOT EXISTS (SELECT 1 FROM runs o"
    " WHERE o.run_id = r.run_id AND (o.first_time, o.first_rank, o.first_digest)"
    " < (r.first_time, r.first_rank, r.first_digest))",
    # Only such a run, or a very short one, starts at the instant at which it ends.
    SKEWED: f"SELECT '{SKEWED}' AS code, 'eventTime' AS path, '' AS detail, e.event_time,"
    " e.node_id, e.digest FROM runs r JOIN events e ON e.run_key = r.run_key"
    " WHERE r.started_at = r.ended_at AND e.event_type = 'START' AND e.event_time > r.ended_at"
    " AND NOT EXISTS (SELECT 1 FROM events o WHERE o.run_key = r.run_key"
    " AND o.event_type = 'START' AND (o.event_time, o.digest) < (e.event_time, e.digest))",
}
"""Findings that depend on more than one event are not stored, but looked up. A shared run id is
found at its first event, and its detail is completed for the findings that are shown. A start
after the end is found at the run's first START."""


_USED = (
    "SELECT e.digest FROM nodes n JOIN run_io i ON i.node_id = n.node_id"
    " JOIN events e ON e.run_key = i.run_key WHERE n.entity_id = ?"
)
_ORDER = (
    "CASE WHEN f.event_time IS NULL THEN 0 ELSE 1 END, -COALESCE(f.event_time, 0),"
    " f.digest, f.code, f.path"
)


def findings(
    snapshot: Snapshot, question: FindingsQuestion, *, horizon: int | None = None
) -> FindingList:
    """Findings, first those about events that do not count, then by event time, newest first.

    `horizon` is the time after which events count as future ones.
    """
    page = question.page
    sql, params = chosen(question.code, in_force(horizon))
    condition, more = _condition(snapshot, question)
    params = (*params, *more)
    [(count,)] = snapshot.query(f"SELECT count(*) FROM ({sql}) AS f WHERE {condition}", params)
    last = page.begins_after(tuple[int, int, str, str, str])
    if last is not None:
        condition += f" AND ({_ORDER}) > (?, ?, ?, ?, ?)"
    fetched = snapshot.query(
        "SELECT f.code, f.path, f.detail, f.event_time, n.entity_id, f.digest"
        f" FROM ({sql}) AS f LEFT JOIN nodes n ON n.node_id = f.node_id"
        f" WHERE {condition} ORDER BY {_ORDER} LIMIT ? OFFSET ?",
        (*params, *(last or ()), page.rows, page.offset),
    )
    rows, following = page.cut(fetched, _key)
    return FindingList(tuple(event_findings(snapshot, rows)), count, following)


def event_findings(snapshot: Snapshot, rows: Iterable[Row]) -> list[EventFinding]:
    """The same findings, with details in words.

    A row has code, path, detail, event time, entity and digest.
    """
    rows = list(rows)
    named = entities(snapshot, {key for *_, key, _ in rows if key is not None})
    jobs = _jobs(snapshot, (detail for code_, _, detail, *_ in rows if code_ == SHARED))

    def completed(code_: str, detail: str) -> str:
        if code_ == SHARED:
            return f"{detail} is the run id of {' and '.join(jobs[detail])}"
        if code_ == FUTURE:
            return "more than 24 hours ahead; it counts from that time on"
        if code_ == SKEWED:
            return "the run ended before this START; it counts as started when it ended"
        return detail

    return [
        EventFinding(
            code_,
            path,
            completed(code_, detail),
            instant(time),
            named[key].id if key in named else None,
            digest,
        )
        for code_, path, detail, time, key, digest in rows
    ]


def _key(row: Row) -> tuple[int, int, str, str, str]:
    """The key by which findings are sorted."""
    code, path, _, time, _, digest = row
    return (int(time is not None), -(time or 0), digest, code, path)


def _condition(snapshot: Snapshot, question: FindingsQuestion) -> tuple[str, tuple[object, ...]]:
    conditions: list[tuple[str, tuple[object, ...]]] = [("1 = 1", ())]
    shares = f"(f.code = '{SHARED}' AND f.detail IN (SELECT run_id FROM runs WHERE {{}}))"
    # The plus sign keeps SQLite from scanning all events of that time for the few with findings.
    if question.after is not None:
        conditions.append(("+f.event_time >= ?", (question.after,)))
    if question.before is not None:
        conditions.append(("+f.event_time < ?", (question.before,)))
    if question.job is not None:
        job = resolve(snapshot, question.job, kinds=("job",), deleted=True).entity.key
        conditions.append((f"(f.node_id = ? OR {shares.format('job_id = ?')})", (job, job)))
    if question.dataset is not None:
        key = resolve(snapshot, question.dataset, kinds=("dataset",), deleted=True).entity.key
        about = "f.node_id IN (SELECT node_id FROM nodes WHERE entity_id = ?)"
        listed = "(f.path LIKE 'inputs%' OR f.path LIKE 'outputs%')"
        conditions.append((f"({about} OR ({listed} AND f.digest IN ({_USED})))", (key, key)))
    if question.run_id is not None:
        resolve(
            snapshot, f"run:{question.run_id}", kinds=("run",), deleted=True
        )  # raises if there is no such run
        run_id, _ = canonical_run_id(question.run_id)
        runs = "(run_id = ? OR run_key = ?)"
        digests = (
            f"SELECT digest FROM events WHERE run_key IN (SELECT run_key FROM runs WHERE {runs})"
        )
        conditions.append((f"(f.digest IN ({digests}) OR {shares.format(runs)})", (run_id,) * 4))
    return (
        " AND ".join(sql for sql, _ in conditions),
        tuple(value for _, values in conditions for value in values),
    )


def looked_up(snapshot: Snapshot, horizon: int) -> dict[str, int]:
    """The number of findings of each kind that is not stored."""
    found = {}
    for code in _LOOKED_UP:
        sql, params = chosen(code, horizon)
        [(found[code],)] = snapshot.query(f"SELECT count(*) FROM ({sql}) AS f", params)
    return found


def chosen(code: str | None, horizon: int) -> tuple[str, tuple[object, ...]]:
    """The findings of one kind, or all of them, as a query with its parameters."""
    if code is None:
        return " UNION ALL ".join((_STORED, *_LOOKED_UP.values())), (horizon,)
    if code in _LOOKED_UP:
        return _LOOKED_UP[code], (horizon,) if code == FUTURE else ()
    return f"{_STORED} WHERE f.code = ?", (code,)


def _jobs(snapshot: Snapshot, run_ids: Iterable[str]) -> dict[str, list[str]]:
    """The jobs that use each run id, in the order of their first events."""
    rows = snapshot.query_in(
        "SELECT run_id, job_id FROM runs WHERE run_id IN {keys}"
        " ORDER BY first_time, first_rank, first_digest",
        sorted(set(run_ids)),
    )
    named = entities(snapshot, (job for _, job in rows))
    found: defaultdict[str, list[str]] = defaultdict(list)
    for run_id, job in rows:
        found[run_id].append(named[job].id)
    return found
