import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

/** Takes pictures of every view, to be looked at: `SHOTS=folder npm run shots`. */
export default defineConfig({ ...tests, testMatch: "shots.ts", projects: [{ name: "shots" }] });
