import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

/** Takes the pictures of the README, from the server and with the browser of the tests. */
export default defineConfig({
  ...tests,
  testMatch: "pictures.ts",
  projects: [{ name: "pictures" }],
  use: { ...tests.use, viewport: { width: 1280, height: 680 }, colorScheme: "light" },
});
