"""The facets in force at the end of runs, by the hashes of their contents (semantics 3.3)."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from headwater.model.facts import OWN_PARTS
from headwater.model.runs.registers import Key, RunRegister, hash_in_force
from headwater.query.names.entities import entity_keys
from headwater.store import Snapshot
from headwater.store.run_registers import folded_registers_of


class RunFacet(NamedTuple):
    """The last instance of a facet of a run, of its job, or of one of its inputs or outputs."""

    part: str
    """One of run, job, input, inputFacets, output and outputFacets."""
    dataset: int | None
    """The key of the dataset, so that statements under several names of it come together."""
    partition: str | None
    facet: str
    hash: str


def facets_in_force(
    snapshot: Snapshot, run_keys: Iterable[str], wanted: Callable[[str, str], bool]
) -> dict[str, list[RunFacet]]:
    """By run key, the facets in force whose part and name are wanted."""
    rows = snapshot.query_in(
        "SELECT run_key, facts FROM runs WHERE run_key IN {keys}", sorted(set(run_keys))
    )
    stated = {
        run_key: [
            (key, register)
            for key, register in registers.items()
            if key[0] not in OWN_PARTS and wanted(key[0], key[3])
        ]
        for (run_key, _), registers in zip(
            rows, folded_registers_of(snapshot, (facts for _, facts in rows)), strict=True
        )
    }
    names = {_name(key) for listed in stated.values() for key, _ in listed}
    datasets = entity_keys(snapshot, (name for name in names if name is not None))
    return {run_key: _in_force(listed, datasets) for run_key, listed in stated.items()}


def _name(key: Key) -> int | None:
    """The raw name of the dataset that a facet is about, or None for a facet of a run or job."""
    part, node, _, _ = key
    return None if part in ("run", "job") else node


def _in_force(
    stated: Iterable[tuple[Key, RunRegister]], datasets: Mapping[int, int]
) -> list[RunFacet]:
    last = {}
    for key, register in sorted(stated, key=lambda one: one[1][1][:4]):
        part, _, partition, facet = key
        name = _name(key)
        dataset = None if name is None else datasets[name]
        last[part, dataset, partition, facet] = hash_in_force(register)
    return [RunFacet(*key, content) for key, content in last.items() if content]
