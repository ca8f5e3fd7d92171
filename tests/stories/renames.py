"""Stories in two batches about renamed datasets, whose histories continue each other (semantics
5.6, 5.7)."""

from tests.stories.events import (
    DROP,
    STREAMING,
    Json,
    Record,
    dataset_event,
    ds,
    renamed_from,
    run,
    schema,
    symlinks,
)
from tests.strategies import World

A, B, C = schema(a="int"), schema(b="int"), schema(a="text")


def written(name: str, hour: int, fields: Json | None = None) -> Record:
    facets = {} if fields is None else {"schema": fields}
    return run(f"w{name}{hour}", f"w{name}", "COMPLETE", hour, [], [ds(name, **facets)])


def read(name: str, hour: int, fields: Json) -> Record:
    return run(f"r{name}{hour}", "r", "START", hour, [ds(name, schema=fields)], [])


def renamed(old: str, new: str, hour: int) -> Record:
    output = ds(new, lifecycleStateChange=renamed_from(old))
    return run(f"m{old}{hour}", "m", "COMPLETE", hour, [], [output])


STREAM_RENAMES = run(
    *("s", "s", "START", 4, []),
    [ds("e", lifecycleStateChange=renamed_from("d"))],
    job_facets=STREAMING,
)

TWO_RENAMED: World = [
    written("d", 1, A),
    written("e", 2, B),
    run(
        *("m", "m", "COMPLETE", 4, []),
        [
            ds("f", lifecycleStateChange=renamed_from("d")),
            ds("g", lifecycleStateChange=renamed_from("e")),
        ],
    ),
]
ONE_DATASET = run("n", "n", "COMPLETE", 5, [], [ds("f", symlinks=symlinks("g"))])

RENAME_STORIES: dict[str, list[World]] = {
    "two renames of one run, to names that turn out to be one dataset": [
        TWO_RENAMED,
        [ONE_DATASET],
    ],
    "two renames of one run, to names that turn out not to be one dataset": [
        [*TWO_RENAMED, ONE_DATASET],
        [dataset_event("f", 6, symlinks={"_deleted": True})],
    ],
    "a late schema of what was renamed, twice, and read under its last name": [
        [
            written("d", 2, A),
            renamed("d", "e", 6),
            renamed("e", "f", 8),
            read("f", 9, C),
            written("f", 10),
            read("f", 11, C),
        ],
        [written("d", 4, C)],
    ],
    "a schema of what was renamed that is late and makes no difference": [
        [written("d", 3, A), renamed("d", "e", 6), *(written("e", h) for h in (7, 8, 9))],
        [written("d", 2, B)],
    ],
    "a late write of the name that was renamed over": [
        [
            written("d", 2, A),
            written("e", 3, B),
            renamed("d", "e", 6),
            *(written("e", h) for h in (8, 9, 10)),
        ],
        [written("e", 4, C)],
    ],
    "a late drop of the name that is renamed over, of another that was used again": [
        [
            written("d", 2, A),
            written("e", 3, B),
            renamed("d", "e", 6),
            *(written("d", h, C) for h in (7, 8, 9)),
            *(written("e", h) for h in (7, 8, 9)),
        ],
        [run("x", "x", "COMPLETE", 5, [], [ds("e", **DROP)]), written("d", 10, B)],
    ],
    "a late write after the rename alone": [
        [written("d", 2, A), renamed("d", "e", 4), *(written("e", h) for h in (5, 7, 8, 9))],
        [written("e", 6, B)],
    ],
    "a stream that renames, and a late schema of what it renames": [
        [
            written("d", 2, A),
            STREAM_RENAMES,
            run("s", "s", "RUNNING", 9, [], ["e"]),
            read("e", 10, B),
        ],
        [written("d", 3, B)],
    ],
    "a stream that renames, and a late write of the new name before it": [
        [
            written("d", 2, A),
            STREAM_RENAMES,
            *(written("d", h, C) for h in (5, 6)),
            run("s", "s", "RUNNING", 9, [], ["e"]),
        ],
        [written("e", 3, B)],
    ],
    "names that are swapped through a third, and a late schema of one": [
        [
            written("d", 2, A),
            written("e", 2, B),
            renamed("d", "t", 4),
            renamed("e", "d", 5),
            renamed("t", "e", 6),
        ],
        [written("d", 3, C)],
    ],
    "what was renamed gets an alias that has another schema": [
        [written("g", 3, B), written("d", 2, A), renamed("d", "e", 4), written("e", 5)],
        [dataset_event("d", 9, symlinks=symlinks("g"))],
    ],
    "a rename reported by a dataset event, and a read that fills in what it renames": [
        [
            run("q", "q", "START", 2, ["d"], []),
            dataset_event("e", 4, lifecycleStateChange=renamed_from("d")),
            read("e", 6, C),
        ],
        [read("d", 3, A)],
    ],
}
