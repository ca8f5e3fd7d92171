import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { layoutEngine } from "./scripts/layoutEngine.ts";

const server = process.env["PAGE_SERVER"] ?? "http://127.0.0.1:5000";

export default defineConfig({
  plugins: [react(), layoutEngine()],
  build: {
    outDir: "dist",
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
  },
  server: {
    // `npm run dev` shows the sources as they are, over a server that runs elsewhere.
    proxy: { "/api": server, "/openapi.json": server, "/health": server },
  },
  test: { include: ["{src,scripts}/**/*.test.ts"] },
});
