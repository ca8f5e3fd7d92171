/** What a visitor waits for: the first graph from a cold start, and what is loaded for it. */
import { cpus, loadavg } from "node:os";
import { type Page, expect, test } from "@playwright/test";
import { REVENUE, drawn, lineage, settled } from "./stage";

/** In ms. Two quiet cores of a server take 300 to 500. On a busy machine it is as many times longer as processes wait for each core. */
const COLD_START = 1000;

function allowed(): number {
  return COLD_START * Math.max(1, (loadavg()[0] ?? 0) / cpus().length);
}

/** When the first node was painted, in ms since the page was asked for, by the browser's own clock. */
async function firstNode(page: Page, url: string): Promise<number> {
  await page.addInitScript(`new MutationObserver((_, observer) => {
    if (!document.querySelector("[data-node]")) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame((now) => Object.assign(window, { firstNode: now })));
  }).observe(document, { subtree: true, childList: true })`);
  await page.goto(url);
  const painted = () => page.evaluate<number | null>("window.firstNode ?? null");
  await expect.poll(painted, { timeout: 30_000 }).not.toBeNull();
  return (await painted()) ?? Infinity;
}

test("the first of 60 nodes is there soon after a cold start", async ({ browser, baseURL }) => {
  const took: number[] = [];
  for (let round = 0; round < 3; round++) {
    const context = await browser.newContext(baseURL ? { baseURL } : {});
    const page = await context.newPage();
    took.push(Math.round(await firstNode(page, lineage(REVENUE, { scope: "component" }))));
    const count = Number(await page.locator(".graph-pane").getAttribute("data-nodes"));
    expect(count).toBeGreaterThanOrEqual(60);
    await context.close();
  }
  console.log("first node after a cold start, in ms:", JSON.stringify(took));
  expect(Math.min(...took)).toBeLessThan(allowed());
});

test("the graph is asked for while the code is on its way", async ({ page }) => {
  const wanted: string[] = [];
  page.on("request", (request) => wanted.push(new URL(request.url()).pathname));
  await page.goto(lineage(REVENUE));
  await drawn(page);
  const [question = -1, code = -1] = [/^\/api\/v1\/lineage$/, /\/LineageView-.*js$/].map((path) =>
    wanted.findIndex((one) => path.test(one)),
  );
  expect(question).toBeGreaterThan(0);
  expect(question).toBeLessThan(code);
  // What was asked ahead is not asked again.
  expect(wanted.filter((one) => one === "/api/v1/lineage")).toHaveLength(1);
});

test("what draws graphs is loaded when there is one, and answers are compressed", async ({ page }) => {
  const loaded: string[] = [];
  const encodings = new Map<string, string>();
  page.on("response", (response) => {
    loaded.push(response.url());
    encodings.set(new URL(response.url()).pathname, response.headers()["content-encoding"] ?? "");
  });
  for (const path of ["/", "/datasets", "/runs", "/findings"]) {
    await page.goto(path);
    await settled(page);
  }
  const drawing = /\/assets\/graph-.*js$/;
  expect(loaded.filter((url) => drawing.test(url))).toEqual([]);
  await page.goto(lineage(REVENUE));
  await drawn(page);
  expect(loaded.filter((url) => drawing.test(url))).toHaveLength(1);
  for (const path of ["/api/v1/lineage", "/api/v1/catalog", "/api/v1/runs"]) {
    expect(encodings.get(path)).toMatch(/^(zstd|gzip)$/);
  }
  const scripts = [...encodings].filter(([path]) => path.endsWith(".js"));
  for (const [, encoding] of scripts) expect(encoding).toMatch(/^(br|gzip)$/);
});
