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

/** Until all of a view is there, with its heading. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.locator(".waiting, .graph-busy")).toHaveCount(0);
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

/** The rules that depend on colours: all others find the same in a light page and in a dark one. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** No finding of axe, of whatever level: by all rules, or by some. */
export async function accessible(page: Page, rules: readonly string[] | null = null): Promise<void> {
  if (await page.evaluate("!window.axe")) await page.evaluate(AXE);
  const options = { resultTypes: ["violations"], ...(rules ? { runOnly: rules } : {}) };
  const found = await page.evaluate<Violation[]>(
    `axe.run(document, ${JSON.stringify(options)}).then((result) => result.violations)`,
  );
  const told = found.map((violation) => {
    const where = violation.nodes.slice(0, 3).map((one) => `${one.html}\n${one.failureSummary ?? ""}`);
    return `${violation.id} (${violation.impact ?? ""}): ${where.join("\n")}`;
  });
  expect(told).toEqual([]);
}

/** No finding of axe, light and dark; what was light is light again. */
export async function accessibleInBothThemes(page: Page): Promise<void> {
  await accessible(page);
  await page.getByRole("button", { name: "Dark colours" }).click();
  await accessible(page, OF_COLOURS);
  await page.getByRole("button", { name: "Light colours" }).click();
}

export const WINDOWS = {
  wide: { width: 1440, height: 900 },
  narrow: { width: 1024, height: 700 },
  phone: { width: 390, height: 844 },
};

/** What holds in every view, in each window and theme: it is accessible and fits, its dates are whole, its words plain. */
export async function holdsEverywhere(page: Page): Promise<void> {
  await speaksPlainly(page);
  for (const size of Object.values(WINDOWS)) {
    await page.setViewportSize(size);
    await fits(page);
    await datesAreWhole(page);
    await coversNoNote(page);
    await accessibleInBothThemes(page);
  }
}

/** Ids that are no words: of nodes, of contracts that have a name, of runs; and times as machines write them. */
const MACHINE_WORDS =
  /\b(?:dataset|job|contract|datasetField):[^\s]+|\burn:(?=\w)(?!brightwater:finance:budget)|[0-9a-f]{8}-[0-9a-f]{4}-|(?<!such as )\d{4}-\d\d-\d\dT\d\d/;

/** What is shown is told in names and plain times, but for what is shown as somebody wrote it. */
export async function speaksPlainly(page: Page): Promise<void> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
      if (!text.parentElement?.closest("pre, code, .mono, .unseen, noscript")) found.push(text.textContent ?? "");
    }
    return found;
  });
  expect(texts.filter((text) => MACHINE_WORDS.test(text))).toEqual([]);
}

/** Notes and buttons that lie on top of a graph leave each other free. */
async function coversNoNote(page: Page): Promise<void> {
  const covered = await page.evaluate(() => {
    const on = [...document.querySelectorAll(".zoom, .legend > button, .graph-key, .graph-notes > *, .graph-alone")];
    const boxes = on.map((one) => ({ name: one.className, box: one.getBoundingClientRect() }));
    return boxes.flatMap(({ name, box }, index) =>
      boxes.slice(index + 1).flatMap((other) => {
        const apart =
          other.box.left >= box.right ||
          box.left >= other.box.right ||
          other.box.top >= box.bottom ||
          box.top >= other.box.bottom;
        return apart ? [] : `${name} and ${other.name}`;
      }),
    );
  });
  expect(covered).toEqual([]);
}

/** No line ends in the midst of a date or of a moment, but for what is shown as somebody wrote it. */
export async function datesAreWhole(page: Page): Promise<void> {
  const broken = await page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.closest("pre, code, .unseen")) continue;
      for (const { index, 0: date } of (text.textContent ?? "").matchAll(/\d{4}-\d\d-\d\d/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + date.length);
        if (range.getClientRects().length > 1) found.push(text.textContent ?? "");
      }
    }
    for (const moment of document.querySelectorAll("time")) {
      if (moment.getClientRects().length > 1) found.push(moment.textContent);
    }
    return found;
  });
  expect(broken).toEqual([]);
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
