/** How good a dataset is by what its producers tested and measured. */
import type { Schemas } from "../api/client";
import { type Assertion, assertionsOf, columnMetricsOf } from "./facets";

/** How tests went by a moment, where no facet tells it. */
export type Tests = Pick<Schemas["Vitals"], "failedTests" | "passedTests">;

interface QualityProps {
  facets: Readonly<Record<string, unknown>>;
  tests: Tests | null;
}

export function Quality({ facets, tests }: QualityProps) {
  const assertions = assertionsOf(facets);
  const metrics = columnMetricsOf(facets);
  const failed = assertions.length > 0 ? assertions.filter((one) => !one.success).length : tests?.failedTests.length;
  const count = assertions.length > 0 ? assertions.length : (failed ?? 0) + (tests?.passedTests ?? 0);
  if (count === 0 && metrics.length === 0) return null;
  return (
    <section className="list">
      <h3>
        Quality{" "}
        {count > 0 && (
          <span className={`chip ${failed ? "bad" : "good"}`}>
            {failed ? `${failed} of ${count} tests failed` : `${count} tests passed`}
          </span>
        )}
      </h3>
      {assertions.map((one) => (
        <Test key={`${one.name} ${one.column ?? ""}`} test={one} />
      ))}
      {assertions.length === 0 &&
        tests?.failedTests.map((name) => (
          <span key={name} className="minus">
            ✗ {name}
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

function Test({ test: { name, column, success } }: { test: Assertion }) {
  return (
    <span className={success ? "soft" : "minus"}>
      {success ? "✓" : "✗"} {name}
      {column && (
        <>
          {" "}
          of <span className="mono">{column}</span>
        </>
      )}
    </span>
  );
}
