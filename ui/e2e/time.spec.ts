import { type Page, expect, test } from "@playwright/test";
import { EXPORT_JOB, MARKETING_JOB, REVENUE, drawn, lineage, node, screenshot } from "./stage";

const MARTS = "dataset:snowflake://brightwater-eu1:ANALYTICS.MARTS";
const DAILY_SALES = `${MARTS}.DAILY_SALES`;
const SHEET = "dataset:snowflake://brightwater-eu1:ANALYTICS.RAW.CAMPAIGN_COSTS_SHEET";

function details(page: Page) {
  return page.getByRole("complementary", { name: "Details" });
}

test("a component is compared the same from each of its nodes, and what left is not gone", async ({ page }) => {
  const moments = { from: "2025-03-05T00:00:00Z", at: "2025-03-22T00:00:00Z" };
  const told: (string | null)[] = [];
  for (const start of [`${MARTS}.FCT_ORDERS`, REVENUE, DAILY_SALES]) {
    await page.goto(lineage(start, { scope: "component", ...moments }));
    await drawn(page);
    await expect(page.locator(`[data-node="${DAILY_SALES}"]`).or(page.locator(".graph-pane"))).not.toHaveCount(0);
    told.push(await page.getByRole("complementary", { name: "Changes" }).locator(".panel-head").textContent());
  }
  expect(told[0]).toMatch(/[1-9]\d* added/);
  expect(new Set(told).size).toBe(1);
  await page.goto(lineage(MARKETING_JOB, { from: "2025-03-05T00:00:00Z" }));
  await drawn(page);
  const list = page.getByRole("complementary", { name: "Changes" });
  await expect(list.getByRole("button", { name: /^ANALYTICS.RAW.CAMPAIGN_COSTS_SHEET/ })).toContainText(
    "left the neighbourhood",
  );
  await expect(node(page, SHEET)).not.toHaveClass(/removed/);
});

test("two moments are compared, both can be moved, and both are in the address", async ({ page }) => {
  await page.goto(lineage(MARKETING_JOB, { at: "2025-03-12T00:00:00Z" }));
  await drawn(page);
  await page.getByRole("button", { name: "Compare" }).click();
  await drawn(page);
  // It begins before the last change up to the moment shown, so that there is a difference to see.
  await expect(page).toHaveURL(/from=2025-03-.*at=2025-03-12/);
  await expect(page.getByRole("complementary", { name: "Changes" })).not.toContainText("Nothing changed");
  const earlier = page.getByRole("slider", { name: "Compared with" });
  const before = await earlier.inputValue();
  const url = page.url();
  await earlier.fill("10");
  await expect(page).not.toHaveURL(url);
  await expect(earlier).not.toHaveValue(before);
  // The handles do not pass each other.
  await earlier.fill("1000");
  await expect.poll(async () => Number(await earlier.inputValue())).toBeLessThan(900);
  await page.getByRole("slider", { name: "Moment shown" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/at=2025-03-12T03/);
  await screenshot(page, "compare");
  const field = page.getByRole("textbox", { name: "Compared with (UTC)" });
  await field.fill("2025-03-05 00:00");
  await field.press("Enter");
  await expect(page).toHaveURL(/from=2025-03-05T00%3A00/);
  // A moment that is written beyond the other one changes places with it.
  const shown = page.getByRole("textbox", { name: "Moment shown (UTC)" });
  await field.fill("2025-03-22 00:00");
  await field.press("Enter");
  await expect(shown).toHaveValue("2025-03-22 00:00");
  await expect(field).toHaveValue(/^2025-03-12/);
  await field.fill("2025-03-05 00:00");
  await field.press("Enter");
  await page.getByRole("button", { name: "Now", exact: true }).click();
  await drawn(page);
  await expect(page.getByRole("complementary", { name: "Changes" })).toContainText("no longer reads");
  await page.getByRole("button", { name: "End comparison" }).click();
  await expect(details(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("complementary", { name: "Changes" })).toBeVisible();
});

test("the panel is as of the moment that the graph shows", async ({ page }) => {
  await page.goto(lineage(EXPORT_JOB, { at: "2025-03-05T00:00:00Z" }));
  await drawn(page);
  await expect(details(page)).toContainText("As of 2025-03-05 00:00 UTC");
  // It wrote the cohorts then, and does not any more.
  await expect(details(page)).toContainText("exports/weekly_cohorts");
  await details(page).getByRole("tab", { name: "History" }).click();
  await expect(details(page)).not.toContainText("no longer writes");
  await page.goto(lineage(`${MARTS}.FCT_PRODUCT_MARGINS`, { at: "2025-03-10T00:00:00Z", tab: "columns" }));
  await drawn(page);
  await expect(details(page).getByRole("row", { name: /SUPPLIER_CODE/ })).toContainText("integer");
  await page.getByRole("button", { name: "Now", exact: true }).click();
  await expect(details(page).getByRole("row", { name: /SUPPLIER_CODE/ })).toContainText("varchar");
});

test("back and forward step through moments and selections, and the tab names them", async ({ page }) => {
  await page.goto(lineage(REVENUE));
  await drawn(page);
  await expect(page).toHaveTitle("DAILY_REVENUE · Headwater");
  await node(page, EXPORT_JOB).locator(".node-head").click();
  await page.getByRole("button", { name: "Previous change" }).click();
  await expect(page).toHaveTitle(/^DAILY_REVENUE as of 2025-03-/);
  await expect(details(page)).toContainText("export_dashboards");
  await page.goBack();
  await expect(page).toHaveTitle("DAILY_REVENUE · Headwater");
  await expect(details(page)).toContainText("export_dashboards");
  await page.goBack();
  await expect(details(page)).toContainText("ANALYTICS.MARTS.DAILY_REVENUE");
  await page.goForward();
  await expect(details(page)).toContainText("export_dashboards");
});
