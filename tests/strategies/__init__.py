"""Worlds of events, for property tests: lists of log records (kind, body) over small pools, so
that runs share ids, instants are equal, and statements contradict each other.

A world is written by an `Author`, who asks a `Chooser` for every decision. Hypothesis is one
chooser (`worlds`, shrinking towards the first options), a seeded generator the other
(`example_worlds`), for tests that want many worlds quickly.
"""

import itertools
import json
import re
import uuid
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from tests.reference.names import digest
from tests.strategies.author import Author, Record, World
from tests.strategies.chooser import Drawn, Json, Seeded

__all__ = [
    "Record",
    "World",
    "apart",
    "arrivals",
    "body_text",
    "events",
    "example_worlds",
    "isolated",
    "worlds",
]


@st.composite
def worlds(draw: st.DrawFn, max_records: int = 12) -> World:
    author = Author(Drawn(draw))
    return author.world_of(author.count(1, max_records))


@st.composite
def events(draw: st.DrawFn) -> Json:
    """One OpenLineage event."""
    author = Author(Drawn(draw))
    author.pick((author.noise, author.job_event, author.dataset_event))()
    return author.world[0][1]


def example_worlds(seed: int, n: int, max_records: int = 16) -> list[World]:
    """The same `n` worlds for the same seed."""
    authors = [Author(Seeded(1_000_003 * seed + index)) for index in range(n)]
    return [author.world_of(author.count(2, max_records)) for author in authors]


@st.composite
def arrivals(draw: st.DrawFn, world: World) -> list[World]:
    """The world as it may arrive: in any order, with duplicates, in one to four batches."""
    indexes = list(range(len(world)))
    indexes += draw(st.lists(st.sampled_from(indexes), max_size=4))
    ordered = draw(st.permutations(indexes))
    cuts = draw(st.lists(st.integers(0, len(ordered)), max_size=3))
    bounds = [0, *sorted(cuts), len(ordered)]
    return [
        [world[index] for index in ordered[start:end]] for start, end in itertools.pairwise(bounds)
    ]


def body_text(body: Json) -> str:
    """The body as it stands in a log record."""
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False)


def apart(found: Sequence[World]) -> list[World]:
    """The same worlds, none of which touches another: each has its own namespaces, run ids and
    contracts."""
    tags = [f"w{index:04d}-" for index in range(len(found))]
    return [
        [_registered_apart(record, tag) for record in isolated(world, tag)]
        for world, tag in zip(found, tags, strict=True)
    ]


_NAMED = re.compile(r"(\b(?:id|contractId): |\bnamespace: ')")
"""What precedes a name in the text of a contract, as the authors of worlds write it."""


def _registered_apart(record: Record, tag: str) -> Record:
    kind, body = record
    if body.get("edit") != "contract":
        return record
    text = _NAMED.sub(lambda found: found[1] + tag, body["text"])
    return kind, body | {"name": tag + body["name"], "text": text}


def isolated(world: World, tag: str) -> World:
    """The same story in a world of its own: every namespace has the tag in front, every run id is
    another one of the same form, and what refers to an event's digest follows. Worlds with
    different tags do not touch, so that one build can process many of them."""
    moved: dict[str, str] = {}
    for kind, body in world:
        if kind == "openlineage":
            moved[digest(body)] = digest(_renamed(body, tag))
    result: World = []
    for kind, body in world:
        renamed = _renamed(body, tag)
        if kind == "edit" and "digest" in body:
            renamed["digest"] = moved.get(body["digest"], body["digest"])
        result.append((kind, renamed))
    return result


def _renamed(value: Any, tag: str) -> Any:
    if isinstance(value, list):
        return [_renamed(item, tag) for item in value]
    if not isinstance(value, dict):
        return value
    result = {}
    for key, item in value.items():
        if key == "namespace" and isinstance(item, str) and item:
            result[key] = tag + item
        elif key == "runId" and isinstance(item, str) and item:
            result[key] = _other_run_id(item, tag)
        else:
            result[key] = _renamed(item, tag)
    return result


def _other_run_id(run_id: str, tag: str) -> str:
    found = re.search(r"[0-9a-fA-F]{8}-?(?:[0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}", run_id)
    if found is None:
        return tag + run_id
    other = uuid.uuid5(uuid.UUID(found[0]), tag)
    text = str(other) if "-" in found[0] else other.hex
    text = text.upper() if found[0] != found[0].lower() else text
    return run_id.replace(found[0], text)
