"""How one version of a job differs from another (semantics 4.3, 4.4)."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from headwater.answers.versions import CodeVersion, JobChange
from headwater.query.names.entities import Entity
from headwater.query.versions.versions import JobVersion


def code_of(version: JobVersion | None) -> CodeVersion:
    """The code that a version of a job runs."""
    return (
        CodeVersion(version.code_version, version.code_url) if version else CodeVersion(None, None)
    )


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


def job_change(
    before: JobVersion | None, after: JobVersion | None, named: Mapping[int, Entity]
) -> JobChange:
    """How two versions differ. `named` must contain every dataset that either version lists."""
    old, new = JobLists.of(before), JobLists.of(after)
    code = code_of(before)
    return JobChange(
        inputs_added=ids(new.inputs - old.inputs, named),
        inputs_removed=ids(old.inputs - new.inputs, named),
        outputs_added=ids(new.outputs - old.outputs, named),
        outputs_removed=ids(old.outputs - new.outputs, named),
        code_before=code if code.differs(code_of(after)) else None,
    )
