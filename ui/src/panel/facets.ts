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
