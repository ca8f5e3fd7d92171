/** Reads those facets that the page shows in a form of their own. All facets are shown raw as well. */

type Facets = Readonly<Record<string, unknown>>;

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function owners(facets: Facets): string[] {
  const listed = record(facets["ownership"])["owners"];
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((owner) => {
    const { name, type } = record(owner);
    const called = text(name);
    if (!called) return [];
    const role = text(type);
    return [role ? `${called} (${role.toLowerCase()})` : called];
  });
}

export function sqlOf(facets: Facets): { query: string; dialect: string | null } | null {
  const sql = record(facets["sql"]);
  const query = text(sql["query"]);
  return query ? { query, dialect: text(sql["dialect"]) } : null;
}

export function sourceOf(facets: Facets): { language: string | null; code: string } | null {
  const source = record(facets["sourceCode"]);
  const code = text(source["sourceCode"]);
  return code ? { language: text(source["language"]), code } : null;
}

export function locationOf(facets: Facets): string | null {
  return text(record(facets["sourceCodeLocation"])["url"]);
}

/** An address of a web page, which can be a link; null for whatever else a producer writes, which is shown as text. */
export function webLink(address: string | null | undefined): string | null {
  return address && /^https?:\/\//i.test(address) ? address : null;
}

export function errorOf(facets: Facets): { message: string; stack: string | null } | null {
  const error = record(facets["errorMessage"]);
  const message = text(error["message"]);
  return message ? { message, stack: text(error["stackTrace"]) } : null;
}

export function rowsOf(facets: Facets): { rows: number | null; bytes: number | null } {
  const counts = record(facets["outputStatistics"] ?? facets["inputStatistics"]);
  const rows = counts["rowCount"];
  const bytes = counts["size"];
  return { rows: typeof rows === "number" ? rows : null, bytes: typeof bytes === "number" ? bytes : null };
}

export interface Assertion {
  name: string;
  column: string | null;
  success: boolean;
}

/** The tests of quality that a producer made, those that failed first. */
export function assertionsOf(facets: Facets): Assertion[] {
  const listed = record(facets["dataQualityAssertions"])["assertions"];
  if (!Array.isArray(listed)) return [];
  const found = listed.map((one) => {
    const { assertion, column, success } = record(one);
    return { name: text(assertion) ?? "unnamed", column: text(column), success: success === true };
  });
  return found.sort((a, b) => Number(a.success) - Number(b.success));
}

export interface ColumnMetrics {
  column: string;
  /** What was measured, in words: `3 nulls, 12 distinct, 0 to 99`. */
  words: string;
}

/** What a producer measured of each column. */
export function columnMetricsOf(facets: Facets): ColumnMetrics[] {
  const metrics = record(facets["dataQualityMetrics"] ?? facets["inputDataQualityMetrics"]);
  return Object.entries(record(metrics["columnMetrics"])).map(([column, measured]) => {
    const { nullCount, distinctCount, min, max } = record(measured);
    const words = [
      typeof nullCount === "number" ? `${nullCount.toLocaleString("en")} nulls` : "",
      typeof distinctCount === "number" ? `${distinctCount.toLocaleString("en")} distinct` : "",
      typeof min === "number" && typeof max === "number" ? `${min} to ${max}` : "",
    ];
    return { column, words: words.filter(Boolean).join(", ") || "measured" };
  });
}
