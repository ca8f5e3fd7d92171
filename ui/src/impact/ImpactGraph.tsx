/** What a change reaches, as a graph. */
import { useMemo } from "react";
import { useAnswer } from "../api/useAnswer";
import { nodeUrl } from "../address/links";
import { go } from "../address/location";
import { drawImpact } from "../drawings/impact";
import { Canvas } from "../graph/Canvas";
import { Busy } from "../graph/notes";
import { useLayout } from "../graph/useLayout";
import "./impact.css";
import type { Reached } from "./reach";
import type { Direction, Start } from "./useImpact";

export interface ImpactGraphProps {
  start: Start;
  /** Everything that is reached: the graph has the way to whatever is shown. */
  reached: readonly Reached[];
  shown: readonly Reached[];
  direction: Direction;
  selected: string | null;
  onSelect: (id: string | null) => void;
}

export function ImpactGraph({ start, reached, shown, direction, selected, onSelect }: ImpactGraphProps) {
  const lineage = useAnswer(
    "/api/v1/lineage",
    start.type === "CONTRACT" ? null : { query: { nodeId: start.whole, direction, columns: start.field !== null } },
  );
  const drawing = useMemo(() => {
    if (start.type !== "CONTRACT" && !lineage.answer) return null;
    const onTheWay = new Set(shown.flatMap((one) => [one.id, ...one.path]));
    return drawImpact(start, withWholes(reached, onTheWay, direction), lineage.answer);
  }, [start, reached, shown, direction, lineage.answer]);
  const { drawing: drawn, layout } = useLayout(drawing);
  const path = useMemo(() => {
    const found = reached.find((one) => one.id === selected);
    return found ? new Set([start.whole, ...found.path]) : null;
  }, [reached, selected, start.whole]);
  return (
    <div className="impact-graph card">
      <Canvas
        drawing={drawn}
        layout={layout}
        start={start.whole}
        selected={selected}
        highlight={path}
        onSelect={onSelect}
        onOpen={(id) => go(nodeUrl(id))}
      >
        {lineage.loading && <Busy />}
      </Canvas>
    </div>
  );
}

/** What is on the way, with the dataset of each column. Upstream, paths are turned as data flows. */
function withWholes(reached: readonly Reached[], onTheWay: ReadonlySet<string>, direction: Direction): Reached[] {
  const wanted = reached.filter((one) => onTheWay.has(one.id));
  const names = new Set(wanted.map((one) => `${one.namespace}\n${one.name}`));
  return reached
    .filter((one) => onTheWay.has(one.id) || (one.type === "DATASET" && names.has(`${one.namespace}\n${one.name}`)))
    .map((one) => (direction === "upstream" ? { ...one, path: one.path.toReversed() } : one));
}
