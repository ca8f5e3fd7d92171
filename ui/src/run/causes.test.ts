import { describe, expect, it } from "vitest";
import { type Cause, headline, whenAndWhere } from "./causes";

const CATALOG = "dataset:sftp://erp.example:/exports/catalog";

function cause(kind: Cause["kind"], more: Partial<Cause> = {}): Cause {
  const evidence = { runs: [], versions: [], path: [], through: [CATALOG, "job:airflow:erp_sync.load_catalog"] };
  return { kind, node: CATALOG, fields: [], at: null, sentence: "", evidence, ...more };
}

describe("a cause", () => {
  it("is told by what happened to which columns", () => {
    const field = { name: "supplier_code", before: "INTEGER", after: "VARCHAR" };
    expect(headline(cause("contradiction", { fields: [field] }))).toBe(
      "supplier_code changed from INTEGER to VARCHAR in catalog",
    );
    const gone = ["a", "b", "c", "d"].map((name) => ({ name, before: "INT", after: null }));
    expect(headline(cause("removal", { fields: gone }))).toBe("a, b, c and 1 more are gone from catalog");
  });
  it("names a job by the last part of its name", () => {
    expect(headline(cause("code", { node: "job:airflow:erp_sync.load_catalog" }))).toBe("load_catalog ran new code");
  });
  it("says when it began, and who read it then", () => {
    expect(whenAndWhere(cause("retype", { at: "2025-03-21T01:02:44Z" }))).toBe(
      "2025-03-21 01:02, before load_catalog read it",
    );
    const job = { node: "job:airflow:erp_sync.load_catalog", at: "2025-03-21T01:02:44Z" };
    expect(whenAndWhere(cause("code", job))).toBe("2025-03-21 01:02");
  });
});
