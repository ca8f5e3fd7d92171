import { expect, test } from "@playwright/test";
import { accessibleInBothThemes, screenshot } from "./stage";

test("findings are told by producer and kind, with an example and what to do", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator(".numbers")).toContainText("Findings15odd things");
  await page.getByRole("link", { name: "odd things in events" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Findings");
  const airflow = page.getByRole("region", { name: /airflow/i });
  await expect(airflow).toContainText("9 findings");
  const incomplete = airflow.getByRole("article");
  await expect(incomplete).toContainText("What to do:");
  await expect(incomplete).toContainText("inputs[0].facets.schema.fields[2].name");
  await expect(page.getByRole("region", { name: /datacatalog/ })).toContainText("5 findings");
  await expect(page.getByRole("region", { name: /spark/ })).toContainText(/1 finding(?!s)/);
  await accessibleInBothThemes(page);
  await screenshot(page, "findings");
  await incomplete.getByRole("link", { name: /^events of/ }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("load_sheet");
});
