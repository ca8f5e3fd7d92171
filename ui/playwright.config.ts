import { execFileSync } from "node:child_process";
import { defineConfig } from "@playwright/test";

const FREE = `
import socket
own = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
print(",".join(str(one.getsockname()[1]) for one in own))
`;

// Chosen once; the processes that run the tests find them in the environment.
const ports = (process.env["PAGE_PORTS"] ??= execFileSync("../.venv/bin/python", ["-c", FREE]).toString().trim());
const [demo, large] = ports.split(",");

const MEASURED = ["large.spec.ts", "budgets.spec.ts"];

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/runs",
  timeout: 60_000,
  // A busy machine is slow, not wrong.
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  reporter: [["list"]],
  // What is measured runs before all else, and alone; on a busy machine the best of three counts.
  projects: [
    { name: "measured", testMatch: MEASURED, retries: 2, fullyParallel: false, workers: 1 },
    { name: "views", testIgnore: MEASURED, dependencies: ["measured"] },
  ],
  use: {
    baseURL: `http://127.0.0.1:${demo ?? ""}`,
    viewport: { width: 1440, height: 860 },
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: ["--no-sandbox"],
    },
    // Recording every step takes as long as the steps: `TRACE=1 npx playwright test some.spec.ts` tells how one failed.
    trace: process.env["TRACE"] ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
  },
  webServer: {
    command: `.venv/bin/python -m tests.browser.server ${ports.replace(",", " ")}`,
    cwd: "..",
    env: { PYTHONPATH: "src" },
    url: `http://127.0.0.1:${large ?? ""}/health/live`,
    timeout: 120_000,
  },
});
