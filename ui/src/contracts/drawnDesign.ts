/** Contracts and products as a drawing. */
import type { Schemas } from "../api/client";
import type { Drawing, Mark } from "../graph/drawing";

/** `grave` are the contracts, by id, that drift has errors or warnings for. */
export function drawDesign(
  answer: Schemas["DesignAnswer"],
  grave: ReadonlyMap<string, string>,
  scene: string,
): Drawing {
  return {
    scene,
    nodes: answer.graph.map((node) => {
      const { data } = node;
      const marks: Mark[] = [];
      if (!data.registered)
        marks.push({
          word: "not registered",
          tone: "warn",
          meaning: "Named as an input, but nobody has registered it",
        });
      const level = grave.get(node.id);
      if (level)
        marks.push({
          word: "drift",
          tone: level === "error" ? "bad" : "warn",
          meaning: "What runs is not what it declares",
        });
      const place = [data.product, data.version ? `v${data.version}` : "", data.status].filter(Boolean).join(" · ");
      return {
        id: node.id,
        type: node.type,
        title: data.name,
        place: node.type === "PRODUCT" ? `${data.members.length} contracts` : place,
        label: `${node.type === "CONTRACT" ? "Contract" : "Product"} ${data.name}`,
        platform: "",
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

const GRAVEST = ["error", "warning", "info"];

/** The gravest first, else as they came; `level` chooses, null is all. */
export function byGraveness(findings: readonly Schemas["Finding"][], level: string | null): Schemas["Finding"][] {
  const wanted = findings.filter((finding) => level === null || finding.level === level);
  return wanted.sort((a, b) => GRAVEST.indexOf(a.level) - GRAVEST.indexOf(b.level));
}

/** The gravest level of each contract's findings, by node id; what is only for information is none. */
export function graveness(findings: readonly Schemas["Finding"][]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { contract, level } of findings) {
    if (!contract || level === "info") continue;
    const id = `contract:${contract}`;
    if (level === "error" || !found.has(id)) found.set(id, level);
  }
  return found;
}
