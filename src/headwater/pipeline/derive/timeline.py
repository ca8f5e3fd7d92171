"""The timeline of a job: its entries, what each knows, and the version it belongs to (semantics 4).

`entries` gathers the entries from runs and job events, and `timeline` folds them.
"""

from collections.abc import Collection

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.window import Window as W
from pyspark.sql.window import WindowSpec

from headwater.model.facts import CODE
from headwater.model.order import UNTYPED_RANK
from headwater.pipeline.derive.datasets_used import is_drop
from headwater.pipeline.derive.seeds import Seeds
from headwater.pipeline.derive.spread import in_one_partition, union_all

PLACE = ("entry_time", "rank", "run_key", "digest")
"""The order of entries within a job."""

ENTRY = (
    "job_id",
    *PLACE,
    "basis",
    "inputs",
    "outputs",
    "completed",
    *CODE,
    "extraction_failed",
    "is_seed",
    "listed_before",
    "stated_before",
)
"""The columns of an entry. The last two are set for seeds alone: whether a run had listed or stated
anything before the window."""


def entries(
    runs: DataFrame,
    used: DataFrame,
    run_io: DataFrame,
    stream_io: DataFrame,
    job_events: DataFrame,
    nodes: DataFrame,
    seeds: Seeds | None = None,
) -> DataFrame:
    """Every entry of every job (semantics 4.1). `used` is the result of `datasets_used`.

    With `seeds`, only the entries in a job's window, after an entry that stands for all before it.
    """
    streams = runs.where(_is_stream() & (F.col("snapshot") == 0))
    unfinished = runs.where(F.col("ended_at").isNull() & ~_is_stream())
    if seeds is not None:
        # Unfinished runs make entries only where there are no others. A window that has an end and
        # meets the stored state has others.
        unfinished = seeds.wholly(unfinished)
    candidates = union_all(
        _finished(runs, used),
        _growing(streams, used, "stream"),
        _snapshots(runs, run_io, stream_io, nodes),
        _declared(job_events, nodes),
        _growing(unfinished, used, "provisional"),
    )
    if seeds is not None:
        candidates = union_all(seeds.within(candidates, "entry_time"), seeds.entries.select(*ENTRY))
    is_provisional = F.col("basis") == "provisional"
    of_job = W.partitionBy("job_id")
    has_others = F.max((~is_provisional).cast("int")).over(of_job) == 1
    return (
        candidates.select("*", has_others.alias("has_others"))
        .where(~is_provisional | ~F.col("has_others"))
        .select(*ENTRY)
    )


def timeline(entries: DataFrame, code_from: Collection[str]) -> DataFrame:
    """The entries with `entry_no`, effective inputs, outputs and code, and their `version_no`.

    `code_from` says what of the code makes versions (`model.facts.Rules`).
    """
    numbered = entries.select("*", F.row_number().over(_in_order()).alias("entry_no"))
    known = numbered.select(
        *ENTRY,
        "entry_no",
        _counts().alias("counts"),
        (F.col("extraction_failed") == 1).alias("failed"),
        (F.max("stated_before").over(W.partitionBy("job_id")) == 1).alias("had_stated"),
    ).select("*", _is_blind().alias("is_blind"))
    sides = known.select(
        "*",
        _known("inputs", "outputs").alias("known_inputs"),
        _known("outputs", "inputs").alias("known_outputs"),
    )
    so_far = _in_order().rowsBetween(W.unboundedPreceding, 0)
    effective = sides.select(
        "*",
        _carried("inputs", so_far).alias("reads"),
        _carried("outputs", so_far).alias("writes"),
        *(F.last(name, ignorenulls=True).over(so_far).alias(f"{name}_now") for name in CODE),
    )
    before = effective.select(
        "*",
        *(
            F.lag(name).over(_in_order()).alias(f"{name}_before")
            for name in ("reads", "writes", *(f"{name}_now" for name in CODE))
        ),
    )
    begun = before.select("*", _begins_version(code_from).cast("int").alias("begins"))
    return begun.select("*", F.sum("begins").over(so_far).alias("version_no"))


def _carried(side: str, so_far: WindowSpec) -> Column:
    """The side as it was last known; empty while it was never known."""
    known = F.last(f"known_{side}", ignorenulls=True).over(so_far)
    return F.coalesce(known, F.array().cast("array<bigint>"))


def _in_order() -> WindowSpec:
    return W.partitionBy("job_id").orderBy(*PLACE)


def _is_stream() -> Column:
    return F.col("processing").isin("STREAMING", "SERVICE")


def _sides(used: DataFrame) -> DataFrame:
    """For each run, what it reads and writes, and whether it drops anything."""
    reads = F.when(F.col("read_first").isNotNull(), F.col("dataset_id"))
    writes = F.when(F.col("written_first").isNotNull(), F.col("dataset_id"))
    return used.groupBy("run_key").agg(
        F.sort_array(F.collect_set(reads)).alias("inputs"),
        F.sort_array(F.collect_set(writes)).alias("outputs"),
        F.max("drops").alias("drops"),
    )


def _entry(
    basis: str, *, time: str, rank: str | Column, digest: str, completed: Column
) -> list[Column]:
    """The columns of ENTRY, from a run with inputs and outputs."""
    return [
        F.col("job_id"),
        F.col(time).alias("entry_time"),
        (F.col(rank) if isinstance(rank, str) else rank).alias("rank"),
        F.col("run_key"),
        F.col(digest).alias("digest"),
        F.lit(basis).alias("basis"),
        _list("inputs"),
        _list("outputs"),
        completed.alias("completed"),
        *(F.col(name) for name in CODE),
        F.col("extraction_failed"),
        *_no_seed(),
    ]


def _no_seed() -> list[Column]:
    return [
        F.lit(False).alias("is_seed"),
        F.lit(0).alias("listed_before"),
        F.lit(0).alias("stated_before"),
    ]


def _list(column: str) -> Column:
    return F.coalesce(F.col(column), F.array().cast("array<bigint>")).alias(column)


def _finished(runs: DataFrame, used: DataFrame) -> DataFrame:
    finished = runs.where(F.col("ended_at").isNotNull() & ~_is_stream()).join(
        _sides(used), on="run_key", how="left"
    )
    only_drops = F.col("drops") & (F.size("inputs") == 0) & (F.size("outputs") == 0)
    return finished.where(~F.coalesce(only_drops, F.lit(False))).select(
        *_entry(
            "run",
            time="ended_at",
            rank="end_rank",
            digest="end_digest",
            completed=F.col("state") == "COMPLETED",
        )
    )


def _growing(runs: DataFrame, used: DataFrame, basis: str) -> DataFrame:
    """An entry for each event that first lists something. It has the union of all lists so far."""
    sides = F.array(
        F.struct(F.col("read_first").alias("first"), F.lit("input").alias("side"), "dataset_id"),
        F.struct(
            F.col("written_first").alias("first"), F.lit("output").alias("side"), "dataset_id"
        ),
    )
    listed = (
        used.join(runs.select("run_key"), on="run_key", how="left_semi")
        .select("run_key", F.explode(sides).alias("x"))
        .where(F.col("x.first").isNotNull())
        .groupBy("run_key")
        .agg(F.collect_list("x").alias("listed"))
    )
    moments = F.array_distinct(F.transform("listed", lambda item: item.first))
    at_moment = (
        runs.join(listed, on="run_key", how="inner")
        .transform(in_one_partition)
        .select("*", F.explode(moments).alias("moment"))
        .select(
            "*",
            _listed_by("input").alias("inputs"),
            _listed_by("output").alias("outputs"),
            F.col("moment.first_time").alias("moment_time"),
            F.col("moment.first_rank").alias("moment_rank"),
            F.col("moment.first_digest").alias("moment_digest"),
        )
    )
    return at_moment.select(
        *_entry(
            basis,
            time="moment_time",
            rank="moment_rank",
            digest="moment_digest",
            completed=F.lit(False),
        )
    )


def _listed_by(side: str) -> Column:
    known = F.filter("listed", lambda item: (item.side == side) & (item.first <= F.col("moment")))
    return F.array_sort(F.array_distinct(F.transform(known, lambda item: item.dataset_id)))


def _snapshots(
    runs: DataFrame, run_io: DataFrame, stream_io: DataFrame, nodes: DataFrame
) -> DataFrame:
    """An entry for each event whose own lists change what a snapshot run is known to use."""
    dropped = run_io.where(is_drop()).select("run_key", "side", "node_id")
    snapshots = runs.where(_is_stream() & (F.col("snapshot") == 1))
    listed = (
        stream_io.join(snapshots.select("run_key"), on="run_key", how="left_semi")
        .join(dropped, on=["run_key", "side", "node_id"], how="left_anti")
        .join(nodes.select("node_id", "entity_id"), on="node_id", how="inner")
        .transform(in_one_partition)
        .select(
            "run_key",
            "event_time",
            F.col("rank").alias("event_rank"),
            F.col("digest").alias("event_digest"),
            "side",
            F.col("entity_id").alias("dataset_id"),
        )
    )
    moments = listed.groupBy("run_key", "event_time", "event_rank", "event_digest").agg(
        *(
            F.sort_array(F.collect_set(F.when(F.col("side") == side, F.col("dataset_id")))).alias(
                f"own_{side}s"
            )
            for side in ("input", "output")
        )
    )
    order = W.partitionBy("run_key").orderBy("event_time", "event_rank", "event_digest")
    so_far = order.rowsBetween(W.unboundedPreceding, 0)
    known = moments.select(
        "*",
        *(
            F.last(F.when(F.size(f"own_{side}") > 0, F.col(f"own_{side}")), ignorenulls=True)
            .over(so_far)
            .alias(side)
            for side in ("inputs", "outputs")
        ),
    )
    changed = known.select(
        "*", F.lag(F.struct("inputs", "outputs")).over(order).alias("before")
    ).where(
        F.col("before").isNull()
        | ~F.col("before.inputs").eqNullSafe(F.col("inputs"))
        | ~F.col("before.outputs").eqNullSafe(F.col("outputs"))
    )
    return (
        snapshots.join(changed, on="run_key", how="inner")
        .transform(in_one_partition)
        .select(
            *_entry(
                "stream",
                time="event_time",
                rank="event_rank",
                digest="event_digest",
                completed=F.lit(False),
            )
        )
    )


def _declared(job_events: DataFrame, nodes: DataFrame) -> DataFrame:
    def tagged(side: str) -> Column:
        return F.transform(
            F.from_json(f"{side}s", "array<bigint>"),
            lambda node: F.struct(F.lit(side).alias("side"), node.alias("node_id")),
        )

    listed = (
        job_events.select(
            "digest", F.explode(F.concat(tagged("input"), tagged("output"))).alias("x")
        )
        .select("digest", "x.*")
        .join(nodes.select("node_id", "entity_id"), on="node_id", how="inner")
        .transform(in_one_partition)
        .groupBy("digest")
        .agg(
            *(
                F.sort_array(
                    F.collect_set(F.when(F.col("side") == side, F.col("entity_id")))
                ).alias(f"{side}s")
                for side in ("input", "output")
            )
        )
    )
    declared = job_events.drop("inputs", "outputs").join(listed, on="digest", how="left")
    return declared.select(
        F.col("job_id"),
        F.col("event_time").alias("entry_time"),
        F.lit(UNTYPED_RANK).alias("rank"),
        F.lit("").alias("run_key"),
        F.col("digest"),
        F.lit("declared").alias("basis"),
        _list("inputs"),
        _list("outputs"),
        F.lit(False).alias("completed"),
        *(F.col(name) for name in CODE),
        F.lit(0).alias("extraction_failed"),
        *_no_seed(),
    )


def _counts() -> Column:
    """Whether an entry's lists count. Those of job events do until a run has listed any (4.2)."""
    lists = (F.size("inputs") > 0) | (F.size("outputs") > 0)
    own = (F.col("basis") != "declared") & lists
    by_run = F.when(F.col("is_seed"), F.col("listed_before")).otherwise(own.cast("int"))
    before = _in_order().rowsBetween(W.unboundedPreceding, -1)
    none_before = F.coalesce(F.max(by_run).over(before), F.lit(0)) == 0
    return F.col("is_seed") | (F.col("basis") != "declared") | none_before


def _is_blind() -> Column:
    """Whether an extraction error, except at the job's first entry, hides all lists (4.3)."""
    return F.col("failed") & (F.col("entry_no") > 1)


def _known(side: str, other: str) -> Column:
    """The side's list where the entry knows it, else null (semantics 4.3)."""
    members, others = F.size(side) > 0, F.size(other) > 0
    knows = F.col("counts") & ~F.col("is_blind") & (members | (F.col("completed") & others))
    return F.when(knows, F.col(side))


def _begins_version(code_from: Collection[str]) -> Column:
    """Whether inputs, outputs or the code differ from those before (semantics 4.4)."""
    differs = (F.col("reads") != F.col("reads_before")) | (
        F.col("writes") != F.col("writes_before")
    )
    if "version" in code_from:
        has_version, other_version = _against("code_version")
        has_url, other_url = _against("code_url")
        differs |= (has_version & other_version) | (~has_version & has_url & other_url)
    if "source" in code_from:
        for name in ("code_sql", "code_source"):
            has_shape, other_shape = _against(name, "$[0]")
            differs |= has_shape & other_shape
    return (F.col("entry_no") == 1) | differs


def _against(name: str, path: str | None = None) -> tuple[Column, Column]:
    """Whether both an entry and what was carried to it have it, and whether these differ."""
    own, carried = F.col(name), F.col(f"{name}_now_before")
    if path is not None:
        own, carried = F.get_json_object(own, path), F.get_json_object(carried, path)
    return own.isNotNull() & carried.isNotNull(), ~own.eqNullSafe(carried)
