"""Files of events that are ingested into a log."""

import random
from collections.abc import Iterable
from pathlib import Path

from headwater.collector import ingest
from headwater.log import LogWriter
from headwater.model.events import accept
from tests.strategies import body_text, example_worlds, isolated

Sources = dict[Path, set[str]]
"""Files of events, and the digests of the events in each."""


def make_sources(directory: Path, seed: int, worlds: int, events_per_file: int) -> Sources:
    """Writes files of generated events, which have every feature, each once, in random order."""
    found = [isolated(world, f"w{n}-") for n, world in enumerate(example_worlds(seed, worlds))]
    bodies = [body for world in found for kind, body in world if kind == "openlineage"]
    lines = {accept(line).digest: line for line in (body_text(body).encode() for body in bodies)}
    digests = list(lines)
    random.Random(seed).shuffle(digests)
    directory.mkdir()
    sources: Sources = {}
    for start in range(0, len(digests), events_per_file):
        file, part = directory / f"{start:06d}.ndjson", digests[start : start + events_per_file]
        file.write_bytes(b"\n".join(lines[digest] for digest in part))
        sources[file] = set(part)
    return sources


def all_of(sources: Sources) -> set[str]:
    return set().union(*sources.values())


def send(log: Path, files: Iterable[Path]) -> None:
    with LogWriter(log) as writer:
        ingest(files, writer)
