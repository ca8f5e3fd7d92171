/** Whether the server has asked for a key: one state for the whole page, whichever question met it. */
import { useSyncExternalStore } from "react";
import { session } from "./client";

interface Need {
  /** What the server said; null when no key is wanted. */
  message: string | null;
  /** Grows with every key given, so that all questions are asked again. */
  epoch: number;
}

let need: Need = { message: null, epoch: 0 };
const listeners = new Set<() => void>();

function tell(next: Need): void {
  need = next;
  for (const listener of listeners) listener();
}

export function wantKey(message: string): void {
  if (need.message === null) tell({ ...need, message });
}

export function giveKey(key: string): void {
  session.keep(key);
  tell({ message: null, epoch: need.epoch + 1 });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useKeyNeed(): string | null {
  return useSyncExternalStore(subscribe, () => need.message);
}

export function useKeyEpoch(): number {
  return useSyncExternalStore(subscribe, () => need.epoch);
}
