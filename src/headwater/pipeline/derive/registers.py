"""Folding facts into registers, run by run: the join-semilattice at the heart of the pipeline.

A fact's key is (run, part, node, partition, facet). The instances of a key are ordered by K and
then by their place in the event. A register keeps three of them: the first that states something,
the last, and the last that states something or is a tombstone. Keeping the smallest or largest of a
set is associative, commutative and idempotent, and registers can be turned back into facts
(`as_facts`). So merging stored registers with new facts, in any order and any number of times,
gives the same result as folding everything at once.
"""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from headwater.model.facts import OWN_PARTS
from headwater.pipeline.derive.spread import spread_by

REGISTER_DDL = """struct<
    e: string, n: bigint, p: string, f: string,
    a: struct<t: bigint, r: int, g: string, l: int, v: string>,
    h: string, d: int, v: string,
    k: struct<t: bigint, r: int, g: string, l: int>,
    s: struct<t: bigint, r: int, g: string, l: int, h: string, d: int, v: string>>"""
"""Part, node, partition and facet; the first instance; the last one (hash, deleted, value and key);
the last one that states something, if that is another."""

_KEY = ("run_key", "part", "node_id", "partition", "facet")


def facts(events: DataFrame) -> DataFrame:
    """One row per fact of run events."""
    return (
        events.where(F.col("shape") == "run")
        .select("run_key", "event_time", "rank", "digest", F.explode("facts").alias("fact"))
        .select("run_key", "event_time", "rank", "digest", "fact.*")
    )


def as_facts(stored: DataFrame) -> DataFrame:
    """The facts that stored registers (run_key, registers) stand for."""
    kept = stored.select("run_key", F.explode("registers").alias("x"))
    x = F.col("x")
    last = F.struct(
        x.k.t.alias("t"), x.k.r.alias("r"), x.k.g.alias("g"), x.k.l.alias("l"), x.h, x.d, x.v
    )
    first = F.when(
        x.a.isNotNull(),
        F.struct(
            x.a.t.alias("t"),
            x.a.r.alias("r"),
            x.a.g.alias("g"),
            x.a.l.alias("l"),
            F.lit(None).cast("string").alias("h"),
            F.lit(0).alias("d"),
            x.a.v.alias("v"),
        ),
    )
    instances = kept.select(
        "run_key",
        "x",
        F.explode(F.filter(F.array(last, first, x.s), lambda item: item.isNotNull())).alias("i"),
    )
    i = F.col("i")
    return instances.select(
        "run_key",
        i.t.alias("event_time"),
        i.r.alias("rank"),
        i.g.alias("digest"),
        x.e.alias("part"),
        x.n.alias("node_id"),
        x.p.alias("partition"),
        x.f.alias("facet"),
        i.l.alias("place"),
        i.h.alias("hash"),
        i.d.alias("deleted"),
        i.v.alias("value"),
    )


def registers(facts: DataFrame) -> DataFrame:
    """One row per register: its key, and the `register` itself (REGISTER_DDL)."""
    instance = F.struct(
        F.col("event_time").alias("t"),
        F.col("rank").alias("r"),
        F.col("digest").alias("g"),
        F.col("place").alias("l"),
        F.col("hash").alias("h"),
        F.col("deleted").alias("d"),
        F.col("value").alias("v"),
    )
    first = F.struct(
        F.col("event_time").alias("t"),
        F.col("rank").alias("r"),
        F.col("digest").alias("g"),
        F.col("place").alias("l"),
        F.col("value").alias("v"),
    )
    states = F.col("value").isNotNull() | (F.col("deleted") == 1)
    folded = (
        spread_by(facts, "run_key")
        .groupBy(*_KEY)
        .agg(
            F.min(F.when(_keeps_first(), first)).alias("a"),
            F.max(instance).alias("z"),
            F.max(F.when(states, instance)).alias("s"),
        )
    )
    z, s = F.col("z"), F.col("s")
    other = F.when((s.t != z.t) | (s.r != z.r) | (s.g != z.g) | (s.l != z.l), s)
    register = F.struct(
        F.col("part").alias("e"),
        F.col("node_id").alias("n"),
        F.col("partition").alias("p"),
        F.col("facet").alias("f"),
        F.col("a"),
        z.h.alias("h"),
        z.d.alias("d"),
        z.v.alias("v"),
        F.struct(z.t.alias("t"), z.r.alias("r"), z.g.alias("g"), z.l.alias("l")).alias("k"),
        other.alias("s"),
    )
    return folded.select("run_key", "part", "facet", register.cast(REGISTER_DDL).alias("register"))


def _keeps_first() -> Column:
    """Where the first instance matters: for facts that are no facets, for pins, and for parents."""
    own = F.col("part").isin(*OWN_PARTS)
    pin = F.col("part").isin("input", "output") & (F.col("facet") == "version")
    parent = (F.col("part") == "run") & F.col("facet").isin("parent", "parentRun")
    return own | ((pin | parent) & F.col("value").isNotNull())


def side(part: Column, facet: Column) -> Column:
    """The side of a run that a dataset is on, from the part and facet of a fact about it."""
    return F.when(part == "listed", facet).otherwise(part)


def stated(register: Column) -> Column:
    """The value of the last instance that states something; null after a tombstone."""
    return F.when(register.s.isNotNull(), register.s.v).otherwise(register.v)


def stated_hash(register: Column) -> Column:
    """The hash of the last instance that states something; null after a tombstone."""
    by_other = F.when(register.s.v.isNotNull(), register.s.h)
    by_last = F.when(register.v.isNotNull(), register.h)
    return F.when(register.s.isNotNull(), by_other).otherwise(by_last)


def is_tombstone(register: Column) -> Column:
    """Whether the last instance that states something is a tombstone."""
    return F.when(register.s.isNotNull(), register.s.d == 1).otherwise(register.d == 1)
