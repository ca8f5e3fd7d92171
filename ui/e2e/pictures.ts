import { type Page, expect, test } from "@playwright/test";
import { DIM_CUSTOMERS, MARGINS_JOB, drawn, lineage, node } from "./stage";

/** Taken when the whole graph is in view. */
async function picture(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Fit the graph" }).click();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(1000); // the graph glides to where it fits
  await page.screenshot({ path: `../docs/pictures/${name}.png` });
}

test("where a column comes from", async ({ page }) => {
  await page.goto(lineage(DIM_CUSTOMERS));
  await drawn(page);
  await page.getByRole("spinbutton", { name: "Hops" }).fill("2");
  await page.getByRole("button", { name: "Columns" }).click();
  await drawn(page);
  await node(page, DIM_CUSTOMERS)
    .getByRole("button", { name: /^EMAIL_HASH/ })
    .click();
  await expect(page.locator("[data-column-edge]").first()).toBeAttached();
  await picture(page, "lineage");
});

test("why a run failed", async ({ page }) => {
  await page.goto(`/runs?${new URLSearchParams({ state: "FAILED", node: MARGINS_JOB }).toString()}`);
  await page.getByRole("link", { name: "Why?" }).first().click();
  await drawn(page);
  await expect(page.getByRole("list", { name: /Likely causes/ })).toBeVisible();
  await picture(page, "why");
});
