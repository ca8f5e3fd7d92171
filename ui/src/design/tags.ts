/** How tags are written, and asked for: by their name, or by name and value, as `tier` and `tier=production`. */

export interface Tag {
  key: string;
  value: string | null;
  source?: string | null;
}

export function tagWords({ key, value }: Tag): string {
  return value === null ? key : `${key}=${value}`;
}

/** Everything by which one may ask for one of these tags, each once. */
export function tagSpellings(tags: readonly Tag[]): string[] {
  return [...new Set(tags.flatMap((tag) => [tag.key, tagWords(tag)]))];
}

/** Choices with their counts, without names of tags beside a value that all of their tags have: it says more. */
export function tellingSpellings(choices: readonly [string, number][]): [string, number][] {
  return choices.filter(
    ([words, count]) => !choices.some(([other, same]) => same === count && other.startsWith(`${words}=`)),
  );
}
