"""What the driver of a rebuild has to know of all that the log states, before histories are folded.

That is which names are aliases, which datasets renames connect, and which jobs lineage names. There
are at most as many of these as names, not as many as events.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import pyarrow as pa

from headwater.model.aliases import components, connected
from headwater.pipeline.derive.stated import (
    ALIASES,
    LEFT_OUT,
    OVERCOUNTED,
    RENAMES,
    TARGETS,
    UNSEEN_STREAMS,
)
from headwater.pipeline.source.log_source import LogSelection
from headwater.store.backend import Row


class Noted:
    """What all places have noted for the driver, by kind of packs (`derive.stated`)."""

    def __init__(self, packs: Iterable[tuple[str, pa.Buffer]]) -> None:
        self._packs: dict[str, list[pa.Buffer]] = {}
        for kind, pack in packs:
            self._packs.setdefault(kind, []).append(pack)

    def values(self, kind: str, value: type) -> Iterator[Any]:
        """What was noted, of the type of this kind."""
        decoder = msgspec.msgpack.Decoder(list[value])  # type: ignore[valid-type]  # a value here
        for pack in self._packs.get(kind, ()):
            yield from decoder.decode(pack)


@dataclass(frozen=True)
class StatedNames:
    """What is known of names, and mentions of them, in all places together."""

    entity_of: dict[int, int]
    """The entities of the names that have aliases."""
    family_of: dict[int, int]
    """The families of the datasets that renames connect."""
    jobs: frozenset[int]
    """The jobs that lineage names as targets or sources, which are far fewer than jobs."""
    overcounted: Mapping[int, int]
    """How many mentions were counted for later copies of events."""

    def corrected(self, mentions: Iterable[Sequence[Row]]) -> Iterator[list[Row]]:
        """Rows of `mentions`, where copies of one event count once."""
        more = self.overcounted
        for rows in mentions:
            yield [(key, events - more.get(key, 0)) for key, events in rows]


def again(selection: LogSelection, noted: Noted) -> LogSelection:
    """How the log has to be read, after it was read in one way: the same, unless there is more to
    leave out, or a run turned out to be a stream."""
    left_out = frozenset(noted.values(LEFT_OUT, str))
    streams = selection.streams | set(noted.values(UNSEEN_STREAMS, str))
    return selection._replace(left_out=left_out, streams=streams)


def stated_names(noted: Noted, names: Callable[[], Iterable[Sequence[Row]]]) -> StatedNames:
    """What all places together say of names. `names` are rows of `derive.contents.NAMES`."""
    aliases = [
        (node, msgspec.json.decode(others, type=list[int]))
        for node, others in noted.values(ALIASES, tuple[int, str])
    ]
    mentioned = {node for pair in aliases for node in (pair[0], *pair[1])}
    entity_of = components(aliases, _named(names(), mentioned)) if aliases else {}
    renames = (
        (entity_of.get(new, new), entity_of.get(old, old))
        for new, old in noted.values(RENAMES, tuple[int, int])
    )
    family_of = connected((new, old) for new, old in renames if new != old)
    targets = set(noted.values(TARGETS, int))
    jobs = {row[0] for rows in names() for row in rows if row[1] == "job" and row[0] in targets}
    overcounted: dict[int, int] = {}
    for key, count in noted.values(OVERCOUNTED, tuple[int, int]):
        overcounted[key] = overcounted.get(key, 0) + count
    return StatedNames(
        entity_of,
        family_of,
        frozenset(entity_of.get(job, job) for job in jobs),
        overcounted,
    )


def _named(names: Iterable[Sequence[Row]], wanted: set[int]) -> dict[int, tuple[str, str]]:
    """The namespace and name of each of these names."""
    return {
        node: (namespace, name)
        for rows in names
        for node, _, namespace, name, _ in rows
        if node in wanted
    }
