/** What nodes tell by themselves: how they do, in text that can be read, at the zoom that a graph is first shown with. */
import { readFileSync } from "node:fs";
import { type Page, expect, test } from "@playwright/test";
import { COHORTS, DIM_CUSTOMERS, EXPORT_JOB, MARGINS_JOB, REVENUE, drawn, lineage, node, screenshot } from "./stage";

const FCT_ORDERS = "dataset:snowflake://brightwater-eu1:ANALYTICS.MARTS.FCT_ORDERS";
const CATALOG = "dataset:postgres://shop-db.brightwater.example:5432:shop.public.catalog";

test("a dataset tells its rows, its owners, and that it is late by its own rhythm", async ({ page }) => {
  await page.goto(lineage(COHORTS));
  await drawn(page);
  const late = node(page, COHORTS);
  await expect(late.locator(".chip", { hasText: "late" })).toBeVisible();
  await expect(late).toContainText("56 rows");
  await expect(late.locator(".sparkline polyline")).toBeVisible();
  await expect(late.locator(".node-head")).toHaveAttribute("title", /is usually written again within 24 h/);
  await expect(page.getByRole("complementary", { name: "Details" })).toContainText(
    "Late: last written 2025-03-13 04:20",
  );
  // What comes every day in time is not late.
  await page.goto(lineage(REVENUE));
  await drawn(page);
  const fresh = node(page, REVENUE);
  await expect(fresh).toContainText("320 rows");
  await expect(fresh.locator(".chip", { hasText: "late" })).toHaveCount(0);
  await expect(fresh.locator(".node-head")).toHaveAttribute("title", /Owners: team:finance/);
});

test("what was dropped is not late, and a comparison tells how its nodes do", async ({ page }) => {
  await page.goto(lineage(FCT_ORDERS.replace("FCT_ORDERS", "DAILY_SALES")));
  await drawn(page);
  await expect(page.locator(".node .chip", { hasText: "dropped" })).toBeVisible();
  await expect(page.locator(".node .chip", { hasText: "late" })).toHaveCount(0);
  await page.goto(lineage(COHORTS, { from: "2025-03-06T12:00:00Z" }));
  await drawn(page);
  await expect(node(page, COHORTS)).toContainText("56 rows");
  await expect(node(page, COHORTS).locator(".chip", { hasText: "late" })).toBeVisible();
});

test("marks cover no name, and underscores are not cut off", async ({ page }) => {
  await page.goto(lineage(FCT_ORDERS.replace("FCT_ORDERS", "FCT_PRODUCT_MARGINS")));
  await drawn(page);
  const start = page.locator(".node.start");
  const [marks, title] = [start.locator(".node-marks"), start.locator(".node-title")];
  const [above, below] = [await marks.boundingBox(), await title.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1);
  // An underscore lies below the line: the box has room for it.
  const room = await title.evaluate((one) => parseFloat(getComputedStyle(one).paddingBottom));
  expect(room).toBeGreaterThan(1);
  // Names of columns are cut at their ends only, so that it is seen there in the smallest row, too.
  await page.getByRole("button", { name: "Columns" }).click();
  const column = start.locator(".column .cut").first();
  await expect(column).toBeVisible();
  expect(await column.evaluate((one) => getComputedStyle(one).overflowY)).toBe("visible");
});

test("buttons for more nodes are inside of the graph, and cover neither lines, names nor each other", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const url of [
    lineage(REVENUE),
    lineage(REVENUE, { hops: "2" }),
    "/contracts/urn%3Abrightwater%3Aanalytics%3Aorder-facts",
  ]) {
    await page.goto(url);
    await drawn(page);
    await expect.poll(() => page.locator(".expand").count()).toBeGreaterThan(2);
    const covered = await page.evaluate(() => {
      const pane = document.querySelector(".graph-pane")?.getBoundingClientRect() ?? new DOMRect();
      const found: string[] = [];
      const touch = (a: DOMRect, b: DOMRect) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      const buttons = [...document.querySelectorAll(".expand")].map((one) => one.getBoundingClientRect());
      buttons.forEach((box, index) => {
        if (box.left < pane.left || box.right > pane.right) found.push(`outside at ${box.left}`);
        if (buttons.slice(index + 1).some((other) => touch(box, other))) found.push("another button");
        for (const line of document.querySelectorAll<SVGPathElement>(".edge .line")) {
          const length = line.getTotalLength();
          for (let along = 0; along <= length; along += 4) {
            const at = line.getPointAtLength(along).matrixTransform(line.getScreenCTM() ?? undefined);
            if (at.x > box.left && at.x < box.right && at.y > box.top && at.y < box.bottom) {
              found.push(`a line at ${Math.round(at.x)}, ${Math.round(at.y)}`);
              break;
            }
          }
        }
        for (const mark of document.querySelectorAll(".node-marks .chip")) {
          if (touch(box, mark.getBoundingClientRect())) found.push(`the mark ${mark.textContent}`);
        }
      });
      return found;
    });
    expect(covered, url).toEqual([]);
  }
});

test("a test that failed is a mark, as of the moment that is shown", async ({ page }) => {
  await page.goto(lineage(FCT_ORDERS, { at: "2025-03-20T12:00:00Z" }));
  await drawn(page);
  const mark = node(page, FCT_ORDERS).locator(".chip", { hasText: "test failed" });
  await expect(mark).toHaveAttribute("title", "unique of ORDER_ID");
  await expect(node(page, FCT_ORDERS)).toContainText("8 h ago");
  const panel = page.getByRole("complementary", { name: "Details" });
  await expect(panel).toContainText(/1 of \d tests failed/);
  await expect(panel).toContainText("✗ unique of ORDER_ID");
  await screenshot(page, "test-failed");
  await page.getByRole("button", { name: "Now", exact: true }).click();
  await expect(mark).toHaveCount(0);
  await expect(panel).toContainText(/\d tests passed/);
});

/** How large the smallest text of the nodes is on the screen, and which names are cut, or touch the edges of their nodes. */
function readability(page: Page): Promise<{ smallest: number; cut: string[]; tight: string[] }> {
  return page.evaluate(() => {
    const transform = getComputedStyle(document.querySelector(".react-flow__viewport") ?? document.body).transform;
    const zoom = new DOMMatrix(transform).a;
    const shown = [...document.querySelectorAll<HTMLElement>(".node *")].filter(
      (one) => one.getClientRects().length > 0 && !one.closest(".unseen"),
    );
    const written = shown.filter((one) => [...one.childNodes].some((part) => part.nodeType === 3 && part.textContent));
    const cut = shown.filter((one) => one.matches(".node-title") && one.scrollHeight > one.clientHeight + 1);
    const AIR = 5;
    const tight = shown.filter((one) => {
      if (!one.matches(".node-title")) return false;
      const height = one.clientHeight - parseFloat(getComputedStyle(one).paddingBottom);
      return height > (one.closest(".node-head")?.clientHeight ?? 0) - AIR;
    });
    return {
      smallest: Math.min(...written.map((one) => parseFloat(getComputedStyle(one).fontSize) * zoom)),
      cut: cut.map((one) => one.textContent),
      tight: tight.map((one) => one.textContent),
    };
  });
}

const GRAPHS: Record<string, string> = {
  "one hop": lineage(REVENUE),
  "two hops": lineage(REVENUE, { hops: "2" }),
  "a component": lineage(REVENUE, { scope: "component" }),
  columns: lineage(DIM_CUSTOMERS, { hops: "2", columns: "shown" }),
  "a link to a node far away": lineage(REVENUE, { scope: "component", selected: CATALOG }),
  contracts: "/contracts",
  impact: `/impact?${new URLSearchParams({ node: CATALOG, as: "graph" }).toString()}`,
};

for (const [name, url] of Object.entries(GRAPHS)) {
  test(`text is no smaller than 11 px at first, and no name is cut: ${name}`, async ({ page }) => {
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1024, height: 700 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(url);
      await drawn(page);
      await expect.poll(async () => (await readability(page)).smallest).toBeGreaterThanOrEqual(11);
      expect(await readability(page)).toMatchObject({ cut: [], tight: [] });
    }
  });
}

test("names of columns and their types are not cut", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const url of [
    lineage(DIM_CUSTOMERS, { columns: "shown" }),
    lineage(FCT_ORDERS, { scope: "component", columns: "shown" }),
  ]) {
    await page.goto(url);
    await drawn(page);
    await expect(page.locator(".column .cut").first()).toBeVisible();
    const cut = await page
      .locator(".column .cut")
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));
    expect(cut, url).toEqual([]);
  }
});

test("notes on a graph that is seen whole cover none of its nodes", async ({ page }) => {
  for (const size of [
    { width: 1024, height: 700 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(lineage(EXPORT_JOB, { from: "2025-03-06T12:00:00Z" }));
    await drawn(page);
    const note = page.getByRole("note").filter({ hasText: "one hop further" });
    await expect(note).toBeVisible();
    const box = await note.boundingBox();
    const tops = await page
      .locator("[data-node]")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    expect(Math.min(...tops)).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0));
  }
});

test("the way to a cause begins where it can be read, on a phone too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/runs?${new URLSearchParams({ state: "FAILED", node: MARGINS_JOB }).toString()}`);
  await page.getByRole("link", { name: "Why?" }).first().click();
  await drawn(page);
  await expect(page.locator(".node.on-path").first()).toBeInViewport();
  await expect.poll(async () => (await readability(page)).smallest).toBeGreaterThanOrEqual(11);
});

test("two hops are all in the window, and the toolbar is one row, on a phone two", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(lineage(REVENUE, { hops: "2" }));
  await drawn(page);
  await expect(page.locator("[data-node]")).toHaveCount(12);
  const pane = await page.locator(".graph-pane").boundingBox();
  for (const one of await page.locator("[data-node]").all()) {
    const box = await one.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(pane?.width ?? 0);
  }
  // A map would cover nodes, so it is shown when it is asked for.
  const map = page.locator(".react-flow__minimap");
  await expect(map).toHaveCount(0);
  await page.getByRole("button", { name: "Map of the graph" }).click();
  await expect(map).toBeVisible();
  await page.keyboard.press("m");
  await expect(map).toHaveCount(0);
  for (const [width, rows] of [
    [1440, 1],
    [1280, 1],
    [1024, 1],
    [390, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const height = (await page.getByRole("toolbar").boundingBox())?.height ?? 0;
    expect(height).toBeLessThan(40 * rows + 10);
  }
});

test("a picture keeps marks, states, rows and the column that is pinned", async ({ page }) => {
  await page.goto(lineage(DIM_CUSTOMERS, { columns: "shown", field: "EMAIL_HASH", fieldOf: DIM_CUSTOMERS }));
  await drawn(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("button", { name: "SVG", exact: true }).click();
  const svg = readFileSync(await (await download).path(), "utf8");
  for (const text of ["✓", "DIM_CUSTOMERS", "1.6K rows"]) expect(svg).toContain(`>${text}</text>`);
  expect(svg).toContain(">contract</tspan>");
  expect(svg).toContain('fill="#c2410c" font-weight="600">EMAIL_HASH</text>');
});
