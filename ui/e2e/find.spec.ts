import { expect, test } from "@playwright/test";
import { CUSTOMERS, accessibleInBothThemes, drawn, lineage, screenshot } from "./stage";

test("a search finds parts of names, and is narrowed down by facets", async ({ page }) => {
  await page.goto("/datasets");
  const box = page.getByRole("combobox", { name: /^Search/ });
  await box.fill("board pack");
  await expect(page.getByRole("option").first()).toContainText("board_pack");
  await box.fill("daily rev");
  await expect(page.getByRole("option").first()).toContainText("DAILY_REVENUE");
  await page.getByRole("link", { name: "All results" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search for “daily rev”");
  const results = page.getByRole("list", { name: "Results" });
  await expect(results.getByRole("listitem").first()).toContainText("DAILY_REVENUE");
  await page.goto("/search?q=order");
  await expect(results).toContainText("Order facts");
  const kinds = page.getByRole("region", { name: "kind" });
  await kinds.getByRole("button", { name: /^contract/ }).click();
  await expect(page).toHaveURL(/kind=contract/);
  await expect(results.getByRole("link", { name: "FCT_ORDERS" })).toHaveCount(0);
  await accessibleInBothThemes(page);
  await kinds.getByRole("button", { name: /^contract/ }).click();
  await page
    .getByRole("region", { name: "platform" })
    .getByRole("button", { name: /^snowflake/ })
    .click();
  await expect(results.getByRole("link", { name: "FCT_ORDERS" }).first()).toBeVisible();
  await expect(results).not.toContainText("Order facts");
  await screenshot(page, "find");
});

test("a run is found by its id", async ({ page }) => {
  const runs = await page.request.get("/api/v1/runs?limit=1");
  const { runs: listed } = (await runs.json()) as { runs: { id: string }[] };
  const id = listed[0]?.id ?? "";
  await page.goto("/datasets");
  await page.getByRole("combobox", { name: /^Search/ }).fill(id);
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText(/, run of \d{4}-\d\d-\d\d/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/runs/${id}`));
  // It is among all results, too.
  await page.goto(`/search?q=${id}`);
  await page.getByRole("list", { name: "Results" }).getByRole("link").first().click();
  await expect(page).toHaveURL(new RegExp(`/runs/${id}`));
});

test("a contract is suggested by the parts of its name, in any order", async ({ page }) => {
  await page.goto("/datasets");
  const box = page.getByRole("combobox", { name: /^Search/ });
  await box.fill("facts ord");
  const contract = page.getByRole("option", { name: /^Order facts/ });
  await expect(contract).toContainText("contract · Analytics");
  await contract.click();
  await expect(page).toHaveURL(/\/contracts\/urn%3Abrightwater%3Aanalytics%3Aorder-facts/);
  await page.goto("/search?q=facts%20ord");
  await expect(page.getByRole("list", { name: "Results" })).toContainText("Order facts");
});

test("tags are found, and chosen by, with their values", async ({ page }) => {
  await page.goto("/search?q=tier%3Dproduction");
  const results = page.getByRole("list", { name: "Results" });
  await expect(results.getByRole("listitem").first()).toContainText("tag tier=production");
  const tags = page.getByRole("region", { name: "tag" });
  await tags.getByRole("button", { name: /^tier=production/ }).click();
  await expect(page).toHaveURL(/tag=tier%3Dproduction/);
  await expect(results.getByRole("listitem").first()).toBeVisible();
  await page.goto(lineage(CUSTOMERS, { group: "root" }));
  await drawn(page);
  const field = page.getByRole("searchbox", { name: "Find in this graph" });
  await field.click();
  const offered = page.getByRole("region", { name: "tag" }).getByRole("button", { name: /^tier=production/ });
  const count = ((await offered.textContent()) ?? "").replace(/^\D+/, "");
  await offered.click();
  await expect(field).toHaveValue("tag:tier=production");
  await expect(page.getByText(`${count} found`)).toBeVisible();
  await field.fill("tag:tier");
  await expect(page.getByText(/^[1-9]\d* found/)).toBeVisible();
  await field.fill("tag:tier=none");
  await expect(page.getByText("0 found")).toBeVisible();
});
