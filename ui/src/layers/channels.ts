/**
 * The channels between layers, in which lines change their heights: each has at most one upright stretch in a channel.
 *
 * Lines that begin or end at the same cell share an upright there, so that they look like branches of one line. Uprights
 * that would touch lie beside each other, in an order that has few crossings.
 */
import type { Cell, Line } from "./cells";

/** Between two uprights, and between an upright and an item on either side: for buttons there, and for tips of arrows. */
const BETWEEN = 9;
const BESIDE = 20;
/** Lines so near to each other look like one. */
const TOUCHING = 5;
/** A level line on top of another one is worse than so many crossings. */
const COVERED = 100;

/** A line from one cell to the next. */
export interface Piece {
  from: Cell;
  to: Cell;
  /** The layer to the right of the channel that it runs in. */
  channel: number;
  upright: Upright | null;
}

/** All that goes up or down in one place. */
export interface Upright {
  /** The heights of the level lines to its left and to its right. */
  left: number[];
  right: number[];
  top: number;
  bottom: number;
  /** How far to the right of the layer before it lies. */
  x: number;
}

export function piecesOf({ cells }: Line): Piece[] {
  const isBack = (cells[1]?.layer ?? 0) <= (cells[0]?.layer ?? 0);
  return cells.slice(1).map((to, index) => {
    const from = cells[index] as Cell;
    // Lines leave an item to its right and reach it from its left, also where they lead back.
    const leavesLeft = isBack && !from.item;
    return { from, to, channel: leavesLeft ? from.layer : from.layer + 1, upright: null };
  });
}

/** Gives each piece in a channel its upright, and returns how wide the channel has to be. */
export function route(pieces: readonly Piece[]): number {
  const uprights = inOrder(branches(pieces).filter(({ top, bottom }) => bottom > top));
  const tracks: Upright[][] = [];
  for (const one of uprights) {
    const last = tracks.findLastIndex((track) => track.some((other) => isBeside(one, other)));
    (tracks[last + 1] ??= []).push(one);
  }
  tracks.forEach((track, index) => {
    for (const one of track) one.x = BESIDE + index * BETWEEN;
  });
  return BESIDE + Math.max(tracks.length - 1, 0) * BETWEEN + BESIDE;
}

function isBeside(a: Upright, b: Upright): boolean {
  return a.top <= b.bottom + TOUCHING && b.top <= a.bottom + TOUCHING;
}

/** The cell with most lines takes them all, then the next one: so no two lines with different ends both ways share one. */
function branches(pieces: readonly Piece[]): Upright[] {
  const ends = new Map<Cell, Piece[]>();
  for (const piece of pieces) {
    for (const cell of [piece.from, piece.to]) ends.set(cell, [...(ends.get(cell) ?? []), piece]);
  }
  const hubs = [...ends].sort(([a, as], [b, bs]) => bs.length - as.length || (a.id < b.id ? -1 : 1));
  return hubs.flatMap(([, own]) => {
    const free = own.filter((piece) => !piece.upright);
    if (free.length === 0) return [];
    const upright = uprightOf(free);
    for (const piece of free) piece.upright = upright;
    return upright;
  });
}

function uprightOf(pieces: readonly Piece[]): Upright {
  const left = new Set<number>();
  const right = new Set<number>();
  for (const { from, to, channel } of pieces) {
    for (const cell of [from, to]) (cell.layer < channel ? left : right).add(cell.y);
  }
  const heights = [...left, ...right];
  return { left: [...left], right: [...right], top: Math.min(...heights), bottom: Math.max(...heights), x: 0 };
}

/** From left to right. Each is put where it costs least among those before it, from the top. */
function inOrder(uprights: readonly Upright[]): Upright[] {
  const placed: Upright[] = [];
  for (const one of [...uprights].sort((a, b) => a.top - b.top || a.bottom - b.bottom)) {
    let cost = placed.reduce((sum, other) => sum + costOf(one, other), 0);
    let [best, cheapest] = [0, cost];
    placed.forEach((other, index) => {
      cost += costOf(other, one) - costOf(one, other);
      if (cost < cheapest) [best, cheapest] = [index + 1, cost];
    });
    placed.splice(best, 0, one);
  }
  return placed;
}

/** How many lines cross, or cover each other, if the one upright lies to the left of the other. */
function costOf(one: Upright, other: Upright): number {
  const crosses = (heights: readonly number[], { top, bottom }: Upright) =>
    heights.filter((y) => y > top && y < bottom).length;
  const covered = one.right.some((y) => other.left.some((z) => Math.abs(y - z) < TOUCHING));
  return crosses(one.right, other) + crosses(other.left, one) + (covered ? COVERED : 0);
}
