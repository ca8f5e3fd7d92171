"""The facets in force at the end of runs, by the hashes of their contents (semantics 3.3)."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from headwater.model.facts import OWN_PARTS
from headwater.query.facets.values import AT_THE_END, Register, registers
from headwater.query.names.entities import entity_keys
from headwater.store import Snapshot


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
            register
            for register in registers(facts)
            if register.part not in OWN_PARTS and wanted(register.part, register.facet)
        ]
        for run_key, facts in rows
    }
    names = {_name(register) for listed in stated.values() for register in listed}
    datasets = entity_keys(snapshot, (name for name in names if name is not None))
    return {run_key: _in_force(listed, datasets) for run_key, listed in stated.items()}


def _name(register: Register) -> int | None:
    """The raw name of the dataset that a facet is about, or None for a facet of a run or job."""
    return None if register.part in ("run", "job") else register.node


def _in_force(stated: Iterable[Register], datasets: Mapping[int, int]) -> list[RunFacet]:
    last = {}
    for register in sorted(stated, key=lambda register: register.last or AT_THE_END):
        name = _name(register)
        dataset = None if name is None else datasets[name]
        last[register.part, dataset, register.partition, register.facet] = register
    return [
        RunFacet(*key, register.hash)
        for key, register in last.items()
        if not register.deleted and register.hash
    ]
