/** A beat for whatever looks now and then whether the server has something new. It rests while the tab is hidden. */

const EVERY = 10_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let last = 0;

function beat(): void {
  if (document.visibilityState === "hidden") return;
  last = Date.now();
  for (const listener of listeners) listener();
}

/** A tab that is looked at again has missed beats. */
function onVisible(): void {
  if (document.visibilityState === "visible" && Date.now() - last >= EVERY) beat();
}

/** Calls the listener with every beat, until the function that is returned is called. */
export function onBeat(listener: () => void): () => void {
  if (listeners.size === 0) {
    last = Date.now();
    timer = setInterval(beat, EVERY);
    document.addEventListener("visibilitychange", onVisible);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onVisible);
  };
}
