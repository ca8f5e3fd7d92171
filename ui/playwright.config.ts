import { defineConfig } from "@playwright/test";

const DEMO = 47831;
const LARGE = 47832;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/runs",
  timeout: 40_000,
  workers: 2,
  fullyParallel: true,
  reporter: [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${DEMO}`,
    viewport: { width: 1440, height: 860 },
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: ["--no-sandbox"],
    },
    trace: "retain-on-failure",
  },
  webServer: {
    command: `.venv/bin/python -m tests.browser.server ${DEMO} ${LARGE}`,
    cwd: "..",
    env: { PYTHONPATH: "src" },
    url: `http://127.0.0.1:${LARGE}/health/live`,
    timeout: 120_000,
  },
});
