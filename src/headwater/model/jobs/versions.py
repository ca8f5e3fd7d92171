"""Job versions: what a job read and wrote, from when to when (semantics 4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from headwater.model.canonical import version_id
from headwater.model.jobs.items import Code
from headwater.model.jobs.timeline import Datasets, PlacedEntry, TimelineEntry
from headwater.model.order import FOREVER


@dataclass(slots=True)
class DerivedVersion:
    """A version of a job, while its timeline is read."""

    version_no: int
    began: TimelineEntry
    valid_from: int
    valid_to: int
    reads: Datasets
    writes: Datasets
    lineage_unknown: bool
    """Whether it began at an entry that knew nothing (semantics 4.5)."""
    code: Code
    """The code at its last entry."""
    confirmed_at: int | None = None
    """The first later entry that knew more, if the lineage is unknown."""

    def version_id(self, namespace: str, name: str) -> str:
        """The UUIDv5 of ["job", namespace, name, entry id] (semantics 2.5)."""
        entry_id = self.began.run_key if self.began.basis == "run" else self.began.digest
        return version_id("job", namespace, name, entry_id)


def job_versions(line: Sequence[PlacedEntry]) -> list[DerivedVersion]:
    """The versions of a job, in order."""
    versions: list[DerivedVersion] = []
    for placed in line:
        entry = placed.entry
        if placed.begins:
            if versions:
                versions[-1].valid_to = entry.entry_time
            is_unknown = entry.extraction_failed or (not placed.knows and placed.had_lists)
            versions.append(
                DerivedVersion(
                    placed.version_no,
                    entry,
                    entry.entry_time,
                    FOREVER,
                    placed.reads,
                    placed.writes,
                    is_unknown,
                    placed.code,
                )
            )
            continue
        version = versions[-1]
        version.code = placed.code
        if version.lineage_unknown and placed.knows and version.confirmed_at is None:
            version.confirmed_at = entry.entry_time
    return versions
