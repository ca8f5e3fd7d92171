import { describe, expect, it } from "vitest";
import { contractUrl, lineageUrl, nodeUrl, runUrl } from "./links";
import { platform, shortNode, spoken } from "./nodes";
import { ago, duration, exact, minute } from "./times";

describe("names", () => {
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
  it("last", () => {
    expect([null, 12, 1500, 94_125, 7_260_000].map(duration)).toEqual([
      "–",
      "12 ms",
      "1.5 s",
      "1 min 34 s",
      "2 h 1 min",
    ]);
  });
});
