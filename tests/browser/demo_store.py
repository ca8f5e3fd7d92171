"""The demo in a store, without Spark: the rows of the reference, and facets folded here."""

import json
from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa

from headwater.demo import END, events
from headwater.demo.contracts import registrations
from headwater.log import Appended, LogWriter
from headwater.model.events import Accepted, accept, edit_line
from headwater.model.extract import Extractor
from headwater.model.facts import OWN_PARTS, Rules
from headwater.store import arrow_schema, open_store
from headwater.store.tables import TABLES
from tests.reference import columns, lineage


def write_demo(directory: Path) -> None:
    """Log and store as a pipeline would leave them."""
    told = list(events())
    accepted = {item.digest: item for item in map(_accepted, told)}
    places = _logged(directory / "log", accepted.values())
    facts = _facts(accepted.values())
    tables = lineage([("openlineage", event) for event in told])
    with open_store(f"sqlite:///{directory}/store.sqlite") as store:
        epoch = store.take_over()
        with store.transaction(epoch) as transaction:
            for table in TABLES:
                rows = [
                    dict(zip(columns(table.name), row, strict=True))
                    for row in tables.get(table.name, ())
                ]
                for row in rows:
                    if table.name == "events":
                        place = places[row["digest"]]
                        row |= {"segment": place.segment, "position": place.offset}
                    elif table.name == "runs":
                        row["facts"] = json.dumps(facts[row["run_key"]])
                schema = arrow_schema(table)
                transaction.upsert(table, pa.Table.from_pylist(rows, schema=schema))
            transaction.advance({place.segment: place.end for place in places.values()})
    # The contracts are left to the pipeline of the server.
    edits = [edit_line(edit) for edit in registrations(END)]
    with LogWriter(directory / "log") as writer:
        writer.append_many([("edit", digest, line) for line, digest in edits])


def _accepted(event: dict[str, Any]) -> Accepted:
    return accept(msgspec.json.encode(event))


def _logged(log: Path, accepted: Iterable[Accepted]) -> dict[str, Appended]:
    items = [("openlineage", event.digest, event.body) for event in accepted]
    with LogWriter(log) as writer:
        places = writer.append_many(items)
    return {digest: place for (_, digest, _), place in zip(items, places, strict=True)}


def _facts(accepted: Iterable[Accepted]) -> dict[str, list[dict[str, Any]]]:
    """By run: the last instance of each of its facets, as far as answers look at it."""
    extractor = Extractor(Rules())
    instances = []
    for event in accepted:
        said = extractor.event(event.body)
        for fact in said.facts if said.run_key else ():
            key = (said.run_key, fact.part, fact.node_id or 0, fact.partition or "", fact.facet)
            instances.append((key, (said.event_time, said.rank, event.digest, fact.place), fact))
    found: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    in_order = sorted(instances, key=lambda item: item[:2])
    for key, same in groupby(in_order, key=lambda item: item[0]):
        listed = list(same)
        (_, first, _), (_, last, fact) = listed[0], listed[-1]
        found[str(key[0])].append(
            {
                "e": fact.part,
                "n": fact.node_id,
                "p": fact.partition,
                "f": fact.facet,
                "h": fact.hash,
                "d": fact.deleted,
                "a": _key(first) if fact.part in OWN_PARTS else None,
                "k": _key(last),
            }
        )
    return found


def _key(place: tuple[int, int, str, int]) -> dict[str, Any]:
    return dict(zip("trgl", place, strict=True))
