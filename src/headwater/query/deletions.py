"""What users have deleted, as of an instant (semantics 10)."""

from collections.abc import Iterable
from functools import cached_property

import msgspec

from headwater.model.canonical import node_id
from headwater.query.entities import Entity, entities, entity_keys, members
from headwater.store import Snapshot


class Deletions:
    """Which entities are hidden as of `at`."""

    def __init__(self, snapshot: Snapshot, at: int) -> None:
        self._snapshot = snapshot
        self._at = at
        self._deleted: dict[int | str, int] = {}
        """When an entity (by key) or a namespace (by name) was deleted, unless restored since."""
        self._restored: dict[int, int] = {}
        self._read_edits()

    def _read_edits(self) -> None:
        edits = self._snapshot.query(
            "SELECT edit, kind, namespace, name, edited_at FROM edits"
            " WHERE edit IN ('delete', 'restore') AND edited_at <= ?"
            " ORDER BY edited_at, digest",
            (self._at,),
        )
        nodes = [node_id(kind, namespace, name) for _, kind, namespace, name, _ in edits]
        keys = entity_keys(self._snapshot, nodes) if edits else {}
        for (edit, kind, namespace, _, edited_at), node in zip(edits, nodes, strict=True):
            subject = namespace if kind == "namespace" else keys.get(node)
            if subject is None:
                continue  # deleted before any event named it, or under a name never used
            if edit == "delete":
                self._deleted[subject] = edited_at
            else:
                self._deleted.pop(subject, None)
                if isinstance(subject, int):
                    self._restored[subject] = edited_at

    def hidden(self, found: Iterable[Entity]) -> set[int]:
        if not self._deleted:
            return set()
        return {entity.key for entity in found if self.deleted_at(entity) is not None}

    def hidden_jobs(self) -> set[int]:
        """Every job that is hidden."""
        namespaces = [subject for subject in self._deleted if isinstance(subject, str)]
        rows = self._snapshot.query_in(
            "SELECT entity_id FROM entities WHERE namespace IN {keys}", namespaces
        )
        keys = {subject for subject in self._deleted if isinstance(subject, int)}
        found = entities(self._snapshot, keys | {key for (key,) in rows})
        return self.hidden(entity for entity in found.values() if entity.kind == "job")

    def deleted_at(self, entity: Entity) -> int | None:
        """When it was deleted, if it is hidden."""
        # Restoring a job or dataset brings it back out of a deleted namespace too.
        restored = self._restored.get(entity.key, -1)
        times = (self._deleted.get(entity.key), self._deleted.get(entity.namespace))
        since = max((at for at in times if at is not None and at >= restored), default=None)
        return None if since is None or self._is_listed(entity, since) else since

    def _is_listed(self, entity: Entity, since: int) -> bool:
        """Whether an event after `since` brought it back."""
        nodes = members(self._snapshot, [entity.key]).get(entity.key, ())
        if entity.kind == "job":
            return self._any("events", "event_time", nodes, since)
        return (
            self._any("run_io", "first_time", nodes, since)
            or self._any("run_io", "last_time", nodes, since)
            or self._any("dataset_events", "event_time", nodes, since)
            or any(at > since and not listed.isdisjoint(nodes) for at, listed in self._job_events)
        )

    def _any(self, table: str, time: str, nodes: tuple[int, ...], since: int) -> bool:
        sql = f"SELECT 1 FROM {table} WHERE node_id IN {{keys}} AND {time} > ? AND {time} <= ?"
        return bool(self._snapshot.query_in(f"{sql} LIMIT 1", nodes, (since, self._at)))

    @cached_property
    def _job_events(self) -> list[tuple[int, frozenset[int]]]:
        """The datasets that each job event lists, since the first delete that counts."""
        rows = self._snapshot.query(
            "SELECT event_time, inputs, outputs FROM job_events"
            " WHERE event_time > ? AND event_time <= ?",
            (min(self._deleted.values()), self._at),
        )
        decode = msgspec.json.Decoder(list[int]).decode
        return [(at, frozenset(decode(inputs) + decode(outputs))) for at, inputs, outputs in rows]
