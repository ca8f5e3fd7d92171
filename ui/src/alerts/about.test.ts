import { describe, expect, it } from "vitest";
import { formFor, nameFor, readAbout, writeAbout } from "./about";

describe("what a subscription is about", () => {
  it.each([
    "everything",
    "job:airflow:shop_daily.load",
    "dataset:s3://lake:raw/orders",
    "tag:gold",
    "contract:urn:a:b",
  ])("is read and written: %s", (text) => {
    expect(writeAbout(readAbout(text))).toBe(text);
  });

  it("is everything where it makes no sense", () => {
    expect(readAbout(null).scope).toBe("everything");
    expect(readAbout("run:1").scope).toBe("everything");
  });

  it("is not known as long as it is not said which one is meant", () => {
    expect(writeAbout({ scope: "tag", value: " " })).toBeNull();
  });

  it("gives a name that the server takes", () => {
    expect(nameFor(readAbout("dataset:snowflake://eu1:ANALYTICS.MARTS.DAILY_REVENUE"))).toBe("daily_revenue");
    expect(nameFor(readAbout("owner:team:data & co"))).toBe("team-data-co");
    expect(nameFor(readAbout("tag:~!"))).toBe("");
  });
});

describe("the form of messages", () => {
  it("follows from the address of the webhook", () => {
    expect(formFor("https://hooks.slack.com/services/T/B/x")).toBe("slack");
    expect(formFor("https://prod-1.westeurope.logic.azure.com:443/workflows/x")).toBe("teams");
    expect(formFor("https://hooks.example/x")).toBe("cloudevents");
    expect(formFor("log")).toBe("cloudevents");
  });
});
