"""Stories in batches, of which the later ones take back events of the earlier ones."""

from tests.reference.names import digest
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


def retract(*events: Record, edit: str = "retract") -> list[Record]:
    return [
        (
            "edit",
            {
                "edit": edit,
                "at": "2024-05-02T00:00:00Z",
                "kind": "event",
                "digest": digest(body),
                "detail": "it was wrong",
            },
        )
        for _, body in events
    ]


def doc(text: str) -> Json:
    return {"documentation": {"description": text}}


BAD = run("bad", "a", "COMPLETE", 5, ["x", "z"], [ds("y", schema=schema(a="int"))], code("c1"))
ODD = run("odd", "o", "COMPLETE", 6, ["only here"], [ds("y", **doc("odd"))])
START = run("1", "a", "START", 2, ["x", "v"], [])
END = run("1", "a", "COMPLETE", 4, ["x"], ["y"])
NAMED = dataset_event("y", 6, symlinks=symlinks("q", "p"))
USUAL = [run(f"u{h}", "a", "COMPLETE", h, ["x"], ["y"]) for h in (1, 3, 7, 9)]
CALLED = {"symlinks": symlinks("p"), **doc("called p")}
PLANNED = job_event("b", 2, ["x"], [ds("y", symlinks=symlinks("q"), **doc("planned"))])
CALLED_BY_ALL = {
    "a dataset event": dataset_event("y", 6, **CALLED),
    "a run": run("n", "n", "START", 6, [], [ds("y", **CALLED)]),
    "a job event": job_event("n", 6, [ds("y", **CALLED)], []),
}
DECLARED = dataset_event("y", 4, schema=schema(b="int"), version=version("v4"), **doc("told"))
PLAN = job_event("a", 2, ["x"], ["w"], **code("c0"), lineage=feeds(w=["x"]), **doc("plan"))
TURN = run("s", "s", "RUNNING", 4, [], [ds("y", version=version("2"))], STREAMING)
GONE = run("g", "a", "COMPLETE", 5, [], [ds("y", **DROP)])
MOVED = run("m", "a", "COMPLETE", 5, [], [ds("n", lifecycleStateChange=renamed_from("y"))])
COLUMNS = run("c", "a", "COMPLETE", 5, ["x"], [ds("y", columnLineage=derives(p="ghost.p"))])
FINAL = run("f", "a", "COMPLETE", 5, [], [ds("y", version=version("pinned"))])

RETRACTION_STORIES: dict[str, list[World]] = {
    "a run among others": [[*USUAL, BAD], retract(BAD)],
    "a run that nobody else knows the datasets of": [[*USUAL, ODD], retract(ODD)],
    "all that there is": [[ODD], retract(ODD)],
    "the start of a run": [[*USUAL, START, END], retract(START)],
    "the end of a run": [[*USUAL, START, END], retract(END)],
    "the end of a job's only run": [[START, END], retract(END)],
    "an event and, in the same batch, another of its run": [
        [*USUAL, START, END],
        [*retract(END), run("1", "a", "FAIL", 5, [], ["y"])],
    ],
    "an event, and its copy in the same batch": [[*USUAL, BAD], [*retract(BAD), BAD]],
    "what comes again in another event": [
        [*USUAL, ODD],
        [*retract(ODD), run("new", "p", "COMPLETE", 8, ["only here"], [ds("y", **doc("odd"))])],
    ],
    "names that were one dataset for it": [
        [*USUAL, NAMED, run("2", "b", "COMPLETE", 8, ["q"], ["p"])],
        retract(NAMED),
    ],
    "names that were one dataset for it, of which one was known by it alone": [
        [*USUAL, NAMED, run("2", "b", "COMPLETE", 8, ["q"], [])],
        retract(NAMED),
    ],
    "names that another event goes on to call one dataset": [
        [*USUAL, dataset_event("y", 2, symlinks=symlinks("q")), NAMED],
        retract(NAMED),
    ],
    "a name that others only refer to": [
        [COLUMNS, run("g", "g", "START", 1, ["ghost"], [])],
        retract(run("g", "g", "START", 1, ["ghost"], [])),
    ],
    "column lineage": [[*USUAL, COLUMNS], retract(COLUMNS)],
    "column lineage that others state too": [
        [*USUAL, COLUMNS, run("d", "b", "FAIL", 6, [], COLUMNS[1]["outputs"])],
        retract(COLUMNS),
    ],
    "the last word on a dataset, after a run's": [
        [*USUAL, ODD, run("2", "b", "COMPLETE", 2, [], [ds("y", **doc("first"))]), DECLARED],
        retract(ODD),
    ],
    "the last word on a dataset, of many that other runs had": [
        [
            *(run(f"{h}", "b", "START", h, [ds("y", **doc(f"{h}"))], []) for h in range(1, 5)),
            *(run(f"{h}", "c", "START", h, ["y"], []) for h in range(1, 10)),
            ODD,
        ],
        retract(ODD),
    ],
    "a dataset event": [[*USUAL, DECLARED, ODD], retract(DECLARED)],
    "a dataset event whose version is pinned": [
        [*USUAL, DECLARED, run("r", "r", "START", 8, [ds("y", version=version("v4"))], [])],
        retract(DECLARED),
    ],
    "a write whose version is pinned before and after": [
        [
            *USUAL,
            *(
                run(f"r{h}", "r", "START", h, [ds("y", version=version("pinned"))], [])
                for h in (2, 8)
            ),
            FINAL,
        ],
        retract(FINAL),
    ],
    "the schema of what is renamed later": [
        [*USUAL, DECLARED, MOVED, run("n", "n", "COMPLETE", 8, [], ["n"])],
        retract(DECLARED),
    ],
    "a rename that gives a schema to what it renames over": [
        [*USUAL, DECLARED, MOVED, *(run(f"n{h}", "n", "COMPLETE", h, [], ["n"]) for h in (3, 8))],
        retract(MOVED),
    ],
    **{
        f"the last word on a dataset, by {who}, after a job event's": [
            [*USUAL, PLANNED, called],
            retract(called),
        ]
        for who, called in CALLED_BY_ALL.items()
    },
    "the last word on a dataset, after that of a job event that drops it": [
        [*USUAL, job_event("b", 2, [], [ds("y", **DROP, **doc("dropped"))]), DECLARED],
        retract(DECLARED),
    ],
    "the last word on a dataset, after that of a job event that was outdone on its own job": [
        [
            job_event("b", 1),
            job_event("b", 2, [], [ds("y", **doc("planned"))], **doc("plan")),
            run("2", "b", "START", 3, [], [], doc("later")),
            DECLARED,
        ],
        retract(DECLARED),
    ],
    "the last word on a dataset, after those of a run and of a job event": [
        [*USUAL, run("2", "b", "START", 1, [], [ds("y", **doc("by run"))]), PLANNED, ODD],
        retract(ODD),
    ],
    "the last word on a job, in facets that are called like a dataset's": [
        [
            run("1", "a", "START", 1, [], [], {"symlinks": symlinks("x"), **doc("first")}),
            job_event("a", 2, symlinks=symlinks("y"), schema=schema(a="int")),
        ],
        retract(job_event("a", 2, symlinks=symlinks("y"), schema=schema(a="int"))),
    ],
    "a job event": [[PLAN, *USUAL], retract(PLAN)],
    "a job event that all the job is known by": [[PLAN], retract(PLAN)],
    "an event of a stream": [
        [
            *USUAL,
            run("s", "s", "START", 2, [], [ds("y", version=version("1"))], STREAMING),
            TURN,
            run("s", "s", "RUNNING", 8, ["x"], [ds("y", schema=schema(a="int"))]),
        ],
        retract(TURN),
    ],
    "the event by which a run is a stream": [
        [
            run("s", "s", "START", 2, [], [ds("y", version=version("1"))]),
            TURN,
            run("s", "s", "COMPLETE", 8, ["x"], [ds("y", version=version("3"))]),
        ],
        retract(TURN),
    ],
    "the event by which a stream is no stream": [
        [
            run("s", "s", "START", 2, [], ["y"], STREAMING),
            run("s", "s", "RUNNING", 3, ["x"], ["y"]),
            run("s", "s", "RUNNING", 4, [], [], {"jobType": {"processingType": "BATCH"}}),
        ],
        retract(run("s", "s", "RUNNING", 4, [], [], {"jobType": {"processingType": "BATCH"}})),
    ],
    "a drop": [[*USUAL, GONE], retract(GONE)],
    "a rename": [[*USUAL, MOVED], retract(MOVED)],
    "two events of one run": [[*USUAL, START, END], retract(START, END)],
    "one event, and later another that states the same": [
        [*USUAL, BAD, ODD],
        retract(BAD),
        retract(ODD),
    ],
    "an event that cannot be applied": [[*USUAL, BAD], retract(BAD, edit="set_aside")],
    "an event that was retracted before it came": [retract(BAD), [*USUAL, BAD], retract(BAD)],
}
