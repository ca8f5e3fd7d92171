"""What is read from a facet: its content, and the names that it refers to."""

from collections.abc import Callable
from copy import copy
from typing import Any, NamedTuple

from headwater.model.canonical import compact, node_id
from headwater.model.names import NameAndPartition


class Name(NamedTuple):
    """A normalised name of a job or dataset."""

    node_id: int
    kind: str
    namespace: str
    name: str


class ColumnSource(NamedTuple):
    """One column edge: a source of one output field. An empty field means the whole dataset."""

    set_hash: str
    output_field: str
    source_node: int
    input_field: str
    transformations: str


class Entry(NamedTuple):
    """One entry of explicit lineage: a target, and the set of column edges stated for it."""

    target: Name
    run_id: str | None
    set_hash: str


class FacetContent(NamedTuple):
    """What the rules make of one facet."""

    value: str | None = None
    names: tuple[Name, ...] = ()
    edges: tuple[ColumnSource, ...] = ()
    entries: tuple[Entry, ...] = ()


NOTHING = FacetContent()


class Names:
    """Turns namespaces and names as sent into normalised names, and remembers the results."""

    def __init__(
        self,
        dataset_rule: Callable[[str], NameAndPartition],
        job_rule: Callable[[str], NameAndPartition],
    ) -> None:
        self._rules = {"dataset": dataset_rule, "job": job_rule}
        self._seen: dict[tuple[str, str, str], tuple[Name, str | None]] = {}
        self.own_job: Name | None = None
        """The event's own job, where the meaning of a facet depends on it."""

    def for_job(self, job: Name) -> "Names":
        """The same names, for facets of an event of this job."""
        names = copy(self)
        names.own_job = job
        return names

    def normalised(self, kind: str, namespace: str, name: str) -> tuple[Name, str | None]:
        """The normalised name, and the partition that was cut off it."""
        key = (kind, namespace, name)
        known = self._seen.get(key)
        if known is None:
            if len(self._seen) >= 50_000:  # this only bounds memory
                self._seen.clear()
            short, partition = self._rules[kind](name)
            known = Name(node_id(kind, namespace, short), kind, namespace, short), partition
            self._seen[key] = known
        return known

    def reference(self, kind: str, value: Any) -> Name | None:
        """The name that an object such as {"namespace": …, "name": …} refers to."""
        if not isinstance(value, dict):
            return None
        namespace, name = stated_text(value, "namespace"), stated_text(value, "name")
        return self.normalised(kind, namespace, name)[0] if namespace and name else None


def stated_text(value: Any, key: str) -> str | None:
    """The text at a key of an object; None where there is none, or something else, or no object."""
    text = value.get(key) if isinstance(value, dict) else None
    return text if isinstance(text, str) and text else None


def stated_object(value: dict[str, Any], key: str) -> dict[str, Any]:
    """The object at a key, or {} where there is none. TypeError where it is something else."""
    found = value.get(key)
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise TypeError(f"{key}: expected an object")
    return found


def stated_objects(value: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found = value.get(key)
    if found is None:
        return []
    if not isinstance(found, list):
        raise TypeError(f"{key}: expected an array")
    return [item for item in found if isinstance(item, dict)]


def packed(*parts: str | int | None) -> str:
    return compact([None if part is None else str(part) for part in parts])
