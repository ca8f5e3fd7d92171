/** The keys of the page, shown by `?`. */
import { useEffect, useRef, useState } from "react";

const KEYS: readonly [string, readonly [string, string][]][] = [
  [
    "Everywhere",
    [
      ["/", "Search"],
      ["?", "Show these keys"],
      ["Esc", "Close what is open"],
    ],
  ],
  [
    "In a graph",
    [
      ["← →", "Go along an edge, to what feeds a node or is fed by it"],
      ["↑ ↓", "Go to the node above or below"],
      ["Enter", "Show the details of a node"],
      ["o", "Look around a node"],
      ["[ ]", "Show more upstream or downstream of a node, or hide it again"],
      ["e", "Go to the edges of a node; ↑ ↓ from one to the next, Enter for what it rests on"],
      ["f", "Fit the graph"],
      ["m", "Show a map of the graph"],
      ["+ −", "Zoom"],
    ],
  ],
  ["On the time bar", [["← →", "Go from change to change"]]],
];

export function Keys() {
  const [open, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const inField = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (event.key === "?" && !inField) setOpen(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  useEffect(() => {
    if (open) dialog.current?.showModal();
  }, [open]);
  if (!open) return null;
  return (
    <dialog ref={dialog} className="keys" aria-labelledby="keys-title" onClose={() => setOpen(false)}>
      <div className="spread">
        <h2 id="keys-title">Keys</h2>
        <button type="button" className="button small" onClick={() => setOpen(false)}>
          Close
        </button>
      </div>
      {KEYS.map(([where, keys]) => (
        <section key={where} className="list">
          <h3>{where}</h3>
          <dl className="facts">
            {keys.map(([key, what]) => (
              <div key={key} className="key-line">
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </dialog>
  );
}
