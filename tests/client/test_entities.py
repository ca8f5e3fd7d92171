"""Jobs, runs, datasets and what is said of them, through a server."""

import pytest

from headwater.api.http.site import Limits
from headwater.client import Client, Page
from headwater.errors import NotFoundError, ServerError
from headwater.query.catalog.datasets import dataset
from headwater.query.catalog.jobs import job
from headwater.query.runs.job_runs import run
from tests.api.conftest import Scene
from tests.query.rows import uuid

ORDERS = ("lake", "orders")
CLEAN = ("etl", "clean")


def test_entities_are_the_values_that_the_store_gives(scene: Scene, client: Client) -> None:
    with scene.store.snapshot() as snapshot:
        assert client.dataset(*ORDERS) == dataset(snapshot, *ORDERS)
        assert client.job(*CLEAN) == job(snapshot, *CLEAN)
        assert client.run(uuid(1)) == run(snapshot, uuid(1))


def test_lists_go_on_where_a_page_ended(client: Client) -> None:
    first = client.datasets("lake", page=Page(limit=1))
    second = client.datasets("lake", page=Page(limit=1, next=first.next))
    assert {found.name for page in (first, second) for found in page.datasets} == {"orders", "raw"}
    assert (first.total_count, second.next) == (2, None)


def test_everything_can_be_listed(client: Client) -> None:
    assert [found.name for found in client.jobs().jobs] == ["clean"]
    assert client.jobs("etl", last_run_states=("FAILED",)).total_count == 0
    [version] = client.job_versions(*CLEAN).versions
    assert client.job_version(*CLEAN, version.version) == version
    assert [run.id for run in client.job_runs(*CLEAN).runs] == [uuid(1)]
    [held] = client.dataset_versions(*ORDERS).versions
    assert client.dataset_version(*ORDERS, held.version).version == held.version
    assert {found.name for found in client.namespaces().namespaces} == {"etl", "lake"}
    assert client.namespace("lake").name == "lake"
    assert client.sources().total_count == 1
    assert client.tags().tags == ()
    assert client.events().total_count == client.findings().total_count == 0
    assert client.finding_groups().groups == ()
    assert client.edge("job:etl:clean", "dataset:lake:orders").origin == "job:etl:clean"
    assert [hit.name for hit in client.search("ORD", kind="dataset", sort="name").hits] == [
        "orders"
    ]


def test_names_may_have_anything_in_them(scene: Scene, client: Client) -> None:
    for name in ("a/b", "a b", "%2F", "ä?x=1#y", "..", "a:b"):
        with pytest.raises(NotFoundError, match="s3://lake") as refused:
            client.job("s3://lake", name)
        assert name in str(refused.value)


def test_edits_are_seen_when_they_return(client: Client) -> None:
    assert client.tag_dataset(*ORDERS, "gold").tags == ("gold",)
    assert client.tag_dataset(*ORDERS, "key", field="id").fields[0].tags == ("key",)
    assert client.untag_dataset(*ORDERS, "gold").tags == ()
    assert client.untag_dataset(*ORDERS, "key", field="id").fields[0].tags == ()
    assert client.tag_job(*CLEAN, "nightly").tags == ("nightly",)
    assert client.untag_job(*CLEAN, "nightly").tags == ()
    assert client.delete_dataset(*ORDERS).deleted
    with pytest.raises(NotFoundError, match="was deleted"):
        client.dataset(*ORDERS)
    assert not client.restore_dataset(*ORDERS).deleted
    assert client.delete_job(*CLEAN).deleted
    assert not client.restore_job(*CLEAN).deleted
    assert client.delete_namespace("lake").is_hidden
    assert not client.restore_namespace("lake").is_hidden
    with pytest.raises(NotFoundError, match="no event"):
        client.retract("0" * 32)


def test_an_edit_that_is_not_applied_in_time_is_told(scene: Scene, client: Client) -> None:
    scene.pipeline.paused = True
    scene.site.limits = Limits(wait_seconds=0.2)
    with pytest.raises(ServerError, match="durable"):
        client.tag_job(*CLEAN, "nightly")
    assert client.position, "so that the next question waits for it"
