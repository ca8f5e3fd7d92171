"""Stories in two batches, of which the second changes a history far from its end.

Windows in tests are so narrow that they end within these histories: before, at and after what the
late events change.
"""

from tests.stories.events import (
    DROP,
    STREAMING,
    Json,
    Record,
    code,
    dataset_event,
    derives,
    ds,
    feeds,
    job_event,
    renamed_from,
    run,
    schema,
    symlinks,
    version,
)
from tests.strategies import World

ERROR: Json = {"extractionError": {"totalTasks": 2, "failedTasks": 1, "errors": []}}


def usual(*hours: int, job: str = "a", job_facets: Json | None = None) -> list[Record]:
    """Runs that do what the job always does."""
    return [run(f"u{h}", job, "COMPLETE", h, ["x"], ["y"], job_facets) for h in hours]


def under(job: str) -> Json:
    of_parent = {"run": {"runId": f"parent {job}"}, "job": {"namespace": "jobs", "name": job}}
    return {"parent": of_parent}


def after(job: str) -> Json:
    return {"jobDependencies": {"upstream": [{"job": {"namespace": "jobs", "name": job}}]}}


def written(hour: int, **facets: Json) -> Record:
    return run(f"w{hour}", "w", "COMPLETE", hour, [], [ds("d", **facets)])


def read(hour: int, **facets: Json) -> Record:
    return run(f"r{hour}", "r", "START", hour, [ds("d", **facets)], [])


JOBS: dict[str, list[World]] = {
    "a late run, after which all is as it was": [
        usual(2, 4, 6, 8, 10, 12),
        [run("1", "a", "COMPLETE", 5, ["z"], ["y"])],
    ],
    "a late run that the next runs do not differ from": [
        usual(4, 6, 8, 10),
        usual(2),
    ],
    "a late run whose outputs later runs do not report": [
        [
            *usual(2),
            *(run(f"f{h}", "a", "FAIL", h, ["x"], []) for h in (4, 5, 6, 7)),
            *usual(8, 10),
        ],
        [run("1", "a", "COMPLETE", 3, ["x"], ["z"])],
    ],
    "a late run whose code is that of all later runs": [
        usual(2, 4, 6, 8, 10),
        [run("1", "a", "COMPLETE", 3, ["x"], ["y"], code("c1"))],
    ],
    "a late run with a code that the next run replaces": [
        [*usual(2, 4, job_facets=code("c1")), *usual(6, 8), *usual(10, job_facets=code("c2"))],
        [run("1", "a", "COMPLETE", 3, ["x"], ["y"], code("c0"))],
    ],
    "late runs at the instants of others": [
        [run(f"{n}", "a", "COMPLETE", h, ["x"], [f"y{n}"]) for h in (2, 4, 6) for n in range(3)],
        [run("5", "a", "COMPLETE", 4, ["x"], ["y5"]), run("6", "a", "FAIL", 2, [], ["y6"])],
    ],
    "a late run before a version that nobody confirms for long": [
        [
            *usual(2),
            *(run(f"e{h}", "a", "COMPLETE", h, [], [], code("c1"), **ERROR) for h in (4, 5, 6, 7)),
            *usual(9, 10),
        ],
        [run("1", "a", "COMPLETE", 3, ["x"], ["z"])],
    ],
    "a late run that knows nothing, confirmed later": [
        [*usual(2), *(run(f"e{h}", "a", "FAIL", h, [], []) for h in (5, 6, 7)), *usual(9)],
        [run("1", "a", "COMPLETE", 4, [], [], code("c1"))],
    ],
    "a late statement that holds to the end": [
        usual(2, 4, 6, 8),
        [run("1", "a", "COMPLETE", 3, ["x"], [ds("y", columnLineage=derives(p="x.p"))])],
    ],
    "a late statement between two of the same": [
        [
            run(f"{h}", "a", "COMPLETE", h, ["x"], [ds("y", columnLineage=derives(p="x.p"))])
            for h in (2, 4, 6, 8)
        ],
        [run("1", "a", "COMPLETE", 3, ["x"], [ds("y", columnLineage=derives(q="x.q"))])],
    ],
    "a late run that stops listing what a flow ends with": [
        [
            run("0", "a", "COMPLETE", 1, ["x"], [ds("y", columnLineage=derives(p="x.p"))]),
            *usual(2, 4, 6, 8),
        ],
        [run("1", "a", "COMPLETE", 3, ["z"], ["y"])],
    ],
    "late explicit lineage beside columns": [
        [
            run(f"{h}", "a", "COMPLETE", h, ["x"], [ds("y", columnLineage=derives(p="x.p"))])
            for h in (2, 4, 6, 8)
        ],
        [run("1", "a", "COMPLETE", 3, ["x"], ["y"], {"lineage": feeds(y=["w"])})],
    ],
    "a late parent, and late dependencies": [
        [
            run("0", "a", "START", 1, [], [], **under("p")),
            *usual(2, 4),
            run("5", "a", "COMPLETE", 5, ["x"], ["y"], **under("p"), **after("q")),
            *usual(6, 8, 10),
        ],
        [run("1", "a", "COMPLETE", 3, ["x"], ["y"], **under("o"), **after("r"))],
    ],
    "a late run amid unfinished ones that list something": [
        [
            run("0", "a", "START", 1, ["v"], ["w"]),
            run("01", "a", "RUNNING", 3, ["v"], ["y"]),
            *usual(4, 6, 8),
        ],
        [run("1", "a", "COMPLETE", 2, ["x"], ["y"])],
    ],
    "the first run that ends is reported after unfinished ones": [
        [run(f"{h}", "a", "START", h, ["x"], [f"y{h}"]) for h in (2, 4, 6, 8)],
        [run("1", "a", "COMPLETE", 3, ["x"], ["z"])],
    ],
    "a late run amid a long stream of the job": [
        [
            *usual(2),
            run("s", "a", "START", 1, ["x"], [], STREAMING),
            run("s", "a", "RUNNING", 4, ["v"], ["w"]),
            run("s", "a", "RUNNING", 9, ["u"], ["w"]),
            *usual(6, 8, 10),
        ],
        [run("1", "a", "COMPLETE", 3, ["x"], ["z"])],
    ],
    "a stream that changes amid runs of its job": [
        [*usual(2, 6, 8, 10, 12), run("s", "a", "START", 4, ["x"], ["y"], STREAMING)],
        [run("s", "a", "RUNNING", 5, ["v"], ["y"])],
    ],
    "a job event after many runs": [
        usual(2, 4, 6, 8),
        [job_event("a", 9, ["x"], ["z"], **code("c1"))],
    ],
    "a job event amid runs, with code and lineage of its own": [
        usual(2, 4, 6, 8),
        [job_event("a", 5, ["x"], ["z"], **code("c1"), lineage=feeds(y=["v"]))],
    ],
    "a late run before job events that counted": [
        [
            job_event("a", 4, ["x"], ["z"], lineage=feeds(z=["x"])),
            job_event("a", 6, ["x"], ["y"], lineage=feeds(y=["x"])),
            job_event("a", 8, ["v"], ["y"]),
            *usual(9, 10, 11),
        ],
        [run("1", "a", "COMPLETE", 3, ["v"], [ds("w", columnLineage=derives(p="v.p"))])],
    ],
    "a late run before job events that count for nothing any more": [
        [
            run("0", "a", "COMPLETE", 1, ["v"], [ds("w", columnLineage=derives(p="v.p"))]),
            *usual(2, 4),
            job_event("a", 6, ["x"], ["z"], lineage=feeds(z=["x"])),
            *usual(7, 8),
            job_event("a", 9, ["x"], ["z"], **code("c9")),
            *usual(10),
        ],
        [run("1", "a", "COMPLETE", 3, ["v"], ["w"])],
    ],
    "a job event after a run that only says what it took back": [
        [run("0", "a", "COMPLETE", 2, [], [], {"lineage": {"_deleted": True}}), *usual(8)],
        [job_event("a", 5, [], ["z"], lineage=feeds(z=["x"]))],
    ],
    "a job event after a run that listed nothing, and whose version has what was declared": [
        [
            job_event("a", 1, ["x"], ["y"]),
            run("1", "a", "COMPLETE", 2, [], [], code("c1")),
            run("2", "a", "COMPLETE", 3, [], [], code("c2")),
        ],
        [job_event("a", 4, ["x"], ["z"])],
    ],
}

DATASETS: dict[str, list[World]] = {
    "a late write, after which all is as it was": [
        [written(h, schema=schema(a="int")) for h in (2, 4, 6, 8, 10)],
        [written(5, schema=schema(b="int"))],
    ],
    "a late write whose schema all later writes inherit": [
        [written(h) for h in (2, 4, 6, 8)],
        [written(3, schema=schema(a="int"))],
    ],
    "a late write before reads that no longer show a change": [
        [
            written(2, schema=schema(a="int")),
            *(read(h, schema=schema(b="int")) for h in (4, 5, 6, 7)),
            written(8, schema=schema(a="int")),
            read(9, schema=schema(b="int")),
        ],
        [written(3, schema=schema(b="int"))],
    ],
    "a late read that shows a change before those that did": [
        [
            written(2, schema=schema(a="int")),
            *(read(h, schema=schema(b="int")) for h in (5, 6, 7)),
            written(8, schema=schema(a="int")),
        ],
        [read(4, schema=schema(b="int"))],
    ],
    "a late write before a drop": [
        [written(2), written(4), run("x", "w", "COMPLETE", 6, [], [ds("d", **DROP)]), read(8)],
        [written(3)],
    ],
    "a late drop, and a write that comes after it anyway": [
        [written(h, schema=schema(a="int")) for h in (2, 6, 8)],
        [run("x", "w", "COMPLETE", 4, [], [ds("d", **DROP)])],
    ],
    "a late drop before reads alone": [
        [written(2), *(read(h) for h in (4, 5, 6, 7)), written(8)],
        [run("x", "w", "COMPLETE", 3, [], [ds("d", **DROP)])],
    ],
    "two drops, the first of them late": [
        [written(2), dataset_event("d", 6, **DROP), read(8), written(10)],
        [dataset_event("d", 4, **DROP)],
    ],
    "a late write before the dataset is renamed away and its name used again": [
        [
            written(2),
            written(4),
            run("x", "w", "COMPLETE", 6, [], [ds("e", lifecycleStateChange=renamed_from("d"))]),
            read(7),
            written(8),
        ],
        [written(3)],
    ],
    "a late rename": [
        [written(h) for h in (2, 4, 6, 8)],
        [run("x", "w", "COMPLETE", 5, [], [ds("e", lifecycleStateChange=renamed_from("d"))])],
    ],
    "a late read of a pin that later reads made a version of": [
        [written(2), *(read(h, version=version("v")) for h in (6, 8, 10)), written(12)],
        [read(4, version=version("v"))],
    ],
    "a late read of a pin that is written far later": [
        [*(written(h, version=version(f"{h}")) for h in (2, 4, 6, 8, 10))],
        [read(3, version=version("10"))],
    ],
    "a late write, the first of all, after a read of a pin that is written far later": [
        [read(1, version=version("8")), *(written(h, version=version(f"{h}")) for h in (4, 6, 8))],
        [written(2)],
    ],
    "a late read of a pin that nobody has": [
        [*(written(h, version=version(f"{h}")) for h in (2, 4, 6, 8, 10))],
        [read(3, version=version("11"))],
    ],
    "a late write of what later reads have pinned": [
        [written(2), *(read(h, version=version("v")) for h in (6, 8, 10)), written(12)],
        [written(4, version=version("v"))],
    ],
    "a late write under a second name": [
        [dataset_event("d", 1, symlinks=symlinks("e")), *(written(h) for h in (2, 4, 6, 8))],
        [run("1", "v", "COMPLETE", 3, ["e"], [ds("e", schema=schema(a="int"))])],
    ],
    "late writes at the instants of others": [
        [run(f"{n}", "w", "COMPLETE", h, [], ["d"]) for h in (2, 4, 6) for n in range(3)],
        [
            run("5", "w", "COMPLETE", 4, [], [ds("d", schema=schema(a="int"))]),
            dataset_event("d", 2, schema=schema(b="int")),
            read(4, schema=schema(c="int")),
        ],
    ],
    "a late write before a stream's": [
        [
            written(2),
            run("s", "s", "START", 1, [], [], STREAMING),
            *(run("s", "s", "RUNNING", h, [], [ds("d", version=version(f"{h}"))]) for h in (4, 6)),
            run("s", "s", "RUNNING", 8, [], [ds("d", schema=schema(a="int"))]),
            written(7),
            read(9),
        ],
        [written(3)],
    ],
    "a stream that states other versions after many writes": [
        [
            *(written(h, schema=schema(a="int")) for h in (2, 4, 6)),
            run("s", "s", "START", 7, [], ["d"], STREAMING),
            written(8),
            read(9, version=version("v")),
            written(11),
        ],
        [
            run("s", "s", "RUNNING", 9, [], [ds("d", schema=schema(a="int"))]),
            run("s", "s", "RUNNING", 10, [], [ds("d", version=version("v"))]),
        ],
    ],
    "a stream that states a version, another and the first again": [
        [
            written(2),
            run("s", "s", "START", 3, [], [ds("d", version=version("1"))], STREAMING),
            *(written(h) for h in (4, 8, 10)),
        ],
        [
            run("s", "s", "RUNNING", 5, [], [ds("d", version=version("2"))]),
            run("s", "s", "RUNNING", 6, [], [ds("d", version=version("1"))]),
            run("s", "s", "RUNNING", 7, [], [ds("d", schema=schema(a="int"))]),
        ],
    ],
    "a late write before a run that reads after it has written": [
        [
            written(2),
            run("o", "o", "COMPLETE", 4, [], ["d"]),
            run("o", "o", "START", 6, [ds("d", schema=schema(a="int"))], []),
            written(8),
        ],
        [written(3, schema=schema(b="int"))],
    ],
    "a first write before reads of what was there initially": [
        [*(read(h, schema=schema(a="int")) for h in (2, 4)), written(6), read(7), written(8)],
        [written(1, schema=schema(b="int"))],
    ],
    "a name that comes into its own, of a dataset with a long history": [
        [
            read(1),
            run("0", "w", "COMPLETE", 2, [], [ds("d", symlinks=symlinks("c"))]),
            *(written(h) for h in (4, 6, 8)),
        ],
        [read(9), run("1", "q", "START", 9, ["c"], [])],
    ],
}

LATE_STORIES = JOBS | DATASETS
