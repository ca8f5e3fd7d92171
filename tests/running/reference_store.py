"""A log and a store without Spark: the rows of the reference, and what it does not tell made
here."""

import random
from collections import defaultdict
from itertools import groupby
from pathlib import Path
from typing import Any

from headwater.log import LogWriter, NewRecord
from headwater.model.event_facts import EventFacts
from headwater.model.events import accept, edit_line
from headwater.model.extract import Extractor
from headwater.model.facts import OWN_PARTS, Fact, Rules
from headwater.pipeline.source.edits import read_edit
from headwater.store import Store
from headwater.store.tables import TABLES
from tests.query.registers import Register
from tests.query.registers import facts as stored_registers
from tests.reference import columns, lineage
from tests.store.rows import values_of
from tests.strategies import World, body_text

Row = dict[str, Any]


class ReferenceStore:
    """What a pipeline would make of these records, but for findings of edits and its own counts."""

    def __init__(self, records: World) -> None:
        self._items = [_item(kind, body) for kind, body in records]
        self._tables: dict[str, list[Row]] = {
            name: [dict(zip(columns(name), row, strict=True)) for row in rows]
            for name, rows in lineage(records).items()
        }
        extractor, counted = Extractor(Rules()), {row["digest"] for row in self._tables["events"]}
        bodies = {digest: body for _, digest, body, *_ in self._items}
        read = {digest: extractor.event(bodies[digest]) for digest in counted}
        self._tables["findings"] = _findings(read)
        facts = _facts(read)
        for row in self._tables["runs"]:
            row["facts"] = stored_registers(facts[row["run_key"]])
        for row in self._tables["contracts"]:
            registered = read_edit(bodies[row["digest"]]).contract
            assert registered is not None
            row["spec"] = registered["spec"]

    def write(self, log: Path, store: Store, seed: int | None = None) -> None:
        """Writes the log and the store. With a seed, records and rows come in any order."""
        items = list(self._items)
        tables = {table: list(self._tables.get(table.name, ())) for table in TABLES}
        if seed is not None:
            chance = random.Random(seed)
            chance.shuffle(items)
            for rows in tables.values():
                chance.shuffle(rows)
        with LogWriter(log) as writer:
            appended = writer.append_many(items)
        places = {item[1]: place for item, place in reversed([*zip(items, appended, strict=True)])}
        with store.transaction(store.take_over()) as transaction:
            for table, rows in tables.items():
                if table.name == "events":
                    for row in rows:
                        place = places[row["digest"]]
                        row |= {"segment": place.segment, "position": place.offset}
                transaction.upsert(table, values_of(table, rows))
            transaction.advance({place.segment: place.end for place in appended})


def _item(kind: str, body: dict[str, Any]) -> NewRecord:
    if kind == "edit":
        line, digest = edit_line(body)
        return kind, digest, line
    accepted = accept(body_text(body).encode())
    return kind, accepted.digest, accepted.body


def _findings(read: dict[str, EventFacts]) -> list[Row]:
    return [
        {"digest": digest, **finding._asdict()}
        for digest, event in read.items()
        for finding in {(one.code, one.path): one for one in event.findings}.values()
    ]


def _facts(read: dict[str, EventFacts]) -> dict[str, list[Register]]:
    """By run: the instances of each of its facets that answers look at."""
    instances = []
    for digest, event in read.items():
        for fact in event.facts if event.run_key else ():
            key = (event.run_key, fact.part, fact.node_id or 0, fact.partition or "", fact.facet)
            instances.append((key, (event.event_time, event.rank, digest, fact.place), fact))
    found: defaultdict[str, list[Register]] = defaultdict(list)
    in_order = sorted(instances, key=lambda item: item[:2])
    for key, same in groupby(in_order, key=lambda item: item[0]):
        listed = [(place, fact) for _, place, fact in same]
        last, fact = listed[-1]
        first = next((place for place, fact in listed if _keeps_first(fact)), None)
        stating = [place for place, fact in listed if fact.value is not None or fact.deleted]
        other = stating[-1] if stating and stating[-1] != last else None
        found[str(key[0])].append(
            Register(
                fact.part,
                fact.facet,
                fact.hash,
                node=fact.node_id,
                partition=fact.partition,
                deleted=fact.deleted,
                first=first,
                last=last,
                stating=other,
            )
        )
    return found


def _keeps_first(fact: Fact) -> bool:
    is_pin = fact.part in ("input", "output") and fact.facet == "version"
    return fact.part in OWN_PARTS or (is_pin and fact.value is not None)
