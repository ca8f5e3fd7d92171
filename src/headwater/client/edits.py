"""Edits by users: tags, descriptions, hiding and restoring, retracting events."""

import msgspec

from headwater.answers.catalog import Dataset, Edited, Job, Namespace
from headwater.answers.service import Retracted
from headwater.client.connection import Connection
from headwater.questions.edits import EDITS, DescribeEdit, Edit
from headwater.wire.paths import path


class Edits:
    """Users' edits. Each method returns once the edit is applied, with the edited job, dataset or
    namespace as it is then."""

    _server: Connection

    def edit(self, edit: Edit) -> Edited:
        """Makes any edit of something that has a node id. The other methods are shortcuts."""
        return self._server.change("POST", EDITS, Edited, msgspec.json.encode(edit))

    def describe(self, node: str, text: str) -> Edited:
        """Describes a job, dataset, namespace, source or tag; an empty text removes that again."""
        return self.edit(DescribeEdit(node_id=node, description=text))

    def tag_job(self, namespace: str, name: str, tag: str) -> Job:
        return self._server.change(
            "POST", path("namespaces", namespace, "jobs", name, "tags", tag), Job
        )

    def untag_job(self, namespace: str, name: str, tag: str) -> Job:
        return self._server.change(
            "DELETE", path("namespaces", namespace, "jobs", name, "tags", tag), Job
        )

    def tag_dataset(
        self, namespace: str, name: str, tag: str, *, field: str | None = None
    ) -> Dataset:
        return self._server.change("POST", _tag(namespace, name, tag, field), Dataset)

    def untag_dataset(
        self, namespace: str, name: str, tag: str, *, field: str | None = None
    ) -> Dataset:
        return self._server.change("DELETE", _tag(namespace, name, tag, field), Dataset)

    def delete_job(self, namespace: str, name: str) -> Job:
        """Hides a job, until an event with a later time is about it."""
        return self._server.change("DELETE", path("namespaces", namespace, "jobs", name), Job)

    def restore_job(self, namespace: str, name: str) -> Job:
        return self._server.change(
            "POST", path("namespaces", namespace, "jobs", name, "restore"), Job
        )

    def delete_dataset(self, namespace: str, name: str) -> Dataset:
        """Hides a dataset, until an event with a later time lists it."""
        place = path("namespaces", namespace, "datasets", name)
        return self._server.change("DELETE", place, Dataset)

    def restore_dataset(self, namespace: str, name: str) -> Dataset:
        place = path("namespaces", namespace, "datasets", name, "restore")
        return self._server.change("POST", place, Dataset)

    def delete_namespace(self, name: str) -> Namespace:
        """Hides a namespace and everything in it."""
        return self._server.change("DELETE", path("namespaces", name), Namespace)

    def restore_namespace(self, name: str) -> Namespace:
        return self._server.change("POST", path("namespaces", name, "restore"), Namespace)

    def retract(self, digest: str) -> None:
        """Retracts an event for good: it counts as never accepted, even if it is sent again."""
        self._server.change("POST", path("events", digest, "retract"), Retracted)


def _tag(namespace: str, name: str, tag: str, field: str | None) -> str:
    fields = () if field is None else ("fields", field)
    return path("namespaces", namespace, "datasets", name, *fields, "tags", tag)
