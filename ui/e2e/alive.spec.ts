import { type APIRequestContext, expect, test } from "@playwright/test";
import { drawn, lineage, node } from "./stage";

const DATASET = "/api/v1/namespaces/s3%3A%2F%2Fbrightwater-dashboards/datasets/exports%2Fproduct_margins";
const SHOP = "postgres://shop-db.brightwater.example:5432";
const STOCK = `dataset:${SHOP}:shop.public.stock_levels`;

/** Hides the stock levels, which no other test looks at, or makes them visible again. */
async function stock(request: APIRequestContext, edit: "delete" | "restore"): Promise<void> {
  expect((await request.post("/api/v1/edits", { data: { edit, nodeId: STOCK } })).ok()).toBe(true);
}

// Those that hide the same dataset come one after the other.
test.describe.configure({ mode: "serial" });

test("a list follows what the server knows, and rests while nothing is new", async ({ page, request }) => {
  await page.clock.install();
  const answers: number[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/v1/catalog")) answers.push(response.status());
  });
  await page.goto("/datasets?text=exports%2Fproduct_margins");
  const row = page.getByRole("row").filter({ hasText: "product_margins" });
  await expect(row).toBeVisible();
  await page.clock.fastForward(11_000);
  await expect.poll(() => answers).toContain(304);
  await expect(row).not.toContainText("seen-by-test");
  expect((await request.post(`${DATASET}/tags/seen-by-test`)).ok()).toBe(true);
  await page.clock.fastForward(11_000);
  await expect(row).toContainText("seen-by-test");
  await request.delete(`${DATASET}/tags/seen-by-test`);
  await page.clock.fastForward(11_000);
  await expect(row).not.toContainText("seen-by-test");
});

test("home follows what the server knows", async ({ page, request }) => {
  await page.clock.install();
  await page.goto("/");
  const quiet = page.getByRole("region", { name: "Quiet for longest" });
  await expect(quiet).toContainText("stock_levels");
  try {
    await stock(request, "delete");
    await page.clock.fastForward(11_000);
    await expect(quiet).not.toContainText("stock_levels");
    await expect(quiet.getByRole("listitem")).toHaveCount(8);
  } finally {
    await stock(request, "restore");
  }
  await page.clock.fastForward(11_000);
  await expect(quiet).toContainText("stock_levels");
});

test("the graph follows what the server knows, and stays while it does", async ({ page, request }) => {
  await page.clock.install();
  await page.goto(lineage(`dataset:${SHOP}:shop.public.catalog`, { hops: "1" }));
  await drawn(page);
  await expect(node(page, STOCK)).toBeVisible();
  const centre = node(page, `dataset:${SHOP}:shop.public.catalog`);
  await centre.evaluate((drawnBefore) => drawnBefore.setAttribute("data-kept", ""));
  try {
    await stock(request, "delete");
    await page.clock.fastForward(11_000);
    await expect(node(page, STOCK)).toHaveCount(0);
  } finally {
    await stock(request, "restore");
  }
  await page.clock.fastForward(11_000);
  await expect(node(page, STOCK)).toBeVisible();
  // What was drawn before is the same element still: nothing was taken away and drawn anew.
  await expect(centre).toHaveAttribute("data-kept", "");
});

test("a tab that is hidden asks nothing, and asks at once when it is seen again", async ({ page }) => {
  await page.clock.install();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) asked.push(request.url());
  });
  const show = (state: "hidden" | "visible") =>
    page.evaluate((now) => {
      Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Quiet for longest" })).toContainText("last seen");
  await page.waitForLoadState("networkidle");
  await show("hidden");
  asked.length = 0;
  await page.clock.runFor(60_000);
  expect(asked).toEqual([]);
  await show("visible");
  await expect.poll(() => asked.length).toBeGreaterThan(0);
});
