/** Counts over time as a small line, from the earliest to the latest, which has a dot. */
import { SPARK, courseOf } from "./counts";

export function Sparkline({ counts }: { counts: readonly number[] }) {
  const points = courseOf(counts);
  const last = points.at(-1);
  if (points.length < 2 || !last) return null;
  return (
    <svg className="sparkline" viewBox={`0 0 ${SPARK.width} ${SPARK.height}`} aria-hidden>
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
      <circle cx={last.x} cy={last.y} r="2" />
    </svg>
  );
}
