"""What happens to datasets: events, writes, drops and reads (semantics 5.1, 5.2, 5.4, 5.6)."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from tests.reference import facets, schemas
from tests.reference.entities import Entities
from tests.reference.events import Event
from tests.reference.facets import Instance, alive
from tests.reference.names import Json, Name, uuid_of
from tests.reference.runs import Io, Run, fold_io, version_of
from tests.reference.schemas import Schema

EVENT, WRITE, READ = 0, 1, 2


@dataclass(frozen=True)
class Item:
    """Something that happens to a dataset."""

    place: tuple[int, int, str]
    """5.7: time, place_kind, place_id."""
    what: str
    """drop, event, write or read."""
    version_id: str = ""
    """Of the version it makes, if it makes one."""
    run_key: str | None = None
    schema: Schema | None = None
    storage_version: str | None = None
    """Of a read: its pin."""
    renames: bool = False
    follows_node: int | None = None
    follows_dataset: int | None = None


def happenings(runs: list[Run], events: list[Event], entities: Entities) -> dict[int, list[Item]]:
    """Per dataset, in no order."""
    items: dict[int, list[Item]] = defaultdict(list)
    for event in events:
        if event.shape == "dataset":
            event_items(event, entities, items)
    for run in runs:
        run_items(run, entities, items)
    return items


def event_items(event: Event, entities: Entities, items: dict[int, list[Item]]) -> None:
    held = event.subject_facets
    change = facets.lifecycle(alive(held.get("lifecycleStateChange")))
    place = (event.time, EVENT, event.digest)
    dataset = entities.of(event.subject)
    if change is not None and change.change == "DROP":
        items[dataset].append(Item(place, "drop"))
        return
    item = Item(
        place,
        "event",
        version_id=uuid_of("event", event.digest),
        schema=schemas.sent(alive(held.get("schema"))),
        storage_version=facets.storage_version(alive(held.get("version"))),
        renames=change is not None and change.change == "RENAME",
    )
    add_version(dataset, item, change.previous if change else None, entities, items)


def add_version(
    dataset: int, item: Item, old: Name | None, entities: Entities, items: dict[int, list[Item]]
) -> None:
    """5.6: a RENAME also drops the old name, unless old and new are one dataset."""
    if old is not None and entities.of(old) != dataset:
        items[entities.of(old)].append(Item(item.place, "drop"))
        item = replace(item, follows_node=old.node, follows_dataset=entities.of(old))
    items[dataset].append(item)


def run_items(run: Run, entities: Entities, items: dict[int, list[Item]]) -> None:
    outputs, inputs = by_entity(run.outputs, entities), by_entity(run.inputs, entities)
    ended_at = run.end[0] if run.end else 0
    for dataset, names in outputs.items():
        writes: list[Item] = []
        if run.streaming:
            writes = stream_writes(run, names)
        elif run.state == "COMPLETED":
            writes = [write(run, names)]
        for index, item in enumerate(writes):
            old = last_rename(names) if index == 0 else None
            add_version(dataset, item, old, entities, items)
    if run.state == "COMPLETED":
        for dataset in by_entity(run.drops, entities).keys() - outputs.keys():
            items[dataset].append(Item((ended_at, WRITE, run.key), "drop"))
    for dataset, names in inputs.items():
        items[dataset].append(read(run, names, outputs.get(dataset, [])))


def by_entity(listed: list[Io], entities: Entities) -> dict[int, list[Io]]:
    result: dict[int, list[Io]] = defaultdict(list)
    for io in listed:
        result[entities.of(io.name)].append(io)
    return result


def smallest(names: Iterable[Io]) -> tuple[str, str]:
    return min((io.name.namespace, io.name.name) for io in names)


def last_stated(names: list[Io], register: Callable[[Io], Instance | None]) -> Json | None:
    """Among several names of one dataset, the last register that is no tombstone."""
    found = [i for io in names if (i := register(io)) is not None and alive(i.facet) is not None]
    return max(found, key=lambda i: i.at).facet if found else None


def last_rename(names: list[Io]) -> Name | None:
    renames = [io for io in names if io.change is not None and io.change.previous is not None]
    facet = last_stated(renames, lambda io: io.lifecycle)
    change = facets.lifecycle(facet)
    return change.previous if change else None


def write(run: Run, names: list[Io]) -> Item:
    """5.1: a COMPLETED run makes one version of each output."""
    return Item(
        (run.end[0] if run.end else 0, WRITE, run.key),
        "write",
        version_id=uuid_of("write", run.key, *smallest(names)),
        run_key=run.key,
        schema=schemas.sent(last_stated(names, lambda io: io.schema)),
        storage_version=facets.storage_version(last_stated(names, lambda io: io.version)),
    )


def stream_writes(run: Run, names: list[Io]) -> list[Item]:
    """5.1: a version at the first event that lists the output, and at each that changes schema or
    storage version. A version has what the run last stated for it before its next version."""
    known = {io.name for io in names}
    made: list[Item] = []
    schema: Schema | None = None
    storage: str | None = None
    for event in run.events:
        here = [io for io in fold_io([event]) if io.side == "output" and io.name in known]
        if not here:
            continue
        new_schema = schemas.sent(last_stated(here, lambda io: io.schema))
        new_storage = facets.storage_version(last_stated(here, lambda io: io.version))
        changed = bool(
            (schema and new_schema and schema.fields != new_schema.fields)
            or (storage and new_storage and storage != new_storage)
        )
        schema, storage = new_schema or schema, new_storage or storage
        if not made or changed:
            further = [event.digest] if made else []
            made.append(
                Item(
                    (event.time, WRITE, f"{run.key}:{event.digest}"),
                    "write",
                    version_id=uuid_of("write", run.key, *smallest(names), *further),
                    run_key=run.key,
                )
            )
        made[-1] = replace(made[-1], schema=schema, storage_version=storage)
    return made


def read(run: Run, names: list[Io], written: list[Io]) -> Item:
    """5.4: a run reads each input once, at started_at; the pin is the first version stated, unless
    it is the storage version of the run's own output of the dataset."""
    pins = [io.pin for io in names if io.pin is not None]
    pin = version_of(min(pins, key=lambda i: i.at, default=None))
    own = facets.storage_version(last_stated(written, lambda io: io.version))
    return Item(
        (run.started_at, READ, run.key),
        "read",
        version_id=uuid_of("observed", run.key, *smallest(names)),
        run_key=run.key,
        schema=schemas.sent(last_stated(names, lambda io: io.schema)),
        storage_version=None if pin == own else pin,
    )
