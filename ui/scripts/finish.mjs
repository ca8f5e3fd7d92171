// After the build: the API's documentation beside the page, licences, and everything compressed.
// The result replaces src/headwater/page/, which the server serves and the wheel ships.
import { cp, mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const here = path.dirname(fileURLToPath(import.meta.url));
const built = path.join(here, "../dist");
const served = path.join(here, "../../src/headwater/page");
const modules = path.join(here, "../node_modules");
/** How many bytes of the page there may be, gzipped. */
const MOST = 300_000;

await copyDocs();
await writeFile(path.join(built, "licences.txt"), await licences());
await compress(built);
await checkSizes(built);
await rm(served, { recursive: true, force: true });
await cp(built, served, { recursive: true });

async function copyDocs() {
  const docs = path.join(built, "docs");
  const swagger = path.join(modules, "swagger-ui-dist");
  await mkdir(docs, { recursive: true });
  for (const name of ["swagger-ui-bundle.js", "swagger-ui.css"]) {
    await cp(path.join(swagger, name), path.join(docs, name));
  }
  for (const name of ["index.html", "docs.js"]) {
    await cp(path.join(here, "../docs", name), path.join(docs, name));
  }
}

// What is shipped is other people's work as well: their terms go with it.
async function licences() {
  const lock = JSON.parse(await readFile(path.join(here, "../package-lock.json"), "utf8"));
  const shipped = Object.entries(lock.packages).filter(
    ([name, found]) => name && (!found.dev || name.endsWith("/swagger-ui-dist")),
  );
  const texts = [];
  for (const [name, found] of shipped) {
    const folder = path.join(here, "..", name);
    const files = await readdir(folder).catch(() => []);
    const file = files.find((one) => /^licen[cs]e/i.test(one));
    const text = file ? await readFile(path.join(folder, file), "utf8") : `Licence: ${found.license}`;
    const short = name.replace(/^.*node_modules\//, "");
    texts.push(`${short} ${found.version}\n\n${text.trim()}\n`);
  }
  return texts.join(`\n${"-".repeat(72)}\n\n`);
}

async function compress(folder) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|html|svg|txt)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const content = await readFile(file);
    await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }));
    await writeFile(`${file}.br`, brotliCompressSync(content));
  }
}

// What a browser loads, of all views together. The API's documentation is a page of its own, and licences are there to be read.
async function checkSizes(folder) {
  let all = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!file.endsWith(".gz") || file.startsWith(path.join(folder, "docs")) || entry.name === "licences.txt.gz")
      continue;
    all += (await stat(file)).size;
  }
  console.log(`gzipped: ${all} bytes`);
  if (all > MOST) throw new Error(`the page has grown to ${all} bytes gzipped; ${MOST} are allowed`);
}
