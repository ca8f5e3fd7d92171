/** Whether the server can be reached: one state for the whole page, whichever question noticed. */
import { useSyncExternalStore } from "react";

interface Reach {
  away: boolean;
  /** Grows each time the server is back, so that all questions are asked again. */
  epoch: number;
}

let reach: Reach = { away: false, epoch: 0 };
const listeners = new Set<() => void>();

function tell(next: Reach): void {
  reach = next;
  for (const listener of listeners) listener();
}

export function noticeAway(): void {
  if (!reach.away) tell({ ...reach, away: true });
}

/** Asks whether the server is there again; if so, all questions are asked anew. */
export async function tryAgain(): Promise<void> {
  try {
    const response = await fetch("/health/live");
    if (response.ok) tell({ away: false, epoch: reach.epoch + 1 });
  } catch {
    // It is still away, as the notice says.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAway(): boolean {
  return useSyncExternalStore(subscribe, () => reach.away);
}

export function useReachEpoch(): number {
  return useSyncExternalStore(subscribe, () => reach.epoch);
}
