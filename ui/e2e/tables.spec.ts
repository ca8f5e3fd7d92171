import { expect, test } from "@playwright/test";
import { REVENUE, fits, lineage } from "./stage";

test("runs are filtered by a name that is completed, by state and by time", async ({ page }) => {
  await page.goto("/runs");
  const job = page.getByRole("combobox", { name: "Job or dataset" });
  await job.fill("product_marg");
  await page.getByRole("option", { name: /^fct_product_margins/ }).click();
  await expect(page).toHaveURL(/node=job/);
  await expect(page.getByRole("row").nth(1)).toContainText("fct_product_margins");
  await page.getByRole("combobox", { name: "State" }).selectOption("FAILED");
  await expect(page.getByText("1 to 4 of 4")).toBeVisible();
  const until = page.getByRole("textbox", { name: "Until (UTC)" });
  await until.fill("2025-03-22");
  await until.press("Enter");
  await expect(page.getByText("1 to 2 of 2")).toBeVisible();
  await until.fill("yesterday");
  await expect(until).toHaveAttribute("aria-invalid", "true");
  await page.reload();
  await expect(page.getByText("1 to 2 of 2")).toBeVisible();
  await page.getByRole("button", { name: /take this filter away/ }).click();
  await expect(page).not.toHaveURL(/node=/);
});

test("events are filtered by job and time, and turned round", async ({ page }) => {
  await page.goto("/events?after=2025-03-22T00:00:00Z");
  await page.getByRole("combobox", { name: "Job" }).fill("load_catalog");
  await page
    .getByRole("option", { name: /^load_catalog/ })
    .first()
    .click();
  await expect(page.getByRole("row").nth(1)).toContainText("load_catalog");
  const last = await page.getByRole("row").nth(1).getByRole("cell").first().textContent();
  await page.getByRole("button", { name: /^Time/ }).click();
  await expect(page).toHaveURL(/order=asc/);
  await expect(page.getByRole("row").nth(1).getByRole("cell").first()).not.toHaveText(last ?? "");
  await expect(page.getByRole("row").nth(1)).toContainText("2025-03-22");
});

test("tables are sorted by what they show, and rows tell tags with their values", async ({ page }) => {
  await page.goto("/runs");
  await page.getByRole("button", { name: "Took" }).click();
  await expect(page).toHaveURL(/sort=took&order=desc/);
  await expect(page.getByRole("row").nth(1)).toContainText(/\d h/);
  await page.getByRole("button", { name: /^Took/ }).click();
  await expect(page.getByRole("row").nth(1)).not.toContainText(/ h |min/);
  await page.getByRole("button", { name: "State", exact: true }).click();
  await expect(page).toHaveURL(/sort=state&order=asc/);
  await expect(page.getByRole("row").nth(1)).toContainText("failed");
  await page.getByRole("button", { name: /^State/ }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("completed");
  await page.getByRole("button", { name: "Job", exact: true }).click();
  await expect(page.getByRole("columnheader", { name: /^Job/ })).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("row").nth(1)).toContainText("daily_sales");
  await page.goto("/datasets");
  await page.getByRole("button", { name: "Columns" }).click();
  await expect(page.getByRole("columnheader", { name: /^Columns/ })).toHaveAttribute("aria-sort", "descending");
  await expect(page.getByRole("row").nth(1).getByRole("cell").nth(3)).toHaveText("6");
  await page.getByRole("button", { name: "Namespace", exact: true }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("arn:aws:glue");
  await page.goto("/jobs");
  await page.getByRole("button", { name: "Last run" }).click();
  await expect(page.getByRole("row").nth(1)).toContainText(/failed|aborted|running/);
  await page.getByRole("button", { name: "tier=production" }).first().click();
  await expect(page).toHaveURL(/tag=tier%3Dproduction/);
  await expect(page.getByRole("row").nth(1)).toContainText("tier=production");
  await page.getByRole("button", { name: "tagged tier=production" }).click();
  await expect(page).not.toHaveURL(/tag=/);
  await page.goto("/datasets");
  await page.getByRole("combobox", { name: "Mark" }).selectOption("stale");
  await expect(page).toHaveURL(/mark=stale/);
  await expect(page.getByText("1 to 1 of 1")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "weekly_cohorts" })).toContainText("stale");
  await page.goto("/datasets");
  const until = page.getByRole("textbox", { name: "Seen until (UTC)" });
  await until.fill("2025-03-06");
  await until.press("Enter");
  await expect(page).toHaveURL(/before=2025-03-06/);
  await expect(page.getByText("1 to 2 of 2")).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("stock_levels");
  await page.goto("/events");
  await page.getByRole("combobox", { name: "Type of event" }).selectOption("FAIL");
  await expect(page.getByRole("row").nth(1)).toContainText("FAIL");
});

test("marks and tags are sorted by, and events say why they are sorted by time alone", async ({ page }) => {
  await page.goto("/datasets");
  await page.getByRole("button", { name: "Marks", exact: true }).click();
  await expect(page).toHaveURL(/sort=marks&order=asc/);
  await expect(page.getByRole("row").nth(1)).toContainText("stale");
  await page.getByRole("button", { name: "Tags", exact: true }).click();
  await expect(page.getByRole("columnheader", { name: /^Marks/ })).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("row").nth(1)).toContainText("layer=raw");
  await page.getByRole("button", { name: /^Tags/ }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("tier=gold");
  await page.goto("/events");
  await expect(page.getByText("sorted by time alone")).toBeVisible();
});

test("a window of 1024 pixels has room for all that is told of a run, and for all pages of a panel", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.goto("/runs?state=FAILED");
  const card = page.locator(".card:has(> .table)");
  await expect(card.getByRole("link", { name: "Why?" }).first()).toBeInViewport({ ratio: 1 });
  expect(await card.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  await page.goto(lineage(REVENUE));
  const tabs = page.getByRole("complementary", { name: "Details" }).getByRole("tablist");
  await expect.poll(async () => (await tabs.boundingBox())?.height).toBeLessThan(45);
});

test("what is chosen to be compared is in sight, however long the list is", async ({ page }) => {
  await page.goto("/runs");
  await page.getByRole("checkbox").first().check();
  await expect(page.getByRole("region", { name: "Runs to compare" })).toBeInViewport({ ratio: 1 });
});

test("a run that has told its end alone took a time that nobody knows", async ({ page }) => {
  await page.route("**/api/v1/runs?**", async (route) => {
    const answer = (await (await route.fetch()).json()) as { runs: { startedAt: string; endedAt: string | null }[] };
    for (const run of answer.runs) run.startedAt = run.endedAt ?? run.startedAt;
    await route.fulfill({ json: answer });
  });
  await page.goto("/runs?state=FAILED");
  await expect(page.getByRole("row").nth(1).getByRole("cell").nth(5)).toHaveText("–");
});

test("on a phone all of a row is in sight, and the way to why", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const url of ["/datasets", "/jobs", "/runs?state=FAILED", "/events"]) {
    await page.goto(url);
    const card = page.locator(".card:has(> .table)");
    await expect(card.getByRole("row").nth(1)).toBeVisible();
    expect(await card.evaluate((one) => one.scrollWidth - one.clientWidth), url).toBeLessThanOrEqual(0);
    // Rows are still rows for screen readers, and lists are still sorted from there.
    await expect(card.getByRole("columnheader").getByRole("button").first()).toBeVisible();
  }
  await page.goto("/runs?state=FAILED");
  await expect(page.getByRole("link", { name: "Why?" }).first()).toBeInViewport({ ratio: 1 });
  await page.goto("/events");
  await page.getByRole("combobox", { name: "Job" }).fill("load");
  await expect(page.getByRole("option").first()).toBeInViewport({ ratio: 1 });
  await fits(page);
});

test("a run that was aborted leads to why, too", async ({ page }) => {
  await page.goto("/runs?state=ABORTED");
  await page.getByRole("link", { name: "Why?" }).first().click();
  await expect(page).toHaveURL(/\/why$/);
});
