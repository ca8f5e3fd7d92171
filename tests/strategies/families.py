"""Runs that start each other, for rules about what is above and below a run."""

from collections.abc import Sequence

from tests.strategies.author import Author, World
from tests.strategies.chooser import Json, Seeded


def example_families(seed: int, count: int) -> World:
    """Runs that start each other, of which many never tell their end; some in circles."""
    author = Author(Seeded(seed))
    runs = [f"run {number}" for number in range(count)]
    return [record for name in runs for record in _relative(author, name, runs)]


def _relative(author: Author, name: str, runs: Sequence[str]) -> World:
    """The events of one run, most of whose relatives are near it among the runs."""
    place = runs.index(name)
    near = [*runs[max(0, place - 3) : place + 2], "never seen"]

    def named(other: str) -> Json:
        return {
            "run": {"runId": other},
            "job": {"namespace": "families", "name": f"job of {other}"},
        }

    parent: Json = named(author.pick(near))
    if author.chance(40):
        parent["root"] = named(author.pick(near))
    facets: Json = {"parent": parent} if author.chance(80) else {}
    streaming = {"processingType": "STREAMING", "integration": "SPARK"}
    job: Json = {**named(name)["job"], "facets": {}}
    if author.chance(10):
        job["facets"] = {"jobType": streaming}
    kinds = [author.pick(("START", "RUNNING", "OTHER"))]
    if author.chance(40):
        kinds.append(author.pick(("COMPLETE", "FAIL", "ABORT")))
    return [
        (
            "openlineage",
            {
                "eventTime": f"2024-05-01T{author.count(0, 23):02}:00:00Z",
                "eventType": kind,
                "run": {"runId": name, "facets": facets},
                "job": job,
            },
        )
        for kind in kinds
    ]
