/** Asking the server: typed by its OpenAPI document, with the key of this browser session. */
import type { components, paths } from "./schema";

export type Schemas = components["schemas"];

/** The paths of the API that can be read with GET, as its OpenAPI document spells them. */
export type GetPath = {
  [P in keyof paths]: paths[P] extends { get: { responses: { 200: unknown } } } ? P : never;
}[keyof paths];

type Operation<P extends GetPath> = paths[P] extends { get: infer G } ? G : never;

export type Query<P extends GetPath> =
  Operation<P> extends { parameters: { query?: infer Q } } ? Exclude<Q, undefined> : never;

export type PathParts<P extends GetPath> = Operation<P> extends { parameters: { path: infer V } } ? V : undefined;

export type Answer<P extends GetPath> =
  Operation<P> extends { responses: { 200: { content: { "application/json": infer A } } } } ? A : never;

/** What a question is about: `path` parts are percent-encoded, `query` lists are repeated. */
export interface Question<P extends GetPath> {
  path?: PathParts<P>;
  query?: Query<P>;
}

/** What went wrong with a question, as the server tells it; the status is 0 where it did not answer at all. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly retryAfter: number | null = null,
  ) {
    super(message);
    this.name = "Problem";
  }
}

const KEY = "headwater.key";

export const session = {
  key: (): string | null => sessionStorage.getItem(KEY),
  keep: (key: string): void => sessionStorage.setItem(KEY, key),
  forget: (): void => sessionStorage.removeItem(KEY),
};

const NOT_MODIFIED = 304;

type Parameter = string | number | boolean | undefined;

export function address<P extends GetPath>(template: P, question: Question<P> = {}): string {
  const parts = (question.path ?? {}) as Record<string, string>;
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ""));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(question.query ?? {})) {
    for (const one of [value as Parameter | readonly Parameter[]].flat()) {
      if (one !== undefined && one !== "") query.append(name, String(one));
    }
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** An answer with the tag by which the server knows it again. */
export interface Tagged<A> {
  answer: A;
  tag: string | null;
}

/** Asks for JSON, at a URL that `address` has made. */
export async function ask<A>(url: string, signal: AbortSignal): Promise<Tagged<A>> {
  const early = asked.get(url);
  asked.delete(url);
  const response = await (early ?? request(url, { signal }));
  signal.throwIfAborted();
  return tagged(response);
}

const asked = new Map<string, Promise<Response>>();

/** Asks what a view is going to ask, before its code is there: the first `ask` of this URL gets the answer. */
export function askAhead(url: string): void {
  const response = request(url, {});
  // Who asks is told what went wrong.
  response.catch(() => undefined);
  asked.set(url, response);
}

/** Asks again for an answer that is there already. It is null if the server has no other one. */
export async function askAgain<A>(url: string, tag: string, signal: AbortSignal): Promise<Tagged<A> | null> {
  const response = await request(url, { signal, headers: { "if-none-match": tag } });
  return response.status === NOT_MODIFIED ? null : tagged<A>(response);
}

async function tagged<A>(response: Response): Promise<Tagged<A>> {
  return { answer: (await response.json()) as A, tag: response.headers.get("etag") };
}

/** An answer that is not JSON: an export, or a contract as it was written. */
export async function askText(url: string, accept = "text/plain"): Promise<string> {
  const response = await request(url, { headers: { accept } });
  return response.text();
}

/** Has the server change something, and tells what it answers. */
export async function send<A>(method: "POST" | "DELETE", url: string, body?: unknown): Promise<A> {
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await request(url, { method, ...content });
  return (await response.json()) as A;
}

async function request(url: string, options: RequestInit): Promise<Response> {
  const headers = new Headers(options.headers);
  const key = session.key();
  if (key) headers.set("authorization", `Bearer ${key}`);
  let response: Response;
  try {
    response = await fetch(url, { ...options, headers });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem(0, "the server cannot be reached");
  }
  if (!response.ok && response.status !== NOT_MODIFIED) throw await problem(response);
  return response;
}

async function problem(response: Response): Promise<Problem> {
  const retry = Number(response.headers.get("retry-after")) || null;
  try {
    const body = (await response.json()) as Partial<Schemas["Problem"]>;
    return new Problem(response.status, body.message ?? response.statusText, retry);
  } catch {
    return new Problem(response.status, response.statusText || "no reason was given", retry);
  }
}
