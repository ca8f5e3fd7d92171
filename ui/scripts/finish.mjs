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

await copyDocs();
await writeFile(path.join(built, "licences.txt"), await licences());
await compress(built);
await checkSizes(path.join(built, "assets"));
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
    texts.push(`${name.replace(/^.*node_modules\//, "")} ${found.version}\n\n${text.trim()}\n`);
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

// What a browser has to load before a graph is drawn; the layout engine comes later, and once.
async function checkSizes(folder) {
  const sizes = { gz: 0, br: 0 };
  for (const name of await readdir(folder)) {
    const { size } = await stat(path.join(folder, name));
    if (name.endsWith(".gz") && !name.startsWith("elk-worker")) sizes.gz += size;
    if (name.endsWith(".br")) sizes.br += size;
  }
  console.log(`all but the layout engine, gzip: ${sizes.gz} bytes; everything, brotli: ${sizes.br} bytes`);
  if (sizes.gz > 250_000 || sizes.br > 600_000) throw new Error("the page has grown beyond 250 kB, or 600 kB with the layout engine");
}
