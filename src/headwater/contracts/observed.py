"""What is observed of a contract in what runs: values that queries fill in and drift judges."""

from typing import TypeAlias

import msgspec

from headwater.contracts.contract import Output
from headwater.contracts.schema_drift import FoundFields


class Write(msgspec.Struct, frozen=True, gc=False):
    """The last write of a dataset."""

    at: int
    dataset_version: str
    run: str | None
    job: str | None


class BoundDataset(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A dataset that a contract is bound to."""

    output: Output
    id: str
    """The node id of the dataset, under its canonical name."""
    known: bool
    """Whether an event names it."""
    near: tuple[str, ...] = ()
    """Datasets with similar names, where it is not known."""
    is_written: bool = False
    """Whether a job writes it now."""
    wrote_before: tuple[str, ...] = ()
    """The jobs that once wrote it, where none does now."""
    last_write: Write | None = None
    fields: FoundFields | None = None
    """The fields of its latest version; None where no schema is known."""
    schema_version: str | None = None
    """The version that the fields belong to."""


DatasetKey: TypeAlias = int | str
"""A dataset, by whatever key the path to it is looked up with."""


class Observed(msgspec.Struct, frozen=True, gc=False):
    """What is observed of one contract."""

    outputs: tuple[BoundDataset, ...] = ()
    inputs: dict[str, DatasetKey] = {}
    """The contracts that flow into it, each with the nearest dataset that is bound to it."""
    uncontracted: tuple[DatasetKey, ...] = ()
    """Datasets that flow into it, have nothing upstream, and are bound to no contract."""
    run: str | None = None
    """A completed run of a job that writes one of the outputs."""

    @property
    def is_known(self) -> bool:
        """Whether events say anything about its outputs."""
        return any(output.known for output in self.outputs)


NOTHING = Observed()
