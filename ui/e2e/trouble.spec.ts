import { expect, test } from "@playwright/test";
import { REVENUE, accessible, drawn, lineage, node, screenshot } from "./stage";

test("one notice says that the server is away, and all is asked again when it is back", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Why did shop_daily fail?" }).first()).toBeVisible();
  await page.route("**/api/v1/**", (route) => route.abort());
  await page.route("**/health/live", (route) => route.abort());
  await page.getByRole("link", { name: "Datasets", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveCount(1);
  await expect(page.getByRole("alert")).toContainText("The server cannot be reached");
  // It covers nothing of the view.
  const [notice, view] = [await page.getByRole("alert").boundingBox(), await page.locator("main").boundingBox()];
  expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(view?.y ?? 0);
  await accessible(page);
  await screenshot(page, "away");
  await page.unroute("**/api/v1/**");
  await page.unroute("**/health/live");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("row")).toHaveCount(39);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("the notice comes by itself where the page only looks on, and a view that cannot be loaded says so", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/jobs");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  for (const part of ["**/api/v1/**", "**/health/live", "**/*.js"]) await page.route(part, (route) => route.abort());
  await page.clock.fastForward(11_000);
  await expect(page.getByRole("alert")).toContainText("The server cannot be reached");
  // The code of this view was never loaded.
  await page.getByRole("link", { name: "Contracts", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This view cannot be shown");
  await expect(page.getByRole("alert")).toHaveCount(1);
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Runs");
  await page.getByRole("link", { name: "Contracts", exact: true }).click();
  for (const part of ["**/api/v1/**", "**/health/live", "**/*.js"]) await page.unroute(part);
  await page.getByRole("button", { name: "Try again" }).click();
  await drawn(page);
  await expect(page.getByRole("group", { name: "Contract Order facts" })).toBeAttached();
});

test("errors speak of the page, and a graph that is on its way says so", async ({ page }) => {
  await page.goto(lineage("dataset:nowhere:nothing"));
  await expect(page.getByRole("alert")).toContainText("Nothing by that name");
  await expect(page.getByRole("alert")).not.toContainText("headwater");
  await expect(page.getByRole("toolbar").getByRole("status")).toHaveText("");
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/v1/lineage?**", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(lineage(REVENUE));
  await expect(page.getByRole("toolbar").getByRole("status")).toHaveText("Loading…");
  release();
  await drawn(page);
  await expect(page.getByRole("toolbar").getByRole("status")).toContainText("datasets");
});

test("a view without what it is about has a heading, and says what to do", async ({ page }) => {
  const missing = "job%3Anowhere%3Anothing";
  for (const path of ["/impact", "/job", "/compare", "/batch", "/lineage"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Choose /);
  }
  for (const path of [`/impact?node=${missing}`, `/job?node=${missing}`, "/runs/nothing", "/contracts/nothing"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nothing by that name");
  }
});

test("what producers say of quality, tags and contracts is shown", async ({ page }) => {
  const panel = page.getByRole("complementary", { name: "Details" });
  await page.goto(lineage("dataset:postgres://shop-db.brightwater.example:5432:shop.public.customers"));
  await drawn(page);
  await expect(panel).toContainText(/tier=\w+/);
  await page.goto(lineage("dataset:snowflake://brightwater-eu1:ANALYTICS.MARTS.FCT_ORDERS"));
  await drawn(page);
  await expect(panel).toContainText(/tests (passed|failed)/);
  await panel.getByRole("tab", { name: "Contracts" }).click();
  await expect(panel).toContainText("Order facts");
  // What differs is told by short names, and times to the minute.
  await expect(panel).toContainText("ANALYTICS.MARTS.FCT_ORDERS was last written at 2025-03-23 03:36");
  await expect(panel).not.toContainText("dataset:snowflake");
  await expect(node(page, "dataset:snowflake://brightwater-eu1:ANALYTICS.MARTS.FCT_ORDERS")).toContainText("contract");
});

test("what is not found may still come, while events wait to be read", async ({ page }) => {
  await page.goto("/");
  const field = page.getByRole("combobox");
  await field.fill("zzz");
  await expect(page.getByText("Nothing fits “zzz”.")).toBeVisible();
  await page.route("**/api/v1/status", async (route) => {
    const answer = (await (await route.fetch()).json()) as { lag: object };
    await route.fulfill({ json: { ...answer, lag: { ...answer.lag, bytes: 1000, events: 10 } } });
  });
  await page.reload();
  await field.fill("zzz");
  await expect(page.getByText("Nothing fits “zzz” yet: events are still being read.")).toBeVisible();
});
