"""Labels: the tags, descriptions and owners that users have given in Marquez, and the edits that
say the same here (semantics 10)."""

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
    """A tag, a description or an owner that a user has given to something."""

    kind: LabelKind
    at: int
    """A time that is the same whenever the label is read, so that taking it over again adds
    nothing. It is in the past, so that what users edit here later wins."""
    name: str
    namespace: str = ""
    tag: str = ""
    field: str | None = None
    description: str = ""
    owner: str = ""

    def edit(self) -> dict[str, Any]:
        edit: dict[str, Any] = {"edit": "tag" if self.tag else "describe", "kind": self.kind}
        edit["at"] = format_time(self.at)
        if self.kind != "namespace":
            edit["name"] = self.name
        if self.kind in ("job", "dataset"):
            edit["namespace"] = self.namespace
        if self.kind == "namespace":
            edit["namespace"] = self.name
        if self.tag:
            edit["tag"] = self.tag
        for part in ("field", "description", "owner"):
            if getattr(self, part):
                edit[part] = getattr(self, part)
        return edit


def append_labels(appender: Appender, labels: Iterable[Label]) -> int:
    """Appends an edit for each label, and returns how many. When this returns, they are durable."""
    lines = [edit_line(label.edit()) for label in labels]
    now = time.time_ns() // 1000
    appender.append_many([("edit", digest, body, now) for body, digest in lines])
    return len(lines)


def job_labels(names: Iterable[str], label: Label) -> Iterator[Label]:
    """The label under each name of a job.

    Marquez prefixes the name of a job with those of its parents, and keeps the name in its events
    beside it. Marquez does not say which of the two the events have. A label of a name that no
    event has is shown nowhere.
    """
    for name in dict.fromkeys(names):
        yield label._replace(name=name)
