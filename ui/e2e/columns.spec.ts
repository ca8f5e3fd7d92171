import { expect, test } from "@playwright/test";
import { EXPORT_JOB, REVENUE, drawn, edge, lineage, node, screenshot } from "./stage";

const EXPORT = "dataset:s3://brightwater-dashboards:exports/daily_revenue";
const ORDERS = "dataset:snowflake://brightwater-eu1:ANALYTICS.MARTS.FCT_ORDERS";

test("a pinned column lights what it certainly reaches, and what it may reach in another way", async ({ page }) => {
  await page.goto(lineage(REVENUE, { hops: "2", columns: "shown", field: "REVENUE", fieldOf: REVENUE }));
  await drawn(page);
  // The export reads the table as a whole: nobody says which columns it uses.
  for (const possible of [EXPORT_JOB, EXPORT]) await expect(node(page, possible)).toHaveClass(/possible/);
  await expect(edge(page, REVENUE, EXPORT_JOB)).toHaveClass(/on-possible/);
  await expect(node(page, ORDERS)).not.toHaveClass(/dim|possible/);
  await expect(node(page, ORDERS).locator(".column.lit")).toHaveText(/TOTAL/);
  await expect(page.getByText(/more may be on its path: nobody says which columns/)).toBeVisible();
  await screenshot(page, "possible");
  // A column that only filters concerns the table as a whole, and lights it.
  await page.goto(lineage(ORDERS, { columns: "shown", field: "ORDER_DATE", fieldOf: ORDERS }));
  await drawn(page);
  await expect(node(page, REVENUE)).not.toHaveClass(/dim|possible/);
});

test("a column lights up when the keyboard reaches it", async ({ page }) => {
  await page.goto(lineage(REVENUE, { columns: "shown" }));
  await drawn(page);
  await node(page, REVENUE)
    .getByRole("button", { name: /^REVENUE/ })
    .focus();
  await expect(node(page, ORDERS).locator(".column.lit")).toHaveText(/TOTAL/);
});
