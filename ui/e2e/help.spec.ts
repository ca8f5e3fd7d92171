import { expect, test } from "@playwright/test";
import { EXPORT_JOB, REVENUE, accessible, drawn, lineage, screenshot } from "./stage";

test("the legend explains shapes and lines, and a comparison its colours", async ({ page }) => {
  await page.goto(lineage(REVENUE));
  await drawn(page);
  await page.getByRole("button", { name: "Legend" }).click();
  const legend = page.getByRole("group", { name: "Legend" });
  await expect(legend).toContainText("One job waits for the other");
  await expect(legend).not.toContainText("There at the later moment only");
  // Marks are explained, not only shown; and all of it is inside of the graph, on a phone too.
  await expect(legend).toContainText("Still read, but no job writes it any more");
  for (const size of [
    { width: 1024, height: 700 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    const [card, pane] = [await legend.boundingBox(), await page.locator(".graph-pane").boundingBox()];
    expect(card?.y).toBeGreaterThanOrEqual(pane?.y ?? 0);
  }
  await accessible(page);
  await page.goto(lineage(EXPORT_JOB, { from: "2025-03-06T12:00:00Z" }));
  await drawn(page);
  await page.getByRole("button", { name: "Legend" }).click();
  await expect(legend).toContainText("There at the later moment only");
  await screenshot(page, "legend");
});

test("a slash leads to the search, from home too, and no hint in a field is cut on a phone", async ({ page }) => {
  for (const url of ["/", "/jobs"]) {
    await page.goto(url);
    await page.getByRole("heading", { level: 1 }).click();
    await expect(page.locator(".search-key")).toBeVisible();
    await page.keyboard.press("/");
    await expect(page.getByRole("search").getByRole("combobox")).toBeFocused();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  for (const url of ["/", "/jobs", lineage(REVENUE)]) {
    await page.goto(url);
    const fields = page.locator("input[placeholder]");
    await expect(fields.first()).toBeVisible();
    const cut = await fields.evaluateAll((all) =>
      (all as HTMLInputElement[]).filter((field) => {
        field.value = field.placeholder;
        const isCut = field.scrollWidth > field.clientWidth;
        field.value = "";
        return isCut;
      }),
    );
    expect(cut, url).toHaveLength(0);
  }
});

test("each kind of graph has a legend of its own", async ({ page }) => {
  const legend = page.getByRole("group", { name: "Legend" });
  await page.goto("/contracts");
  await drawn(page);
  await page.getByRole("button", { name: "Legend" }).click();
  await expect(legend).toContainText("What runs is not what it declares");
  await expect(legend).toContainText("Declared as an input");
  await expect(legend).not.toContainText("One job waits for the other");
  await accessible(page);
  await page.goto("/runs?state=FAILED");
  await page.getByRole("link", { name: "Why?" }).first().click();
  await drawn(page);
  await page.getByRole("button", { name: "Legend" }).click();
  await expect(legend).toContainText("a reader saw that it had changed");
  await expect(legend).not.toContainText("Declared as an input");
});

test("who sees the demo for the first time is led to its stories, once", async ({ page }) => {
  await page.goto("/");
  const stories = page.getByRole("region", { name: /This is the demo/ });
  await expect(stories.getByRole("link")).toHaveCount(4);
  await stories.getByRole("link", { name: /e-mail address/ }).click();
  await drawn(page);
  await expect(page.locator(".column-edge.masking")).toHaveCount(1);
  await page.goto("/");
  await stories.getByRole("link", { name: /a table failed/ }).click();
  await expect(page).toHaveURL(/\/why$/);
  await page.goto("/");
  await stories.getByRole("link", { name: /three producers/ }).click();
  await expect(page.locator("main").getByRole("heading", { level: 2 })).toHaveCount(3);
  await page.goto("/");
  await stories.getByRole("button", { name: "Do not show this again" }).click();
  await expect(stories).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Recent incidents" })).toBeVisible();
  await expect(stories).toHaveCount(0);
});

test("text in a graph is readable at first sight, and long names are wrapped", async ({ page }) => {
  await page.goto(lineage("dataset:s3://brightwater-lake:raw/orders", { hops: "3", direction: "upstream" }));
  await drawn(page);
  const smallest = await page.evaluate(() => {
    const texts = document.querySelectorAll(".node-title, .node-place, .node-marks .chip, .column");
    const { transform } = getComputedStyle(document.querySelector(".react-flow__viewport") ?? document.body);
    const zoom = new DOMMatrix(transform).a;
    return Math.min(...[...texts].map((node) => parseFloat(getComputedStyle(node).fontSize) * zoom));
  });
  expect(smallest).toBeGreaterThanOrEqual(11);
  await expect(page.locator(".platform-mark").first()).toBeVisible();
});
