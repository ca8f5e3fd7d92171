import json
from typing import Any

import pytest

from headwater.model.canonical import node_id
from headwater.model.event_facts import EventFacts
from headwater.model.extract import Extractor
from headwater.model.facts import OWN_PARTS, Rules

JOB = {"namespace": "etl", "name": "load"}
TIME = "2024-01-31T10:00:00Z"


def read(rules: Rules | None = None, **event: Any) -> EventFacts:
    return Extractor(rules or Rules()).event(json.dumps({"eventTime": TIME, **event}).encode())


def run_event(**event: Any) -> EventFacts:
    return read(**{"run": {"runId": "r"}, "job": JOB, "eventType": "START", **event})


def codes(facts: EventFacts) -> list[str]:
    return [finding.code for finding in facts.findings if finding.code != "run_id_not_uuid"]


@pytest.mark.parametrize(
    ("event", "found"),
    [
        ({}, []),
        ({"eventTime": "2024-01-31T10:00:00"}, ["time_without_zone"]),
        ({"eventType": "start"}, []),
        ({"eventType": "STARTED"}, ["unknown_event_type"]),
        ({"eventType": 7}, ["wrong_shape"]),
        ({"inputs": [{"namespace": "db"}]}, ["nameless_dataset"]),
        ({"inputs": [7]}, ["wrong_shape", "nameless_dataset"][1:]),
        ({"inputs": "all"}, ["wrong_shape"]),
        ({"inputs": None, "outputs": []}, []),
        ({"job": {**JOB, "facets": []}}, ["wrong_shape"]),
        ({"job": {**JOB, "facets": {"x": 7, "y": None}}}, ["malformed_facet"]),
        ({"job": {**JOB, "facets": {"jobType": {"emissionPattern": 7}}}}, ["incomplete_facet"]),
        ({"outputs": [{"namespace": "d", "name": "o", "facets": {"schema": {"fields": 7}}}]},
         ["malformed_facet"]),
    ],
)  # fmt: skip
def test_oddities_are_found_and_the_rest_is_read(event: dict[str, Any], found: list[str]) -> None:
    facts = run_event(**event)
    assert codes(facts) == found
    assert facts.run_key is not None


def test_lists_of_a_dataset_event_say_nothing_but_their_shape_is_noted() -> None:
    found = read(
        dataset={"namespace": "db", "name": "x"},
        inputs=[{"namespace": "db", "name": "y", "facets": 3}],
        outputs=[1],
    )
    assert found.shape == "dataset"
    assert [(finding.code, finding.path) for finding in found.findings] == [
        ("wrong_shape", "inputs[0].facets")
    ]
    assert [name.name for name, _ in found.names] == ["x"]


def test_equal_facets_are_kept_once_whoever_has_them() -> None:
    schema = {"schema": {"fields": [{"name": "a", "type": "int"}]}}
    found = run_event(
        inputs=[{"namespace": "db", "name": "x", "facets": schema}],
        outputs=[{"namespace": "db", "name": "y", "facets": schema}],
    )
    assert len({fact.hash for fact in found.facts if fact.facet == "schema"}) == 1


@pytest.mark.parametrize(
    ("paths", "facets", "expected"),
    [
        (["a.b.c"], {"a": {"b": {"c": "1"}}}, "1"),
        (["a.b.c"], {"a": {"b": {"c": 1}}}, "1"),
        (["a.b", "a.c"], {"a": {"b": "1", "c": "2"}}, "1"),
        (["a.b", "a.c"], {"a": {"c": "2"}}, "2"),
        (["a.b/c"], {"a": {"b": "1", "c": "2"}}, "1/2"),
        (["a.b/c", "a.b"], {"a": {"b": "1"}}, "1"),
        (["a.b"], {"a": {"b": {"c": "1"}}}, None),
        (["a.b"], {"a": {"b": ""}}, None),
        (["a"], {"a": {"b": "1"}}, None),
        ([], {"airflow": {"dagRun": {"dag_id": "d", "run_id": "1"}}}, None),
    ],
)
def test_a_batch_id_is_what_the_first_path_with_a_value_leads_to(
    paths: list[str], facets: dict[str, object], expected: str | None
) -> None:
    found = read(Rules(batch_id_facet=tuple(paths)), run={"runId": "r", "facets": facets}, job=JOB)
    assert [f.value for f in found.facts if f.part == "batch"] == ([expected] if expected else [])


@pytest.mark.parametrize("facet", ["airflow", "airflowDagRun"])
def test_a_batch_id_of_airflow_has_the_dag_with_it(facet: str) -> None:
    facets = {facet: {"dagRun": {"dag_id": "daily", "run_id": "manual__1"}}}
    found = read(Rules(), run={"runId": "r", "facets": facets}, job=JOB)
    assert [fact.value for fact in found.facts if fact.part == "batch"] == ["daily/manual__1"]


def test_only_a_tombstone_of_the_job_withdraws_explicit_lineage() -> None:
    deleted = {"lineage": {"_deleted": True}}
    by_run = run_event(run={"runId": "r", "facets": deleted})
    by_job = run_event(job={**JOB, "facets": deleted})
    assert "withdrawn" not in [fact.facet for fact in by_run.facts]
    assert "withdrawn" in [fact.facet for fact in by_job.facts]


def test_a_facet_of_any_key_is_a_facet() -> None:
    keys = ("", "#START", "COMPLETE", "event", "listed", "input", "output", "entry", "withdrawn")
    facets = {key: {"called": key} for key in keys}
    dataset = {"namespace": "db", "name": "x"}
    of_run, of_job = {"runId": "r"}, JOB
    listed: dict[str, Any] = {"inputs": [dataset], "outputs": [dataset]}
    full: dict[str, Any] = {
        side: [{**dataset, "facets": facets, f"{side[:-1]}Facets": facets}] for side in listed
    }
    for plain, odd in (
        (
            run_event(run=of_run, job=of_job, **listed),
            run_event(run={**of_run, "facets": facets}, job={**of_job, "facets": facets}, **full),
        ),
        (read(job=of_job, **listed), read(job={**of_job, "facets": facets}, **full)),
        (read(dataset=dataset), read(dataset={**dataset, "facets": facets})),
    ):
        kept = [fact for fact in odd.facts if fact.part not in OWN_PARTS]
        assert [fact for fact in odd.facts if fact not in kept] == plain.facts
        assert {fact.facet for fact in kept} == set(keys)
        assert (odd.job, odd.dataset, odd.findings) == (plain.job, plain.dataset, plain.findings)


def test_the_same_text_as_column_lineage_and_as_lineage_is_two_sets() -> None:
    source = {"namespace": "db", "name": "x", "type": "DATASET", "field": "a"}
    text = {"fields": {"a": {"inputFields": [source], "inputs": [source]}}}
    column = run_event(
        outputs=[{"namespace": "db", "name": "y", "facets": {"columnLineage": text}}]
    )
    dataset = {"namespace": "db", "name": "y", "facets": {"lineage": text}}
    explicit = read(dataset=dataset)
    assert {edge.set_hash for edge in column.edges} != {edge.set_hash for edge in explicit.edges}


def lineage(*entries: dict[str, Any], job: str) -> EventFacts:
    named = {"namespace": "etl", "name": job, "facets": {"lineage": {"entries": entries}}}
    return EXTRACTOR.event(
        json.dumps({"eventTime": TIME, "run": {"runId": "r"}, "job": named}).encode()
    )


EXTRACTOR = Extractor(Rules())
"""One for all: what it remembers of one job's facets must not be taken for another's."""


def test_the_own_job_without_a_name_feeds_the_jobs_it_is_said_to() -> None:
    entry = {"type": "JOB", **JOB, "inputs": [{"type": "JOB"}]}
    found = {job: lineage(entry, job=job) for job in ("a", "b")}
    for job, facts in found.items():
        [edge] = facts.edges
        assert edge.source_node == node_id("job", "etl", job)
        [stated] = [fact for fact in facts.facts if fact.part == "lineage"]
        assert (stated.node_id, stated.value) == (node_id("job", "etl", "load"), edge.set_hash)
    assert found["a"].edges[0].set_hash != found["b"].edges[0].set_hash


def test_the_own_job_is_one_source_with_and_without_its_name() -> None:
    named = {"type": "JOB", "namespace": "etl", "name": "a", "transformations": [{"type": "X"}]}
    own = {"type": "JOB", "transformations": [{"type": "Y"}]}
    [edge] = lineage({"type": "JOB", **JOB, "inputs": [named, own]}, job="a").edges
    assert edge.transformations == '[{"type":"X"},{"type":"Y"}]'


def test_the_own_job_without_a_name_is_no_source_of_itself_or_of_datasets() -> None:
    inputs = [{"type": "JOB"}]
    dataset = {"type": "DATASET", "namespace": "db", "name": "x"}
    found = lineage({"type": "JOB", "inputs": inputs}, dataset | {"inputs": inputs}, job="a")
    assert found.edges == []
    assert [fact.node_id for fact in found.facts if fact.part == "lineage"] == [
        node_id("job", "etl", "a"),
        node_id("dataset", "db", "x"),
    ]
    same = lineage(dataset | {"inputs": inputs}, job="b")
    assert same.facts[-1].value == found.facts[-1].value, "what says the same is stored once"


def test_copies_quote_the_same_excerpts_whatever_the_order_of_their_keys() -> None:
    facets = {"sql": {"query": "select 1"}, "documentation": {"description": "d"}}
    dataset = {"schema": {"fields": [{"name": "a"}]}, "dataSource": {"name": "db", "uri": "x"}}

    def sent(order: int) -> EventFacts:
        return run_event(
            job={**JOB, "facets": dict([*facets.items()][::order])},
            outputs=[{"namespace": "d", "name": "o", "facets": dict([*dataset.items()][::order])}],
        )

    there, back = sent(1), sent(-1)
    assert [one.key for one in there.excerpts] == [one.key for one in back.excerpts]
    assert there.mentions() == back.mentions()
