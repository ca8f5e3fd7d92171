// Writes src/api/schema.d.ts from the OpenAPI document that is checked in with the server.
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const source = new URL("../../docs/openapi.json", import.meta.url);
const target = new URL("../src/api/schema.d.ts", import.meta.url);
const text = astToString(await openapiTS(JSON.parse(await readFile(source, "utf8"))));

// A file that is as it was keeps its time, so that `make` need not build the page again.
if (!existsSync(target) || (await readFile(target, "utf8")) !== text) await writeFile(target, text);
