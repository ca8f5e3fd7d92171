"""The history of one dataset, folded item by item (semantics 5).

A read can make a version that later reads see, so what an item means depends on what the items
before it have made.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from headwater.model import schemas
from headwater.model.canonical import content_hash, version_id
from headwater.model.order import BEGINNING, FOREVER

EVENT, WRITE, READ = 0, 1, 2
"""The order of items at one instant (semantics 5.7)."""


class HistoryItem(NamedTuple):
    """Something that happened to a dataset, or something known of it that the fold needs.

    `namespace` and `name` are the smallest name of the dataset that the run or event used.
    """

    kind: str
    """What happened: `event`, `write`, `stream` (one event of a streaming run), `drop` or `read`.
    Where only a window of a history is derived, further kinds describe the rest of it: `known` is a
    version before the window (its id is in `digest`, its kind in `pin`); `gone` says that the
    dataset was dropped last; `stated` is a storage version that some version has (in `run_key` the
    run that wrote it); `since` and `until` are the bounds of the window."""
    time: int
    place_kind: int
    place_id: str
    rank: int = 0
    run_key: str | None = None
    digest: str | None = None
    namespace: str | None = None
    name: str | None = None
    storage_version: str | None = None
    pin: str | None = None
    schema_hash: str | None = None
    schema_json: str | None = None
    is_rename: int = 0
    renamed_from: int | None = None
    followed_id: int | None = None
    """For a rename, the dataset that the old name stood for."""

    @property
    def place(self) -> tuple[int, int, str]:
        return self.time, self.place_kind, self.place_id


class Schema(NamedTuple):
    hash: str
    value: str | None
    """The JSON of a schema composed from reads; None where the facet with this hash has it."""


@dataclass(frozen=True, slots=True)
class Version:
    version_id: str
    valid_from: int
    place_kind: int
    place_id: str
    kind: str
    run_key: str | None = None
    storage_version: str | None = None
    schema: Schema | None = None
    schema_inherited: int = 0
    follows: str | None = None
    follows_node: int | None = None
    valid_to: int = FOREVER

    @property
    def place(self) -> tuple[int, int, str]:
        return self.valid_from, self.place_kind, self.place_id


class Drop(NamedTuple):
    dropped_at: int
    place_kind: int
    place_id: str


@dataclass(slots=True)
class DatasetFold:
    """The state of a dataset's history after the items that were taken so far."""

    facets: Mapping[str, schemas.Fields]
    """The fields of schemas by their hash."""
    initial_id: str
    storage_versions: set[str]
    """The storage versions that any version has, also versions that come later."""
    own: dict[str, set[str]]
    """The storage versions that each run wrote, by run key."""
    chain: list[Version]
    is_dropped: bool
    known: int
    """How many versions at the beginning of `chain` were known before, and are not derived here."""
    pinned: list[Version] = field(default_factory=list)
    initial: Version | None = None
    drops: list[Drop] = field(default_factory=list)
    agreed: tuple[str, str] | None = None
    """The hashes of a schema and of what a reader reported of it without contradicting it, as last
    compared. Most readers report the same as the reader before them, and need not be compared."""

    def take(self, item: HistoryItem, old: "DatasetFold | None") -> None:
        """Folds one more item. `old` is the history of the dataset that a rename replaces."""
        if item.kind == "drop":
            self.drops.append(Drop(*item.place))
            self.is_dropped = True
        elif item.kind == "write":
            self._append(self._written(item, "write", item.run_key, old))
        elif item.kind == "event":
            if self._event_makes_version(item):
                self._append(self._written(item, "event", None, old))
        else:
            self._read(item)

    def _append(self, version: Version) -> None:
        self.chain.append(version)
        self.is_dropped = False

    def before(self, place: tuple[int, int, str]) -> Version | None:
        """The last version before a place. Pinned versions do not count."""
        for version in reversed(self.chain):
            if version.place < place:
                return version
        return self.initial

    def _inherited(self, item: HistoryItem, old: "DatasetFold | None") -> Schema | None:
        """The schema of the version that a rename follows, else of the version before (5.7)."""
        followed = old.before(item.place) if old is not None else None
        if followed is not None and followed.schema is not None:
            return followed.schema
        before = self.chain[-1] if self.chain else self.initial
        return before.schema if before is not None else None

    def _written(
        self, item: HistoryItem, kind: str, run_key: str | None, old: "DatasetFold | None"
    ) -> Version:
        stated = None if item.schema_hash is None else Schema(item.schema_hash, None)
        inherited = self._inherited(item, old) if stated is None else None
        parts = ("event", item.digest or "") if kind == "event" else _write_id(item)
        return Version(
            version_id(*parts),
            item.time,
            item.place_kind,
            item.place_id,
            kind,
            run_key,
            item.storage_version,
            stated or inherited,
            int(inherited is not None),
            follows_node=item.renamed_from,
        )

    def _event_makes_version(self, item: HistoryItem) -> bool:
        if item.is_rename or self.is_dropped or not self.chain:
            return True
        latest = self.chain[-1]
        if item.storage_version is not None and item.storage_version != latest.storage_version:
            return True
        if item.schema_hash is None:
            return False
        return latest.schema is None or self._differ(latest.schema, item.schema_hash)

    def _differ(self, known: Schema, stated_hash: str) -> bool:
        return known.hash != stated_hash and self._fields(known) != self.facets[stated_hash]

    def _fields(self, schema: Schema) -> schemas.Fields:
        if schema.value is not None:
            return schemas.fields(schema.value)
        return self.facets[schema.hash]

    def _read(self, item: HistoryItem) -> None:
        assert item.run_key is not None
        pin = item.pin if item.pin not in self.own.get(item.run_key, ()) else None
        if pin is not None:
            if pin not in self.storage_versions:
                self._pinned_read(item, pin)
            return
        if self.is_dropped:
            base = self._would_read(item.run_key)
            reported = _reported(item)
            inherited = base.schema if reported is None else None
            self._observe(item, base, reported or inherited, int(inherited is not None))
            return
        base = self._would_read(item.run_key)
        if item.schema_hash is None:
            return
        if base.kind == "initial":
            self._fill_initial(item, base)
            return
        if base.schema is None or base.schema.hash == item.schema_hash:
            return
        if (base.schema.hash, item.schema_hash) == self.agreed:
            return
        known, stated = self._fields(base.schema), self.facets[item.schema_hash]
        if not schemas.contradicts(known, stated, may_add=False):
            self.agreed = base.schema.hash, item.schema_hash
        else:
            schema = self._compose(base.schema, schemas.overlaid(known, stated))
            self._observe(item, base, schema, 0)

    def _fill_initial(self, item: HistoryItem, base: Version) -> None:
        assert item.schema_hash is not None
        if base.schema is None:
            self.initial = replace(base, schema=Schema(item.schema_hash, None))
            return
        if base.schema.hash == item.schema_hash:
            return
        known, reported = self._fields(base.schema), self.facets[item.schema_hash]
        if schemas.contradicts(known, reported, may_add=True):
            schema = self._compose(base.schema, schemas.overlaid(known, reported))
            self._observe(item, base, schema, 0)
        else:
            schema = self._compose(base.schema, schemas.filled(known, reported))
            self.initial = replace(base, schema=schema)

    def _compose(self, base: Schema, wanted: schemas.Fields) -> Schema:
        if wanted == self._fields(base):
            return base
        value = schemas.composed(wanted)
        return Schema(content_hash(value.encode()), value)

    def _pinned_read(self, item: HistoryItem, pin: str) -> None:
        base = self._would_read(item.run_key)
        reported = _reported(item)
        inherited = base.schema if reported is None else None
        version = self._seen(item, "pinned", base, reported or inherited, inherited is not None)
        self.pinned.append(replace(version, storage_version=pin, valid_to=version.valid_from))
        self.storage_versions.add(pin)

    def _observe(
        self, item: HistoryItem, base: Version, schema: Schema | None, inherited: int
    ) -> None:
        self._append(self._seen(item, "observed", base, schema, bool(inherited)))

    def _seen(
        self, item: HistoryItem, kind: str, base: Version, schema: Schema | None, inherited: bool
    ) -> Version:
        return Version(
            version_id("observed", item.run_key or "", item.namespace or "", item.name or ""),
            item.time,
            item.place_kind,
            item.place_id,
            kind,
            item.run_key,
            schema=schema,
            schema_inherited=int(inherited),
            follows=base.version_id,
        )

    def _would_read(self, run_key: str | None) -> Version:
        """The latest version that is not the run's own write (semantics 5.4)."""
        for version in reversed(self.chain):
            if version.kind != "write" or version.run_key != run_key:
                return version
        if self.pinned:
            return self.pinned[-1]
        if self.initial is None:
            self.initial = Version(self.initial_id, BEGINNING, -1, "", "initial")
        return self.initial

    def result(self) -> tuple[list[Version], list[Drop]]:
        """The versions that were derived here, each with its end, and the drops."""
        history = ([self.initial] if self.initial else []) + self.chain[self.known :]
        ends = sorted([v.place for v in self.chain] + list(self.drops))
        ended = []
        following = 0
        for version in history:
            while following < len(ends) and ends[following] <= version.place:
                following += 1
            end = ends[following][0] if following < len(ends) else FOREVER
            ended.append(replace(version, valid_to=end))
        # A run may drop two names of one dataset. Both drops have one place and count as one.
        return ended + self.pinned, list(dict.fromkeys(self.drops))


def _write_id(item: HistoryItem) -> tuple[str, ...]:
    """The parts of a written version's id.

    The later versions of a streaming run carry the digest of the event that made them.
    """
    parts = ("write", item.run_key or "", item.namespace or "", item.name or "")
    return parts if item.digest is None else (*parts, item.digest)


def _reported(item: HistoryItem) -> Schema | None:
    return None if item.schema_hash is None else Schema(item.schema_hash, None)
