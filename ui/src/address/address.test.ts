import { describe, expect, it } from "vitest";
import { contractUrl, lineageUrl, nodeUrl, runUrl } from "./links";
import { inPlainWords, platform, shortNode, spoken, spokenRun } from "./nodes";
import { ago, duration, exact, minute, readMinute, tookMs } from "./times";

describe("names", () => {
  it("of runs are those of their jobs, with the time", () => {
    const run = { job: { name: "erp_sync.load_catalog" }, startedAt: "2025-03-21T01:02:44Z" };
    expect(spokenRun(run)).toBe("load_catalog, run of 2025-03-21 01:02");
  });
  it("are short in sentences, beside times to the minute, and without ids of runs", () => {
    const run = "0195b639-5102-738c-bffe-912fc93f67b1";
    expect(inPlainWords(`read so by run ${run} of load at 2025-03-21T01:02:44.482731Z; run ${run}`)).toBe(
      "read so by a run of load at 2025-03-21 01:02; a run",
    );
    const table = "dataset:snowflake://brightwater-eu1:ANALYTICS.MARTS.FCT_ORDERS";
    expect(inPlainWords(`${table} was last written at 2025-03-23T03:36:07Z`)).toBe(
      "ANALYTICS.MARTS.FCT_ORDERS was last written at 2025-03-23 03:36",
    );
    const names = { "urn:lake:orders": "Orders", "urn:lake:orders:items": "Order items" };
    expect(inPlainWords("urn:lake:orders:items flows into urn:lake:orders, and urn:lake:orders-2 too", names)).toBe(
      "Order items flows into Orders, and urn:lake:orders-2 too",
    );
    expect(inPlainWords("it depends on itself, by way of urn:lake:orders.", names)).toMatch(/ of Orders\.$/);
    expect(inPlainWords("dataset:s3://lake:raw/orders: the field a is gone, from job:dbt:load.")).toBe(
      "raw/orders: the field a is gone, from load.",
    );
  });
  it("are told by their last part, and where that lies", () => {
    expect(spoken("ANALYTICS.MARTS.DAILY_REVENUE")).toEqual({ title: "DAILY_REVENUE", place: "ANALYTICS.MARTS" });
    expect(spoken("raw/v1.2/orders")).toEqual({ title: "orders", place: "raw/v1.2" });
    expect(spoken("orders")).toEqual({ title: "orders", place: "" });
    expect(spoken("/exports/catalog")).toEqual({ title: "catalog", place: "exports" });
  });
  it("have a platform", () => {
    expect(platform("snowflake://brightwater-eu1")).toBe("snowflake");
    expect(platform("arn:aws:glue:eu-central-1:481516234200")).toBe("glue");
    expect(platform("airflow-prod")).toBe("airflow-prod");
  });
  it("are short without their namespaces", () => {
    expect(shortNode("dataset:postgres://shop-db.example:5432:shop.public.catalog")).toBe("shop.public.catalog");
    expect(shortNode("dataset:arn:aws:glue:eu-central-1:48:table/events/sessions")).toBe("table/events/sessions");
    expect(shortNode("job:airflow-prod:shop_daily")).toBe("shop_daily");
    expect(shortNode("run:0195c0ec")).toBe("0195c0ec");
  });
});

describe("addresses", () => {
  it("encode what names have in them", () => {
    expect(lineageUrl("dataset:s3://a b:c&d")).toBe("/lineage?node=dataset%3As3%3A%2F%2Fa+b%3Ac%26d");
    expect(runUrl("a/b")).toBe("/runs/a%2Fb");
    expect(nodeUrl("run:1")).toBe("/runs/1");
    expect(nodeUrl("contract:x")).toBe(contractUrl("x"));
  });
});

describe("times", () => {
  it("are of UTC", () => {
    expect(minute("2025-03-21T04:20:29.4+00:00")).toBe("2025-03-21 04:20");
    expect(exact("2025-03-21T05:20:29+01:00")).toBe("2025-03-21 04:20:29 UTC");
  });
  it("are told by how long ago they were, while that says something", () => {
    const now = Date.parse("2025-03-21T12:00:00Z");
    expect(ago("2025-03-21T11:59:40Z", now)).toBe("just now");
    expect(ago("2025-03-21T11:15:00Z", now)).toBe("45 min ago");
    expect(ago("2025-03-20T12:00:00Z", now)).toBe("24 h ago");
    expect(ago("2025-03-11T12:00:00Z", now)).toBe("10 d ago");
    expect(ago("2024-03-11T12:00:00Z", now)).toBe("2024-03-11 12:00");
    expect(ago("2025-03-22T12:00:00Z", now)).toBe("2025-03-22 12:00");
  });
  it("are read as they are written", () => {
    expect(readMinute("2025-03-21 04:20")).toBe("2025-03-21T04:20:00.000Z");
    expect(readMinute(" 2025-03-21 ")).toBe("2025-03-21T00:00:00.000Z");
    expect(readMinute("2025-03-21T04:20:29Z")).toBe("2025-03-21T04:20:29.000Z");
    expect(["", "21.3.2025", "2025-13-01", "2025-03-21 4:20"].map(readMinute)).toEqual([null, null, null, null]);
  });
  it("of a run tell how long it took, if its start was told", () => {
    const startedAt = "2025-03-21T04:20:00Z";
    expect(tookMs({ startedAt, endedAt: "2025-03-21T04:20:02Z" })).toBe(2000);
    expect(tookMs({ startedAt, endedAt: startedAt })).toBeNull();
    // Less than a millisecond is short, not unknown.
    expect(tookMs({ startedAt: "2025-03-21T04:20:00.000100Z", endedAt: "2025-03-21T04:20:00.000900Z" })).toBe(0);
    expect(tookMs({ startedAt, endedAt: null })).toBeNull();
  });
  it("last", () => {
    expect([null, 0, 12, 1500, 94_125, 7_260_000].map(duration)).toEqual([
      "–",
      "< 1 ms",
      "12 ms",
      "1.5 s",
      "1 min 34 s",
      "2 h 1 min",
    ]);
    // Never 60 of a unit of which the next larger one has been counted.
    const edges = [59_960, 1_079_900, 3_599_700, 86_399_000, 30_000_000_000];
    expect(edges.map(duration)).toEqual(["1 min 0 s", "18 min 0 s", "1 h 0 min", "24 h 0 min", "347 d 5 h"]);
  });
});
