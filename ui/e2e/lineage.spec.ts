import { expect, test } from "@playwright/test";
import { readFileSync } from "node:fs";
import {
  COHORTS,
  CUSTOMERS,
  DIM_CUSTOMERS,
  EXPORT_JOB,
  MARKETING_JOB,
  REVENUE,
  drawn,
  edge,
  lineage,
  node,
  screenshot,
} from "./stage";

const STAGING = "dataset:snowflake://brightwater-eu1:ANALYTICS.STAGING.STG_CUSTOMERS";
const DAILY_SALES = "dataset:snowflake://brightwater-eu1:ANALYTICS.MARTS.DAILY_SALES";

test("search for a dataset, expand it, and light a column's path across three hops", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("combobox").fill("dim_cust");
  await page.getByRole("option", { name: /^DIM_CUSTOMERS snowflake/ }).click();
  await drawn(page);
  await expect(page).toHaveURL(/node=dataset.*DIM_CUSTOMERS/);
  await expect(node(page, DIM_CUSTOMERS)).toBeVisible();
  // One hop each way at first; the number of hidden neighbours is on the button.
  await expect(node(page, CUSTOMERS)).toHaveCount(0);
  const more = node(page, STAGING).getByRole("button", { name: /^Show 1 more upstream/ });
  await expect(page.getByRole("note")).toHaveText("3 more one hop further");
  await page.getByRole("button", { name: "Fit the graph" }).click();
  await more.click();
  await drawn(page);
  // How many come after those is not known.
  await expect(page.getByRole("note")).toHaveText(/^At least \d more beyond what is shown$/);
  await expect(page).toHaveURL(/up=dataset/);
  await node(page, STAGING)
    .getByRole("button", { name: /^Hide again what came upstream/ })
    .click();
  await drawn(page);
  await expect(page).not.toHaveURL(/up=dataset/);
  await expect(more).toBeVisible();
  await page.goBack();
  await drawn(page);
  await page.getByRole("button", { name: "Collapse" }).click();
  await expect(page).not.toHaveURL(/up=dataset/);
  await page.goBack();
  await drawn(page);
  await expect(node(page, "job:dbt-prod:ANALYTICS.STAGING.brightwater.stg_customers")).toBeVisible();
  await page.getByRole("spinbutton", { name: "Hops" }).fill("6");
  await page.getByRole("button", { name: "Columns" }).click();
  await drawn(page);
  await page.getByRole("button", { name: "Fit the graph" }).click();
  await node(page, DIM_CUSTOMERS)
    .getByRole("button", { name: /^EMAIL_HASH/ })
    .click();
  await expect(page).toHaveURL(/field=EMAIL_HASH/);
  // From the shop's database to the warehouse: an address, hashed on its way.
  await expect(page.locator("[data-column-edge]")).toHaveCount(5);
  for (const path of ["email → email", "EMAIL → EMAIL_HASH", "EMAIL_HASH → EMAIL_HASH", "EMAIL_HASH → customer_hash"]) {
    await expect(page.locator(`[data-column-edge="${path}"]`).first()).toBeAttached();
  }
  await expect(page.locator(".column-edge.masking")).toHaveCount(1);
  await expect(node(page, CUSTOMERS).locator(".column.lit")).toHaveText(/email/);
  await expect(page.locator(".node.dim").first()).toBeAttached();
  await screenshot(page, "columns");
  await page.reload();
  await drawn(page);
  await expect(page.locator("[data-column-edge]")).toHaveCount(5);
});

test("the time slider shows an edge of before a job changed", async ({ page }) => {
  await page.goto(lineage(EXPORT_JOB));
  await drawn(page);
  await expect(edge(page, EXPORT_JOB, COHORTS)).toHaveCount(0);
  await expect(page.locator(".time output")).toHaveText(/^now/);
  // From change to change, back to before the export forgot the cohorts.
  await page.getByRole("slider", { name: "Moment shown" }).focus();
  for (let step = 0; step < 3; step++) {
    await page.keyboard.press("ArrowLeft");
    await drawn(page);
  }
  await expect(page).toHaveURL(/at=2025-03-0/);
  await expect(edge(page, EXPORT_JOB, COHORTS)).toBeAttached();
  await expect(
    edge(page, DAILY_SALES, EXPORT_JOB)
      .or(edge(page, REVENUE, EXPORT_JOB))
      .first(),
  ).toBeAttached();
  await screenshot(page, "time");
  const then = page.url();
  await page.goto(then);
  await drawn(page);
  await expect(edge(page, EXPORT_JOB, COHORTS)).toBeAttached();
  await page.getByRole("button", { name: "Now", exact: true }).click();
  await drawn(page);
  await expect(edge(page, EXPORT_JOB, COHORTS)).toHaveCount(0);
});

test("the time slider can be dragged, and left again", async ({ page }) => {
  await page.goto(lineage(EXPORT_JOB));
  await drawn(page);
  await page.getByRole("slider", { name: "Moment shown" }).fill("300");
  await expect(page).toHaveURL(/at=2025-03-/);
  await page.getByRole("button", { name: "Now", exact: true }).click();
  await expect(page.locator(".time output")).toHaveText(/^now/);
  // Longer than the slider has to rest until the graph follows it.
  await page.waitForTimeout(600);
  await expect(page).not.toHaveURL(/at=/);
  await expect(page.locator(".time output")).toHaveText(/^now/);
});

test("a diff of two moments has a ghost, on one layout, and a list of changes", async ({ page }) => {
  await page.goto(lineage(EXPORT_JOB, { from: "2025-03-06T12:00:00Z", hops: "2" }));
  await drawn(page);
  const ghost = node(page, DAILY_SALES);
  await expect(ghost).toHaveClass(/removed/);
  await expect(node(page, REVENUE)).toHaveClass(/added/);
  await expect(edge(page, EXPORT_JOB, COHORTS)).toHaveClass(/removed/);
  const list = page.getByRole("complementary", { name: "Changes" });
  await expect(list).toContainText("1 removed");
  await expect(list).toContainText("no longer writes exports/weekly_cohorts");
  await expect(list).toContainText("SUPPLIER_CODE integer → varchar");
  await screenshot(page, "diff");
  await page.reload();
  await drawn(page);
  await expect(ghost).toHaveClass(/removed/);
  await list.getByRole("button", { name: /DAILY_SALES/ }).click();
  await expect(page.getByRole("complementary", { name: "Details" })).toContainText("DAILY_SALES");
});

test("a diff goes as far as the component, and lights columns of both moments", async ({ page }) => {
  await page.goto(lineage(MARKETING_JOB, { from: "2025-03-05T00:00:00Z", columns: "shown" }));
  await drawn(page);
  await expect(page.getByRole("note")).toHaveText("5 more one hop further");
  const marketing = node(page, "dataset:snowflake://brightwater-eu1:ANALYTICS.MARTS.FCT_MARKETING");
  await marketing.getByRole("button", { name: /^COST/ }).click();
  await expect(page).toHaveURL(/field=COST/);
  // What campaigns cost was typed into a sheet, and comes from the agency now.
  await expect(page.locator(".column-edge.removed")).toHaveAttribute("data-column-edge", "COST → COST");
  await expect(page.locator(".column-edge.added")).toHaveAttribute("data-column-edge", "COST → COST");
  // Both sources and the table itself. The sheet is not gone: it has left the neighbourhood.
  await expect(page.locator(".node .column.lit", { hasText: "COST" })).toHaveCount(3);
  await expect(page.locator(".node.added .column.lit")).toHaveText(/COST/);
  await screenshot(page, "diff-columns");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByLabel("Whole component").check();
  await drawn(page);
  await expect(page.getByRole("note")).toHaveCount(0);
  await expect(page.getByRole("toolbar").getByRole("status")).toHaveText("38 datasets, 26 jobs");
  await page.reload();
  await drawn(page);
  await expect(page.locator(".column-edge.removed")).toHaveCount(1);
  expect(await page.locator(".column-edge.added").count()).toBeGreaterThan(1);
});

test("the side panel tells schema, history, code, runs and the evidence of an edge", async ({ page }) => {
  await page.goto(lineage(REVENUE));
  await drawn(page);
  const panel = page.getByRole("complementary", { name: "Details" });
  await expect(panel).toContainText("Last written by");
  await panel.getByRole("tab", { name: "Columns" }).click();
  await expect(panel.getByRole("button", { name: "REVENUE" })).toBeVisible();
  await panel.getByRole("tab", { name: "History" }).click();
  await expect(panel).toContainText("renamed from");
  await panel.getByRole("tab", { name: "Runs" }).click();
  await expect(panel.getByRole("list", { name: /Last runs/ })).toBeVisible();
  // Some runs write it, and some read it.
  await expect(panel.getByRole("link", { name: "daily_sales" }).first()).toBeVisible();
  await expect(panel.getByRole("link", { name: "export_dashboards" }).first()).toBeVisible();
  const job = "job:dbt-prod:ANALYTICS.MARTS.brightwater.daily_sales";
  await node(page, job).locator(".node-head").click();
  await expect(panel).toContainText("ANALYTICS.MARTS.brightwater.daily_sales");
  await panel.getByRole("tab", { name: "Overview" }).click();
  await expect(panel.getByText("Last run", { exact: true })).toBeVisible();
  await expect(panel.getByRole("link", { name: "completed" })).toHaveCount(1);
  await panel.getByRole("tab", { name: "Code" }).click();
  await expect(panel.locator("pre")).toContainText("select");
  await panel.getByRole("tab", { name: "History" }).click();
  await expect(panel).toContainText("no longer writes ANALYTICS.MARTS.DAILY_SALES");
  await screenshot(page, "panel");
  await page.reload();
  await drawn(page);
  await expect(panel).toContainText("no longer writes ANALYTICS.MARTS.DAILY_SALES");
  const middle = await edge(page, job, REVENUE)
    .locator(".reach")
    .evaluate((path) => {
      const line = path as SVGPathElement;
      const point = line.getPointAtLength(line.getTotalLength() / 2);
      const { x, y } = point.matrixTransform(line.getScreenCTM() ?? undefined);
      return { x, y };
    });
  await page.mouse.click(middle.x, middle.y);
  await expect(page).toHaveURL(/edgeFrom=/);
  await expect(panel).toContainText("Who says so");
  await expect(panel).toContainText("Latest runs");
});

test("jobs roll up under their parents, private datasets fold, control comes on top", async ({ page }) => {
  await page.goto(lineage("dataset:s3://brightwater-lake:raw/orders", { hops: "3", direction: "upstream" }));
  await drawn(page);
  const scratch = "dataset:s3://brightwater-lake:_tmp/lake_ingest/orders_deduplicated";
  await expect(node(page, scratch)).toContainText("private");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByLabel("Fold private datasets").check();
  await drawn(page);
  await expect(node(page, scratch)).toHaveCount(0);
  await page.getByLabel("By root job").check();
  await drawn(page);
  await expect(node(page, "job:airflow-prod:shop_daily")).toContainText("jobs");
  await expect(page).toHaveURL(/group=root/);
  await page.goto(
    lineage("job:airflow-prod:shop_daily.load_warehouse", { layers: "control", direction: "both", hops: "2" }),
  );
  await drawn(page);
  await expect(page.locator(".edge.control").first()).toBeAttached();
});

test("the keyboard reaches every node, finds, fits and closes", async ({ page }) => {
  await page.goto(lineage(REVENUE));
  await drawn(page);
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  const start = node(page, REVENUE).locator(".node-head");
  await start.focus();
  await page.keyboard.press("ArrowRight");
  await expect(node(page, EXPORT_JOB).locator(".node-head")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(start).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(node(page, EXPORT_JOB).locator(".node-head")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/selected=job/);
  await page.keyboard.press("]");
  await drawn(page);
  await expect(page).toHaveURL(/down=job/);
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/selected=/);
  await page.getByRole("searchbox", { name: "Find in this graph" }).fill("fct_orders");
  await expect(page.locator(".node.found")).toHaveCount(1);
  await expect(page.getByText("1 found")).toBeVisible();
});

test("an edge that is clicked stands out, on top of those that it runs with", async ({ page }) => {
  await page.goto(lineage(EXPORT_JOB));
  await drawn(page);
  const way = edge(page, REVENUE, EXPORT_JOB);
  const at = await way.locator(".line").evaluate((line: SVGPathElement) => {
    const { x, y } = line.getPointAtLength(8).matrixTransform(line.getScreenCTM() ?? undefined);
    return { x, y };
  });
  await page.mouse.click(at.x, at.y);
  await expect(way).toHaveClass(/selected/);
  // Its line is what shows it; the box around all that it passes would lie across nodes.
  await expect(way).toHaveCSS("outline-style", "none");
  await expect(page.locator(".edge").last()).toHaveClass(/selected/);
});

test("a graph is exported as picture and as text", async ({ page }) => {
  await page.goto(lineage(REVENUE));
  await drawn(page);
  for (const [form, begins] of [
    ["SVG", "<svg"],
    ["PNG", "\x89PNG"],
    ["CSV", "origin,destination"],
    ["Mermaid", "flowchart"],
    ["DOT", "digraph"],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("button", { name: form, exact: true }).click();
    const file = await (await download).path();
    expect(readFileSync(file, "latin1").startsWith(begins)).toBe(true);
  }
});

test("what is not there, and what is alone, is said plainly", async ({ page }) => {
  await page.goto(lineage("dataset:nowhere:nothing"));
  await expect(page.getByRole("alert")).toContainText("Nothing by that name", { timeout: 15_000 });
  await page.goto(lineage(REVENUE, { at: "2020-01-01T00:00:00Z" }));
  await expect(page.getByText("Nothing was connected with it at this moment.")).toBeVisible();
  await expect(node(page, REVENUE)).toContainText("not there yet");
  // A DAG moves no data itself: the way leads on to what its jobs do.
  await page.goto(lineage("job:airflow-prod:shop_daily"));
  await page.getByRole("link", { name: "Show what its whole pipeline reads and writes" }).click();
  await drawn(page);
  await expect(page).toHaveURL(/group=root/);
  await expect(page.locator("[data-edge]").first()).toBeAttached();
  await page.goto("/lineage");
  await expect(page.getByText("Choose what to look at")).toBeVisible();
});

test("a graph is narrowed down by an expression, by a path, and opened again", async ({ page }) => {
  await page.goto(lineage(REVENUE, { hops: "3" }));
  await drawn(page);
  const all = await page.getByRole("status").filter({ hasText: "datasets" }).textContent();
  const field = page.getByRole("searchbox", { name: "Find in this graph" });
  await field.fill("kind:job -state:completed");
  await field.fill("2+analytics.marts.daily_revenue");
  await expect(page.locator(".node.dim").first()).toBeAttached();
  await page.getByRole("button", { name: "Only these" }).click();
  await drawn(page);
  await expect(page).toHaveURL(/only=2%2Banalytics/);
  await expect(node(page, REVENUE)).toBeVisible();
  await expect(node(page, EXPORT_JOB)).toHaveCount(0);
  await page.reload();
  await drawn(page);
  await expect(node(page, EXPORT_JOB)).toHaveCount(0);
  await page.getByRole("button", { name: /^Only 2\+analytics/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "datasets" })).toHaveText(all ?? "");
  // The path to a node that is selected.
  await drawn(page);
  await node(page, EXPORT_JOB).locator(".node-head").click();
  await page.getByRole("button", { name: "Only the path" }).click();
  await drawn(page);
  await expect(page.getByRole("status").filter({ hasText: "dataset" })).toContainText("1 dataset, 1 job");
});

test("a graph is narrowed down by what its nodes have, owners among it", async ({ page }) => {
  await page.goto(lineage(REVENUE, { scope: "component" }));
  await drawn(page);
  const field = page.getByRole("searchbox", { name: "Find in this graph" });
  const choices = page.getByRole("group", { name: "Narrow down by" });
  await expect(choices).toHaveCount(0);
  await field.click();
  await choices.getByRole("button", { name: "team:finance 2" }).click();
  await expect(field).toHaveValue("owner:team:finance");
  await expect(page.getByText("2 found")).toBeVisible();
  await expect(node(page, REVENUE)).toHaveClass(/found/);
  // Of the same kind another choice takes its place; of another kind it is added, and taken away again.
  await choices.getByRole("button", { name: "team:purchasing 4" }).click();
  await choices.getByRole("button", { name: /^dataset \d+$/ }).click();
  await expect(field).toHaveValue("owner:team:purchasing,kind:dataset");
  await choices.getByRole("button", { name: "team:purchasing 4" }).click();
  await expect(field).toHaveValue("kind:dataset");
  await screenshot(page, "narrowed-down");
  await page.keyboard.press("Escape");
  await expect(choices).toHaveCount(0);
  await field.fill("owner:team:finance");
  await page.getByRole("button", { name: "Only these" }).click();
  await expect(page).toHaveURL(/only=owner/);
  await expect(choices).toHaveCount(0);
});
