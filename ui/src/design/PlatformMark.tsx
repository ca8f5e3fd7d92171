/** A simple mark for the system that a dataset or job belongs to, drawn for this page. */
import { type PlatformKind, platformKind } from "../address/platforms";

/** The lines of each mark, in a square of 12. */
export const PLATFORM_LINES: Record<PlatformKind, string> = {
  snowflake: "M6 1v10M1.7 3.5l8.6 5M10.3 3.5l-8.6 5",
  database: "M2 3.2C2 2 10 2 10 3.2v5.6C10 10 2 10 2 8.8zM2 3.2c0 1.2 8 1.2 8 0",
  bucket: "M1.8 2.5h8.4L9 10.2H3zM2.2 5h7.6",
  stream: "M3 2v8M3 6l5.5-3M3 6l5.5 3M8.5 3h.1M8.5 9h.1",
  lakehouse: "M1.5 3h9M1.5 6h9M1.5 9h9",
  file: "M3 1.5h4l2 2v7H3zM7 1.5v2h2",
  scheduler: "M6 6V1.5M6 6h4.5M6 6v4.5M6 6H1.5",
  sql: "M2 2l8 8M10 2l-8 8M6 4.2v3.6",
  engine: "M6 1.5l1.3 3.2 3.2 1.3-3.2 1.3L6 10.5 4.7 7.3 1.5 6l3.2-1.3z",
};

export function PlatformMark({ platform }: { platform: string }) {
  const kind = platformKind(platform);
  if (!kind) return null;
  return (
    <svg className="platform-mark" viewBox="0 0 12 12" aria-hidden>
      <path d={PLATFORM_LINES[kind]} />
    </svg>
  );
}
