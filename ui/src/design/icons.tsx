/** The icons of the page, in the colour of the text around them. */
import type { ReactNode } from "react";

function Icon({ children, className, label }: { children: ReactNode; className?: string; label?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(className ? { className } : {})}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      {children}
    </svg>
  );
}

const KINDS: Record<string, ReactNode> = {
  TABLE: <path d="M2 3h12v10H2zM2 6.5h12M6.5 6.5V13" />,
  VIEW: (
    <path d="M1.5 8s2.4-4.2 6.5-4.2S14.5 8 14.5 8s-2.4 4.2-6.5 4.2S1.5 8 1.5 8zM8 9.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z" />
  ),
  STREAM: <path d="M2 5c2-2 4 2 6 0s4-2 6 0M2 8.5c2-2 4 2 6 0s4-2 6 0M2 12c2-2 4 2 6 0s4-2 6 0" />,
  FILE: <path d="M4 1.8h5l3 3v9.4H4zM9 1.8v3h3" />,
  JOB: <path d="M5 3.2v9.6l7.5-4.8z" />,
  GROUP: <path d="M2 4.5h5l1.5 2H14V13H2zM2 4.5V3h4" />,
  RUN: <path d="M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM6.6 5.6v4.8L10.4 8z" />,
  PRODUCT: <path d="M8 1.8l5.5 3v6.4L8 14.2l-5.5-3V4.800zM2.5 4.8L8 8l5.5-3.2M8 8v6.2" />,
  CONTRACT: <path d="M4 1.8h8v12.4H4zM6.3 5h3.4M6.3 7.5h3.4M6.3 10.6l1 1 1.8-2" />,
};

/** What a node is, by its type and the platform it lies on. */
export function KindIcon({ type, kind, platform }: { type: string; kind?: string | null; platform?: string }) {
  let shape = KINDS[type === "DATASET" || type === "DATASET_VERSION" ? "TABLE" : type.replace("JOB_VERSION", "JOB")];
  if (type.startsWith("DATASET")) {
    if (kind === "VIEW") shape = KINDS["VIEW"];
    else if (platform === "kafka" || kind === "STREAM" || kind === "TOPIC") shape = KINDS["STREAM"];
    else if (platform === "sftp" || platform === "file" || kind === "FILE") shape = KINDS["FILE"];
  }
  const family = type.startsWith("DATASET") ? "DATASET" : type.startsWith("JOB") ? "JOB" : type;
  return <Icon className={`kind-icon ${family}`}>{shape ?? KINDS["TABLE"]}</Icon>;
}

const STATES: Record<string, ReactNode> = {
  COMPLETED: <path d="M3 8.5l3.3 3.3L13 4.8" strokeWidth="2.2" />,
  FAILED: <path d="M4 4l8 8M12 4l-8 8" strokeWidth="2.2" />,
  ABORTED: <path d="M4 4h8v8H4z" strokeWidth="2" />,
  RUNNING: <path d="M8 2.5a5.5 5.5 0 1 1-5.5 5.5" strokeWidth="2" />,
  NEW: <path d="M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z" strokeWidth="2" />,
};

export function StateIcon({ state }: { state: string }) {
  return <Icon>{STATES[state] ?? STATES["NEW"]}</Icon>;
}

const SIGNS = {
  search: <path d="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.4 10.4L14 14" />,
  sun: (
    <path d="M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1" />
  ),
  moon: <path d="M13.5 9.6A5.8 5.8 0 0 1 6.4 2.5a5.8 5.8 0 1 0 7.1 7.1z" />,
  fit: <path d="M2 5.5V2h3.5M10.5 2H14v3.5M14 10.5V14h-3.5M5.5 14H2v-3.5" />,
  map: <path d="M2 3h12v10H2zM8.5 8H14v5H8.5z" />,
  plus: <path d="M8 3v10M3 8h10" />,
  minus: <path d="M3 8h10" />,
  close: <path d="M4 4l8 8M12 4l-8 8" />,
  download: <path d="M8 2v8M4.8 7.2L8 10.4l3.2-3.2M2.5 13.5h11" />,
  clock: <path d="M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 4.8V8l2.3 1.5" />,
  compare: <path d="M5.5 2v12M10.5 2v12M5.5 5H2.5v6h3M10.5 5h3v6h-3" />,
  columns: <path d="M2 3h12v10H2zM6 3v10M10 3v10" />,
  layers: <path d="M8 2l6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3" />,
  warning: <path d="M8 2.3L14.5 13.5h-13zM8 6.5v3.2M8 11.7v.1" />,
  empty: <path d="M2.5 9.5l1.7-6h7.6l1.7 6v3h-11zM2.5 9.5h3.2l.8 1.5h3l.8-1.5h3.2" />,
  link: <path d="M6.8 9.2l2.4-2.4M6 7L4 9a2.1 2.1 0 0 0 3 3l2-2M10 9l2-2a2.1 2.1 0 0 0-3-3L7 6" />,
  back: <path d="M9.5 3.5L5 8l4.5 4.5" />,
  forward: <path d="M6.5 3.5L11 8l-4.5 4.5" />,
  question: <path d="M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.5.3-.8.6-.8 1.2M8 11.3v.1" />,
} satisfies Record<string, ReactNode>;

export type SignName = keyof typeof SIGNS;

export function Sign({ name, label }: { name: SignName; label?: string }) {
  return <Icon {...(label ? { label } : {})}>{SIGNS[name]}</Icon>;
}

export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M6 11c4-4 8 4 12 0s6-2 8 0M6 18c4-4 8 4 12 0s6-2 8 0M6 25c4-4 8 4 12 0s6-2 8 0"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  );
}
