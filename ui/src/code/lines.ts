/** Two texts, compared line by line. */

export interface Line {
  change: "same" | "added" | "removed";
  /** The number of the line before and after; null on the side that has no such line. */
  before: number | null;
  after: number | null;
  text: string;
  /** Where the part begins and ends that is different from the line that it stands for on the other side. */
  marked?: readonly [number, number];
}

/** Texts of more lines than this are not compared: one stands below the other. */
const MOST_LINES = 3000;

/** The fewest lines that lead from one text to the other, removed lines before added ones. */
export function diffLines(before: string, after: string): Line[] {
  const old = before.split("\n");
  const now = after.split("\n");
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail += 1;
  const lines: Line[] = [];
  for (let at = 0; at < head; at += 1) lines.push(same(old, at, at));
  lines.push(...middle(old, now, head, old.length - tail, now.length - tail));
  for (let at = tail; at > 0; at -= 1) lines.push(same(old, old.length - at, now.length - at));
  return marked(lines);
}

/** As many lines removed as added, one after the other, are lines that changed: the part that did is marked in both. */
function marked(lines: readonly Line[]): Line[] {
  const found = [...lines];
  for (let at = 0; at < found.length;) {
    const removed = countFrom(found, at, "removed");
    const added = countFrom(found, at + removed, "added");
    for (let pair = 0; removed === added && pair < removed; pair += 1) {
      const [a, b] = [found[at + pair], found[at + removed + pair]];
      if (!a || !b) continue;
      const [head, tail] = commonEnds(a.text, b.text);
      found[at + pair] = { ...a, marked: [head, a.text.length - tail] };
      found[at + removed + pair] = { ...b, marked: [head, b.text.length - tail] };
    }
    at += Math.max(1, removed + added);
  }
  return found;
}

function countFrom(lines: readonly Line[], from: number, change: Line["change"]): number {
  let count = 0;
  while (lines[from + count]?.change === change) count += 1;
  return count;
}

/** How many letters two lines have in common at the beginning and at the end, up to whole words. */
function commonEnds(a: string, b: string): [number, number] {
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head += 1;
  while (head > 0 && isWord(a[head - 1]) && (isWord(a[head]) || isWord(b[head]))) head -= 1;
  let tail = 0;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  while (tail > 0 && isWord(a[a.length - tail]) && (isWord(a[a.length - tail - 1]) || isWord(b[b.length - tail - 1])))
    tail -= 1;
  return [head, tail];
}

function isWord(letter: string | undefined): boolean {
  return letter !== undefined && /\w/.test(letter);
}

function same(old: readonly string[], before: number, after: number): Line {
  return { change: "same", before: before + 1, after: after + 1, text: old[before] ?? "" };
}

/** The lines between the common beginning and the common end, by their longest common subsequence. */
function middle(old: readonly string[], now: readonly string[], from: number, oldEnd: number, nowEnd: number): Line[] {
  const comparable = oldEnd - from <= MOST_LINES && nowEnd - from <= MOST_LINES;
  const common = comparable ? commonLengths(old.slice(from, oldEnd), now.slice(from, nowEnd)) : null;
  const lines: Line[] = [];
  let a = from;
  let b = from;
  while (a < oldEnd || b < nowEnd) {
    if (common && a < oldEnd && b < nowEnd && old[a] === now[b]) {
      lines.push(same(old, a, b));
      a += 1;
      b += 1;
    } else if (
      b >= nowEnd ||
      (a < oldEnd && (!common || at(common, a + 1 - from, b - from) >= at(common, a - from, b + 1 - from)))
    ) {
      lines.push({ change: "removed", before: a + 1, after: null, text: old[a] ?? "" });
      a += 1;
    } else {
      lines.push({ change: "added", before: null, after: b + 1, text: now[b] ?? "" });
      b += 1;
    }
  }
  return lines;
}

/** How many lines the ends of two lists have in common, from each place in both. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row)
        row[j] = a[i] === b[j] ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}

function at(lengths: readonly Uint16Array[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}

/** Lines that are the same, and farther than `around` from any that is not, are folded into their number. */
export function folded(lines: readonly Line[], around = 3): (Line | number)[] {
  const near = new Set<number>();
  lines.forEach((line, index) => {
    if (line.change === "same") return;
    for (let at = index - around; at <= index + around; at += 1) near.add(at);
  });
  const shown: (Line | number)[] = [];
  lines.forEach((line, index) => {
    if (near.has(index)) {
      shown.push(line);
      return;
    }
    const last = shown.at(-1);
    if (typeof last === "number") shown[shown.length - 1] = last + 1;
    else shown.push(1);
  });
  return shown;
}
