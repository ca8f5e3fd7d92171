import { describe, expect, it } from "vitest";
import { address } from "./client";

describe("addresses", () => {
  it("of questions repeat lists, and leave out what is not asked", () => {
    const question = { path: { namespace: "s3://a", job: "b/c" } };
    expect(address("/api/v1/namespaces/{namespace}/jobs/{job}", question)).toBe(
      "/api/v1/namespaces/s3%3A%2F%2Fa/jobs/b%2Fc",
    );
    const query = { nodeId: "job:ns:j", depth: 0, expandUpstream: ["a", "b"], columns: false };
    expect(address("/api/v1/lineage", { query })).toBe(
      "/api/v1/lineage?nodeId=job%3Ans%3Aj&depth=0&expandUpstream=a&expandUpstream=b&columns=false",
    );
  });
});
