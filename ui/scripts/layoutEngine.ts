/**
 * The layout engine without what the page never asks of it.
 *
 * elkjs is Java, translated into one script: functions, variables, and classes that have numbers, each defined by
 * `define(number, parent, types, ...constructors)` and the methods that are set on `_` right after it. Of the algorithms
 * that it registers by name, the page uses one. Once the others are not registered, whatever no remaining part names can
 * never run, and is left out; so are the texts that describe the options of an algorithm to people.
 */
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { type ESTree, type Plugin, minifySync, parseSync } from "vite";

export const ENGINE = createRequire(import.meta.url).resolve("elkjs/lib/elk-worker.min.js");
const MODULE = "virtual:layout-engine";
const ALGORITHM = "layered";

/** Gives `virtual:layout-engine`, the URL of the script: in a build of the smaller one. */
export function layoutEngine(): Plugin {
  let building = false;
  return {
    name: "layout-engine",
    configResolved: (config) => {
      building = config.command === "build";
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      if (!building) return `export { default } from ${JSON.stringify(`${ENGINE}?url`)}`;
      const source = smaller(await readFile(ENGINE, "utf8"));
      const file = this.emitFile({ type: "asset", name: "layout-engine.js", source });
      return `export default import.meta.ROLLUP_FILE_URL_${file}`;
    },
  };
}

export function smaller(engine: string): string {
  const { code, errors } = minifySync("engine.js", withoutUnused(trimmed(engine)), {
    module: false,
    mangle: { toplevel: true },
    compress: { target: "es2022" },
    codegen: { removeWhitespace: true },
  });
  if (errors.length > 0) throw new Error(`the layout engine cannot be minified: ${errors[0]?.message ?? ""}`);
  return code;
}

interface Cut {
  at: { start: number; end: number };
  by: string;
}

/** Without the registration of other algorithms, and without descriptions. */
function trimmed(engine: string): string {
  const texts: Cut[] = [];
  const others: Cut[] = [];
  visit(statements(engine), (node) => {
    if (node.type === "ConditionalExpression" && asks(node.test)) others.push({ at: node.alternate, by: "0" });
    const text = node.type === "CallExpression" ? description(node) : null;
    if (text) texts.push({ at: text, by: "''" });
  });
  if (others.length !== 1) throw new Error(`the layout engine does not register ${ALGORITHM} once: has elkjs changed?`);
  return without(engine, [...texts, ...others]);
}

/** `equals(name, 'layered') ? … : …`: the other way are the other algorithms. */
function asks(test: ESTree.Expression): boolean {
  if (test.type !== "CallExpression") return false;
  const [, name] = test.arguments;
  return name?.type === "Literal" && name.value === ALGORITHM;
}

/** The text of `text(id(new Builder, …), 'Some words')`, which is data for `knownLayoutOptions` alone. */
function description(call: ESTree.CallExpression): ESTree.Argument | null {
  const [builder, text] = call.arguments;
  if (call.arguments.length !== 2 || builder?.type !== "CallExpression") return null;
  if (text?.type !== "Literal" || typeof text.value !== "string" || !text.value.includes(" ")) return null;
  let first: ESTree.Argument | undefined = builder;
  while (first?.type === "CallExpression" && first.arguments.length === 2) first = first.arguments[0];
  return first?.type === "NewExpression" ? text : null;
}

/** Statements that are needed together, as soon as one of their names is. */
interface Part {
  statements: ESTree.Statement[];
  names: readonly string[];
  needs: string[];
}

function withoutUnused(engine: string): string {
  const parts = partsOf(engine);
  const named = new Map<string, Part[]>();
  for (const part of parts) {
    for (const name of part.names) named.set(name, [...(named.get(name) ?? []), part]);
  }
  // What has no name is run when the script is loaded.
  const waiting = parts.filter((part) => part.names.length === 0);
  const kept = new Set(waiting);
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    for (const name of needsOf(part)) {
      for (const needed of named.get(name) ?? []) {
        if (!kept.has(needed)) waiting.push(needed);
        kept.add(needed);
      }
      named.delete(name);
    }
  }
  const unused = parts.filter((part) => !kept.has(part)).flatMap((part) => part.statements);
  return without(
    engine,
    unused.map((at) => ({ at, by: "" })),
  );
}

function partsOf(engine: string): Part[] {
  const parts: Part[] = [];
  let latest: Part | null = null;
  for (const statement of statements(engine)) {
    const defined = classOf(statement);
    if (defined) parts.push((latest = defined));
    else if (latest && isMember(statement)) latest.statements.push(statement);
    else parts.push({ statements: [statement], names: namesOf(statement), needs: [] });
  }
  if (!latest) throw new Error("the layout engine has no classes: has elkjs changed?");
  return parts;
}

/** There are objects of a class where one of its constructors is named, or of a class below it. */
function classOf(statement: ESTree.Statement): Part | null {
  if (statement.type !== "ExpressionStatement" || statement.expression.type !== "CallExpression") return null;
  const [own, parent, , ...constructors] = statement.expression.arguments;
  const number = numberOf(own);
  if (!number) return null;
  const names = constructors.flatMap((one) => (one.type === "Identifier" ? one.name : []));
  return { statements: [statement], names: [...names, number], needs: [number, numberOf(parent) ?? number] };
}

function isMember(statement: ESTree.Statement): boolean {
  if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression") return false;
  const { left } = statement.expression;
  return left.type === "MemberExpression" && left.object.type === "Identifier" && left.object.name === "_";
}

/** Functions; variables with a plain value; and descriptions of classes, which their objects know as well. */
function namesOf(statement: ESTree.Statement): string[] {
  if (statement.type === "FunctionDeclaration") return statement.id ? [statement.id.name] : [];
  if (statement.type !== "VariableDeclaration" || statement.declarations.length !== 1) return [];
  const [{ id, init }] = statement.declarations as [ESTree.VariableDeclarator];
  if (id.type !== "Identifier" || !init) return [];
  const described = init.type === "CallExpression" ? numberOf(init.arguments[2]) : null;
  return described ? [id.name, described] : [id.name];
}

function numberOf(node: ESTree.Argument | undefined): string | null {
  return node?.type === "Literal" && typeof node.value === "number" ? `#${node.value}` : null;
}

/** More than it needs, as names inside functions are not told from those outside: never less. */
function needsOf(part: Part): ReadonlySet<string> {
  const found = new Set(part.needs);
  visit(part.statements, (node) => {
    if (node.type === "Identifier") found.add(node.name);
  });
  return found;
}

function statements(source: string): readonly ESTree.Statement[] {
  return parseSync("engine.js", source, { sourceType: "script" }).program.body;
}

function visit(within: unknown, look: (node: ESTree.Node) => void): void {
  if (typeof within !== "object" || within === null) return;
  if ("type" in within) look(within as ESTree.Node);
  for (const inner of Object.values(within)) visit(inner, look);
}

/** Cuts within cuts are gone with the outer one. */
function without(source: string, cuts: readonly Cut[]): string {
  const kept: string[] = [];
  let end = 0;
  for (const { at, by } of [...cuts].sort((a, b) => a.at.start - b.at.start)) {
    if (at.start < end) continue;
    kept.push(source.slice(end, at.start), by);
    end = at.end;
  }
  return [...kept, source.slice(end)].join("");
}
