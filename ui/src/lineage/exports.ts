/** The graph as a file: as a picture made here, or as text made by the server. */
import { address, askText } from "../api/client";
import { columnCourse, rounded } from "../graph/courses";
import { type Drawing, type DrawnNode, edgeKey } from "../graph/drawing";
import type { Layout } from "../graph/layout";
import { HEAD, ROW, ROWS_PADDING, isDatasetLike, shownFields } from "../graph/sizes";
import { type View, momentQuery } from "./view";

export type ExportForm = "PNG" | "SVG" | "CSV" | "Mermaid" | "DOT";

export async function exportGraph(form: ExportForm, view: View, drawing: Drawing, layout: Layout): Promise<void> {
  const name = fileName(view.node);
  if (form === "SVG") {
    save(new Blob([svgOf(drawing, layout)], { type: "image/svg+xml" }), `${name}.svg`);
  } else if (form === "PNG") {
    save(await pngOf(svgOf(drawing, layout), layout), `${name}.png`);
  } else {
    const format = form.toLowerCase() as "csv" | "mermaid" | "dot";
    const text = await askText(address("/api/v1/lineage", { query: { ...momentQuery(view), format } }));
    save(new Blob([text], { type: "text/plain" }), `${name}.${{ csv: "csv", mermaid: "mmd", dot: "dot" }[format]}`);
  }
}

function fileName(node: string): string {
  return `lineage-${node.replace(/[^\w.-]+/g, "_").slice(-80)}`;
}

const MARGIN = 24;
const FONT = "font-family='Inter, system-ui, Segoe UI, Roboto, sans-serif'";

/** The whole graph as SVG. It refers to nothing of this page, so that it can be opened anywhere. */
function svgOf(drawing: Drawing, layout: Layout): string {
  const { x, y, width, height } = layout.bounds;
  const nodes = new Map(drawing.nodes.map((node) => [node.id, node]));
  const parts = drawing.edges.map((edge) => {
    const course = layout.courses.get(edgeKey(edge));
    const [colour, dash] = EDGE[edge.change === "same" ? edge.basis : edge.change] ?? PLAIN;
    return course
      ? `<path d="${rounded(course)}" fill="none" stroke="${colour}" stroke-width="1.5"${dash ? ` stroke-dasharray="${dash}"` : ""} marker-end="url(#tip)"/>`
      : "";
  });
  for (const edge of drawing.columns) {
    parts.push(
      `<path d="${columnCourse(edge, nodes, layout.boxes)}" fill="none" stroke="#c2410c" stroke-opacity="0.35"/>`,
    );
  }
  for (const node of drawing.nodes) parts.push(nodeSvg(node, layout));
  const box = [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(" ")}" width="${box[2]}" height="${box[3]}" ${FONT}>` +
    `<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 1L7 4L0 7z" fill="#7b8a92"/></marker></defs>` +
    `<rect x="${box[0]}" y="${box[1]}" width="${box[2]}" height="${box[3]}" fill="#f4f6f7"/>${parts.join("")}</svg>`
  );
}

const PLAIN: readonly [string, string] = ["#9aa8af", ""];
const EDGE: Record<string, readonly [string, string]> = {
  listed: PLAIN,
  explicit: ["#9aa8af", "1 4"],
  column: ["#9aa8af", "1 4"],
  control: ["#8a5300", "6 4"],
  added: ["#1c7a3d", ""],
  removed: ["#b3261e", "5 5"],
  changed: ["#8a5300", ""],
};
const BORDER: Record<string, string> = { added: "#1c7a3d", removed: "#b3261e", changed: "#8a5300", same: "#7b8a92" };

function nodeSvg(node: DrawnNode, layout: Layout): string {
  const box = layout.boxes.get(node.id);
  if (!box) return "";
  const dataset = isDatasetLike(node.type);
  const fill = dataset ? "#ffffff" : "#ebe8f7";
  const letters = Math.floor(box.width / 7.6);
  const dash = node.change === "removed" ? ' stroke-dasharray="4 3"' : "";
  const rows = shownFields(node).names.map(
    (name, index) =>
      `<text x="${box.x + 12}" y="${box.y + HEAD + ROWS_PADDING / 2 + index * ROW + 15}" font-size="12" fill="#46555d">${escaped(cut(name, letters))}</text>`,
  );
  return (
    `<g><title>${escaped(node.label)}</title><rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="${dataset ? 8 : 26}" fill="${fill}" stroke="${BORDER[node.change] ?? ""}"${dash}/>` +
    (dataset ? `<rect x="${box.x}" y="${box.y}" width="4" height="${box.height}" fill="#0b6e74"/>` : "") +
    `<text x="${box.x + 16}" y="${box.y + 23}" font-size="13" font-weight="600" fill="#142127">${escaped(cut(node.title, letters - 2))}</text>` +
    `<text x="${box.x + 16}" y="${box.y + 39}" font-size="11" fill="#5b6a72">${escaped(cut(node.place, letters))}</text>${rows.join("")}</g>`
  );
}

function cut(text: string, letters: number): string {
  return text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

const MOST_PIXELS = 12_000;

async function pngOf(svg: string, layout: Layout): Promise<Blob> {
  const width = layout.bounds.width + 2 * MARGIN;
  const height = layout.bounds.height + 2 * MARGIN;
  const scale = Math.min(2, MOST_PIXELS / Math.max(width, height));
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(width * scale);
    canvas.height = Math.ceil(height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error("the graph is too large for a picture"))),
        "image/png",
      );
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
