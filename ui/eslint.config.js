import { readdirSync } from "node:fs";
import js from "@eslint/js";
import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

// The folders of src/ are rooms. Views are rooms that never import each other: what two of them need, code or styles,
// lies in a room that both may import. docs/page.md says what each room owns.
const SHARED = ["address", "api", "code", "design", "drawings", "graph", "layers", "panel", "runs", "search"];
const VIEWS = [
  "home",
  "lineage",
  "impact",
  "job",
  "compare",
  "batch",
  "run",
  "find",
  "findings",
  "alerts",
  "contracts",
  "tables",
];
const MAY_IMPORT = {
  address: [],
  api: [],
  design: ["address", "api"],
  code: ["design"],
  layers: [],
  graph: ["design", "layers"],
  runs: ["address", "design"],
  drawings: ["address", "api", "graph"],
  panel: ["address", "api", "code", "design"],
  search: ["address", "api", "design"],
  ...Object.fromEntries(VIEWS.map((view) => [view, SHARED])),
  shell: [...SHARED, ...VIEWS],
};

const rooms = readdirSync(new URL("src", import.meta.url), { withFileTypes: true }).filter((one) => one.isDirectory());
const unknown = rooms.filter((room) => !(room.name in MAY_IMPORT)).map((room) => room.name);
if (unknown.length > 0) throw new Error(`say in eslint.config.js what these folders of src may import: ${unknown}`);

const importDirections = Object.entries(MAY_IMPORT).map(([room, others]) => ({
  files: [`src/${room}/**/*.{ts,tsx}`],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          {
            regex: `^\\.\\./(?!(${others.join("|")})/)`,
            message: `${room}/ may import from ${others.join(", ") || "no other folder"}.`,
          },
        ],
      },
    ],
  },
}));

export default tseslint.config(
  { ignores: ["dist", "node_modules", "test-results", "src/api/schema.d.ts"] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ["./tsconfig.page.json", "./tsconfig.tools.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { "react-hooks": hooks },
    rules: {
      ...hooks.configs.recommended.rules,
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // What is longer does several things: cut it by concept.
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  ...importDirections,
  {
    files: ["*.js", "docs/*.js", "scripts/*.mjs"],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      parserOptions: { project: null, projectService: false },
      globals: {
        console: "readonly",
        process: "readonly",
        URL: "readonly",
        sessionStorage: "readonly",
        window: "readonly",
      },
    },
  },
);
