"""The smaller pipelines: supplier catalog, campaign costs, loyalty points, board report, stream."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from headwater.demo import datasets as d
from headwater.demo import incidents, jobs
from headwater.demo.days import LAST_DAY, Day, dag_run, snapshot, task_facets, use
from headwater.demo.engine import DatedEvent, event
from headwater.demo.facets import FacetFields, StoryFacets, schema
from headwater.demo.roles import StoryDataset, StoryRun, Use

_CHECKPOINT_HOURS = range(0, 24, 2)


def task(run: StoryRun, day: Day, operator: str) -> StoryRun:
    """A run of a task, with everything that Airflow adds to it."""
    assert run.parent is not None
    facets = task_facets(run.job, run.parent, day, run.attempt, operator)
    revision = incidents.revision(run.job, day)
    return replace(run, nominal=day.midnight, revision=revision, facets={**facets, **run.facets})


def erp_sync(day: Day) -> Iterator[StoryRun]:
    """01:00. Supplier's files → shop database → staging area of the warehouse."""
    dag = dag_run(jobs.ERP_SYNC, day, day.at(1, 0), day.at(1, 31))
    yield dag

    def columns(dataset: StoryDataset, partition: str = "") -> Use:
        fields = incidents.with_supplier_code(dataset, day)
        return use(dataset, day, partition, fields=fields)

    exported = columns(d.ERP_CATALOG, f"{day.midnight:%Y-%m-%d}")
    catalog, staged = columns(d.CATALOG), columns(d.STG_CATALOG)
    load = StoryRun(jobs.LOAD_CATALOG, day.at(1, 2), day.at(1, 9), (exported,), (catalog,), dag)
    yield task(load, day, "SFTPToPostgresOperator")
    stage = StoryRun(jobs.STAGE_CATALOG, day.at(1, 12), day.at(1, 29), (catalog,), (staged,), dag)
    yield task(stage, day, "PostgresToSnowflakeOperator")


def marketing_costs(day: Day) -> Iterator[StoryRun]:
    """01:30. Campaign costs: first from a sheet, later from an API."""
    dag = dag_run(jobs.MARKETING_COSTS, day, day.at(1, 35), day.at(1, 50))
    yield dag
    if day.number < incidents.COSTS_AUTOMATED:
        sheet = StoryRun(
            jobs.LOAD_SHEET,
            day.at(1, 37),
            day.at(1, 40),
            (use(d.CAMPAIGN_FORM, day, facets={"schema": _with_a_blank_heading()}),),
            (use(d.CAMPAIGN_SHEET, day),),
            dag,
        )
        yield task(sheet, day, "HttpToSnowflakeOperator")
    if day.number >= incidents.COSTS_AUTOMATED - 1:
        load = StoryRun(jobs.LOAD_AD_COSTS, day.at(1, 42), day.at(1, 48), parent=dag)
        if day.number >= incidents.COSTS_LINEAGE_LOST:
            unknown = {"name": "load_ad_costs", "type": "operator"}
            facets: StoryFacets = {"unknownSourceAttribute": {"unknownItems": [unknown]}}
            yield task(replace(load, facets=facets), day, "PythonOperator")
            return
        api = use(d.CAMPAIGN_API, day, f"{day.midnight:%Y-%m-%d}")
        load = replace(load, inputs=(api,), outputs=(use(d.AD_COSTS, day),))
        yield task(load, day, "HttpToSnowflakeOperator")


def _with_a_blank_heading() -> FacetFields:
    """The columns of the form. The third has no heading, so a field without a name is sent."""
    fields = schema(d.CAMPAIGN_FORM.fields)["fields"]
    return {"fields": [*fields, {"name": "", "type": "VARCHAR"}]}


def loyalty_points(day: Day) -> Iterator[StoryRun]:
    """Every six hours. Adds points for new orders to a Delta table, version by version."""
    for count, hour in enumerate((0, 6, 12, 18)):
        app = StoryRun(jobs.LOYALTY_APP, day.at(hour, 20), day.at(hour, 29))
        if (day.number, hour) == (incidents.CLOCK_AHEAD, 12):
            app = replace(app, started=day.at(hour, 35), arrives=app.ended)
        yield app
        before = day.number * 4 + count
        yield StoryRun(
            jobs.MERGE_POINTS,
            day.at(hour, 21),
            day.at(hour, 27),
            (
                use(d.RAW_ORDERS, day, times=0.25),
                use(d.LOYALTY, day, version=str(before)),
            ),
            (use(d.LOYALTY, day, version=str(before + 1)),),
            parent=app,
        )


def finance_report(day: Day, shop_daily: StoryRun) -> Iterator[StoryRun]:
    """11:50. Prints the report for the board, after the daily pipeline."""
    dag = dag_run(jobs.FINANCE_REPORT, day, day.at(11, 48), day.at(12, 20))
    yield dag
    waited_for = {
        "job": shop_daily.job.identity,
        "run": {"runId": shop_daily.run_id},
        "dependency_type": "IMPLICIT_DEPENDENCY",
        "sequence_trigger_rule": "FINISH_TO_START",
        "status_trigger_rule": "EXECUTE_ON_SUCCESS",
    }
    report = StoryRun(
        jobs.PRINT_BOARD_PACK,
        day.at(11, 50),
        day.at(12, 18),
        (use(d.EXPORT_REVENUE, day, day.date_path), use(d.EXPORT_COHORTS, day)),
        (use(d.BOARD_PACK, day, f"{day.midnight:%Y-%m-%d}"),),
        dag,
        facets={"jobDependencies": {"upstream": [waited_for], "downstream": []}},
    )
    yield task(report, day, "KubernetesPodOperator")


def warehouse_admin(day: Day) -> Iterator[StoryRun]:
    """What an engineer does by hand: a rename, and a drop."""
    if day.number not in (incidents.SALES_RENAMED, incidents.SHEET_DROPPED):
        return
    dag = dag_run(jobs.WAREHOUSE_ADMIN, day, day.at(0, 40), day.at(0, 46))
    yield dag
    if day.number == incidents.SALES_RENAMED:
        job, dataset = jobs.RENAME_DAILY_SALES, d.DAILY_REVENUE
        old = {"namespace": d.DAILY_SALES.namespace, "name": d.DAILY_SALES.name}
        change = {"lifecycleStateChange": "RENAME", "previousIdentifier": old}
        query = "alter table ANALYTICS.MARTS.DAILY_SALES rename to ANALYTICS.MARTS.DAILY_REVENUE"
    else:
        job, dataset = jobs.DROP_CAMPAIGN_SHEET, d.CAMPAIGN_SHEET
        change = {"lifecycleStateChange": "DROP"}
        query = "drop table ANALYTICS.RAW.CAMPAIGN_COSTS_SHEET"
    output = Use(dataset, facets={"lifecycleStateChange": change})
    run = StoryRun(
        job,
        day.at(0, 42),
        day.at(0, 44),
        outputs=(output,),
        parent=dag,
        job_facets={"sql": {"query": query, "dialect": "snowflake"}},
    )
    yield task(run, day, "SQLExecuteQueryOperator")


def clickstream(first: Day) -> Iterator[DatedEvent]:
    """Around the clock. One Flink run until it is redeployed, then another that does not end."""
    days = [Day(n, first.midnight + timedelta(days=n)) for n in range(LAST_DAY + 1)]
    redeployed = days[incidents.STREAM_REDEPLOYED].at(15, 30)
    yield from _deployment(days[0].at(0, 1), days, redeployed)
    yield from _deployment(redeployed + timedelta(minutes=4), days, None)


def _deployment(
    started: datetime, days: list[Day], stopped: datetime | None
) -> Iterator[DatedEvent]:
    begun = next(day for day in reversed(days) if day.midnight <= started)
    facets: StoryFacets = {"flink_job": {"jobId": f"{int(started.timestamp()):032x}"}}
    revision = incidents.revision(jobs.ENRICH_CLICKS, begun)
    run = StoryRun(jobs.ENRICH_CLICKS, started, started, facets=facets, revision=revision)
    yield event(_as_of(run, begun, started), "START", started)
    checkpoints = 0
    for day in days:
        for hour in _CHECKPOINT_HOURS:
            when = checkpoint(day, hour)
            if started < when and (stopped is None or when < stopped):
                checkpoints += 60
                counts: FacetFields = {"completed": checkpoints, "failed": 0, "in_progress": 0}
                current = _as_of(run, day, when)
                yield event(current, "RUNNING", when, facets={"checkpoints": counts})
    if stopped is not None:
        yield event(run, "ABORT", stopped)


def checkpoint(day: Day, hour: int) -> datetime:
    """The time at which the stream reports that everything up to that hour is committed."""
    return day.at(hour, 10)


def _as_of(run: StoryRun, day: Day, when: datetime) -> StoryRun:
    """The stream as it is then: its topics, the columns it writes, the snapshot it committed."""
    output = Use(
        d.PAGE_VIEWS,
        fields=incidents.page_view_fields(day),
        facets={"version": {"datasetVersion": snapshot(d.PAGE_VIEWS, when)}},
    )
    topics = tuple(Use(topic) for topic in incidents.topics(day))
    return replace(run, inputs=topics, outputs=(output,))
