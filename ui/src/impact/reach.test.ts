import { describe, expect, it } from "vitest";
import type { Schemas } from "../api/client";
import { type Narrowed, type Reached, csvOf, everyOwner, grouped, narrow, reachedByContract } from "./reach";

const TABLE: Reached = {
  id: "dataset:db:orders",
  type: "DATASET",
  certainty: "certain",
  namespace: "db",
  name: "orders",
  field: null,
  distance: 2,
  path: ["dataset:db:raw", "job:etl:load", "dataset:db:orders"],
  owners: ["team:a", "team:b"],
  run: null,
};
const JOB: Reached = {
  ...TABLE,
  id: "job:etl:load",
  type: "JOB",
  name: 'load "all", daily',
  certainty: "possible",
  distance: 1,
  path: ["dataset:db:raw", "job:etl:load"],
  owners: [],
};
const ALL: Narrowed = { kind: null, certainty: null, owner: null, text: "" };

describe("what is reached", () => {
  it("is narrowed down by kind, certainty, owner and name", () => {
    const ids = (to: Partial<Narrowed>) => narrow([TABLE, JOB], { ...ALL, ...to }).map((one) => one.id);
    expect(ids({})).toEqual([TABLE.id, JOB.id]);
    expect(ids({ kind: "JOB" })).toEqual([JOB.id]);
    expect(ids({ certainty: "certain" })).toEqual([TABLE.id]);
    expect(ids({ owner: "team:b" })).toEqual([TABLE.id]);
    expect(ids({ owner: "nobody" })).toEqual([JOB.id]);
    expect(ids({ text: "ORD" })).toEqual([TABLE.id]);
  });
  it("is grouped under each of its owners, and what nobody owns comes last", () => {
    expect(grouped([JOB, TABLE], "owner").map((group) => [group.key, group.rows.length])).toEqual([
      ["team:a", 1],
      ["team:b", 1],
      ["nobody", 1],
    ]);
    expect(grouped([JOB, TABLE], "distance").map((group) => group.key)).toEqual(["1", "2"]);
    expect(everyOwner([JOB, TABLE])).toEqual(["team:a", "team:b"]);
  });
  it("is written as CSV with quoted commas and quotes", () => {
    const odd = { ...JOB, id: 'job:etl:load "all", daily' };
    expect(csvOf([odd]).split("\n")).toEqual([
      "id,type,distance,owners,state,path,certainty",
      '"job:etl:load ""all"", daily",JOB,1,,,dataset:db:raw > job:etl:load,possible',
    ]);
  });
  it("of a contract follows the way back to it", () => {
    const answer = {
      id: "c",
      contracts: [
        { id: "d", name: "D", distance: 1, via: "c", owners: ["team:a"] },
        { id: "e", name: null, distance: 2, via: "d", owners: [] },
      ],
      operational: { jobs: [{ id: "job:etl:load", via: "dataset:db:raw", distance: 1, contracts: [] }], datasets: [] },
    } as unknown as Schemas["ContractImpact"];
    const found = reachedByContract(answer);
    expect(found.map((one) => [one.name, one.distance, one.path])).toEqual([
      ["D", 1, ["contract:c", "contract:d"]],
      ["e", 2, ["contract:c", "contract:d", "contract:e"]],
      ["load", 2, ["contract:c", "dataset:db:raw", "job:etl:load"]],
    ]);
  });
});
