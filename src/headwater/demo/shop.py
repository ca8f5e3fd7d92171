"""02:00. The daily pipeline: shop database → lake → warehouse → dbt → dashboards."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from headwater.demo import datasets as d
from headwater.demo import incidents, jobs, models
from headwater.demo.days import Day, dag_run, snapshot, use
from headwater.demo.facets import FacetFields, StoryFacets
from headwater.demo.pipelines import checkpoint, task
from headwater.demo.roles import StoryDataset, StoryJob, StoryRun, Use, noise, run_id

_TASKS = (
    jobs.INGEST_LAKE,
    jobs.LOAD_WAREHOUSE,
    jobs.BUILD_SESSIONS,
    jobs.TRANSFORM,
    jobs.EXPORT,
)
"""The tasks of the DAG, in the order in which they wait for each other."""


def shop_daily(day: Day) -> tuple[StoryRun, list[StoryRun]]:
    """The run of the DAG, and the runs below it."""
    error = incidents.margins_error(day)
    outcome = "FAIL" if error else "COMPLETE"
    dag = dag_run(jobs.SHOP_DAILY, day, day.at(2, 0), day.at(4, 30), outcome)
    runs = [*_ingest_lake(day, dag), _load_warehouse(day, dag), *_build_sessions(day, dag)]
    runs += _transform(day, dag, 1, error)
    if error:
        runs += _transform(day, dag, 2, error)
    else:
        runs += _export(day, dag)
    return dag, runs


def _dependencies(job: StoryJob) -> StoryFacets:
    place = _TASKS.index(job)

    def named(others: tuple[StoryJob, ...]) -> list[FacetFields]:
        return [{"job": other.identity, "dependency_type": "DIRECT_INVOCATION"} for other in others]

    before, after = _TASKS[max(0, place - 1) : place], _TASKS[place + 1 : place + 2]
    return {"jobDependencies": {"upstream": named(before), "downstream": named(after)}}


def _ingest_lake(day: Day, dag: StoryRun) -> Iterator[StoryRun]:
    """Task → Spark application → one action per table. Orders pass through a scratch table."""
    start, end, attempt = day.at(2, 5), day.at(2, 40), 1
    if day.number == incidents.FIRST_ATTEMPT_FAILED:
        lost = "Py4JJavaError: FATAL: remaining connection slots are reserved (shop-db:5432)"
        first = StoryRun(
            jobs.INGEST_LAKE, start, day.at(2, 9), parent=dag, outcome="FAIL", error=lost
        )
        yield task(first, day, "SparkSubmitOperator")
        start, attempt = day.at(2, 14), 2
    run = StoryRun(jobs.INGEST_LAKE, start, end, parent=dag, attempt=attempt)
    submit = task(replace(run, facets=_dependencies(run.job)), day, "SparkSubmitOperator")
    yield submit
    app = StoryRun(jobs.LAKE_INGEST, day.at(2, 16), day.at(2, 39), parent=submit)
    yield app
    factor = incidents.order_factor(day)
    dt = day.hive_partition
    scratch = use(d.ORDERS_DEDUPLICATED, day, times=factor)
    actions = (
        (jobs.DEDUPLICATE_ORDERS, use(d.ORDERS, day, times=factor), scratch),
        (jobs.INGEST_ORDERS, scratch, use(d.RAW_ORDERS, day, dt, times=factor)),
        (jobs.INGEST_ITEMS, use(d.ORDER_ITEMS, day), use(d.RAW_ITEMS, day, dt)),
        (jobs.INGEST_CUSTOMERS, use(d.CUSTOMERS, day), use(d.RAW_CUSTOMERS, day, day.date_path)),
    )
    for count, (job, source, target) in enumerate(actions):
        start, end = day.at(2, 18 + 5 * count), day.at(2, 22 + 5 * count)
        yield StoryRun(job, start, end, (source,), (target,), app)


def _load_warehouse(day: Day, dag: StoryRun) -> StoryRun:
    factor = incidents.order_factor(day)
    dt = day.hive_partition
    run = StoryRun(
        jobs.LOAD_WAREHOUSE,
        day.at(2, 45),
        day.at(3, 5),
        (
            use(d.RAW_ORDERS, day, dt, times=factor),
            use(d.RAW_ITEMS, day, dt),
            use(d.RAW_CUSTOMERS, day, day.date_path),
        ),
        (use(d.WH_ORDERS, day, times=factor), use(d.WH_ITEMS, day), use(d.WH_CUSTOMERS, day)),
        dag,
        facets=_dependencies(jobs.LOAD_WAREHOUSE),
    )
    return task(run, day, "S3ToSnowflakeOperator")


def _build_sessions(day: Day, dag: StoryRun) -> Iterator[StoryRun]:
    """Reads the page views at the snapshot that the stream committed last."""
    run = StoryRun(
        jobs.BUILD_SESSIONS,
        day.at(2, 50),
        day.at(3, 20),
        parent=dag,
        facets=_dependencies(jobs.BUILD_SESSIONS),
    )
    submit = task(run, day, "SparkSubmitOperator")
    yield submit
    app = StoryRun(jobs.SESSIONIZE, day.at(2, 52), day.at(3, 18), parent=submit)
    yield app
    start, end = day.at(2, 54), day.at(3, 16)
    views = use(
        d.PAGE_VIEWS,
        day,
        version=snapshot(d.PAGE_VIEWS, checkpoint(day, 2)),
        fields=incidents.page_view_fields(day),
    )
    sessions = use(d.SESSIONS, day, version=snapshot(d.SESSIONS, end))
    revision = incidents.revision(jobs.APPEND_SESSIONS, day)
    yield StoryRun(jobs.APPEND_SESSIONS, start, end, (views,), (sessions,), app, revision=revision)


def _transform(day: Day, dag: StoryRun, attempt: int, error: str) -> Iterator[StoryRun]:
    """Task → dbt command → models. dbt sends its events when everything is over."""
    hour, minute = (3, 25) if attempt == 1 else (3, 55)
    outcome = "FAIL" if error else "COMPLETE"
    failure = "dbt exited with code 1" if error else ""
    unknown = {"unknownItems": [{"name": "transform", "type": "operator"}]}
    run = StoryRun(
        jobs.TRANSFORM,
        day.at(hour, minute),
        day.at(hour + (minute + 26) // 60, (minute + 26) % 60),
        parent=dag,
        attempt=attempt,
        outcome=outcome,
        error=failure,
        facets=_dependencies(jobs.TRANSFORM) | {"unknownSourceAttribute": unknown},
    )
    command = task(run, day, "BashOperator")
    yield command
    start = command.started + timedelta(seconds=20)
    ended = command.ended - timedelta(seconds=15)
    facets = _dbt_facets(command)
    wrapper = StoryRun(
        models.DBT_RUN,
        start,
        ended,
        parent=command,
        outcome=outcome,
        error=failure,
        facets=facets,
        arrives=ended + timedelta(seconds=1),
    )
    yield wrapper
    for count, model in enumerate(_models(day, error)):
        begun = start + timedelta(minutes=1 + 2 * count, seconds=9 * noise(day.number, count))
        yield replace(
            model,
            started=begun,
            ended=begun + timedelta(seconds=20 + 80 * noise(model.job.name, day.number)),
            parent=wrapper,
            facets={**facets, **model.facets},
            arrives=wrapper.arrives,
        )


def _dbt_facets(command: StoryRun) -> dict[str, FacetFields]:
    invocation = run_id(command.started, "dbt", command.attempt)
    run: FacetFields = {"invocation_id": invocation, "project_name": "brightwater"}
    return {"dbt_run": run, "dbt_version": {"version": "1.10.4"}}


def _models(day: Day, margins_error: str) -> Iterator[StoryRun]:
    """A run of each model of the project, and of the tests. The caller fills in the times."""
    costs, sales = incidents.campaign_costs(day), incidents.daily_sales(day)
    factor = incidents.order_factor(day)
    doubled = (d.WH_ORDERS, d.STG_ORDERS)

    def of(dataset: StoryDataset) -> Use:
        return use(dataset, day, times=factor if dataset in doubled else 1)

    def model(job: StoryJob, inputs: tuple[StoryDataset, ...], output: StoryDataset) -> StoryRun:
        reads = tuple(of(dataset) for dataset in inputs)
        return StoryRun(job, day.midnight, day.midnight, reads, (of(output),))

    yield model(models.STG_ORDERS, (d.WH_ORDERS,), d.STG_ORDERS)
    yield model(models.STG_ITEMS, (d.WH_ITEMS,), d.STG_ITEMS)
    yield model(models.STG_CUSTOMERS, (d.WH_CUSTOMERS,), d.STG_CUSTOMERS)
    yield model(models.DIM_CUSTOMERS, (d.STG_CUSTOMERS, d.STG_ORDERS), d.DIM_CUSTOMERS)
    yield model(models.FCT_ORDERS, (d.STG_ORDERS, d.STG_ITEMS), d.FCT_ORDERS)
    yield model(models.DAILY_SALES, (d.FCT_ORDERS,), sales)
    yield model(models.MARKETING, (d.FCT_ORDERS, costs), d.MARKETING)
    yield _margins(day, margins_error)
    yield _tests(day)


def _margins(day: Day, error: str) -> StoryRun:
    catalog = incidents.with_supplier_code(d.STG_CATALOG, day)
    query = {"query": incidents.margins_query(day), "dialect": "snowflake"}
    return StoryRun(
        models.PRODUCT_MARGINS,
        day.midnight,
        day.midnight,
        (use(d.STG_ITEMS, day), use(d.STG_CATALOG, day, fields=catalog)),
        (use(d.PRODUCT_MARGINS, day, fields=incidents.margin_fields(day)),),
        outcome="FAIL" if error else "COMPLETE",
        error=error,
        job_facets={"sql": query},
    )


def _tests(day: Day) -> StoryRun:
    """A run of the tests. dbt puts assertions into both facets in which they are looked for."""
    is_unique = day.number != incidents.ORDERS_DOUBLED
    assertions = {
        "assertions": [
            {"assertion": "not_null", "success": True, "column": "ORDER_ID", "severity": "error"},
            {"assertion": "unique", "success": is_unique, "column": "ORDER_ID", "severity": "warn"},
        ]
    }
    checked = Use(
        d.FCT_ORDERS,
        facets={"dataQualityAssertions": assertions},
        own_facets={"dataQualityAssertions": assertions},
    )
    status = "pass" if is_unique else "fail"
    tests = [{"name": "unique_fct_orders_ORDER_ID", "status": status, "severity": "warn"}]
    return StoryRun(
        models.TEST_ORDERS,
        day.midnight,
        day.midnight,
        (checked,),
        facets={"test": {"tests": tests}},
    )


def _export(day: Day, dag: StoryRun) -> Iterator[StoryRun]:
    """The exporter knows exactly what goes where, and states it as explicit lineage."""
    run = StoryRun(
        jobs.EXPORT,
        day.at(4, 0),
        day.at(4, 25),
        parent=dag,
        facets=_dependencies(jobs.EXPORT),
    )
    submit = task(run, day, "KubernetesPodOperator")
    yield submit
    sales = incidents.daily_sales(day)
    written = incidents.exports(day)
    sources = {
        d.EXPORT_REVENUE: (sales,),
        d.EXPORT_MARGINS: (d.PRODUCT_MARGINS,),
        d.EXPORT_PROFILES: (d.DIM_CUSTOMERS, d.SESSIONS_TABLE),
        d.EXPORT_COHORTS: (d.DIM_CUSTOMERS,),
    }
    fields = {d.PRODUCT_MARGINS: incidents.margin_fields(day)}
    outputs = tuple(use(dataset, day, day.date_path) for dataset in written)
    entries = [_entry(output, sources[output.dataset]) for output in outputs]
    read = {source: None for dataset in written for source in sources[dataset]}
    export = StoryRun(
        jobs.EXPORT_FILES,
        day.at(4, 2),
        day.at(4, 20),
        tuple(use(dataset, day, fields=fields.get(dataset, "")) for dataset in read),
        outputs,
        submit,
        revision=incidents.revision(jobs.EXPORT_FILES, day),
        job_facets={"lineage": {"entries": entries}},
    )
    yield export
    fed = {"type": "JOB", "inputs": [{"type": "JOB", **jobs.EXPORT_FILES.identity}]}
    yield StoryRun(
        jobs.NOTIFY_TEAM,
        day.at(4, 22),
        day.at(4, 23),
        parent=submit,
        job_facets={"lineage": {"entries": [{**fed, **jobs.NOTIFY_TEAM.identity}]}},
    )


def _entry(output: Use, sources: tuple[StoryDataset, ...]) -> FacetFields:
    """One target of explicit lineage. For the profiles, the columns are stated, too."""

    def named(dataset: StoryDataset) -> dict[str, object]:
        return {"type": "DATASET", "namespace": dataset.namespace, "name": dataset.name}

    entry: dict[str, object] = {
        "type": "DATASET",
        "namespace": output.dataset.namespace,
        "name": output.name,
        "inputs": [named(source) for source in sources],
    }
    if output.dataset is d.EXPORT_PROFILES:
        same = [{"type": "DIRECT", "subtype": "IDENTITY", "masking": False}]
        counted = [{"type": "DIRECT", "subtype": "AGGREGATION", "masking": False}]
        entry["fields"] = {
            "customer_hash": {
                "inputs": [
                    named(d.DIM_CUSTOMERS) | {"field": "EMAIL_HASH", "transformations": same}
                ]
            },
            "sessions": {
                "inputs": [
                    named(d.SESSIONS_TABLE) | {"field": "session_id", "transformations": counted}
                ]
            },
        }
    return entry
