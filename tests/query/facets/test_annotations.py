from collections.abc import Callable

from headwater.answers.facets import Tag
from headwater.model.canonical import node_id
from headwater.query.facets.annotations import Annotations, annotations
from headwater.query.facets.entity_facets import entity_facets
from headwater.store import Snapshot
from tests.query.rows import Rows
from tests.questions import history, lineage

Stored = Callable[[], Snapshot]


def by_user(key: str, field: str | None = None) -> Tag:
    return Tag(key, None, "USER", field)


def test_tags_are_the_union_of_producers_and_users(rows: Rows, stored: Stored) -> None:
    job, dataset = rows.job("j"), rows.dataset("d")
    rows.stated(job, "tags", {"tags": [{"key": "tier", "value": "1", "source": "AIRFLOW"}]})
    sent = [{"key": "pii", "value": "true", "field": "email"}, {"key": 7}, "odd", {"value": "x"}]
    rows.stated(dataset, "tags", {"tags": sent})
    rows.edit("tag", "job", "ns", "j", 1, tag="tier")
    rows.edit("tag", "dataset", "ns", "d", 1, tag="pii", field="name")
    assert annotations(stored(), [job, dataset]) == {
        job: Annotations(None, (by_user("tier"), Tag("tier", "1", "AIRFLOW", None))),
        dataset: Annotations(None, (Tag("pii", "true", None, "email"), by_user("pii", "name"))),
    }


def test_of_tagging_and_untagging_the_last_counts_for_each_tag_and_field(
    rows: Rows, stored: Stored
) -> None:
    dataset = rows.dataset("d")
    rows.stated(dataset, "tags", {"tags": [{"key": "gone", "value": "v"}]})
    for at, edit, tag in (
        (30, "tag", "back"),
        (20, "untag", "back"),
        (10, "tag", "back"),
        (10, "tag", "gone"),
        (40, "untag", "gone"),
    ):
        rows.edit(edit, "dataset", "ns", "d", at, tag=tag)
    rows.edit("tag", "dataset", "ns", "d", 5, tag="gone", field="f")
    # At one instant the digests decide, which count up here.
    rows.edit("tag", "dataset", "ns", "d", 50, tag="same")
    rows.edit("untag", "dataset", "ns", "d", 50, tag="same")
    tags = annotations(stored(), [dataset])[dataset].tags
    assert tags == (by_user("back"), Tag("gone", "v", None, None), by_user("gone", "f"))


def test_a_users_description_wins_until_it_is_emptied(rows: Rows, stored: Stored) -> None:
    a, b, c = rows.job("a"), rows.job("b"), rows.job("c")
    for job in (a, b, c):
        rows.stated(job, "documentation", {"description": "by its producer"})
    rows.edit("describe", "job", "ns", "a", 1, description="by its user")
    rows.edit("describe", "job", "ns", "b", 1, description="by its user")
    rows.edit("describe", "job", "ns", "b", 2, description="")
    found = annotations(stored(), [a, b, c])
    assert [found[job].description for job in (a, b, c)] == [
        "by its user",
        "by its producer",
        "by its producer",
    ]


def test_edits_and_facets_of_every_name_of_a_dataset_count(rows: Rows, stored: Stored) -> None:
    dataset = rows.dataset("d", aliases=[("s3://b", "d/")])
    other = node_id("dataset", "s3://b", "d/")
    own = node_id("dataset", "ns", "d")
    rows.stated(own, "tags", {"tags": [{"key": "old", "value": "v"}]}, at=1)
    rows.stated(other, "tags", {"tags": [{"key": "new", "value": "v"}]}, at=2)
    rows.stated(own, "documentation", {"description": "said"}, at=1)
    rows.stated(other, "documentation", None, at=2)
    rows.edit("tag", "dataset", "s3://b", "d/", 1, tag="mine")
    rows.edit("untag", "dataset", "ns", "d", 2, tag="mine")
    rows.edit("tag", "dataset", "s3://b", "d/", 3, tag="kept")
    rows.edit("tag", "job", "ns", "d", 3, tag="of a job of that name")
    rows.edit("tag", "namespace", "ns", "", 3, tag="of a namespace")
    assert annotations(stored(), [dataset])[dataset] == Annotations(
        None, (by_user("kept"), Tag("new", "v", None, None))
    )


def test_facets_of_another_shape_say_nothing(rows: Rows, stored: Stored) -> None:
    job = rows.job("j")
    rows.stated(job, "tags", {"tags": "many"})
    rows.stated(job, "documentation", {"description": ["long"]})
    assert annotations(stored(), [job]) == {}


def test_histories_and_graphs_show_them(rows: Rows, stored: Stored) -> None:
    job, dataset, plain = rows.job("j"), rows.dataset("d"), rows.dataset("plain")
    rows.uses(job, [plain], [dataset])
    rows.edit("tag", "dataset", "ns", "d", 1, tag="pii")
    rows.edit("describe", "job", "ns", "j", 1, description="loads d")
    snapshot = stored()
    assert history(snapshot, "dataset:ns:d").tags == (by_user("pii"),)
    assert history(snapshot, "job:ns:j").description == "loads d"
    nodes = {
        node.name: (node.description, node.tags) for node in lineage(snapshot, "job:ns:j").nodes
    }
    assert nodes == {
        "j": ("loads d", ()),
        "d": (None, (by_user("pii"),)),
        "plain": (None, ()),
    }


def test_facets_are_looked_up_once_for_each_question(
    rows: Rows, stored: Stored, queries: list[str]
) -> None:
    described, plain = rows.dataset("d"), rows.dataset("e")
    rows.stated(described, "documentation", {"description": "said"})
    rows.stated(described, "ownership", {"owners": [{"name": "me"}]})
    snapshot = stored()
    both = {described, plain}
    assert entity_facets(snapshot, both, ("documentation",)) == {
        described: {"documentation": {"description": "said"}}
    }
    queries.clear()
    assert entity_facets(snapshot, both, ("ownership",)).keys() == {described}
    assert not [sql for sql in queries if "FROM entity_facets" in sql]
