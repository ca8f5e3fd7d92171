"""OpenLineage events that the API writes for calls that are no events."""

import time
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypeAlias

import msgspec

from headwater.model.order import format_time
from headwater.query.names.entities import Entity

PRODUCER = "urn:headwater:api"
_SPEC = "https://openlineage.io/spec"

NameText: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, pattern=r"^[^\x00]+$")]
"""A text that can be a name in an event."""


def now() -> int:
    """The current time in microseconds since 1970 UTC."""
    return time.time_ns() // 1000


def openlineage_name(entity: Entity) -> dict[str, Any]:
    """The name of a job or dataset, as events contain it."""
    return {"namespace": entity.namespace, "name": entity.name}


def facet(schema: str, **fields: Any) -> dict[str, Any]:
    """A facet of the OpenLineage specification; `schema` is the name of its schema."""
    url = f"{_SPEC}/facets/1-0-0/{schema}.json"
    return {"_producer": PRODUCER, "_schemaURL": url, **fields}


def own_facet(**fields: Any) -> dict[str, Any]:
    """A facet of Headwater's own, which is not part of the specification."""
    return {"_producer": PRODUCER, **fields}


def event(
    at: int,
    *,
    job: Mapping[str, Any],
    run: Mapping[str, Any] | None = None,
    event_type: str | None = None,
    inputs: Iterable[Mapping[str, Any]] = (),
    outputs: Iterable[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """A run event or, without a run, a job event."""
    kind = "JobEvent" if run is None else "RunEvent"
    return {
        "eventTime": format_time(at),
        "producer": PRODUCER,
        "schemaURL": f"{_SPEC}/2-0-2/OpenLineage.json#/$defs/{kind}",
        "job": job,
        "inputs": list(inputs),
        "outputs": list(outputs),
        **({} if run is None else {"run": run}),
        **({} if event_type is None else {"eventType": event_type}),
    }


def dataset_event(at: int, dataset: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "eventTime": format_time(at),
        "producer": PRODUCER,
        "schemaURL": f"{_SPEC}/2-0-2/OpenLineage.json#/$defs/DatasetEvent",
        "dataset": dataset,
    }
