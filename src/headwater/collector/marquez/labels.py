"""What users have said in Marquez, and the edits that say the same here (semantics 10)."""

import time
from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

from headwater.log import Appender
from headwater.model.events import edit_line
from headwater.model.order import format_time

LabelKind: TypeAlias = Literal["job", "dataset", "namespace", "source", "tag"]
ANONYMOUS = "anonymous"
"""The owner that Marquez gives to a namespace for which nobody has named one."""


class Label(NamedTuple):
    """One thing that a user has said."""

    kind: LabelKind
    at: int
    """A time that stays the same, so that saying it again adds nothing, and that is past, so that
    what users say here later wins."""
    name: str
    namespace: str = ""
    tag: str = ""
    field: str | None = None
    description: str = ""
    owner: str = ""

    def edit(self) -> dict[str, Any]:
        said: dict[str, Any] = {"edit": "tag" if self.tag else "describe", "kind": self.kind}
        said["at"] = format_time(self.at)
        if self.kind != "namespace":
            said["name"] = self.name
        if self.kind in ("job", "dataset"):
            said["namespace"] = self.namespace
        if self.kind == "namespace":
            said["namespace"] = self.name
        if self.tag:
            said["tag"] = self.tag
        for part in ("field", "description", "owner"):
            if getattr(self, part):
                said[part] = getattr(self, part)
        return said


def append_labels(appender: Appender, labels: Iterable[Label]) -> int:
    """Appends an edit for each label, and returns how many. When this returns, they are durable."""
    lines = [edit_line(label.edit()) for label in labels]
    now = time.time_ns() // 1000
    appender.append_many([("edit", digest, body, now) for body, digest in lines])
    return len(lines)


def job_labels(names: Iterable[str], label: Label) -> Iterator[Label]:
    """The label under each name of a job.

    Marquez prefixes the name of a job with those of its parents, and keeps the name in its events
    beside it. Which of the two events have is not told; a label of a name that no event has is
    shown nowhere.
    """
    for name in dict.fromkeys(names):
        yield label._replace(name=name)
