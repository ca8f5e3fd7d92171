import { expect, test } from "@playwright/test";
import { MARGINS_JOB, REVENUE, accessible, drawn, lineage, screenshot } from "./stage";

test("home shows incidents, days and datasets, and leads on", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Recent incidents" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Runs by day" }).getByRole("listitem")).toHaveCount(21);
  await expect(page.getByText("2,155")).toBeVisible();
  await expect(page.getByText(/^0 in 24 h, last 2025-03-23/)).toBeVisible();
  await expect(page.getByText("fct_product_margins").first()).toBeVisible();
  await screenshot(page, "home");
  // One failed DAG is one incident, with the task that failed it.
  const incidents = page.getByRole("region", { name: "Recent incidents" }).getByRole("listitem");
  await expect(incidents.filter({ hasText: "fct_product_margins" })).toHaveCount(2);
  await expect(incidents.first()).toContainText("shop_daily");
  await expect(incidents.first()).toContainText("Numeric value 'HB-2291' is not recognized");
  await expect(incidents.first()).toContainText("completed again 2025-03-23");
  await incidents.first().getByRole("link", { name: "Why did shop_daily fail?" }).click();
  await expect(page).toHaveURL(/\/runs\/.+\/why$/);
  await drawn(page);
  // The cause lies upstream of the task; the graph is the task's, as the DAG itself read nothing.
  const panel = page.getByRole("complementary", { name: "Details" });
  await expect(panel).toContainText("What failed below it");
  await expect(panel).toContainText("2 times");
  await expect(panel).not.toContainText("Nothing is different");
  const first = panel
    .getByRole("list", { name: /Likely causes/ })
    .getByRole("listitem")
    .first();
  await expect(first).toContainText("supplier_code changed from INTEGER to VARCHAR in catalog");
  await expect(first).toContainText("2025-03-21 01:02, before load_catalog read it");
  await expect(page.getByRole("group", { name: /^Run of .*fct_product_margins/ })).toHaveClass(/on-path/);
  await screenshot(page, "incident");
});

test("the failed run tells that a column became text two hops upstream", async ({ page }) => {
  await page.goto(`/runs?${new URLSearchParams({ state: "FAILED", node: MARGINS_JOB }).toString()}`);
  await page.getByRole("link", { name: "Why?" }).first().click();
  await drawn(page);
  const panel = page.getByRole("complementary", { name: "Details" });
  await expect(panel).toContainText("Numeric value 'HB-2291' is not recognized");
  const first = panel
    .getByRole("list", { name: /Likely causes/ })
    .getByRole("listitem")
    .first();
  await expect(first).toContainText("supplier_code");
  await expect(first.getByRole("row").nth(1)).toContainText(/supplier_code\s*INTEGER\s*VARCHAR/);
  await expect(first).toContainText("shop.public.catalog");
  // The run that shows it goes by its job and time; its id is there on hover.
  const shows = first.getByRole("link", { name: "load_catalog, run of 2025-03-21 01:02" });
  await expect(shows).toHaveAttribute("title", /^[0-9a-f-]{36}$/);
  // The way from there to the run is lit.
  await expect(page.locator(".node.on-path").first()).toBeVisible();
  expect(await page.locator(".edge.on-path").count()).toBeGreaterThan(3);
  await expect(page.getByRole("note")).toHaveText("1 more one hop further");
  await expect(page.getByRole("note")).toBeInViewport();
  await screenshot(page, "why");
  const url = page.url();
  await panel.getByRole("tab", { name: "Run", exact: true }).click();
  await expect(panel).toContainText("Started by");
  await panel.getByRole("tab", { name: "Events" }).click();
  await panel.getByRole("link", { name: /as they were sent/ }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("FAIL");
  await page.goto(url);
  await drawn(page);
  await expect(first).toContainText("supplier_code");
});

test("a version of a dataset has its runs, its schema and its changes", async ({ page }) => {
  await page.goto("/runs?state=FAILED");
  await page
    .getByRole("row")
    .filter({ hasText: "fct_product_margins" })
    .first()
    .getByRole("link", { name: /…/ })
    .click();
  await drawn(page);
  await page
    .getByRole("group", { name: /^Version of ANALYTICS.STAGING.STG_CATALOG/ })
    .locator(".node-head")
    .click();
  const panel = page.getByRole("complementary", { name: "Details" });
  await expect(panel).toContainText("Written by");
  await expect(panel).toContainText("varchar");
  await screenshot(page, "version");
});

test("tables filter, sort and page, and keep that in the URL", async ({ page }) => {
  await page.goto("/datasets");
  await expect(page.getByRole("row")).toHaveCount(39);
  await page.getByRole("searchbox", { name: "Part of a name" }).fill("MARTS");
  await expect(page).toHaveURL(/text=MARTS/);
  await expect(page.getByRole("row")).toHaveCount(7);
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("DAILY_REVENUE");
  await expect(page.getByRole("columnheader", { name: /^Name(?!s)/ })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("button", { name: /^Name / }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("FCT_PRODUCT_MARGINS");
  await page.reload();
  await expect(page.getByRole("row").nth(1)).toContainText("FCT_PRODUCT_MARGINS");
  await screenshot(page, "datasets");
  await page.goto("/jobs?state=RUNNING");
  await expect(page.getByRole("row").filter({ hasText: "clickstream_enrichment" })).toBeVisible();
  await page.goto("/runs");
  await expect(page.getByText("1 to 50 of 860")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=1/);
  await expect(page.getByText("51 to 100 of 860")).toBeVisible();
  await page.goto("/datasets?text=zzz");
  await expect(page.getByText("No dataset fits")).toBeVisible();
});

test("events are shown as they were sent", async ({ page }) => {
  await page.goto("/events");
  await expect(page.getByText("1 to 50 of 2,155")).toBeVisible();
  await page.getByRole("button", { name: "Raw" }).first().click();
  await expect(page.getByText("eventTime:").first()).toBeVisible();
  await page.getByRole("combobox", { name: "Kind of event" }).selectOption("dataset");
  await expect(page.getByRole("row").nth(1)).toContainText("dataset");
  await expect(page.getByText("1 to 4 of 4")).toBeVisible();
  await screenshot(page, "events");
});

test("a contract's drift finding leads to its evidence", async ({ page }) => {
  await page.goto("/contracts");
  await drawn(page);
  await expect(page.getByRole("group", { name: "Contract Order facts" })).toContainText("drift");
  await expect(page.getByRole("group", { name: "Contract urn:brightwater:finance:budget" })).toContainText(
    "not registered",
  );
  await screenshot(page, "contracts");
  await page.getByRole("button", { name: "Errors" }).click();
  await expect(page).toHaveURL(/findings=error/);
  const retyped = page.getByRole("listitem").filter({ hasText: "the field SUPPLIER_CODE is VARCHAR, not INTEGER" });
  await expect(retyped).toContainText("error");
  await expect(retyped).toContainText("A field has another type");
  const circle = page.getByRole("listitem").filter({ hasText: "It depends on itself, through others" }).first();
  await expect(circle).toContainText("it depends on itself, by way of Stock levels");
  await retyped.getByRole("link", { name: "Show the dataset" }).click();
  await drawn(page);
  await expect(page).toHaveURL(/FCT_PRODUCT_MARGINS/);
  await expect(page.getByRole("row", { name: /SUPPLIER_CODE/ })).toContainText("varchar");
  await page.getByRole("tab", { name: "Contracts" }).click();
  await page.getByRole("link", { name: "Product margins" }).click();
  await expect(page).toHaveURL(/\/contracts\/urn%3Abrightwater%3Apurchasing%3Aproduct-margins/);
});

test("a contract shows what runs behind it, whom it concerns, and its own text", async ({ page }) => {
  await page.goto("/contracts/urn%3Abrightwater%3Aanalytics%3Aorder-facts");
  await drawn(page);
  await expect(page.locator('[data-node="job:dbt-prod:ANALYTICS.MARTS.brightwater.fct_orders"]')).toBeAttached();
  const panel = page.getByRole("complementary", { name: "Details" });
  await expect(panel).toContainText("used, not declared");
  // Contracts go by their names; their ids are there on hover.
  await expect(panel).toContainText("Raw order items flows into it, and is not declared as its input");
  await expect(panel.getByRole("link", { name: "Raw order items" }).first()).toHaveAttribute("title", /^urn:/);
  await panel.getByRole("link", { name: "Show the path" }).first().click();
  await drawn(page);
  await expect(page.locator('[data-node="dataset:s3://brightwater-lake:raw/order_items"]')).toBeAttached();
  await page.goto("/contracts/urn%3Abrightwater%3Alake%3Araw-orders?tab=impact");
  await expect(panel).toContainText("Order facts");
  await expect(panel).toContainText("ANALYTICS.MARTS.FCT_ORDERS");
  await panel.getByRole("tab", { name: "Source" }).click();
  await expect(panel.locator("pre")).toContainText("urn:brightwater:lake:raw-orders");
  await screenshot(page, "contract");
  await page.goto("/contracts?level=product");
  await drawn(page);
  await expect(page.getByRole("group", { name: "Product Analytics" })).toBeVisible();
});

test("a server with keys asks for one, once", async ({ page }) => {
  let asked = 0;
  await page.route("**/api/v1/**", async (route) => {
    asked += 1;
    if (route.request().headers()["authorization"] === "Bearer hw_secret") return route.continue();
    return route.fulfill({ status: 401, json: { code: 401, message: "a key is needed", errors: [] } });
  });
  await page.goto("/datasets");
  const dialog = page.getByRole("dialog", { name: "This server asks for a key" });
  await expect(dialog).toBeVisible();
  await accessible(page);
  await dialog.getByLabel("Key").fill("hw_secret");
  await dialog.getByRole("button", { name: "Use this key" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row")).toHaveCount(39);
  await page.goto("/jobs");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(asked).toBeGreaterThan(1);
});

test("the API is described without anything from elsewhere", async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (
      !request.url().startsWith(baseURL ?? "") &&
      !request.url().startsWith("data:") &&
      !request.url().startsWith("blob:")
    )
      foreign.push(request.url());
  });
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto("/docs");
  await expect(page.getByText("/api/v1/lineage/changes").first()).toBeVisible({ timeout: 15_000 });
  await screenshot(page, "docs");
  await page.goto(lineage(REVENUE));
  await drawn(page);
  expect(foreign).toEqual([]);
  expect(errors).toEqual([]);
});

test("without a node, what to do stands in the middle of the view of lineage", async ({ page }) => {
  await page.goto("/lineage");
  const title = page.getByRole("heading", { name: "Choose what to look at" });
  await expect(title).toBeVisible();
  const [middle, width] = await title.evaluate((shown) => {
    const box = shown.getBoundingClientRect();
    return [box.x + box.width / 2, window.innerWidth];
  });
  expect(Math.abs(middle - width / 2)).toBeLessThan(20);
});
