/** What holds in every view: it is accessible, it fits the window, and it has a heading; light and dark, wide and narrow. */
import { type Page, expect, test } from "@playwright/test";
import { EXPORT_JOB, MARGINS_JOB, REVENUE, WINDOWS, drawn, holdsEverywhere, lineage, node, settled } from "./stage";

const VIEWS: Record<string, string> = {
  home: "/",
  lineage: lineage(REVENUE, { hops: "2" }),
  columns: lineage(REVENUE, { columns: "shown", field: "REVENUE", fieldOf: REVENUE }),
  diff: lineage(EXPORT_JOB, { from: "2025-03-06T12:00:00Z" }),
  why: `/runs?${new URLSearchParams({ state: "FAILED", node: MARGINS_JOB }).toString()}`,
  datasets: "/datasets",
  jobs: "/jobs",
  runs: "/runs",
  events: "/events",
  impact: `/impact?${new URLSearchParams({ node: REVENUE }).toString()}`,
  "impact-graph": `/impact?${new URLSearchParams({ node: REVENUE, as: "graph" }).toString()}`,
  job: "/job?node=job%3Aairflow-prod%3Ashop_daily",
  find: "/search?q=orders",
  findings: "/findings",
  alerts: `/alerts?${new URLSearchParams({ about: REVENUE }).toString()}`,
  contracts: "/contracts",
  contract: "/contracts/urn%3Abrightwater%3Aanalytics%3Aorder-facts",
};

async function open(page: Page, name: string, url: string): Promise<void> {
  await page.goto(url);
  if (name === "why") await page.getByRole("link", { name: "Why?" }).first().click();
  await settled(page);
  if (url.startsWith("/lineage") || url.startsWith("/contracts") || name === "why") await drawn(page);
}

for (const [name, url] of Object.entries(VIEWS)) {
  test(`${name} has no finding of axe, and fits every window`, async ({ page }) => {
    await open(page, name, url);
    await holdsEverywhere(page);
  });
}

test("a phone can search, read a node's panel, and see why", async ({ page }) => {
  await page.setViewportSize(WINDOWS.phone);
  await page.goto("/");
  await page.getByRole("combobox").fill("daily_rev");
  await page
    .getByRole("option", { name: /^DAILY_REVENUE/ })
    .first()
    .click();
  await drawn(page);
  // Results are inside of the window wherever the search box stands.
  await page.getByRole("combobox").fill("orders");
  await expect(page.getByRole("link", { name: "All results" })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  const panel = page.getByRole("complementary", { name: "Details" });
  // The panel stands below the graph, and covers nothing of it.
  const [graph, details] = [await page.locator(".graph-pane").boundingBox(), await panel.boundingBox()];
  expect(details?.y).toBeGreaterThanOrEqual((graph?.y ?? 0) + (graph?.height ?? 0));
  await panel.getByRole("tab", { name: "Columns" }).click();
  await expect(panel.getByRole("button", { name: "REVENUE" })).toBeVisible();
  await page.goto("/");
  await page.getByRole("link", { name: "Why did shop_daily fail?" }).first().click();
  await expect(panel).toContainText("supplier_code changed from INTEGER to VARCHAR");
});

test("a graph stays in sight when the window gets another size", async ({ page }) => {
  await page.setViewportSize(WINDOWS.wide);
  await page.goto(lineage(REVENUE, { hops: "2" }));
  await drawn(page);
  for (const size of [WINDOWS.narrow, WINDOWS.phone]) {
    await page.setViewportSize(size);
    const isSeen = async () => {
      const inner = await node(page, REVENUE).boundingBox();
      const outer = await page.locator(".graph-pane").boundingBox();
      if (!inner || !outer) return false;
      const isBelow = inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
      return isBelow && inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
    };
    await expect.poll(isSeen).toBe(true);
  }
});
