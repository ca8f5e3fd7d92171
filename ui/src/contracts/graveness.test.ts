import { describe, expect, it } from "vitest";
import type { Schemas } from "../api/client";
import { byGraveness, graveness } from "./graveness";

function finding(contract: string, level: Schemas["ContractFinding"]["level"]): Schemas["ContractFinding"] {
  const evidence = { dataset: null, datasetVersion: null, job: null, run: null, path: [], contracts: [], sha256: [] };
  return { code: "schema-type", level, message: "", contract, version: null, file: null, line: null, evidence };
}

describe("graveness", () => {
  const grave = graveness([
    finding("a", "warning"),
    finding("a", "error"),
    finding("b", "info"),
    finding("c", "warning"),
    finding("c", "warning"),
  ]);

  it("of a contract is that of its gravest finding, and not of what is only told", () => {
    expect(Object.fromEntries(grave)).toEqual({ "contract:a": "error", "contract:c": "warning" });
  });

  it("orders findings, the gravest first", () => {
    const found = [finding("a", "info"), finding("b", "error"), finding("c", "warning"), finding("d", "error")];
    expect(byGraveness(found, null).map((one) => one.contract)).toEqual(["b", "d", "c", "a"]);
    expect(byGraveness(found, "warning").map((one) => one.contract)).toEqual(["c"]);
  });
});
