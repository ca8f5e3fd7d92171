"""Answers about impact: what a change to a node reaches, and who owns that."""

from typing import Literal, TypeAlias

import msgspec

from headwater.answers.facets import Owner
from headwater.answers.graph import LatestRun, Truncated
from headwater.model.directions import OneWay

ImpactType: TypeAlias = Literal["JOB", "DATASET", "DATASET_FIELD", "CONTRACT"]

Certainty: TypeAlias = Literal["certain", "possible"]


class ImpactNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a job, dataset, column or contract that is reached."""

    id: str
    type: ImpactType
    certainty: Certainty
    """`possible` means that no column lineage shows whether the column reaches this node."""
    namespace: str
    """The namespace, which is empty for a contract."""
    name: str
    field: str | None
    distance: int
    """The number of steps from the start, which is the length of the path."""
    path: tuple[str, ...]
    """A shortest path from the start to this node, including both."""
    owners: tuple[Owner, ...]
    """The owners of this node. For a column they are those of its dataset."""
    run: LatestRun | None
    """The last run of a job, or the last that wrote a dataset, with its state at that time."""

    @property
    def owner_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(owner.name for owner in self.owners))


class Impact(msgspec.Struct, frozen=True, rename="camel"):
    """This is everything that a change to the node reaches, nearest first."""

    node: str
    direction: OneWay
    reached: tuple[ImpactNode, ...]
    truncated: Truncated | None
