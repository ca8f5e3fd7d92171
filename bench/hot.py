"""Events of jobs and datasets with long histories, beside others of the same kind with short ones.

often_many    a job that has run many times, so its dataset has as many versions
source_many   a dataset that many jobs read and none writes
table_many    a dataset that one job writes and many jobs read
left_0, …     pairs of datasets with many versions, in which one turns out to be the other

Each of these, except for the pairs, has a counterpart with `_few` in its name. Run ids and times
come from a clock that moves on by a minute per event, so no event occurs twice.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, Literal
from uuid import NAMESPACE_URL, uuid5

from bench.landscape import PRODUCER, SPEC, encode, facet

Amount = Literal["few", "many"]

FEW = 100
NAMESPACE = "hot"
START = datetime(2025, 1, 1, tzinfo=UTC)
_FIELDS = ("id", "name", "amount", "created_at")

Json = dict[str, Any]


@dataclass
class Hot:
    """Generates the events of the history, and then new events that touch it."""

    many: int
    """The number of runs of a job, and of readers of a dataset."""
    versions: int
    """The number of versions of each dataset of a pair."""
    pairs: int
    _minutes: Iterator[int] = field(default_factory=count, init=False)
    _late: Iterator[int] = field(default_factory=lambda: count(1), init=False)

    def past(self, of: Amount) -> int:
        return FEW if of == "few" else self.many

    def history(self) -> Iterator[bytes]:
        amounts: tuple[Amount, ...] = ("few", "many")
        for of in amounts:
            yield self.write(of)
            for number in range(self.past(of)):
                yield self._began(f"often_{of}")
                yield self.ran(of)
                tables = [f"source_{of}", f"table_{of}"]
                yield _event("COMPLETE", self._now(), f"reader_{of}_{number}", tables, [])
        for _ in range(self.versions):
            for pair in range(self.pairs):
                for side in ("left", "right"):
                    name = f"{side}_{pair}"
                    yield _event("COMPLETE", self._now(), f"write_{name}", [], [name])

    def _now(self) -> datetime:
        return START + timedelta(minutes=next(self._minutes))

    def _began(self, job: str) -> bytes:
        return _event("START", self._now(), job, [], [])

    def ran(self, of: Amount) -> bytes:
        """A job has run once more."""
        return _event("COMPLETE", self._now(), f"often_{of}", [f"in_{of}"], [f"out_{of}"])

    def read_source(self, of: Amount) -> bytes:
        """One more job reads a dataset that none writes."""
        now = self._now()
        return _event("COMPLETE", now, f"reads at {now}", [f"source_{of}"], [])

    def read_table(self, of: Amount) -> bytes:
        """One more job reads a dataset that another writes."""
        now = self._now()
        return _event("COMPLETE", now, f"reads at {now}", [f"table_{of}"], [])

    def write(self, of: Amount) -> bytes:
        """A dataset with readers is written."""
        return _event("COMPLETE", self._now(), f"writer_{of}", [], [f"table_{of}"])

    def merge(self, pair: int) -> bytes:
        """One dataset of a pair states that the other is the same."""
        known_as = {"namespace": NAMESPACE, "name": f"right_{pair}", "type": "TABLE"}
        symlinks = facet("1-0-1/SymlinksDatasetFacet", identifiers=[known_as])
        dataset = _dataset(f"left_{pair}")
        dataset["facets"]["symlinks"] = symlinks
        return encode(
            {
                "eventTime": self._now().isoformat(),
                "dataset": dataset,
                "producer": PRODUCER,
                "schemaURL": f"{SPEC}/2-0-2/OpenLineage.json#/$defs/DatasetEvent",
            }
        )

    def early_run(self, of: Amount) -> bytes:
        """A run before all others of its job, on tables of its own."""
        return _event("COMPLETE", self._before(), f"often_{of}", ["early_in"], ["early_out"])

    def late_run(self, of: Amount) -> bytes:
        """A run in the midst of others of its job, on tables of its own."""
        return _event("COMPLETE", self._amid(of), f"often_{of}", ["late_in"], ["late_out"])

    def early_write(self, of: Amount) -> bytes:
        """A write before all others of a dataset, which has as many versions as there are runs."""
        return _event("COMPLETE", self._before(), "early_writer", [], [f"out_{of}"])

    def late_read(self, of: Amount) -> bytes:
        """A read in the midst of the versions of a dataset."""
        return _event("COMPLETE", self._amid(of), "late_reader", [f"out_{of}"], [])

    def declared(self, of: Amount) -> bytes:
        """A job event, after the job has run often."""
        return encode(
            {
                "eventTime": self._now().isoformat(),
                "job": {"namespace": NAMESPACE, "name": f"often_{of}"},
                "inputs": [_dataset(f"in_{of}")],
                "outputs": [_dataset(f"out_{of}")],
                "producer": PRODUCER,
                "schemaURL": f"{SPEC}/2-0-2/OpenLineage.json#/$defs/JobEvent",
            }
        )

    def _before(self) -> datetime:
        return START - timedelta(minutes=next(self._late))

    def _amid(self, of: Amount) -> datetime:
        """A time in the first half of a history, a few seconds after one of its events."""
        begun = 0 if of == "few" else 3 * FEW + 1
        return START + timedelta(minutes=begun + self.past(of), seconds=next(self._late))


def _event(kind: str, time: datetime, job: str, inputs: list[str], outputs: list[str]) -> bytes:
    written = [_dataset(name) for name in outputs]
    for output in written:
        if inputs:
            output["facets"]["columnLineage"] = _columns(inputs)
    return encode(
        {
            "eventType": kind,
            "eventTime": time.isoformat(),
            "run": {"runId": str(uuid5(NAMESPACE_URL, f"{job} {time}"))},
            "job": {"namespace": NAMESPACE, "name": job},
            "inputs": [_dataset(name) for name in inputs],
            "outputs": written,
            "producer": PRODUCER,
            "schemaURL": f"{SPEC}/2-0-2/OpenLineage.json#/$defs/RunEvent",
        }
    )


def _dataset(name: str) -> Json:
    fields = [{"name": field_name, "type": "VARCHAR"} for field_name in _FIELDS]
    schema = facet("1-2-0/SchemaDatasetFacet", fields=fields)
    return {"namespace": NAMESPACE, "name": name, "facets": {"schema": schema}}


def _columns(inputs: list[str]) -> Json:
    fields = {
        name: {
            "inputFields": [
                {"namespace": NAMESPACE, "name": table, "field": name} for table in inputs
            ]
        }
        for name in _FIELDS
    }
    return facet("1-2-0/ColumnLineageDatasetFacet", fields=fields)
