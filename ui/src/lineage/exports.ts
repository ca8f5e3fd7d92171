/** The graph as a file: as a picture made here, or as text made by the server. */
import { address, askText } from "../api/client";
import { platformKind } from "../address/platforms";
import { PLATFORM_LINES } from "../design/PlatformMark";
import { fileName, save } from "../design/save";
import { columnCourse, rounded } from "../graph/courses";
import { type Drawing, type DrawnNode, type Tone, edgeKey } from "../graph/drawing";
import { SPARK, courseOf, rowsInShort } from "../graph/counts";
import type { Box, Layout } from "../layers/shapes";
import { type Lit, fieldKey, lightColumn } from "../graph/lighting";
import { fieldOffset, hasFacts, isDatasetLike, shownFields, sizeOf, textOf } from "../graph/sizes";
import { type View, momentQuery } from "./view";

export type ExportForm = "PNG" | "SVG" | "CSV" | "Mermaid" | "DOT";

export async function exportGraph(form: ExportForm, view: View, drawing: Drawing, layout: Layout): Promise<void> {
  const name = fileName("lineage", view.node);
  if (form === "SVG" || form === "PNG") {
    const svg = svgOf(drawing, layout, view.field ? lightColumn(drawing, view.field) : null);
    if (form === "SVG") save(new Blob([svg], { type: "image/svg+xml" }), `${name}.svg`);
    else save(await pngOf(svg, layout), `${name}.png`);
  } else {
    const format = form.toLowerCase() as "csv" | "mermaid" | "dot";
    const text = await askText(address("/api/v1/lineage", { query: { ...momentQuery(view), format } }));
    save(new Blob([text], { type: "text/plain" }), `${name}.${{ csv: "csv", mermaid: "mmd", dot: "dot" }[format]}`);
  }
}

const MARGIN = 24;
const FONT = "font-family='Inter, system-ui, Segoe UI, Roboto, sans-serif'";

/**
 * The whole graph as SVG, with the path of the column that is pinned, if one is. It refers to nothing of this page, so
 * that it can be opened anywhere.
 */
export function svgOf(drawing: Drawing, layout: Layout, lit: Lit | null): string {
  const { x, y, width, height } = layout.bounds;
  const nodes = new Map(drawing.nodes.map((node) => [node.id, node]));
  const parts = drawing.edges.map((edge) => {
    const course = layout.courses.get(edgeKey(edge));
    const [colour, dash] = EDGE[edge.change === "same" ? edge.basis : edge.change] ?? PLAIN;
    return course
      ? `<path d="${rounded(course)}" fill="none" stroke="${colour}" stroke-width="1.5"${dash ? ` stroke-dasharray="${dash}"` : ""} marker-end="url(#tip)"/>`
      : "";
  });
  for (const edge of lit?.columns ?? drawing.columns) {
    const course = columnCourse(edge, nodes, layout.boxes);
    const dash = edge.masking ? ' stroke-dasharray="2 4" stroke-linecap="round" stroke-width="2.6"' : "";
    parts.push(`<path d="${course}" fill="none" stroke="${LIT}" stroke-opacity="${lit ? 1 : 0.35}"${dash}/>`);
  }
  for (const node of drawing.nodes) {
    const opacity = lit && !lit.nodes.has(node.id) && !lit.possible.has(node.id) ? ' opacity="0.4"' : "";
    parts.push(`<g${opacity}>${nodeSvg(node, layout, lit)}</g>`);
  }
  const box = [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(" ")}" width="${box[2]}" height="${box[3]}" ${FONT}>` +
    `<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 1L7 4L0 7z" fill="#7b8a92"/></marker></defs>` +
    `<rect x="${box[0]}" y="${box[1]}" width="${box[2]}" height="${box[3]}" fill="#f4f6f7"/>${parts.join("")}</svg>`
  );
}

const LIT = "#c2410c";
const SOFT = "#46555d";
const FAINT = "#5b6a72";
const LINE = 15;
/** The colours of marks, as those of chips in the page. */
const TONES: Record<Tone, string> = {
  good: "#1c7a3d",
  bad: "#b3261e",
  warn: "#8a5300",
  busy: "#1d5fb8",
  accent: "#07555a",
  job: "#5a4a9c",
  plain: SOFT,
};
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

/** The states of runs as in the page: a sign and its colour. */
const STATES: Record<string, readonly [string, string]> = {
  COMPLETED: ["✓", "#1c7a3d"],
  FAILED: ["✗", "#b3261e"],
  ABORTED: ["◼", "#8a5300"],
  RUNNING: ["◌", "#1d5fb8"],
};

function nodeSvg(node: DrawnNode, layout: Layout, lit: Lit | null): string {
  const box = layout.boxes.get(node.id);
  if (!box) return "";
  const dataset = isDatasetLike(node.type);
  const fill = dataset ? "#ffffff" : "#ebe8f7";
  const dash = node.change === "removed" ? ' stroke-dasharray="4 3"' : "";
  return (
    (lit?.possible.has(node.id) ? outlineSvg(box, dataset) : "") +
    `<g><title>${escaped(node.label)}</title><rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="${dataset ? 8 : 26}" fill="${fill}" stroke="${BORDER[node.change] ?? ""}"${dash}/>` +
    (dataset ? `<rect x="${box.x}" y="${box.y}" width="4" height="${box.height}" fill="#0b6e74"/>` : "") +
    headSvg(node, box) +
    marksSvg(node, box) +
    (hasFacts(node) ? factsSvg(node, box) : "") +
    fieldsSvg(node, box, lit) +
    "</g>"
  );
}

/** What a column that is pinned may reach. */
function outlineSvg({ x, y, width, height }: Box, isDataset: boolean): string {
  return `<rect x="${x - 3}" y="${y - 3}" width="${width + 6}" height="${height + 6}" rx="${isDataset ? 10 : 29}" fill="none" stroke="${LIT}" stroke-dasharray="4 3"/>`;
}

function marksSvg(node: DrawnNode, box: Box): string {
  const words = node.marks.map((mark) => `<tspan fill="${TONES[mark.tone]}">${escaped(mark.word)}</tspan>`);
  return words.length > 0
    ? `<text x="${box.x + 12}" y="${box.y - 4}" font-size="11" fill="${SOFT}">${words.join(" · ")}</text>`
    : "";
}

/** Title and place in the lines that they have in the page, below each other in the middle of the head. */
function headSvg(node: DrawnNode, box: Box): string {
  const { title, place } = textOf(node);
  const [sign, fill] = STATES[node.state ?? ""] ?? ["", ""];
  const left = box.x + (sign ? 32 : 16);
  const { head } = sizeOf(node);
  const top = box.y + (head - (title.length + place.length) * LINE) / 2 + 12;
  return (
    written(sign, box.x + 14, box.y + head / 2 + 5, { size: 13, fill }) +
    title.map((line, at) => written(line, left, top + at * LINE, { size: 13, fill: "#142127", bold: true })).join("") +
    markSvg(node, left, top + title.length * LINE - 9) +
    place
      .map((line, at) =>
        written(line, left + (at === 0 && platformKind(node.platform) ? 15 : 0), top + (title.length + at) * LINE, {
          size: 11,
          fill: FAINT,
        }),
      )
      .join("")
  );
}

/** The mark of the platform, before the first line of the place. */
function markSvg(node: DrawnNode, x: number, y: number): string {
  const kind = node.place ? platformKind(node.platform) : null;
  if (!kind) return "";
  return `<path d="${PLATFORM_LINES[kind]}" transform="translate(${x} ${y})" fill="none" stroke="${FAINT}" stroke-width="1.2"/>`;
}

function factsSvg(node: DrawnNode, box: Box): string {
  const { when = "", rows = [] } = node.vitals ?? {};
  const y = box.y + sizeOf(node).head;
  const right = box.x + box.width - 8 - SPARK.width;
  const points = courseOf(rows).map((point) => `${right + point.x},${y + 4 + point.y}`);
  return (
    written(when, box.x + 12, y + 15, { size: 11, fill: SOFT }) +
    written(rowsInShort(rows), right - 6, y + 15, { size: 11, fill: SOFT, end: true }) +
    (points.length > 1 ? `<polyline points="${points.join(" ")}" fill="none" stroke="#0b6e74"/>` : "")
  );
}

function fieldsSvg(node: DrawnNode, box: Box, lit: Lit | null): string {
  const letters = Math.floor(box.width / 7.6);
  const rows = shownFields(node).names.map((name) => {
    const isLit = lit?.fields.has(fieldKey(node.id, name)) ?? false;
    const text = name.length > letters ? `${name.slice(0, letters - 1)}…` : name;
    return written(text, box.x + 12, box.y + fieldOffset(node, name) + 4, {
      size: 12,
      fill: isLit ? LIT : SOFT,
      bold: isLit,
    });
  });
  return rows.join("");
}

interface Writing {
  size: number;
  fill: string;
  bold?: boolean;
  /** Whether the text ends at its place instead of beginning there. */
  end?: boolean;
}

function written(text: string, x: number, y: number, { size, fill, bold = false, end = false }: Writing): string {
  if (!text) return "";
  const more = (bold ? ' font-weight="600"' : "") + (end ? ' text-anchor="end"' : "");
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${more}>${escaped(text)}</text>`;
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
