/** Everything that the lineage view shows, as the URL holds it. */
import { type Side, sideKey } from "../graph/context";

export type Direction = "flows" | "upstream" | "downstream" | "both";
export type GroupBy = "none" | "parent" | "root";

export interface View {
  node: string;
  /** How many steps from job to job are shown. The first step is to the jobs of the node, with their datasets. */
  hops: number;
  direction: Direction;
  /** Whether everything that is connected with the node is shown, however far away. */
  component: boolean;
  groupBy: GroupBy;
  /** Whether datasets of use to one job or pipeline only are left out, and their neighbours connected. */
  foldPrivate: boolean;
  /** Whether edges are shown that say which job waits for which. */
  control: boolean;
  columns: boolean;
  /** The moment shown; null is now. */
  at: string | null;
  /** The earlier of two moments that are compared; `at` is the later one. */
  from: string | null;
  selected: string | null;
  /** The column whose path is lit: the node id of its dataset, and its name. */
  field: { node: string; field: string } | null;
  edge: { origin: string; destination: string } | null;
  /** The nodes whose neighbours upstream are shown as well, beyond the hops. */
  up: readonly string[];
  /** The same, downstream. */
  down: readonly string[];
  /** An expression that chooses nodes: only these, and what lies between them, are shown. */
  only: string | null;
  /** Which page of the side panel is open. */
  tab: string | null;
}

export const START: View = {
  node: "",
  hops: 1,
  direction: "flows",
  component: false,
  groupBy: "none",
  foldPrivate: false,
  control: false,
  columns: false,
  at: null,
  from: null,
  selected: null,
  field: null,
  edge: null,
  up: [],
  down: [],
  only: null,
  tab: null,
};

const DIRECTIONS: readonly Direction[] = ["flows", "upstream", "downstream", "both"];
const GROUPINGS: readonly GroupBy[] = ["none", "parent", "root"];
export const MOST_HOPS = 30;

/** Reads any URL: what makes no sense in it counts as not given. */
export function readView(query: URLSearchParams): View {
  const hops = Number(query.get("hops"));
  const [from, at] = inOrder(moment(query.get("from")), moment(query.get("at")));
  return {
    node: query.get("node") ?? "",
    hops: Number.isInteger(hops) && hops >= 1 ? Math.min(hops, MOST_HOPS) : START.hops,
    direction: oneOf(DIRECTIONS, query.get("direction"), START.direction),
    component: query.get("scope") === "component",
    groupBy: oneOf(GROUPINGS, query.get("group"), START.groupBy),
    foldPrivate: query.get("fold") === "private",
    control: query.get("layers") === "control",
    columns: query.get("columns") === "shown",
    at,
    from,
    selected: query.get("selected"),
    field: pair(query.get("field"), query.get("fieldOf"), (field, node) => ({ node, field })),
    edge: pair(query.get("edgeFrom"), query.get("edgeTo"), (origin, destination) => ({ origin, destination })),
    up: query.getAll("up"),
    down: query.getAll("down"),
    only: query.get("only"),
    tab: query.get("tab"),
  };
}

/** Writes the shortest URL that `readView` reads as this view: what is as in `START` is left out. */
export function writeView(view: View): URLSearchParams {
  const query = new URLSearchParams();
  const set = (name: string, value: string | null, wanted = true) => {
    if (value !== null && wanted) query.set(name, value);
  };
  set("node", view.node, view.node !== "");
  set("hops", String(view.hops), view.hops !== START.hops);
  set("direction", view.direction, view.direction !== START.direction);
  set("scope", "component", view.component);
  set("group", view.groupBy, view.groupBy !== START.groupBy);
  set("fold", "private", view.foldPrivate);
  set("layers", "control", view.control);
  set("columns", "shown", view.columns);
  set("from", view.from);
  set("at", view.at);
  set("selected", view.selected);
  set("field", view.field?.field ?? null);
  set("fieldOf", view.field?.node ?? null);
  set("edgeFrom", view.edge?.origin ?? null);
  set("edgeTo", view.edge?.destination ?? null);
  for (const node of view.up) query.append("up", node);
  for (const node of view.down) query.append("down", node);
  set("only", view.only);
  set("tab", view.tab);
  return query;
}

function oneOf<V extends string>(known: readonly V[], given: string | null, otherwise: V): V {
  return known.find((value) => value === given) ?? otherwise;
}

function moment(text: string | null): string | null {
  return text !== null && !Number.isNaN(Date.parse(text)) ? text : null;
}

/** Of two moments that are compared the earlier one comes first, whichever of them was moved past the other. */
function inOrder(from: string | null, at: string | null): [string | null, string | null] {
  const isTurned = from !== null && at !== null && Date.parse(from) > Date.parse(at);
  return isTurned ? [at, from] : [from, at];
}

function pair<V>(a: string | null, b: string | null, make: (a: string, b: string) => V): V | null {
  return a !== null && b !== null ? make(a, b) : null;
}

/** Puts another node at the centre. What was chosen about the old one is forgotten; how to look at the graph stays. */
export function around(view: View, node: string): View {
  return { ...view, node, selected: null, field: null, edge: null, up: [], down: [], only: null, tab: null };
}

/** Shows the neighbours of one more node, on one of its sides, or hides them again. */
export function expanded(view: View, node: string, side: Side): View {
  const list = side === "upstream" ? "up" : "down";
  const others = view[list].filter((one) => one !== node);
  return { ...view, [list]: others.length < view[list].length ? others : [...others, node] };
}

/** The sides of nodes whose neighbours are shown beyond the hops. */
export function expandedSides({ up, down }: View): ReadonlySet<string> {
  return new Set([...up.map((node) => sideKey(node, "upstream")), ...down.map((node) => sideKey(node, "downstream"))]);
}

/** The part of a view's question to the server that is the same at every moment. */
export function lineageQuery(view: View) {
  return {
    nodeId: view.node,
    depth: view.hops - 1,
    direction: view.direction,
    scope: view.component ? ("component" as const) : ("neighbourhood" as const),
    groupBy: view.groupBy,
    expandUpstream: [...view.up],
    expandDownstream: [...view.down],
  };
}

/** The question for the graph of one moment. */
export function momentQuery(view: View) {
  return {
    ...lineageQuery(view),
    foldPrivate: view.foldPrivate,
    layers: view.control ? "data,control" : "data",
    ...(view.at ? { at: view.at } : {}),
  };
}

/** What is asked to draw the graph of one moment. */
export function graphQuestion(view: View) {
  return { query: { ...momentQuery(view), columns: view.columns, vitals: true } };
}
