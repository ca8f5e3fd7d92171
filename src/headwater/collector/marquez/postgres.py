"""The events and labels in a database of Marquez."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, LiteralString

import psycopg

from headwater.collector.marquez.labels import ANONYMOUS, Label, job_labels
from headwater.collector.marquez.source import FoundEvent
from headwater.errors import ServerUnreachableError
from headwater.model.order import format_time, parse_time

_TAGS = "SELECT 'tag' AS kind, name, created_at AS at, description FROM tags"
_SOURCES = "SELECT 'source' AS kind, name, created_at AS at, description FROM sources"
_NAMESPACES = """
    SELECT 'namespace' AS kind, name, created_at AS at, description, current_owner_name AS owner
    FROM namespaces
"""
_DATASETS = """
    SELECT 'dataset' AS kind, d.namespace_name AS namespace, d.name, d.created_at AS at,
        d.description
    FROM datasets d
    WHERE NOT EXISTS (
        SELECT 1 FROM dataset_facets f WHERE f.dataset_uuid = d.uuid AND f.name = 'documentation'
        AND f.facet #>> '{documentation,description}' = d.description
    )
"""
_TAGS_OF_DATASETS = """
    SELECT 'dataset' AS kind, d.namespace_name AS namespace, d.name, m.tagged_at AS at,
        t.name AS tag
    FROM datasets d JOIN datasets_tag_mapping m ON m.dataset_uuid = d.uuid
    JOIN tags t ON t.uuid = m.tag_uuid
    WHERE NOT EXISTS (
        SELECT 1 FROM dataset_facets f WHERE f.dataset_uuid = d.uuid AND f.name = 'tags'
        AND f.facet #> '{tags,tags}' @> jsonb_build_array(jsonb_build_object('key', t.name))
    )
"""
_TAGS_OF_FIELDS = """
    SELECT 'dataset' AS kind, d.namespace_name AS namespace, d.name, m.tagged_at AS at,
        t.name AS tag, c.name AS field
    FROM datasets d JOIN dataset_fields c ON c.dataset_uuid = d.uuid
    JOIN dataset_fields_tag_mapping m ON m.dataset_field_uuid = c.uuid
    JOIN tags t ON t.uuid = m.tag_uuid
    WHERE NOT EXISTS (
        SELECT 1 FROM dataset_facets f WHERE f.dataset_uuid = d.uuid AND f.name = 'tags'
        AND f.facet #> '{tags,tags}'
            @> jsonb_build_array(jsonb_build_object('key', t.name, 'field', c.name))
    )
"""
_JOBS = """
    SELECT 'job' AS kind, j.namespace_name AS namespace, j.name, j.simple_name,
        j.created_at AS at, j.description
    FROM jobs j
    WHERE NOT EXISTS (
        SELECT 1 FROM job_facets f WHERE f.job_uuid = j.uuid AND f.name = 'documentation'
        AND f.facet #>> '{documentation,description}' = j.description
    )
"""
_TAGS_OF_JOBS = """
    SELECT 'job' AS kind, j.namespace_name AS namespace, j.name, j.simple_name,
        m.tagged_at AS at, t.name AS tag
    FROM jobs j JOIN jobs_tag_mapping m ON m.job_uuid = j.uuid JOIN tags t ON t.uuid = m.tag_uuid
    WHERE NOT EXISTS (
        SELECT 1 FROM job_facets f WHERE f.job_uuid = j.uuid AND f.name = 'tags'
        AND f.facet #> '{tags,tags}' @> jsonb_build_array(jsonb_build_object('key', t.name))
    )
"""
_LABELS: tuple[tuple[LiteralString, LiteralString], ...] = (
    ("tags", _TAGS),
    ("sources", _SOURCES),
    ("namespaces", _NAMESPACES),
    ("dataset_facets", _DATASETS),
    ("dataset_facets", _TAGS_OF_DATASETS),
    ("dataset_facets", _TAGS_OF_FIELDS),
    ("job_facets", _JOBS),
    ("jobs_tag_mapping", _TAGS_OF_JOBS),
)
"""The queries for labels, each with the youngest table that it needs: an older Marquez may not have
it. What a facet states is a producer's, and comes with the events."""


class MarquezDatabase:
    """The PostgreSQL database of a Marquez server. It is only read, and may be in use."""

    def __init__(self, url: str) -> None:
        try:
            self._connection = psycopg.connect(
                url, autocommit=True, row_factory=psycopg.rows.dict_row
            )
            self._connection.execute("SET default_transaction_read_only = on")
            self._connection.execute("SET timezone = 'UTC'")
        except psycopg.Error as error:
            raise _unreadable(error) from error

    def close(self) -> None:
        self._connection.close()

    def count(self, since: int) -> int:
        [row] = self._rows(
            "SELECT count(*) AS events FROM lineage_events WHERE event_time >= %s",
            format_time(since),
        )
        events: int = row["events"]
        return events

    def page(self, since: int, size: int) -> Sequence[FoundEvent]:
        rows = self._rows(
            "SELECT event_time, event::text AS event FROM lineage_events WHERE event_time >= %s"
            " ORDER BY event_time LIMIT %s",
            format_time(since),
            size,
        )
        return [FoundEvent(_micros(row["event_time"]), row["event"].encode()) for row in rows]

    def labels(self) -> Iterator[Label]:
        for table, query in _LABELS:
            [there] = self._rows("SELECT to_regclass(%s) IS NOT NULL AS is_there", table)
            for row in self._rows(query) if there["is_there"] else ():
                yield from _labels(row)

    def _rows(self, query: LiteralString, *values: object) -> list[dict[str, Any]]:
        try:
            rows: list[dict[str, Any]] = self._connection.execute(query, values).fetchall()
        except psycopg.Error as error:
            raise _unreadable(error) from error
        return rows


def _labels(row: dict[str, Any]) -> Iterator[Label]:
    names = [row["name"], row.pop("simple_name", None) or row["name"]]
    owner = row.pop("owner", None) or ANONYMOUS
    stated = {name: value for name, value in row.items() if value is not None}
    label = Label(**{**stated, "at": _micros(row["at"])})
    if owner != ANONYMOUS:
        label = label._replace(owner=owner)
    if label.tag or label.description or label.owner:
        yield from job_labels(names, label)


def _micros(at: datetime) -> int:
    """Marquez keeps some times without a zone, and means UTC."""
    return parse_time((at if at.tzinfo else at.replace(tzinfo=UTC)).isoformat())[0]


def _unreadable(error: psycopg.Error) -> ServerUnreachableError:
    message = " ".join(str(error).split())
    return ServerUnreachableError(
        f"the database cannot be read: {message}; expected one with the tables of Marquez. Once"
        " that is mended, run the same command again, and it goes on from here"
    )
