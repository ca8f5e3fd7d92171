// Writes src/api/schema.d.ts from the OpenAPI document that is checked in with the server.
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const source = new URL("../../docs/openapi.json", import.meta.url);
const target = new URL("../src/api/schema.d.ts", import.meta.url);
const types = astToString(await openapiTS(JSON.parse(await readFile(source, "utf8"))));
const text = `// Written by \`npm run types\` from docs/openapi.json.\n\n${types}`;

if (process.argv.includes("--check")) {
  if ((await readFile(target, "utf8")) !== text) {
    console.error("src/api/schema.d.ts does not fit docs/openapi.json: run `npm run types`");
    process.exit(1);
  }
} else {
  await writeFile(target, text);
}
