/** Moments, and texts with moments in them: no line ends in the midst of a date. */
import { ago, exact, minute } from "../address/times";

/** A moment as people say it, with the exact time on hover; nothing where it is not known. */
export function When({ at }: { at: string | null | undefined }) {
  if (!at) return null;
  return (
    <time dateTime={at} title={exact(at)}>
      <Dated text={ago(at)} />
    </time>
  );
}

/** A moment to the minute, or to the second with its zone. */
export function Moment({ at, exactly = false }: { at: string | number; exactly?: boolean }) {
  return (
    <time dateTime={new Date(at).toISOString()}>
      <Dated text={exactly ? exact(at) : minute(at)} />
    </time>
  );
}

/** A text whose moments stay whole, each with its time; browsers break lines at hyphens and spaces. */
export function Dated({ text }: { text: string }) {
  return text.split(/(\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?(?: UTC)?)?)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="one-line">
        {part}
      </span>
    ),
  );
}
