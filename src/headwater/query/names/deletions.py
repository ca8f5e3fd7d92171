"""What users have deleted, as of an instant (semantics 10)."""

from collections.abc import Iterable
from functools import cached_property

import msgspec

from headwater.answers.names import EntityKind
from headwater.model.canonical import node_id
from headwater.query.names.entities import Entity, entities, entity_keys
from headwater.store import Snapshot


class Deletions:
    """Knows which jobs and datasets are hidden as of `at`, because users deleted them."""

    def __init__(self, snapshot: Snapshot, at: int) -> None:
        self._snapshot = snapshot
        self._at = at
        self._deleted: dict[int | str, int] = {}
        """When each entity (by key) or namespace (by name) was deleted, unless restored since."""
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
                continue  # no event has used this name
            if edit == "delete":
                self._deleted[subject] = edited_at
            else:
                self._deleted.pop(subject, None)
                if isinstance(subject, int):
                    self._restored[subject] = edited_at

    def hidden(self, found: Iterable[Entity]) -> set[int]:
        return set(self._times(found))

    def deleted_at(self, entity: Entity) -> int | None:
        """The time at which the entity was deleted, or None if it is not hidden."""
        return self._times([entity]).get(entity.key)

    def hidden_of_kind(self, kind: EntityKind) -> set[int]:
        """The keys of all hidden jobs, or of all hidden datasets."""
        namespaces = [subject for subject in self._deleted if isinstance(subject, str)]
        rows = self._snapshot.query_in(
            "SELECT entity_id FROM entities WHERE namespace IN {keys}", namespaces
        )
        keys = {subject for subject in self._deleted if isinstance(subject, int)}
        found = entities(self._snapshot, keys | {key for (key,) in rows})
        return self.hidden(entity for entity in found.values() if entity.kind == kind)

    def namespace_deleted_at(self, namespace: str) -> int | None:
        """The time at which the namespace was deleted, or None if it is not deleted now."""
        return self._deleted.get(namespace)

    def _times(self, found: Iterable[Entity]) -> dict[int, int]:
        """The time at which each hidden entity was deleted.

        Entities that were never deleted, or that a later event brought back, are left out.
        """
        since: dict[int, int] = {}
        kinds: dict[int, EntityKind] = {}
        for entity in found if self._deleted else ():
            # Restoring a job or dataset also brings it back if its whole namespace is deleted.
            restored = self._restored.get(entity.key, -1)
            times = (self._deleted.get(entity.key), self._deleted.get(entity.namespace))
            counting = [at for at in times if at is not None and at >= restored]
            if counting:
                since[entity.key], kinds[entity.key] = max(counting), entity.kind
        if not since:
            return {}
        listed = self._last_listed(kinds, min(since.values()))
        return {key: at for key, at in since.items() if listed.get(key, at) <= at}

    def _last_listed(self, kinds: dict[int, EntityKind], since: int) -> dict[int, int]:
        """The last time after `since` at which an event named each job or listed each dataset."""
        jobs = [key for key, kind in kinds.items() if kind == "job"]
        datasets = kinds.keys() - set(jobs)
        rows = self._after("events", "event_time", jobs, since)
        rows += self._after("dataset_events", "event_time", datasets, since)
        # The tables keep the first and the last time at which a run listed a dataset.
        rows += self._after("run_io", "first_time", datasets, since)
        rows += self._after("run_io", "last_time", datasets, since)
        last: dict[int, int] = {}
        for key, at in rows + (self._by_job_events if datasets else []):
            last[key] = max(at, last.get(key, at))
        return last

    def _after(
        self, table: str, time: str, keys: Iterable[int], since: int
    ) -> list[tuple[int, int]]:
        rows = self._snapshot.query_in(
            f"SELECT n.entity_id, max(t.{time}) FROM nodes n JOIN {table} t"
            f" ON t.node_id = n.node_id AND t.{time} > ? AND t.{time} <= ?"
            " WHERE n.entity_id IN {keys} GROUP BY n.entity_id",
            sorted(keys),
            (since, self._at),
        )
        return [(key, at) for key, at in rows]

    @cached_property
    def _by_job_events(self) -> list[tuple[int, int]]:
        """The datasets that job events list after the first deletion, with the times of these."""
        rows = self._snapshot.query(
            "SELECT event_time, inputs, outputs FROM job_events"
            " WHERE event_time > ? AND event_time <= ?",
            (min(self._deleted.values()), self._at),
        )
        decode = msgspec.json.Decoder(list[int]).decode
        listed = [(node, at) for at, *lists in rows for nodes in lists for node in decode(nodes)]
        entity_of = entity_keys(self._snapshot, (node for node, _ in listed))
        return [(entity_of[node], at) for node, at in listed]
