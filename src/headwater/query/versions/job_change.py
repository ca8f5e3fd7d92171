"""How one version of a job differs from another (semantics 4.3, 4.4)."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

import msgspec

from headwater.answers.versions import JobChange
from headwater.query.names.entities import Entity
from headwater.query.versions.code import code_of, text_changes
from headwater.query.versions.versions import JobVersion
from headwater.store import Snapshot

_KEYS = msgspec.json.Decoder(frozenset[int])


class JobLists(NamedTuple):
    """The inputs and outputs of a version, as entity keys."""

    inputs: frozenset[int]
    outputs: frozenset[int]

    @classmethod
    def of(cls, version: JobVersion | None) -> "JobLists":
        if version is None:
            return cls(frozenset(), frozenset())
        return cls(_KEYS.decode(version.inputs), _KEYS.decode(version.outputs))


def listed_by(versions: Iterable[JobVersion]) -> set[int]:
    """All datasets among the inputs and outputs of these versions."""
    return {key for version in versions for side in JobLists.of(version) for key in side}


def ids(keys: Iterable[int], named: Mapping[int, Entity]) -> tuple[str, ...]:
    return tuple(sorted(named[key].id for key in keys))


Pair: TypeAlias = tuple[JobVersion | None, JobVersion | None]
"""A version and a later one of the same job."""


def job_changes(
    snapshot: Snapshot, pairs: Iterable[Pair], named: Mapping[int, Entity]
) -> list[JobChange]:
    """`named` must hold every dataset that the versions list."""
    pairs = list(pairs)
    codes = [(code_of(before), code_of(after)) for before, after in pairs]
    texts = text_changes(snapshot, codes, "shape")
    return [
        msgspec.structs.replace(
            list_change(*pair, named), code_before=old if old.differs(new) else None, texts=changed
        )
        for pair, (old, new), changed in zip(pairs, codes, texts, strict=True)
    ]


def list_change(
    before: JobVersion | None, after: JobVersion | None, named: Mapping[int, Entity]
) -> JobChange:
    """How the inputs and outputs of two versions differ. `named` has each dataset they list."""
    old, new = JobLists.of(before), JobLists.of(after)
    return JobChange(
        inputs_added=ids(new.inputs - old.inputs, named),
        inputs_removed=ids(old.inputs - new.inputs, named),
        outputs_added=ids(new.outputs - old.outputs, named),
        outputs_removed=ids(old.outputs - new.outputs, named),
    )
