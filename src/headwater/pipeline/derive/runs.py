"""Runs: everything that was stated under one (runId, job), folded (semantics 3)."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from headwater.model.order import STATES
from headwater.pipeline.derive.registers import stated

_TERMINAL = ("COMPLETE", "ABORT", "FAIL")


def runs(registers: DataFrame) -> DataFrame:
    """The runs table, with `registers` as an array. Later facts are merged with these."""
    is_event, is_batch = (F.col("part") == part for part in ("event", "batch"))
    folded = registers.groupBy("run_key").agg(
        F.min(F.when(is_event, F.col("register.a"))).alias("first"),
        F.max(F.when(is_event, F.col("register.n"))).alias("job_id"),
        F.max(F.when(is_event, F.col("register.k.t"))).alias("last_time"),
        F.max(F.when(is_event & _facet("START"), F.col("register.a.t"))).alias("first_start"),
        F.max(F.when(is_event & _facet("START", "RUNNING"), 1)).alias("has_started"),
        F.max(F.when(is_event & _facet(*_TERMINAL), F.col("register.k"))).alias("end"),
        F.max(F.when(is_batch, F.col("register.v"))).alias("batch_id"),
        _stated("nominalTime"),
        _stated("parent"),
        _stated("parentRun"),
        _stated("extractionError"),
        _stated("jobType", part="job"),
        _stated("sourceCodeLocation", part="job"),
        _stated("sql", part="job"),
        _stated("sourceCode", part="job"),
        F.sort_array(F.collect_list("register")).alias("registers"),
    )
    ids, nominal = _parts("first.v"), _parts("nominalTime")
    parent = F.from_json(F.coalesce("parent", "parentRun"), "array<string>")
    job_type, code = _parts("jobType"), _parts("sourceCodeLocation")
    return folded.select(
        "run_key",
        ids[0].alias("run_id"),
        ids[1].alias("raw_run_id"),
        "job_id",
        _state().alias("state"),
        F.least(F.coalesce("first_start", "first.t"), F.col("end.t")).alias("started_at"),
        F.col("end.t").alias("ended_at"),
        F.col("first.t").alias("first_time"),
        F.col("first.r").alias("first_rank"),
        F.col("first.g").alias("first_digest"),
        "last_time",
        F.col("end.r").alias("end_rank"),
        F.col("end.g").alias("end_digest"),
        nominal[0].cast("bigint").alias("nominal_start"),
        nominal[1].cast("bigint").alias("nominal_end"),
        "batch_id",
        F.coalesce(job_type[0], F.lit("BATCH")).alias("processing"),
        F.coalesce(job_type[1].cast("int"), F.lit(0)).alias("snapshot"),
        code[0].alias("code_version"),
        code[1].alias("code_url"),
        F.col("sql").alias("code_sql"),
        F.col("sourceCode").alias("code_source"),
        F.coalesce(F.col("extractionError").cast("int"), F.lit(0)).alias("extraction_failed"),
        parent[0].alias("parent_run_id"),
        parent[1].alias("parent_run_key"),
        parent[2].cast("bigint").alias("parent_job_id"),
        parent[3].alias("root_run_key"),
        parent[4].cast("bigint").alias("root_job_id"),
        F.to_json("registers").alias("facts"),
        "registers",
    )


def _facet(*facets: str) -> Column:
    return F.col("facet").isin(*facets)


def _stated(facet: str, part: str = "run") -> Column:
    is_it = (F.col("part") == part) & _facet(facet)
    return F.max(F.when(is_it, stated(F.col("register")))).alias(facet)


def _parts(column: str) -> Column:
    return F.from_json(F.col(column), "array<string>")


def _state() -> Column:
    """The state by the last terminal event. Nothing re-opens a run (semantics 3.4)."""
    ended = F.lit(None).cast("string")
    for rank, state in STATES.items():
        ended = F.when(F.col("end.r") == rank, state).otherwise(ended)
    open_state = F.when(F.col("has_started") == 1, "RUNNING").otherwise("NEW")
    return F.coalesce(ended, open_state)
