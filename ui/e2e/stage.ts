/** What the tests share: the demo's names, screenshots, and the check of accessibility. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Page, expect } from "@playwright/test";

export const LARGE = `http://127.0.0.1:${process.env["PAGE_PORTS"]?.split(",")[1] ?? ""}`;

const SNOWFLAKE = "snowflake://brightwater-eu1";
export const REVENUE = `dataset:${SNOWFLAKE}:ANALYTICS.MARTS.DAILY_REVENUE`;
export const CUSTOMERS = "dataset:postgres://shop-db.brightwater.example:5432:shop.public.customers";
export const DIM_CUSTOMERS = `dataset:${SNOWFLAKE}:ANALYTICS.MARTS.DIM_CUSTOMERS`;
export const COHORTS = "dataset:s3://brightwater-dashboards:exports/weekly_cohorts";
export const MARKETING_JOB = "job:dbt-prod:ANALYTICS.MARTS.brightwater.fct_marketing";
export const EXPORT_JOB = "job:dashboards:export_dashboards";
export const MARGINS_JOB = "job:dbt-prod:ANALYTICS.MARTS.brightwater.fct_product_margins";

export function lineage(node: string, more: Record<string, string> = {}): string {
  return `/lineage?${new URLSearchParams({ node, ...more }).toString()}`;
}

export function node(page: Page, id: string) {
  return page.locator(`[data-node="${id}"]`);
}

export function edge(page: Page, origin: string, destination: string) {
  return page.locator(`[data-edge="${origin} → ${destination}"]`);
}

/** Until the graph of the last question is drawn. */
export async function drawn(page: Page): Promise<void> {
  await expect(page.locator("[data-node]").first()).toBeVisible({ timeout: 15_000 });
  await expect(page.locator(".graph-busy")).toHaveCount(0, { timeout: 15_000 });
}

export async function screenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `test-results/screenshots/${name}.png` });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary?: string }[];
}

/** No finding of axe, of whatever level. */
export async function accessible(page: Page): Promise<void> {
  await page.evaluate(AXE);
  const found = await page.evaluate<Violation[]>(
    "axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations)",
  );
  const told = found.map((violation) => {
    const where = violation.nodes.slice(0, 3).map((one) => `${one.html}\n${one.failureSummary ?? ""}`);
    return `${violation.id} (${violation.impact ?? ""}): ${where.join("\n")}`;
  });
  expect(told).toEqual([]);
}

/** Nothing of the page reaches beyond the window, to the right of it; what is longer scrolls below the header. */
export async function fits(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => {
    const main = document.querySelector("main");
    const { scrollWidth, scrollHeight } = document.documentElement;
    const beside = main ? main.scrollWidth - main.clientWidth : 0;
    return Math.max(scrollWidth - innerWidth, scrollHeight - innerHeight, beside);
  });
  expect(beyond).toBeLessThanOrEqual(0);
}
