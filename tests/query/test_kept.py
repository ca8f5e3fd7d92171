"""What is kept from question to question changes no answer."""

from collections.abc import Callable
from itertools import count
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.answers.moments import to_json
from headwater.api.marquez.graph import lineage_answer
from headwater.model.canonical import node_id
from headwater.query.catalog.jobs import jobs
from headwater.query.lineage.lineage import extent
from headwater.query.lineage.shown import show
from headwater.query.search.search import search
from headwater.store import Store, open_store
from headwater.store.tables import CONTROL_EDGES, ENTITIES, NODES
from tests.query.rows import Rows, uuid

Step: TypeAlias = tuple[str, int, int, int, int]
DATASETS, JOBS = 4, 3
HOWS = (
    "uses",
    "run",
    "version",
    "facet",
    "edge",
    "control",
    "drop",
    "edit",
    "event",
    "parent",
    "alias",
    "rename",
)

steps = st.lists(
    st.lists(
        st.tuples(
            st.sampled_from(HOWS),
            st.integers(0, JOBS - 1),
            st.integers(0, DATASETS - 1),
            st.integers(0, 12),  # since
            st.integers(1, 12),  # for how long
        ),
        max_size=6,
    ),
    min_size=2,
    max_size=5,
)


def alias(store: Store, dataset: int, number: int) -> dict[str, str]:
    rows, name = Rows(), {"kind": "dataset", "namespace": "old", "name": f"{dataset}.{number}"}
    rows.add(NODES, node_id=node_id(*name.values()), entity_id=dataset, **name)
    rows.write(store)
    return name


def rename(store: Store, dataset: int, number: int) -> None:
    rows, name = Rows(), alias(store, dataset, number)
    rows.add(ENTITIES, entity_id=dataset, own_right=number % 2, **name)
    rows.write(store)


NAMING: dict[str, Callable[[Store, int, int], object]] = {"alias": alias, "rename": rename}


def written(store: Store, number: int, some: list[Step]) -> None:
    """`number` makes other ids than those of the steps before."""
    rows = Rows(first=1 + number * 1000)
    runs = count(1 + number * 1000)
    datasets = [rows.dataset(f"d{n}") for n in range(DATASETS)]
    runners = [rows.job(f"j{n}") for n in range(JOBS)]
    for how, j, d, since, span in some:
        job, dataset, until = runners[j], datasets[d], since + span
        if how in NAMING:
            NAMING[how](store, dataset, span)
            continue
        other = datasets[(d + span) % DATASETS]
        if how == "uses":
            rows.uses(job, [dataset], [other], since=since)
        elif how == "run":
            run = rows.run(job, uuid(next(runs)), start=since, end=until, writes=[dataset])
            rows.version(dataset, until, run=run)
        elif how == "version":
            schema = rows.schema(**{f"f{span}": "int"})
            kind = ("event", "pinned")[span % 2]
            rows.version(dataset, since, kind=kind, schema_hash=schema)
        elif how == "facet":
            rows.stated(dataset, "documentation", {"description": f"said {span}"}, at=since)
        elif how == "edge":
            rows.edge(dataset, job, ("listed", "column")[span % 2], since=since, until=until)
        elif how == "control":
            before = runners[(j + 1) % JOBS]
            times = {"valid_from": since, "valid_to": until}
            rows.add(CONTROL_EDGES, job_id=job, origin=before, destination=job, **times)
        elif how == "drop":
            rows.drop(dataset, since)
        elif how == "edit":
            rows.edit(("delete", "restore")[span % 2], "dataset", "ns", f"d{d}", since)
        elif how == "event":
            rows.event(job if span % 2 else dataset, since)
        else:
            rows.parent(job, runners[(j + 1) % JOBS], since, until)
    # What a query joins with must count by itself: so names are not written again.
    rows.write(store, but=(NODES, ENTITIES) if number else ())


def answers(store: Store) -> list[bytes]:
    found = []
    with store.snapshot() as snapshot:
        for at in (None, 3, 8):
            for control in (False, True):
                shown = show(
                    extent(snapshot, "job:ns:j0", at=at, scope="component", control=control)
                )
                found.append(to_json((shown.answer, lineage_answer(shown))))
        found += [to_json(jobs(snapshot)), to_json(search(snapshot, "ns"))]
    return found


@settings(max_examples=150)
@given(steps=steps)
def test_a_store_in_use_answers_as_one_just_opened(
    tmp_path_factory: pytest.TempPathFactory, steps: list[list[Step]]
) -> None:
    url = f"sqlite:///{tmp_path_factory.mktemp('store')}"
    with open_store(url) as store:
        for number, some in enumerate(steps):
            written(store, number, some)
            with open_store(url) as opened:
                assert answers(store) == answers(opened)
