/** How good a dataset is by what its producers tested and measured. */
import { assertionsOf, columnMetricsOf } from "./facets";

export function Quality({ facets }: { facets: Readonly<Record<string, unknown>> }) {
  const assertions = assertionsOf(facets);
  const metrics = columnMetricsOf(facets);
  if (assertions.length === 0 && metrics.length === 0) return null;
  const failed = assertions.filter((one) => !one.success).length;
  return (
    <section className="list">
      <h3>
        Quality{" "}
        {assertions.length > 0 && (
          <span className={`chip ${failed > 0 ? "bad" : "good"}`}>
            {failed > 0 ? `${failed} of ${assertions.length} tests failed` : `${assertions.length} tests passed`}
          </span>
        )}
      </h3>
      {assertions.map((one) => (
        <span key={`${one.name} ${one.column ?? ""}`} className={one.success ? "soft" : "minus"}>
          {one.success ? "✓" : "✗"} {one.name}
          {one.column && (
            <>
              {" "}
              of <span className="mono">{one.column}</span>
            </>
          )}
        </span>
      ))}
      {metrics.map(({ column, words }) => (
        <span key={column} className="spread">
          <span className="mono">{column}</span>
          <span className="faint">{words}</span>
        </span>
      ))}
    </section>
  );
}
