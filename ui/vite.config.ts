import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { ahead } from "./scripts/ahead.ts";

const server = process.env["PAGE_SERVER"] ?? "http://127.0.0.1:5000";

// What is loaded together is one file, as many small ones take longer than one: what is begun ahead of the page, what every
// view needs, and what every graph needs. Each of the other views has files of its own.
const AHEAD = /src\/(ahead|api\/client|lineage\/view|shell\/parts)\.ts|preload-helper/;
const PAGE =
  /\/node_modules\/(react|react-dom|scheduler)\/|src\/(main|address|api|design|search|shell|home|find|findings|tables)\b/;
const GRAPH = /\/node_modules\/|src\/(graph|layers|drawings|panel|code)\//;
const FILES = [
  { name: "begun", test: AHEAD, priority: 3 },
  { name: "page", test: PAGE, priority: 2 },
  { name: "graph", test: GRAPH, priority: 1 },
];

export default defineConfig({
  plugins: [react(), ahead()],
  build: {
    outDir: "dist",
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { output: { codeSplitting: { groups: FILES } } },
  },
  server: {
    // `npm run dev` shows the sources as they are, over a server that runs elsewhere.
    proxy: { "/api": server, "/openapi.json": server, "/health": server },
  },
  test: { include: ["{src,scripts}/**/*.test.ts"] },
});
