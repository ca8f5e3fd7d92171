"""Stories in batches, of which the later ones change what the earlier ones told."""

from typing import Any

from tests.stories.events import (
    DROP,
    STREAMING,
    contract,
    dataset_event,
    derives,
    ds,
    feeds,
    job_event,
    run,
    schema,
    symlinks,
    version,
)
from tests.strategies import World

DELETED = {"_deleted": True}


def called(*keys: str) -> dict[str, Any]:
    """Facets of these names."""
    return {key: {} for key in keys}


UPDATE_STORIES: dict[str, list[World]] = {
    "contracts, one version with two contents": [
        [contract("a", "1.0.0", 1), contract("b", "1.0.0", 2)],
        [contract("a", "1.0.0", 3, "status: active\n"), contract("a", "1.0.0", 1)],
        [contract("a", "1.1.0", 2), run("1", "j", "COMPLETE", 1, ["x"], ["y"])],
    ],
    "nothing but repetition": [
        [run("1", "a", "COMPLETE", 1, ["x"], ["y"])],
        [run("1", "a", "COMPLETE", 1, ["x"], ["y"])],
    ],
    "facets of any key": [
        [
            run(
                *("1", "a", "START", 1, ["x"]),
                [ds("y", **called("#COMPLETE", "#listed", ""))],
                {"#withdrawn": {}, "lineage": feeds(y=["x"])},
                **called("#START", "#batch"),
            ),
            run("2", "a", None, 1, **called("#START")),
            job_event("b", 1, [ds("y", **called("#entry"))], **called("#withdrawn")),
            dataset_event("y", 1, **called("#listed", "output")),
        ],
        [
            run("1", "a", "RUNNING", 2, ["x"], [ds("y", **{"#COMPLETE": DELETED})]),
            run("2", "a", "RUNNING", 2, [ds("z", **called("#listed"))], **called("#FAIL")),
        ],
    ],
    "facets of a job that are called like a dataset's": [
        [run("1", "a", "COMPLETE", 1, [], ["y"], {"schema": schema(a="int"), "version": {}})],
        [job_event("a", 2, symlinks=symlinks("y"), version=version("2"))],
    ],
    "a stream that lists a dataset under two names, one of them twice": [
        [
            run(
                "1",
                "a",
                "START",
                1,
                [],
                [
                    ds("y", version=version("1"), symlinks=symlinks("q")),
                    ds("q", version=version("2")),
                    "y",
                ],
                STREAMING,
            )
        ],
        [run("1", "a", "RUNNING", 2, [], [ds("y", version=version("2"))])],
    ],
    "a second run": [
        [run("1", "a", "COMPLETE", 1, ["x"], ["y"])],
        [run("2", "a", "COMPLETE", 2, ["x"], ["z"])],
    ],
    "a name comes into its own by a job event": [
        [run("1", "j", "COMPLETE", 1, [ds("e", symlinks=symlinks("d"))], ["o"])],
        [job_event("k", 2, ["d"])],
    ],
    "an alias stated late": [
        [run("1", "a", "COMPLETE", 1, ["x"], ["y"]), run("2", "b", "COMPLETE", 2, ["z"], [])],
        [dataset_event("y", 3, symlinks=symlinks("z"))],
    ],
    "an alias withdrawn": [
        [
            run("1", "a", "COMPLETE", 1, ["x"], [ds("y", symlinks=symlinks("z"))]),
            run("2", "b", "COMPLETE", 2, ["z"], []),
        ],
        [dataset_event("y", 3, symlinks=DELETED)],
    ],
    "the source of a column that no job lists gets an alias": [
        [run("1", "a", "COMPLETE", 1, [], [ds("y", columnLineage=derives(p="x.p"))])],
        [dataset_event("x", 3, symlinks=symlinks("w"))],
    ],
    "a finished run replaces what was provisional": [
        [run("1", "a", "START", 1, ["x"], ["y"])],
        [run("2", "a", "COMPLETE", 2, ["x"], ["z"])],
    ],
    "explicit lineage taken back by a later run": [
        [
            run(
                "1",
                "a",
                "COMPLETE",
                1,
                ["x", "w"],
                ["y"],
                job_facets={"lineage": feeds(y=["x"])},
            )
        ],
        [run("2", "a", "COMPLETE", 2, ["x", "w"], ["y"], job_facets={"lineage": DELETED})],
    ],
    "a job that says it feeds another job": [
        [run("1", "a", "COMPLETE", 1, ["x"], ["y"])],
        [
            run(
                "2",
                "a",
                "COMPLETE",
                2,
                ["x"],
                ["y"],
                job_facets={
                    "lineage": {
                        "entries": [
                            {
                                "type": "JOB",
                                "namespace": "jobs",
                                "name": "b",
                                "inputs": [{"type": "JOB", "namespace": "jobs", "name": "a"}],
                            }
                        ]
                    }
                },
            )
        ],
    ],
    "a late start changes what was read": [
        [run("2", "b", "COMPLETE", 5, ["y"], [])],
        [run("1", "a", "COMPLETE", 3, [], ["y"]), run("2", "b", "START", 2, [], [])],
    ],
    "a pin counts again when the run's own output turns out to be a drop": [
        [
            run(
                "1",
                "a",
                "START",
                5,
                [ds("d", version=version("v"))],
                [ds("d", version=version("v"))],
            )
        ],
        [run("1", "a", "RUNNING", 6, [], [ds("d", **DROP)])],
    ],
    "a write that turns into a drop no longer has the version that a reader pins": [
        [
            run("1", "q", "START", 5, [ds("d", version=version("v"))], []),
            run("2", "w", "COMPLETE", 10, [], [ds("d", version=version("v"))]),
        ],
        [run("2", "w", "OTHER", 11, [], [ds("d", **DROP)])],
    ],
    "of two names of one output, the other states its version last": [
        [
            dataset_event("d", 1, symlinks=symlinks("e")),
            run("1", "q", "START", 5, [ds("d", version=version("v2"))], []),
            run(
                "2",
                "w",
                "COMPLETE",
                10,
                [],
                [ds("d", version=version("v1")), ds("e", version=version("v2"))],
            ),
        ],
        [run("2", "w", "OTHER", 11, [], [ds("d", version=version("v1"))])],
    ],
    "a read between reads of another name of the dataset": [
        [
            dataset_event("d", 1, symlinks=symlinks("e")),
            run("0", "z", "START", 2, [ds("other", schema=schema(c="int"))], []),
            run("1", "q", "START", 10, [ds("d", schema=schema(a="int"))], []),
            run("2", "r", "START", 20, [ds("e", schema=schema(b="int", c="int"))], []),
        ],
        [run("3", "s", "START", 15, [ds("d", schema=schema(c="int"))], [])],
    ],
    "a first read reports what later reads made up together": [
        [
            run("1", "q", "START", 10, [ds("d", schema=schema(a="int"))], []),
            run("2", "r", "START", 20, [ds("d", schema=schema(b="int"))], []),
        ],
        [run("3", "s", "START", 5, [ds("d", schema=schema(a="int", b="int"))], [])],
    ],
    "a stream states two versions at one instant, and then one of them again": [
        [
            run("1", "s", "START", 1, [], [ds("d", version=version("0"))], job_facets=STREAMING),
            run("1", "s", "RUNNING", 5, [], [ds("d", version=version("1"))]),
            run("1", "s", "OTHER", 5, [], [ds("d", version=version("2"))]),
        ],
        [run("1", "s", "RUNNING", 6, [], [ds("d", version=version("1"))])],
    ],
    "what is stated at one instant by one run is listed by another": [
        [
            run("0", "j", "COMPLETE", 5, ["i"], ["y"]),
            run("1", "j", "COMPLETE", 10, ["i"], ["y"], job_facets={"lineage": feeds(x=["i"])}),
            run("2", "j", "FAIL", 10, [], ["x"]),
        ],
        [run("3", "j", "COMPLETE", 20, ["i"], ["z"])],
    ],
    "a reader of what a stream writes": [
        [
            run("1", "s", "START", 1, [], [ds("d", version=version("0"))], job_facets=STREAMING),
            run("1", "s", "RUNNING", 3, [], [ds("d", version=version("1"))]),
            run("1", "s", "RUNNING", 9, [], [ds("d", version=version("2"))]),
        ],
        [run("2", "b", "COMPLETE", 6, [ds("d", schema=schema(a="int"))], [])],
    ],
    "column lineage beside explicit lineage that is taken back": [
        [
            run(
                "1",
                "a",
                "COMPLETE",
                1,
                ["x"],
                [ds("y", columnLineage=derives(p="x.p"))],
                job_facets={"lineage": feeds(y=["x"])},
            )
        ],
        [run("2", "a", "COMPLETE", 2, ["x"], ["y"], job_facets={"lineage": DELETED})],
    ],
}
