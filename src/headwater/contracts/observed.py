"""What runs, as far as it concerns a contract: values that queries fill in and drift judges."""

import msgspec

from headwater.contracts.contract import Output
from headwater.model.schemas import Fields


class Write(msgspec.Struct, frozen=True):
    """The last time that a dataset was written."""

    at: int
    dataset_version: str
    run: str | None
    job: str | None


class BoundDataset(msgspec.Struct, frozen=True, kw_only=True):
    """A dataset that a contract is bound to."""

    output: Output
    id: str
    """Its node id, under its canonical name."""
    known: bool
    """An event names it."""
    near: tuple[str, ...] = ()
    """Datasets with names like it, where none is known."""
    writers: tuple[str, ...] = ()
    """The jobs that write it now."""
    wrote_before: tuple[str, ...] = ()
    """The jobs that an earlier version of wrote it, and none now does."""
    last_write: Write | None = None
    fields: Fields | None = None
    """Of its latest version; None where no schema is known."""
    schema_version: str | None = None
    """The version that the fields are those of."""


class Reached(msgspec.Struct, frozen=True):
    """Where the walk upstream from a contract's datasets ends."""

    dataset: str
    path: tuple[str, ...]
    """Node ids from there to the contract's own dataset, in the direction data flows."""
    contracts: tuple[str, ...] = ()
    """The contracts that the dataset is bound to; none where nothing more is upstream of it."""


class Observed(msgspec.Struct, frozen=True):
    """What is known of one contract from what runs."""

    outputs: tuple[BoundDataset, ...] = ()
    reached: tuple[Reached, ...] = ()
    run: str | None = None
    """A completed run of a job that writes one of the outputs."""

    @property
    def is_known(self) -> bool:
        """Whether events say anything about its outputs."""
        return any(output.known for output in self.outputs)


NOTHING = Observed()
