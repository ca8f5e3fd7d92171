"""Dataset histories and versions (semantics 5)."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from headwater.store import tables
from tests.reference import facets, schemas
from tests.reference.entities import Entities
from tests.reference.events import Event
from tests.reference.facets import alive
from tests.reference.happenings import Item, happenings
from tests.reference.names import uuid_of
from tests.reference.runs import Row, Run
from tests.reference.schemas import Schema


@dataclass
class Version:
    item: Item
    kind: str
    schema: Schema | None
    inherited: bool = False
    follows: "Version | None" = None
    valid_to: int = tables.FOREVER

    @property
    def storage_version(self) -> str | None:
        return None if self.kind == "observed" else self.item.storage_version


@dataclass
class History:
    """One dataset. `marks` are its versions and drops in order, without pinned versions, which
    stand beside the history."""

    items: list[Item]
    initial_id: str
    marks: list[Version | Item] = field(default_factory=list)
    pinned: list[Version] = field(default_factory=list)
    initial: Version | None = None
    """5.3: exists where a read resolves to it, or a version follows it."""

    @property
    def versions(self) -> list[Version]:
        return [mark for mark in self.marks if isinstance(mark, Version)]

    @property
    def dropped(self) -> bool:
        return bool(self.marks) and isinstance(self.marks[-1], Item)


def fold_datasets(runs: list[Run], events: list[Event], entities: Entities) -> dict[int, History]:
    items = happenings(runs, events, entities)
    histories: dict[int, History] = {}
    for names in set(entities.members.values()):
        dataset = names[0].node
        if dataset in items:
            initial = min((n for n in names if n in entities.own_right), default=names[0])
            initial_id = uuid_of("initial", initial.namespace, initial.name)
            histories[dataset] = History(items[dataset], initial_id)
    replay(histories)
    return histories


# Replaying all histories, in order


def replay(histories: dict[int, History]) -> None:
    happened = [(item, history) for history in histories.values() for item in history.items]
    # At one place a drop (by a RENAME) comes before the write: what is written is there.
    for item, history in sorted(happened, key=lambda pair: (pair[0].place, pair[0].what != "drop")):
        old = histories[item.follows_dataset] if item.follows_dataset is not None else None
        if item.what == "drop":
            history.marks.append(item)
        elif item.what == "write":
            history.marks.append(with_schema(history, item, "write", old))
        elif item.what == "event":
            if event_makes_version(history, item):
                history.marks.append(with_schema(history, item, "event", old))
        else:
            replay_read(history, item)
    for history in histories.values():
        follow_intervals(history)


def with_schema(history: History, item: Item, kind: str, old: History | None) -> Version:
    """5.7: the writer's schema; else that of the version a RENAME follows, if it has one; else that
    of the version before. Either may be the initial one."""
    if item.schema is not None:
        return Version(item, kind, item.schema)
    candidates = [*last_of(old.versions, old.initial, item)] if old is not None else []
    candidates += last_of(history.versions, history.initial)
    schema = next((v.schema for v in candidates if v.schema is not None), None)
    return Version(item, kind, schema, inherited=schema is not None)


def last_of(
    versions: list[Version], initial: Version | None, before: Item | None = None
) -> list[Version]:
    """The last version, of those before an item, else the initial one; none if there is neither."""
    counting = [v for v in versions if before is None or v.item.place < before.place]
    return [*([initial] if initial is not None else []), *counting][-1:]


def event_makes_version(history: History, item: Item) -> bool:
    """5.2."""
    if not history.versions or history.dropped or item.renames:
        return True
    latest = history.versions[-1]
    known = latest.schema.fields if latest.schema else None
    if item.schema is not None and item.schema.fields != known:
        return True
    return item.storage_version not in (None, latest.storage_version)


def replay_read(history: History, read: Item) -> None:
    """5.4 and 5.5: what a read shows about the dataset."""
    pin = effective_pin(history, read)
    if pin is not None:
        if not has_version(history, pin):
            follows = resolved_unpinned(history, read)
            history.pinned.append(showing(read, "pinned", read.schema, follows))
        return
    would_read = resolved_unpinned(history, read)
    known, reported = would_read.schema, read.schema
    if history.dropped:
        history.marks.append(showing(read, "observed", reported, would_read))
    elif (
        reported is not None
        and known is not None
        and (
            schemas.retypes(known, reported)
            or (schemas.adds(known, reported) and would_read.kind != "initial")
        )
    ):
        schema = schemas.overlaid(known, reported)
        history.marks.append(showing(read, "observed", schema, would_read))
    elif reported is not None and would_read.kind == "initial":
        would_read.schema = schemas.filled(known, reported)


def effective_pin(history: History, read: Item) -> str | None:
    """5.4: a pin equal to a storage version that the run itself wrote here is ignored."""
    own = {
        i.storage_version for i in history.items if i.what == "write" and i.run_key == read.run_key
    }
    return None if read.storage_version in own else read.storage_version


def has_version(history: History, pin: str) -> bool:
    """5.5a: whether a version of any time has this storage version, or an earlier read made one.
    A dataset event that states it makes no version only where the latest one has it already."""
    made = [item for item in history.items if item.what in ("write", "event")]
    return pin in {item.storage_version for item in made} or pin in {
        version.storage_version for version in history.pinned
    }


def resolved_unpinned(history: History, read: Item) -> Version:
    """5.4: the latest version, not the run's own write; else the latest pinned; else initial.
    Replay is in order, so whatever is there is at or before the read."""
    others = [
        v for v in history.versions if not (v.kind == "write" and v.item.run_key == read.run_key)
    ]
    if others or history.pinned:
        return (others or history.pinned)[-1]
    if history.initial is None:
        place = (tables.BEGINNING, -1, "")
        history.initial = Version(Item(place, "initial", history.initial_id), "initial", None)
    return history.initial


def showing(read: Item, kind: str, schema: Schema | None, follows: Version) -> Version:
    """A version that a read shows, with its own schema or else the followed one's."""
    inherited = schema is None and follows.schema is not None
    return Version(read, kind, schema or follows.schema, inherited, follows)


def follow_intervals(history: History) -> None:
    """5.7: a version holds until the next one or a drop; pinned ones hold for no time."""
    ends = [m.place[0] if isinstance(m, Item) else m.item.place[0] for m in history.marks]
    if history.initial is not None and ends:
        history.initial.valid_to = ends[0]
    for mark, end in zip(history.marks, ends[1:], strict=False):
        if isinstance(mark, Version):
            mark.valid_to = end
    for version in history.pinned:
        version.valid_to = version.item.place[0]


# Rows


def version_rows(dataset: int, history: History) -> Iterator[Row]:
    initial = [history.initial] if history.initial else []
    for version in [*initial, *history.versions, *history.pinned]:
        item, schema = version.item, version.schema
        yield (
            item.version_id,
            dataset,
            *item.place,
            version.valid_to,
            version.kind,
            item.run_key,
            version.storage_version,
            schema.hash if schema else None,
            schema.value if schema else None,
            int(version.inherited),
            version.follows.item.version_id if version.follows else None,
            item.follows_node,
        )


def drop_rows(dataset: int, history: History) -> list[Row]:
    return list({(dataset, *item.place) for item in history.items if item.what == "drop"})


def dataset_event_row(event: Event) -> Row:
    held = event.subject_facets
    change = facets.lifecycle(alive(held.get("lifecycleStateChange")))
    schema = schemas.sent(alive(held.get("schema")))
    lineage = held.get("lineage")
    stated = facets.dataset_lineage(alive(lineage))
    is_tombstone = lineage is not None and facets.is_tombstone(lineage)
    return (
        event.digest,
        event.subject.node,
        event.time,
        schema.hash if schema else None,
        facets.storage_version(alive(held.get("version"))),
        change.change if change else None,
        change.previous.node if change and change.previous else None,
        "" if is_tombstone else stated.set_hash if stated else None,
    )
