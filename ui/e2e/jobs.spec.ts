import { expect, test } from "@playwright/test";
import { MARGINS_JOB, accessible, accessibleInBothThemes, drawn, holdsEverywhere, lineage, screenshot } from "./stage";

const DAG = "job:airflow-prod:shop_daily";
const SALES = "dataset:snowflake://brightwater-eu1:ANALYTICS.MARTS.DAILY_SALES";

function job(node: string, more: Record<string, string> = {}): string {
  return `/job?${new URLSearchParams({ node, ...more }).toString()}`;
}

test("a DAG's page has its incident, its runs on an axis with attempts, and what it starts", async ({ page }) => {
  await page.goto(job(DAG));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("shop_daily");
  const incident = page.getByRole("region", { name: "Last incident" });
  await expect(incident).toContainText("completed again");
  await expect(incident.getByRole("listitem")).toHaveText(/fct_product_margins.*2 times.*HB-2291/);
  await expect(page.getByRole("region", { name: "Starts 5" }).getByRole("listitem")).toHaveCount(5);
  const bars = page.getByRole("list", { name: /Last runs/ });
  await expect(bars.getByRole("listitem")).toHaveCount(21);
  await bars.getByRole("link", { name: /failed, 2025-03-21/ }).click();
  await expect(page).toHaveURL(/run=/);
  const axis = page.getByRole("list", { name: /on an axis of time/ });
  await expect(axis.getByRole("link", { name: /^shop_daily ?, failed/ })).toBeVisible();
  // The second attempt is told from the first, and what it started stands below it.
  await expect(axis.getByRole("link", { name: /^transform ?, failed.*attempt 2/ })).toBeVisible();
  await expect(axis.getByRole("link", { name: /^fct_product_margins ?, failed/ })).toHaveCount(2);
  await accessibleInBothThemes(page);
  await screenshot(page, "dag");
});

test("a batch has all its runs, as a graph and on an axis", async ({ page }) => {
  await page.goto(job(DAG));
  await page.getByRole("link", { name: "Batch", exact: true }).click();
  await drawn(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Batch shop_daily\/scheduled__2025-03-23/);
  const axis = page.getByRole("list", { name: "The runs of the batch, on an axis of time" });
  await expect(axis.getByRole("listitem")).toHaveCount(6);
  await expect(page.getByRole("group", { name: /^Run of shop_daily.load_warehouse/ })).toBeAttached();
  await holdsEverywhere(page);
  await screenshot(page, "batch");
});

test("a job's page shows how its SQL changed between two versions", async ({ page }) => {
  await page.goto(lineage(MARGINS_JOB));
  await drawn(page);
  await page.getByRole("link", { name: "Runs and code" }).click();
  const diff = page.getByRole("figure", { name: "SQL of the two versions" });
  await expect(diff.locator(".removed mark")).toHaveText("integer");
  await expect(diff.locator(".added mark")).toHaveText("varchar");
  await expect(diff.locator(".token-keyword").first()).toHaveText("select");
  await expect(page.getByRole("region", { name: "Reads and writes" })).toContainText("STG_CATALOG");
  const earlier = page.getByRole("combobox", { name: "Earlier version" });
  await earlier.selectOption({ index: 0 });
  await expect(page.getByText("the same in both versions")).toBeVisible();
  await page.goBack();
  await expect(diff).toBeVisible();
  await accessible(page);
  await screenshot(page, "job");
});

test("a renamed table says what became of it, and leads to when it was last connected", async ({ page }) => {
  await page.goto(lineage(SALES));
  const panel = page.getByRole("complementary", { name: "Details" });
  await expect(panel).toContainText("Renamed to ANALYTICS.MARTS.DAILY_REVENUE");
  await expect(panel).toContainText("by warehouse_admin.rename_daily_sales");
  await panel.getByRole("link", { name: "See it as it was last connected" }).click();
  await drawn(page);
  await expect(page.locator('[data-node="job:dashboards:export_dashboards"]')).toBeVisible();
});

test("two runs chosen in a list are compared", async ({ page }) => {
  await page.goto(`/runs?${new URLSearchParams({ node: MARGINS_JOB }).toString()}`);
  await page.getByRole("checkbox", { name: /fct_product_margins, 2025-03-23/ }).check();
  await expect(page.getByText("Choose another one of the same job.")).toBeVisible();
  await page.getByRole("checkbox", { name: /2025-03-22 04:11/ }).check();
  await page.getByRole("region", { name: "Runs to compare" }).getByRole("link", { name: "Compare" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Two runs of fct_product_margins");
  // The earlier one comes first, whichever was chosen first.
  await expect(page.getByRole("region", { name: "Before" })).toContainText("failed");
  await expect(page.getByRole("row", { name: /^Error is different/ })).toContainText("HB-2291");
  await expect(page.getByRole("region", { name: "SQL" }).locator(".added mark")).toHaveText("varchar");
  await expect(page.getByRole("region", { name: "What it wrote" })).toContainText("277 rows");
  const upstream = page.getByRole("region", { name: "Datasets upstream" });
  await expect(upstream).toContainText("as before");
  await page.getByRole("checkbox", { name: "Show what is the same as well" }).check();
  await expect(upstream.getByRole("listitem").first()).toContainText(/STG_CATALOG.*rows/);
  await holdsEverywhere(page);
  await screenshot(page, "compare");
  // On a phone the error has the width of its card.
  const error = await page.locator(".compare-error").boundingBox();
  expect(error?.width).toBeGreaterThan(280);
});

test("a run whose end is assumed is shown as such, in lists, in the panel and in the run graph", async ({ page }) => {
  // The demo tells all ends: here the server's answers are changed to say that all are assumed.
  await page.route(/\/api\/v1\/(runs|jobs\/runs|runlineage)(\/|\?)/, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replaceAll('"assumedEnd":false', '"assumedEnd":true') });
  });
  await page.goto("/runs?state=FAILED");
  const state = page.getByRole("row").nth(1).getByText("failed (assumed)");
  await expect(state).toBeVisible();
  await page.getByRole("row").nth(1).getByRole("link", { name: /…/ }).click();
  await drawn(page);
  await expect(page.getByRole("toolbar")).toContainText("failed (assumed)");
  const panel = page.getByRole("complementary", { name: "Details" });
  await panel.getByRole("tab", { name: "Run" }).click();
  await expect(panel).toContainText("It never told its end");
  await expect(page.locator(".node.start")).toContainText("end assumed");
});
