import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from headwater.demo import END, STORY, events, jobs, models, story
from headwater.demo import datasets as d
from headwater.demo.roles import StoryDataset
from headwater.model.events import accept
from headwater.model.extract import Extractor
from headwater.model.facts import Rules
from headwater.store.tables import FOREVER
from tests.reference import columns, lineage
from tests.stories.demo import Event, time_of, uses, with_facet


def lines(end: datetime = END) -> bytes:
    return b"\n".join(json.dumps(event).encode() for event in events(end))


def runs_of(story_events: list[Event], job: str) -> list[Event]:
    return [event for event in story_events if "run" in event and event["job"]["name"] == job]


def names(listed: list[Event]) -> set[str]:
    return {dataset["name"] for dataset in listed}


def test_the_story_is_the_same_bytes_every_time() -> None:
    assert lines() == lines()


def test_the_story_has_the_size_of_a_small_company(story_events: list[Event]) -> None:
    assert 1500 <= len(story_events) <= 4000
    assert (
        timedelta(days=20)
        < time_of(story_events[-1]) - time_of(story_events[0])
        < timedelta(days=21)
    )


def test_no_event_is_later_than_the_end_whatever_the_end() -> None:
    end = datetime(2031, 1, 1, 3, 0, tzinfo=UTC)
    moved = list(events(end))
    assert max(map(time_of, moved)) <= end
    assert end - max(map(time_of, moved)) < timedelta(hours=1)
    assert {event["job"]["name"] for event in moved if "job" in event} == {
        event["job"]["name"] for event in events() if "job" in event
    }


def test_every_event_is_accepted_and_a_few_are_odd_each_in_its_producers_way(
    story_events: list[Event],
) -> None:
    extractor = Extractor(Rules())
    found = Counter[tuple[str, str, str]]()
    for event in story_events:
        accepted = accept(json.dumps(event).encode())
        assert not accepted.repairs
        subject = event.get("job") or event["dataset"]
        for finding in extractor.event(accepted.body).findings:
            found[finding.code, subject["namespace"].split(":")[0], finding.path] += 1
    form = ("incomplete_facet", "airflow-prod", "inputs[0].facets.schema.fields[2].name")
    assert found.pop(form) == 9
    assert {code for code, *_ in found} == {"time_without_zone"}
    assert found.total() == 5


def test_one_run_tells_an_end_before_its_start(story_events: list[Event]) -> None:
    events_of = defaultdict[str, list[Event]](list)
    for event in story_events:
        if "run" in event:
            events_of[event["run"]["runId"]].append(event)
    odd = [sent for sent in events_of.values() if time_of(sent[0]) > time_of(sent[-1])]
    assert [[event["eventType"] for event in sent] for sent in odd] == [["START", "COMPLETE"]]
    assert odd[0][0]["job"]["name"] == jobs.LOYALTY_APP.name


def test_every_event_has_what_the_specification_requires(story_events: list[Event]) -> None:
    for event in story_events:
        assert event["producer"].startswith("https://")
        assert event["schemaURL"].startswith("https://openlineage.io/spec/2-0-2/OpenLineage.json#")
        kind = event["schemaURL"].rsplit("/", 1)[1]
        assert ("run" in event) == (kind == "RunEvent")
        assert ("dataset" in event) == (kind == "DatasetEvent")
        assert ("eventType" in event) == ("run" in event)
        for subject in (event.get("job"), event.get("dataset"), *(use for _, use in uses([event]))):
            assert subject is None or (subject["namespace"] and subject["name"])
        for facet in _facets(event):
            assert facet["_producer"] == event["producer"]
            assert facet["_schemaURL"].startswith("https://")


def _facets(event: Event) -> Iterator[Event]:
    for key in ("run", "job", "dataset"):
        yield from event.get(key, {}).get("facets", {}).values()
    for _, dataset in uses([event]):
        for key in ("facets", "inputFacets", "outputFacets"):
            yield from dataset.get(key, {}).values()


def test_a_run_id_belongs_to_one_job(story_events: list[Event]) -> None:
    jobs = defaultdict(set)
    for event in story_events:
        if "run" in event:
            jobs[event["run"]["runId"]].add(event["job"]["name"])
    assert {len(found) for found in jobs.values()} == {1}


def test_an_input_changes(story_events: list[Event]) -> None:
    read = [
        names(event["inputs"])
        for event in runs_of(story_events, "ANALYTICS.MARTS.brightwater.fct_marketing")
    ]
    assert d.CAMPAIGN_SHEET.name in read[0]
    assert d.AD_COSTS.name in read[-1]
    assert d.CAMPAIGN_SHEET.name not in read[-1]


def test_a_job_stops_writing_a_dataset_that_another_still_reads(story_events: list[Event]) -> None:
    exports = [
        e for e in runs_of(story_events, "export_dashboards") if e["eventType"] == "COMPLETE"
    ]
    with_cohorts = [
        any(d.EXPORT_COHORTS.name in name for name in names(event["outputs"])) for event in exports
    ]
    forgotten = with_cohorts.index(False)
    assert forgotten > 0
    assert not any(with_cohorts[forgotten:])
    reports = [e for e in runs_of(story_events, "finance_report.board_pack") if e["inputs"]]
    assert time_of(reports[-1]) > time_of(exports[forgotten])
    assert d.EXPORT_COHORTS.name in names(reports[-1]["inputs"])


def _versions(story_events: list[Event], job: str) -> list[str]:
    """The code versions of a job, without repetition, in order."""
    sent = [
        event["job"]["facets"]["sourceCodeLocation"]["version"]
        for event in runs_of(story_events, job)
        if "sourceCodeLocation" in event["job"]["facets"]
    ]
    return list(dict.fromkeys(sent))


def test_code_changes_once_with_and_once_without_inputs_and_outputs(
    story_events: list[Event],
) -> None:
    known, unknown = "sessionize.append_data.glue_events_sessions", "marketing_costs.load_ad_costs"
    assert len(_versions(story_events, known)) == 2
    assert all(
        names(event["outputs"]) == {d.SESSIONS.name} for event in runs_of(story_events, known)
    )
    old, new = _versions(story_events, unknown)
    by_version = defaultdict(set)
    for event in runs_of(story_events, unknown):
        if event["eventType"] == "START":
            version = event["job"]["facets"]["sourceCodeLocation"]["version"]
            by_version[version].add(event["run"]["runId"])
    listed = {
        event["run"]["runId"]
        for event in runs_of(story_events, unknown)
        if event["inputs"] or event["outputs"]
    }
    assert by_version[old] <= listed
    assert not by_version[new] & listed


def _type(dataset: Event, column: str) -> str:
    fields = dataset["facets"]["schema"]["fields"]
    return next(str(field["type"]) for field in fields if field["name"].lower() == column)


def test_a_type_changes_two_hops_before_the_run_that_fails_of_it(story_events: list[Event]) -> None:
    failed = next(
        event
        for event in runs_of(story_events, "ANALYTICS.MARTS.brightwater.fct_product_margins")
        if event["eventType"] == "FAIL"
    )
    assert "SUPPLIER_CODE" in failed["run"]["facets"]["errorMessage"]["message"]
    for dataset in (d.ERP_CATALOG, d.CATALOG, d.STG_CATALOG):
        written = [
            (time_of(event), _type(output, "supplier_code"))
            for event in story_events
            if event.get("eventType") == "COMPLETE"
            for output in event["outputs"] + event["inputs"]
            if output["name"].startswith(dataset.name)
        ]
        before = [kind for when, kind in written if when < time_of(failed) - timedelta(hours=12)]
        since = [kind for when, kind in written if when >= time_of(failed) - timedelta(hours=12)]
        assert (set(before), set(since)) == ({"INTEGER"}, {"VARCHAR"})
    later = [
        event["eventType"]
        for event in runs_of(story_events, "ANALYTICS.MARTS.brightwater.fct_product_margins")
        if time_of(event) > time_of(failed)
    ]
    assert later[-1] == "COMPLETE"


def test_a_stream_gains_an_input_and_a_column_and_is_redeployed(story_events: list[Event]) -> None:
    stream = runs_of(story_events, "clickstream_enrichment")
    assert stream[0]["job"]["facets"]["jobType"]["processingType"] == "STREAMING"
    assert len({event["run"]["runId"] for event in stream}) == 2
    assert [event["eventType"] for event in stream].count("ABORT") == 1
    assert names(stream[0]["inputs"]) < names(stream[-1]["inputs"])
    columns = [
        len(event["outputs"][0]["facets"]["schema"]["fields"])
        for event in stream
        if event["outputs"]
    ]
    assert (columns[0], columns[-1]) == (4, 5)


def test_parents_go_from_dag_to_task_to_application_to_action(story_events: list[Event]) -> None:
    ids = {event["run"]["runId"]: event["job"]["name"] for event in story_events if "run" in event}
    parents = defaultdict(set)
    for run in with_facet(story_events, "run", "parent"):
        parent = run["facets"]["parent"]
        assert ids[parent["run"]["runId"]] == parent["job"]["name"]
        assert ids[parent["root"]["run"]["runId"]] == parent["root"]["job"]["name"]
        parents[ids[run["runId"]]].add(parent["job"]["name"])
    ingest = "lake_ingest.execute_insert_into_hadoop_fs_relation_command.raw_orders"
    assert parents[ingest] == {"lake_ingest"}
    assert parents["lake_ingest"] == {"shop_daily.ingest_lake"}
    assert parents["shop_daily.ingest_lake"] == {"shop_daily"}
    assert parents["ANALYTICS.MARTS.brightwater.fct_orders"] == {"dbt-run-brightwater"}
    assert parents["dbt-run-brightwater"] == {"shop_daily.transform"}


def test_an_email_is_masked_on_a_path_of_column_lineage(story_events: list[Event]) -> None:
    edges: dict[tuple[str, str], set[tuple[str, str, bool]]] = defaultdict(set)
    for output in with_facet(story_events, "outputs", "columnLineage"):
        for field, sources in output["facets"]["columnLineage"]["fields"].items():
            for source in sources["inputFields"]:
                masks = any(how["masking"] for how in source["transformations"])
                edges[_plain(source["name"]), source["field"]].add(
                    (_plain(output["name"]), field, masks)
                )
    path = [(d.CUSTOMERS.name, "email")]
    masked = []
    while reached := edges.get(path[-1]):
        ((name, field, masks),) = reached
        path.append((name, field))
        masked.append(masks)
    assert path[-1] == (d.DIM_CUSTOMERS.name, "EMAIL_HASH")
    assert masked == [False, False, True, False]


def _plain(name: str) -> str:
    """The name without the day it was written."""
    return next((known.name for known in (d.RAW_CUSTOMERS,) if name.startswith(known.name)), name)


def test_partitions_are_written_as_key_and_value_and_as_dates(story_events: list[Event]) -> None:
    written = {dataset["name"] for _, dataset in uses(story_events)}
    assert "raw/orders/dt=2025-03-10" in written
    assert "raw/customers/2025/03/10" in written
    assert "/exports/catalog/2025-03-10" in written


def test_storage_versions_are_pinned_by_readers(story_events: list[Event]) -> None:
    def versions(side: str, dataset: StoryDataset) -> set[str]:
        found = with_facet(story_events, side, "version")
        return {
            use["facets"]["version"]["datasetVersion"]
            for use in found
            if use["name"] == dataset.name
        }

    assert versions("inputs", d.PAGE_VIEWS)
    assert versions("inputs", d.PAGE_VIEWS) <= versions("outputs", d.PAGE_VIEWS)
    assert versions("inputs", d.LOYALTY) - versions("outputs", d.LOYALTY) == {"0"}


def test_a_failed_attempt_is_retried_in_the_same_batch(story_events: list[Event]) -> None:
    ends = defaultdict(list)
    nominal = {}
    for event in runs_of(story_events, "shop_daily.ingest_lake"):
        if event["eventType"] == "START":
            start = event["run"]["facets"]["nominalTime"]["nominalStartTime"]
            nominal[event["run"]["runId"]] = start
        else:
            ends[nominal[event["run"]["runId"]]].append(event["eventType"])
    assert ["FAIL", "COMPLETE"] in ends.values()


def test_what_to_look_at_names_nodes_that_occur(story_events: list[Event]) -> None:
    known = {f"job:{e['job']['namespace']}:{e['job']['name']}" for e in story_events if "job" in e}
    known |= {f"dataset:{use['namespace']}:{use['name']}" for _, use in uses(story_events)}
    partitioned = {d.RAW_ORDERS.node, d.EXPORT_COHORTS.node}
    for scene in STORY:
        if scene.node.startswith("datasetField:"):
            dataset, _ = scene.node.removeprefix("datasetField:").rsplit(":", 1)
            assert f"dataset:{dataset}" in known
        else:
            assert scene.node in known | partitioned
        assert END - timedelta(days=21) < scene.when <= END
        assert scene.node in " ".join(scene.commands)
        assert all(command.startswith("headwater ") for command in scene.commands)


def test_the_nodes_that_the_readme_asks_for_occur(story_events: list[Event]) -> None:
    known = {f"job:{e['job']['namespace']}:{e['job']['name']}" for e in story_events if "job" in e}
    for _, use in uses(story_events):
        name = f"{use['namespace']}:{use['name']}"
        fields = use.get("facets", {}).get("schema", {}).get("fields", ())
        known |= {f"dataset:{name}", *(f"datasetField:{name}:{field['name']}" for field in fields)}
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    asks = re.compile(r"^headwater \w+ ((?:job|dataset|datasetField):\S+)", re.MULTILINE)
    asked = set(asks.findall(readme))
    assert len(asked) == 4
    assert asked <= known
    ran = re.compile(r"^headwater (?:why|diff) ([0-9a-f-]{36})(?: ([0-9a-f-]{36}))?", re.MULTILINE)
    runs = {run_id for match in ran.findall(readme) for run_id in match if run_id}
    assert len(runs) == 2
    assert runs <= {event["run"]["runId"] for event in story_events if "run" in event}


def test_runs_to_look_at_occur(story_events: list[Event]) -> None:
    named = re.compile(r"^headwater (?:run|why|diff) ([0-9a-f-]{36})(?: ([0-9a-f-]{36}))?$")
    found = [named.match(command) for scene in STORY for command in scene.commands]
    asked = {run_id for match in found if match for run_id in match.groups() if run_id}
    assert len(asked) == 5
    assert asked <= {event["run"]["runId"] for event in story_events if "run" in event}


def test_what_to_look_at_moves_with_the_end() -> None:
    moved = story(END + timedelta(days=100))
    assert [scene.when - timedelta(days=100) for scene in moved] == [scene.when for scene in STORY]


def test_the_rules_make_of_the_story_what_it_tells(story_events: list[Event]) -> None:
    tables = lineage([("openlineage", event) for event in story_events])

    def rows(table: str, **where: object) -> list[Event]:
        found = [dict(zip(columns(table), row, strict=True)) for row in tables[table]]
        return [row for row in found if all(row[key] == value for key, value in where.items())]

    nodes = {
        row["entity_id"]: f"{row['kind']}:{row['namespace']}:{row['name']}"
        for row in rows("entities")
    }
    versions = Counter(nodes[row["job_id"]] for row in rows("job_versions"))
    assert {node for node, count in versions.items() if count > 1} == {
        jobs.LOAD_CATALOG.node,
        jobs.LOAD_AD_COSTS.node,
        jobs.APPEND_SESSIONS.node,
        jobs.ENRICH_CLICKS.node,
        jobs.EXPORT_FILES.node,
        models.DAILY_SALES.node,
        models.MARKETING.node,
        models.PRODUCT_MARGINS.node,
    }
    unknown = {nodes[row["job_id"]] for row in rows("job_versions", lineage_unknown=1)}
    assert unknown == {jobs.LOAD_AD_COSTS.node}
    dropped = {nodes[row["dataset_id"]] for row in rows("drops")}
    assert dropped == {d.DAILY_SALES.node, d.CAMPAIGN_SHEET.node}
    # Only the supplier's files change unseen; every other schema is its writer's.
    observed = {nodes[row["dataset_id"]] for row in rows("dataset_versions", kind="observed")}
    assert observed == {d.ERP_CATALOG.node}
    edges = {
        (nodes[row["origin"]], nodes[row["destination"]]) for row in rows("edges", valid_to=FOREVER)
    }
    assert d.EXPORT_COHORTS.node not in {destination for _, destination in edges}
    assert (d.SESSIONS_TABLE.node, jobs.EXPORT_FILES.node) in edges
    assert (jobs.APPEND_SESSIONS.node, d.SESSIONS_TABLE.node) in edges
    assert (jobs.EXPORT_FILES.node, jobs.NOTIFY_TEAM.node) in edges
    assert (d.FCT_ORDERS.node, d.OPEN_ORDERS.node) in edges
