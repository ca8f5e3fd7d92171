import { expect, it } from "vitest";
import { type ImpactPart, type ImpactStart, drawImpact } from "./impact";

const START: ImpactStart = {
  id: "datasetField:db:raw:code",
  whole: "dataset:db:raw",
  type: "DATASET",
  namespace: "db",
  name: "raw",
  field: "code",
};
const part = (id: string, type: ImpactPart["type"], path: string[], more: Partial<ImpactPart> = {}): ImpactPart => ({
  id,
  type,
  certainty: "certain",
  namespace: "db",
  name: id.split(":")[2] ?? "",
  field: null,
  path,
  ...more,
});

it("draws the way to each thing by whole datasets, and marks what is only possible", () => {
  const column = "datasetField:db:orders:code";
  const drawing = drawImpact(
    START,
    [
      part("job:etl:load", "JOB", [START.id, "job:etl:load"]),
      part("dataset:db:orders", "DATASET", [START.id, "job:etl:load", "dataset:db:orders"]),
      part(column, "DATASET_FIELD", [START.id, "job:etl:load", column], { name: "orders", field: "code" }),
      part("job:etl:export", "JOB", [START.id, "job:etl:load", column, "job:etl:export"], { certainty: "possible" }),
      part("contract:c", "CONTRACT", [START.id, "contract:c"], { namespace: "", name: "Codes" }),
    ],
    null,
  );
  expect(drawing.nodes.map((node) => [node.id, node.title, node.marks.map((mark) => mark.word)])).toEqual([
    ["dataset:db:raw", "raw", []],
    ["job:etl:load", "load", []],
    ["dataset:db:orders", "orders", []],
    ["job:etl:export", "export", ["possible"]],
    ["contract:c", "Codes", []],
  ]);
  expect(drawing.edges.map((edge) => [edge.origin, edge.destination])).toEqual([
    ["dataset:db:raw", "job:etl:load"],
    ["job:etl:load", "dataset:db:orders"],
    ["dataset:db:orders", "job:etl:export"],
    ["dataset:db:raw", "contract:c"],
  ]);
});
