/** Pictures of every view at the sizes of a desk and of a phone, light and dark, for people to look at. */
import { type Page, expect, test } from "@playwright/test";
import { DIM_CUSTOMERS, EXPORT_JOB, MARGINS_JOB, REVENUE, lineage } from "./stage";

const CATALOG = "dataset:postgres://shop-db.brightwater.example:5432:shop.public.catalog";
const CONTRACT = "/contracts/urn%3Abrightwater%3Aanalytics%3Aorder-facts";

const VIEWS: Record<string, string> = {
  home: "/",
  lineage: lineage(REVENUE, { hops: "2" }),
  columns: lineage(DIM_CUSTOMERS, { hops: "2", columns: "shown", field: "EMAIL_HASH", fieldOf: DIM_CUSTOMERS }),
  only: lineage(REVENUE, { hops: "3", only: "+daily_revenue" }),
  diff: lineage(EXPORT_JOB, { from: "2025-03-06T12:00:00Z" }),
  failed: `/runs?${new URLSearchParams({ state: "FAILED", node: MARGINS_JOB }).toString()}`,
  datasets: "/datasets",
  jobs: "/jobs",
  runs: "/runs",
  events: "/events",
  impact: `/impact?${new URLSearchParams({ node: CATALOG }).toString()}`,
  "impact-graph": `/impact?${new URLSearchParams({ node: CATALOG, as: "graph" }).toString()}`,
  job: "/job?node=job%3Aairflow-prod%3Ashop_daily",
  find: "/search?q=orders",
  findings: "/findings",
  alerts: `/alerts?${new URLSearchParams({ about: REVENUE }).toString()}`,
  contracts: "/contracts",
  contract: CONTRACT,
};
/** Runs of one job, of which the first failed and the fourth did not. */
const COMPARED = `/runs?${new URLSearchParams({ node: MARGINS_JOB, before: "2025-03-22T00:00:00Z" }).toString()}`;
const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const FOLDER = process.env["SHOTS"] ?? "test-results/shots";

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await expect(page.locator(".graph-busy")).toHaveCount(0, { timeout: 30_000 });
  await page.waitForTimeout(700); // the graph glides to its place
}

for (const [name, url] of Object.entries(VIEWS)) {
  test(name, async ({ page }) => {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      for (const theme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await page.goto(url);
        await settled(page);
        await page.screenshot({ path: `${FOLDER}/${name}-${size}-${theme}.png` });
        if (name !== "failed") continue;
        await page.getByRole("link", { name: "Why?" }).first().click();
        await settled(page);
        await page.screenshot({ path: `${FOLDER}/why-${size}-${theme}.png` });
        await page.goto(COMPARED);
        await page.getByRole("checkbox").nth(0).check();
        await page.getByRole("checkbox").nth(3).check();
        await page.getByRole("link", { name: "Compare" }).click();
        await settled(page);
        await page.screenshot({ path: `${FOLDER}/compare-${size}-${theme}.png` });
      }
    }
  });
}
