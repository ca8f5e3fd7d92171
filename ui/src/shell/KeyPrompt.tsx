import { useEffect, useRef, useState } from "react";
import { giveKey, useKeyNeed } from "../api/keyNeeded";

/** Asks for a key when the server wants one; it is kept until the browser's tab is closed. */
export function KeyPrompt() {
  const message = useKeyNeed();
  const [key, setKey] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  const isWanted = message !== null;
  useEffect(() => {
    if (isWanted) dialog.current?.showModal();
  }, [isWanted]);
  if (!isWanted) return null;
  return (
    // Nothing can be shown without a key, so the dialog cannot be closed.
    <dialog ref={dialog} aria-labelledby="key-title" onCancel={(event) => event.preventDefault()}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (key.trim()) giveKey(key.trim());
          setKey("");
        }}
      >
        <h1 id="key-title">This server asks for a key</h1>
        <p className="soft">
          {message}. Ask an administrator of this server for one. It is kept in this browser tab only.
        </p>
        <label className="stack">
          Key
          <input
            className="field"
            type="password"
            autoComplete="off"
            autoFocus
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        </label>
        <button type="submit" className="button main-action" disabled={!key.trim()}>
          Use this key
        </button>
      </form>
    </dialog>
  );
}
