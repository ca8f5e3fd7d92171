/** Where the nodes and edges of a drawing lie. */
import { layered } from "../layers/layered";
import type { Layout } from "../layers/shapes";
import { type Drawing, edgeKey } from "./drawing";
import { sizeOf } from "./sizes";

export function layOut({ nodes, edges }: Drawing): Layout {
  // Lines end and begin beside the head of a node, however many rows it has below.
  const items = nodes.map((node) => {
    const { width, height, head } = sizeOf(node);
    return { id: node.id, width, height, port: head / 2 };
  });
  return layered(
    items,
    edges.map((edge) => ({ key: edgeKey(edge), origin: edge.origin, destination: edge.destination })),
  );
}
