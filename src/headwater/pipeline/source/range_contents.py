"""What the records of one range of the log state, each thing once as far as the range goes."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from headwater.log import Record
from headwater.model.entity_facets import EntityFacets
from headwater.model.event_facts import EventFacts, PartFacts
from headwater.model.events import Finding
from headwater.model.extract import Extractor
from headwater.model.facts import Fact
from headwater.model.run_parts import part
from headwater.model.runs.registers import K, Registers
from headwater.model.runs.rows import states_batch, stream_io
from headwater.pipeline.derive.contents import FindingRow, NameRow, SchemaRow, SourceRow, note_of
from headwater.pipeline.derive.packs import Pack, Packing, place_of, place_of_digest
from headwater.pipeline.derive.runs import run_part
from headwater.pipeline.source.records import (
    ReadRecord,
    declared_row,
    event_row,
    sets_in,
    taken_apart,
)


class RangeContents:
    """Contents of a range, on their way to the places where those of all ranges meet."""

    def __init__(self, extractor: Extractor, places: int, streams: Collection[str]) -> None:
        """`streams` has runs that are known to be streams, whatever this range says."""
        self._extractor, self._places, self._streams = extractor, places, streams
        self._packing = Packing()
        self._runs: dict[str, _Run] = {}
        self._facets = EntityFacets()
        self._excerpts: set[tuple[int, bytes]] = set()
        """The excerpts whose names, values and sets were added, each by the node that its event is
        about and by its text."""
        self._quoted: set[tuple[int, int]] = set()
        """The excerpts that were sent to where runs quote them: the place, and the key."""
        self._texts: set[int] = set()
        self._mentions: Counter[int] = Counter()
        self._names: set[tuple[int, int]] = set()
        self._values: set[str] = set()
        self._sets: set[str] = set()
        self._sources: set[tuple[int, str]] = set()
        self._schemas: set[tuple[int, str]] = set()

    def add(self, record: Record) -> None:
        found = taken_apart(record, self._extractor)
        content = found.content
        if isinstance(content, Finding):
            self._add_finding(record.digest, content)
            return
        declared = declared_row(record.digest, content)
        if declared is not None:
            self._to_digest(record.digest, "declared", declared)
        if isinstance(content, EventFacts):
            self._add_event(found, content)
            return
        note = note_of(content.row)
        if note is not None:
            self._to_digest(note.digest, "note", note)

    def take_full(self) -> list[Pack]:
        """The packs that have become full since the last time."""
        return self._packing.take_full()

    def finish(self) -> Iterator[Pack]:
        """All packs that are left, with what could only be folded at the end."""
        self._pack_runs()
        for row in self._facets.rows():
            self._to_number(row.node_id, "facet", row)
        for key, count in self._mentions.items():
            self._to_number(key, "mention", (key, count))
        yield from self._packing.finish()

    def _to_number(self, key: int, kind: str, row: object) -> None:
        self._packing.add(place_of(key, self._places), kind, row)

    def _to_digest(self, key: str, kind: str, row: object) -> None:
        self._packing.add(place_of_digest(key, self._places), kind, row)

    def _add_event(self, record: ReadRecord, event: EventFacts) -> None:
        digest, mentions = record.digest, event.mentions()
        self._mentions.update(mentions)
        self._to_digest(digest, "event", event_row(record, event, [*mentions]))
        for read in event.parts:
            for finding in read.findings:
                self._add_finding(digest, finding)
        k = (event.event_time, event.rank, digest)
        self._add_what_it_mentions(event)
        self._facets.add(k, event)
        if event.run_key is not None and event.run_id is not None:
            run = self._runs.get(event.run_key)
            if run is None:
                run = self._runs[event.run_key] = _Run(event.run_id)
            run.registers.add(k, event.own.facts, event.quoted)
            if event.run_key in self._streams or not states_batch(event.quoted[0].excerpt):
                run.listing[k] = event
            else:
                run.is_listed = False

    def _add_what_it_mentions(self, event: EventFacts) -> None:
        self._add_part(event, event.own, event.own.facts)
        for excerpt, _, read, _ in event.quoted:
            # Which job or dataset it is that states column edges, an excerpt does not tell.
            if (event.node_id, excerpt.text) not in self._excerpts:
                self._excerpts.add((event.node_id, excerpt.text))
                self._add_part(event, read, excerpt.facts)
                if excerpt.facts and excerpt.key not in self._texts:
                    self._texts.add(excerpt.key)
                    self._to_number(excerpt.key, "excerpt", (excerpt.key, excerpt.text))

    def _add_part(self, event: EventFacts, read: PartFacts, facts: Iterable[Fact]) -> None:
        for name, own_right in read.names:
            if (name.node_id, own_right) not in self._names:
                self._names.add((name.node_id, own_right))
                self._to_number(name.node_id, "name", NameRow(*name, own_right))
        for value in read.values:
            if value[0] not in self._values:
                self._values.add(value[0])
                self._to_digest(value[0], "value", value)
        if read.edges:
            self._add_sets(event.node_id, read)
        for fact in facts:
            if fact.facet == "schema" and fact.value is not None and fact.node_id is not None:
                self._add_schema(fact.node_id, fact.hash or "", read)

    def _add_sets(self, node_id: int, read: PartFacts) -> None:
        for set_hash, edges in sets_in(read.edges).items():
            if set_hash not in self._sets:
                self._sets.add(set_hash)
                self._to_digest(set_hash, "set", (set_hash, edges))
            if (node_id, set_hash) not in self._sources:
                self._sources.add((node_id, set_hash))
                row = SourceRow(node_id, set_hash, sorted({source for _, source, *_ in edges}))
                self._to_number(node_id, "source", row)

    def _add_schema(self, node_id: int, schema_hash: str, read: PartFacts) -> None:
        if (node_id, schema_hash) not in self._schemas:
            self._schemas.add((node_id, schema_hash))
            row = SchemaRow(node_id, schema_hash, dict(read.values)[schema_hash])
            self._to_number(node_id, "schema", row)

    def _add_finding(self, digest: str, finding: Finding) -> None:
        self._to_digest(digest, "finding", FindingRow(digest, *finding))

    def _pack_runs(self) -> None:
        while self._runs:
            run_key, run = self._runs.popitem()
            folded = run.registers.fold()
            made = part(run_key, run.run_id, folded)
            streamed = None
            if run.is_listed:
                streamed = [
                    row
                    for k, event in run.listing.items()
                    for row in stream_io(run_key, k, event.facts)
                ]
            place = place_of_digest(run_key, self._places)
            self._packing.add(place, "run", run_part(made, streamed))
            # The run may go on in another range, and be folded with what it quotes there.
            for quotings in folded.aspects.values():
                for excerpt, _, _ in quotings:
                    if (place, excerpt.key) not in self._quoted:
                        self._quoted.add((place, excerpt.key))
                        self._packing.add(place, "quoted", (excerpt.key, excerpt.text))


class _Run:
    """A run, as far as the range tells it."""

    __slots__ = ("is_listed", "listing", "registers", "run_id")

    def __init__(self, run_id: str) -> None:
        self.run_id = run_id
        self.registers = Registers()
        self.is_listed = True
        """Whether `listing` has all events of the range. It has not if one states that the run is a
        batch: should the run be a stream all the same, the log is read again."""
        self.listing: dict[K, EventFacts] = {}
        """The events of the range, without copies. They count one by one if the run is a stream."""
