/** The layout engine, in a worker that is loaded when the first graph is drawn. */
import ELK, { type ElkNode } from "elkjs/lib/elk-api";
import workerUrl from "virtual:layout-engine";
import type { Drawing } from "./drawing";
import { layOutLayers } from "./layers";
import { LARGE, type Layout, layoutInput, readLayout } from "./layout";

let engine: InstanceType<typeof ELK> | null = null;

function started(): InstanceType<typeof ELK> {
  engine ??= new ELK({ algorithms: ["layered"], workerFactory: () => new Worker(workerUrl) });
  return engine;
}

/** Loads the engine before there is anything to lay out, so that the first graph need not wait for it. */
export function warmUp(): void {
  started();
}

export async function layOut(drawing: Drawing): Promise<Layout> {
  if (drawing.nodes.length > LARGE) return layOutLayers(drawing.nodes, drawing.edges);
  const laidOut: ElkNode = await started().layout(layoutInput(drawing.nodes, drawing.edges));
  return readLayout(laidOut);
}
