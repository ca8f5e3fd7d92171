from collections.abc import Callable

import pytest

from headwater.errors import NotFoundError
from headwater.query.catalog.datasets import dataset
from headwater.query.catalog.sources import source, sources
from headwater.query.pages import Page
from headwater.store import Snapshot
from headwater.store.tables import EVENTS
from tests.query.rows import Rows

Stored = Callable[[], Snapshot]


def test_sources_are_those_that_datasets_name_else_their_namespaces(
    rows: Rows, stored: Stored
) -> None:
    named, plain = rows.dataset("named", "a"), rows.dataset("plain", "postgres://db:5432")
    rows.stated(named, "dataSource", {"name": "shop", "uri": "jdbc:mysql://db/shop"})
    rows.stated(rows.dataset("url"), "dataSource", {"uri": "s3://lake"})
    rows.stated(rows.dataset("odd"), "dataSource", {"name": 7})
    for at, key in ((10, named), (20, plain)):
        rows.add(EVENTS, digest=rows.digest(), event_time=at, node_id=key)
    snapshot = stored()
    found = sources(snapshot)
    assert [(shown.name, shown.type, shown.connection_url) for shown in found.sources] == [
        ("ns", "OTHER", "ns"),
        ("postgres://db:5432", "POSTGRESQL", "postgres://db:5432"),
        ("s3://lake", "S3", "s3://lake"),
        ("shop", "MYSQL", "jdbc:mysql://db/shop"),
    ]
    assert found.total_count == 4
    assert [shown.created_at for shown in found.sources] == [None, 20, None, 10]
    assert dataset(snapshot, "a", "named").source_name == "shop"
    assert dataset(snapshot, "ns", "odd").source_name == "ns"
    page = sources(snapshot, Page(limit=1, offset=3))
    assert ([shown.name for shown in page.sources], page.total_count) == (["shop"], 4)


def test_what_users_say_of_a_source_wins(rows: Rows, stored: Stored) -> None:
    rows.stated(rows.dataset("d"), "dataSource", {"name": "shop", "uri": "mysql://old"})
    rows.edit("describe", "source", "", "shop", at=10, type="MARIADB", connectionUrl="mysql://new")
    rows.edit("describe", "source", "", "put", at=20, type="KAFKA", description="all events")
    snapshot = stored()
    known = source(snapshot, "shop")
    assert (known.type, known.connection_url, known.description) == ("MARIADB", "mysql://new", None)
    put = source(snapshot, "put")
    assert (put.type, put.connection_url, put.description) == ("KAFKA", "", "all events")
    assert (put.created_at, put.updated_at) == (20, 20)
    with pytest.raises(NotFoundError, match="no source is called 'nowhere'"):
        source(snapshot, "nowhere")
