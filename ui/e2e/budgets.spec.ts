/** What a visitor waits for: the first graph from a cold start, and what is loaded for it. */
import { cpus, loadavg } from "node:os";
import { type Page, expect, test } from "@playwright/test";
import { REVENUE, drawn, lineage } from "./stage";

// A recording of every step would be measured with it.
test.use({ trace: "off" });

/**
 * In ms. The aim is a second, which two quiet cores of a server take; the rest is for noise. On a busy machine it is as
 * many times longer as processes wait for each of its cores.
 */
const COLD_START = 1500;

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

test("the layout engine is loaded when a graph is, and answers are compressed", async ({ page }) => {
  const loaded: string[] = [];
  const encodings = new Map<string, string>();
  page.on("response", (response) => {
    loaded.push(response.url());
    encodings.set(new URL(response.url()).pathname, response.headers()["content-encoding"] ?? "");
  });
  for (const path of ["/", "/datasets", "/runs", "/findings"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
  }
  expect(loaded.filter((url) => url.includes("layout-engine"))).toEqual([]);
  await page.goto(lineage(REVENUE));
  await drawn(page);
  expect(loaded.filter((url) => url.includes("layout-engine"))).toHaveLength(1);
  for (const path of ["/api/v1/lineage", "/api/v1/catalog", "/api/v1/runs"]) {
    expect(encodings.get(path)).toMatch(/^(zstd|gzip)$/);
  }
  const scripts = [...encodings].filter(([path]) => path.endsWith(".js"));
  for (const [, encoding] of scripts) expect(encoding).toMatch(/^(br|gzip)$/);
});
