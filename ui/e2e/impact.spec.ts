import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { accessible, accessibleInBothThemes, drawn, edge, lineage, node, screenshot } from "./stage";

const CATALOG = "dataset:postgres://shop-db.brightwater.example:5432:shop.public.catalog";
const SUPPLIER_CODE = "datasetField:postgres://shop-db.brightwater.example:5432:shop.public.catalog:supplier_code";

function impact(of: string, more: Record<string, string> = {}): string {
  return `/impact?${new URLSearchParams({ node: of, ...more }).toString()}`;
}

test("the impact of a column is listed by owner, narrowed, saved, and sent on", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(lineage(CATALOG, { tab: "columns" }));
  await page.getByRole("link", { name: "Impact of supplier_code" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Impact of catalog.supplier_code");
  await expect(page.getByText("4 jobs, 3 datasets, 2 columns, 2 contracts depend on it")).toBeVisible();
  const bi = page.getByRole("region", { name: "team:bi" });
  await expect(bi.getByRole("listitem")).toHaveCount(2);
  await expect(bi.getByRole("listitem").first()).toContainText(/export_dashboards.*possible.*completed.*5 steps/);
  await expect(bi.getByRole("listitem").first()).toContainText(
    "via stage_catalog → STG_CATALOG.SUPPLIER_CODE → fct_product_margins → FCT_PRODUCT_MARGINS",
  );
  await accessibleInBothThemes(page);
  await screenshot(page, "impact");
  await page.getByRole("button", { name: "Possible" }).click();
  await page.getByRole("combobox", { name: "Owner" }).selectOption("team:bi");
  await expect(page.locator(".reached")).toHaveCount(2);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const rows = readFileSync(await (await download).path(), "utf8").split("\n");
  expect(rows).toHaveLength(3);
  expect(rows[1]).toMatch(/^job:dashboards:export_dashboards,JOB,5,team:bi,COMPLETED,.*,possible$/);
  await page.getByRole("button", { name: "Copy address" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  await page.goto(await page.evaluate<string>("navigator.clipboard.readText()"));
  await expect(page.locator(".reached")).toHaveCount(2);
});

test("the impact is a graph too, with the path to what is chosen in it", async ({ page }) => {
  await page.goto(impact(SUPPLIER_CODE, { as: "graph" }));
  await drawn(page);
  // Only what is in sight is in the page.
  await page.getByRole("button", { name: "Fit the graph" }).click();
  await expect(node(page, "job:dashboards:notify_team")).toContainText("possible");
  await expect(node(page, "contract:urn:brightwater:purchasing:catalog")).toBeVisible();
  await expect(edge(page, CATALOG, "contract:urn:brightwater:purchasing:catalog")).toBeAttached();
  const margins = "dataset:snowflake://brightwater-eu1:ANALYTICS.MARTS.FCT_PRODUCT_MARGINS";
  await node(page, margins).locator(".node-head").click();
  await expect(page).toHaveURL(/selected=/);
  await expect(page.locator(".edge.on-path").first()).toBeAttached();
  await accessible(page);
  await screenshot(page, "impact-graph");
  // What is not wanted, and not on the way to it, is left out.
  await page.getByRole("button", { name: /^Contracts/ }).click();
  await drawn(page);
  await expect(node(page, "job:dashboards:notify_team")).toHaveCount(0);
  await expect(node(page, margins)).toBeVisible();
});

test("jobs and contracts have an impact, and what goes into them", async ({ page }) => {
  await page.goto(impact(CATALOG, { direction: "upstream" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What goes into catalog");
  await expect(page.locator(".reached").first()).toContainText("load_catalog");
  await page.getByRole("combobox", { name: "Column" }).selectOption("supplier_code");
  await expect(page).toHaveURL(/datasetField/);
  await page.goto(impact("job:airflow-prod:erp_sync.load_catalog", { group: "distance" }));
  await expect(page.getByRole("region", { name: "1 step away" })).toContainText("catalog");
  await page.goto("/contracts/urn%3Abrightwater%3Alake%3Araw-orders?tab=impact");
  await page.getByRole("link", { name: /by owner/ }).click();
  await expect(page.getByRole("region", { name: "team:finance" })).toContainText("via Order facts");
  await page.goto(impact("dataset:s3://brightwater-dashboards:exports/product_margins"));
  await expect(page.getByRole("heading", { name: "Nothing depends on it" })).toBeVisible();
});
