"""Users' edits: tags, hiding and showing again, taking events back."""

from headwater.answers.catalog import Dataset, Job, Namespace
from headwater.answers.service import Retracted
from headwater.client.connection import Connection
from headwater.wire.paths import path


class Edits:
    """Each returns once it is applied, with what it is about as it is then."""

    _server: Connection

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
        """Hides it, until a later event is about it."""
        return self._server.change("DELETE", path("namespaces", namespace, "jobs", name), Job)

    def restore_job(self, namespace: str, name: str) -> Job:
        return self._server.change(
            "POST", path("namespaces", namespace, "jobs", name, "restore"), Job
        )

    def delete_dataset(self, namespace: str, name: str) -> Dataset:
        """Hides it, until a later event lists it."""
        place = path("namespaces", namespace, "datasets", name)
        return self._server.change("DELETE", place, Dataset)

    def restore_dataset(self, namespace: str, name: str) -> Dataset:
        place = path("namespaces", namespace, "datasets", name, "restore")
        return self._server.change("POST", place, Dataset)

    def delete_namespace(self, name: str) -> Namespace:
        """Hides it, and all that is in it."""
        return self._server.change("DELETE", path("namespaces", name), Namespace)

    def restore_namespace(self, name: str) -> Namespace:
        return self._server.change("POST", path("namespaces", name, "restore"), Namespace)

    def retract(self, digest: str) -> None:
        """Takes an event back, for good."""
        self._server.change("POST", path("events", digest, "retract"), Retracted)


def _tag(namespace: str, name: str, tag: str, field: str | None) -> str:
    fields = () if field is None else ("fields", field)
    return path("namespaces", namespace, "datasets", name, *fields, "tags", tag)
