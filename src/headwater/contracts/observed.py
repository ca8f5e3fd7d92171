"""What runs, as far as it concerns a contract: values that queries fill in and drift judges."""

from typing import TypeAlias

import msgspec

from headwater.contracts.contract import Output
from headwater.contracts.schema_drift import FoundFields


class Write(msgspec.Struct, frozen=True, gc=False):
    """The last time that a dataset was written."""

    at: int
    dataset_version: str
    run: str | None
    job: str | None


class BoundDataset(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A dataset that a contract is bound to."""

    output: Output
    id: str
    """Its node id, under its canonical name."""
    known: bool
    """An event names it."""
    near: tuple[str, ...] = ()
    """Datasets with names like it, where none is known."""
    is_written: bool = False
    """A job writes it now."""
    wrote_before: tuple[str, ...] = ()
    """The jobs that once wrote it, where none does now."""
    last_write: Write | None = None
    fields: FoundFields | None = None
    """Of its latest version; None where no schema is known."""
    schema_version: str | None = None
    """The version that the fields are those of."""


Node: TypeAlias = int | str
"""A dataset, by whatever key the way to it is looked up with."""


class Observed(msgspec.Struct, frozen=True, gc=False):
    """What is known of one contract from what runs."""

    outputs: tuple[BoundDataset, ...] = ()
    inputs: dict[str, Node] = {}
    """The contracts that flow into it, each with the nearest dataset that is bound to it."""
    uncontracted: tuple[Node, ...] = ()
    """Datasets that flow into it, with nothing upstream of them, and no contract."""
    run: str | None = None
    """A completed run of a job that writes one of the outputs."""

    @property
    def is_known(self) -> bool:
        """Whether events say anything about its outputs."""
        return any(output.known for output in self.outputs)


NOTHING = Observed()
