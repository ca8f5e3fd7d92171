import { expect, test } from "@playwright/test";
import { REVENUE, accessible, drawn, fits, lineage, screenshot } from "./stage";

test("who watches a dataset makes a subscription, tries it out, and removes it", async ({ page }) => {
  await page.goto(lineage(REVENUE));
  await drawn(page);
  await page.getByRole("link", { name: "Watch" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Alerts");
  const form = page.getByRole("form", { name: "New subscription" });
  await expect(form.getByRole("button", { name: /^DAILY_REVENUE/ })).toBeVisible();
  await expect(form.getByRole("textbox", { name: "Name" })).toHaveValue("daily_revenue");
  await form.getByRole("checkbox", { name: /other columns/ }).check();
  await form.getByRole("textbox", { name: "Told to" }).fill("log");
  await form.getByRole("button", { name: "Subscribe" }).click();
  await expect(form.getByRole("status")).toContainText("daily_revenue is subscribed");
  const row = page.getByRole("row", { name: /^daily_revenue/ });
  await expect(row).toContainText("nothing was sent yet");
  await expect(row).toContainText("failed");
  await expect(row).toContainText("schema");
  await row.getByRole("button", { name: "Test daily_revenue" }).click();
  await expect(row).toContainText("last delivered just now");
  await accessible(page);
  await fits(page);
  await screenshot(page, "alerts");
  await row.getByRole("button", { name: "Remove daily_revenue" }).click();
  await row.getByRole("button", { name: "Really remove" }).click();
  await expect(row).toHaveCount(0);
});

test("a target that cannot be reached is told, and its secret is shown once", async ({ page }) => {
  await page.goto("/alerts");
  const form = page.getByRole("form", { name: "New subscription" });
  await form.getByRole("combobox", { name: "About" }).selectOption("tag");
  await expect(form.getByRole("button", { name: "Subscribe" })).toBeDisabled();
  await form.getByRole("textbox", { name: "Name of the tag" }).fill("gold");
  await form.getByRole("textbox", { name: "Told to" }).fill("https://nowhere.invalid/hook");
  await expect(form.getByRole("combobox", { name: "Form of the message" })).toHaveValue("cloudevents");
  await form.getByRole("textbox", { name: "Told to" }).fill("https://hooks.slack.com/services/x");
  await expect(form.getByRole("combobox", { name: "Form of the message" })).toHaveValue("slack");
  await form.getByRole("textbox", { name: "Told to" }).fill("https://nowhere.invalid/hook");
  await form.getByRole("button", { name: "Subscribe" }).click();
  await expect(form.getByRole("status")).toContainText("whsec_");
  const row = page.getByRole("row", { name: /^gold/ });
  await row.getByRole("button", { name: "Test gold" }).click();
  await expect(row).toContainText("not delivered", { timeout: 30_000 });
  await row.getByRole("button", { name: "Remove gold" }).click();
  await row.getByRole("button", { name: "Really remove" }).click();
  await expect(row).toHaveCount(0);
});

test("whose key is not an administrator's is told so", async ({ page }) => {
  await page.route("**/api/v1/subscriptions", (route) =>
    route.fulfill({ status: 403, json: { code: 403, message: "this needs admin; the key has read", errors: [] } }),
  );
  await page.goto("/alerts");
  await expect(page.getByRole("alert")).toContainText("Your key does not allow this");
  await expect(page.getByRole("form")).toHaveCount(0);
});
