/** Contracts and products as a drawing. */
import type { Schemas } from "../api/client";
import type { Drawing, Mark } from "../graph/drawing";
import { CONTRACT_MARKS } from "../graph/marks";

/** `grave` has the level of the gravest finding about each contract that has one, by node id. */
export function drawContracts(
  answer: Schemas["DesignAnswer"],
  grave: ReadonlyMap<string, string>,
  scene: string,
): Drawing {
  return {
    scene,
    nodes: answer.graph.map((node) => {
      const { data } = node;
      const marks: Mark[] = [];
      if (!data.registered) marks.push(CONTRACT_MARKS.notRegistered);
      const level = grave.get(node.id);
      if (level) marks.push({ ...CONTRACT_MARKS.drift, tone: level === "error" ? "bad" : "warn" });
      const place = [data.product, data.version ? `v${data.version}` : "", data.status].filter(Boolean).join(" · ");
      return {
        id: node.id,
        type: node.type,
        title: data.name,
        place:
          node.type === "PRODUCT"
            ? `${data.members.length} ${data.members.length === 1 ? "contract" : "contracts"}`
            : place,
        label: `${node.type === "CONTRACT" ? "Contract" : "Product"} ${data.name}`,
        name: data.name,
        namespace: "",
        platform: "",
        tags: [],
        kind: null,
        state: null,
        marks,
        fields: null,
        change: "same" as const,
        hiddenUpstream: node.hiddenUpstream,
        hiddenDownstream: node.hiddenDownstream,
        isStart: false,
      };
    }),
    edges: answer.graph.flatMap((node) =>
      node.outEdges.map((edge) => ({
        origin: edge.origin,
        destination: edge.destination,
        basis: edge.coarse ? "explicit" : "listed",
        change: "same" as const,
      })),
    ),
    columns: [],
  };
}
