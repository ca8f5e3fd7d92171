import { expect, test } from "@playwright/test";
import { EXPORT_JOB, REVENUE, accessible, drawn, edge, lineage, node, screenshot } from "./stage";

test("edges and what they rest on are reached by keyboard", async ({ page }) => {
  await page.goto(lineage(REVENUE));
  await drawn(page);
  await node(page, REVENUE).locator(".node-head").focus();
  await page.keyboard.press("e");
  await expect(edge(page, REVENUE, EXPORT_JOB)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/edgeFrom=/);
  await expect(page.getByRole("complementary", { name: "Details" })).toContainText("Who says so");
  await edge(page, REVENUE, EXPORT_JOB).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".edge:focus")).toHaveAttribute("aria-label", /^Edge from .* to DAILY_REVENUE$/);
  await page.keyboard.press("Escape");
  await expect(node(page, REVENUE).locator(".node-head")).toBeFocused();
});

test("the question mark shows the keys", async ({ page }) => {
  await page.goto("/jobs");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await expect(dialog).toContainText("Go to the edges of a node");
  await accessible(page);
  await screenshot(page, "keys");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});
