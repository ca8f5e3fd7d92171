/** What a change to a node reaches, and what is known of the node itself. */
import { useMemo } from "react";
import type { Problem, Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { splitNode } from "../address/nodes";
import { type Reached, reachedBy, reachedByContract } from "./reach";

export type Direction = "downstream" | "upstream";

export interface Start {
  id: string;
  type: "JOB" | "DATASET" | "CONTRACT";
  /** The id of the job, or of the dataset as a whole where the start is one of its columns. */
  whole: string;
  namespace: string;
  name: string;
  field: string | null;
  /** The columns of a dataset, by name. */
  columns: readonly string[];
}

export interface Impact {
  start: Start | null;
  reached: readonly Reached[] | null;
  truncated: Schemas["Truncated"] | null;
  /** Why it cannot be told what runs on the data of a contract. */
  unknown: string | null;
  problem: Problem | null;
  reload: () => void;
}

export function useImpact(node: string, direction: Direction): Impact {
  const { kind, rest } = splitNode(node);
  const isContract = kind === "contract";
  const found = useAnswer("/api/v1/nodes", isContract ? null : { query: { nodeId: node } });
  const named = found.answer;
  const isDataset = named !== null && named.kind !== "job";
  const dataset = useAnswer(
    "/api/v1/namespaces/{namespace}/datasets/{dataset}",
    isDataset ? { path: { namespace: named.namespace, dataset: named.name } } : null,
  );
  const impact = useAnswer("/api/v1/lineage/impact", isContract ? null : { query: { nodeId: node, direction } });
  const path = { contract: rest };
  const contract = useAnswer("/api/v1/contracts/{contract}", isContract ? { path } : null);
  const ofContract = useAnswer("/api/v1/contracts/{contract}/impact", isContract ? { path } : null);
  const start = useMemo(
    () => (isContract ? asContract(contract.answer) : asStart(named, dataset.answer)),
    [isContract, contract.answer, named, dataset.answer],
  );
  const reached = useMemo(() => {
    if (ofContract.answer) return reachedByContract(ofContract.answer);
    return impact.answer ? reachedBy(impact.answer) : null;
  }, [impact.answer, ofContract.answer]);
  const asked = isContract ? ofContract : impact;
  return {
    start,
    reached,
    truncated: impact.answer?.truncated ?? null,
    unknown: ofContract.answer?.operational.reason ?? null,
    problem: asked.problem ?? found.problem,
    reload: asked.reload,
  };
}

function asContract(answer: Schemas["ContractDetails"] | null): Start | null {
  if (!answer) return null;
  const { id, name, product } = answer.summary;
  const node = `contract:${id}`;
  return { id: node, type: "CONTRACT", whole: node, namespace: product ?? "", name, field: null, columns: [] };
}

function asStart(named: Schemas["Identity"] | null, dataset: Schemas["MarquezDataset"] | null): Start | null {
  if (!named || (named.kind !== "job" && !dataset)) return null;
  return {
    id: named.id,
    type: dataset ? "DATASET" : "JOB",
    whole: dataset?.nodeId ?? named.id,
    namespace: named.namespace,
    name: named.name,
    field: named.field,
    columns: dataset?.fields.map((field) => field.name) ?? [],
  };
}
