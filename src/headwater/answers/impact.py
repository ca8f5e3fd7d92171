"""What a change to a node reaches, and whom to tell."""

from typing import Literal, TypeAlias

import msgspec

from headwater.answers.facets import Owner
from headwater.answers.graph import LatestRun, OneWay, Truncated

ImpactType: TypeAlias = Literal["JOB", "DATASET", "DATASET_FIELD", "CONTRACT"]

Certainty: TypeAlias = Literal["certain", "possible"]


class ImpactNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A job, a dataset, a column or a contract that is reached."""

    id: str
    type: ImpactType
    certainty: Certainty
    """`possible`: of a column, where nobody says which columns went into what is reached."""
    namespace: str
    """Empty for a contract."""
    name: str
    field: str | None
    distance: int
    """Steps from the start: the length of the path."""
    path: tuple[str, ...]
    """One shortest path from the start to this node, both included."""
    owners: tuple[Owner, ...]
    """Of a column, those of its dataset."""
    run: LatestRun | None
    """The last run of a job, with its state at that time."""

    @property
    def owner_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(owner.name for owner in self.owners))


class Impact(msgspec.Struct, frozen=True, rename="camel"):
    """Everything reached, the nearest first."""

    node: str
    direction: OneWay
    reached: tuple[ImpactNode, ...]
    truncated: Truncated | None
