import { ago, exact } from "../address/times";

/** A moment as people say it, with the exact time on hover; nothing where it is not known. */
export function When({ at }: { at: string | null | undefined }) {
  if (!at) return null;
  return (
    <time dateTime={at} title={exact(at)}>
      {ago(at)}
    </time>
  );
}
