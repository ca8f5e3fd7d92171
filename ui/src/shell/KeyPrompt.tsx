import { useState } from "react";
import { giveKey, useKeyNeed } from "../api/keyNeeded";

/** Asks for a key when the server wants one; it is kept until the browser's tab is closed. */
export function KeyPrompt() {
  const message = useKeyNeed();
  const [key, setKey] = useState("");
  if (message === null) return null;
  return (
    <div className="scrim">
      <form
        className="dialog"
        role="dialog"
        aria-modal="true"
        aria-labelledby="key-title"
        onSubmit={(event) => {
          event.preventDefault();
          if (key.trim()) giveKey(key.trim());
          setKey("");
        }}
      >
        <h1 id="key-title">This server asks for a key</h1>
        <p className="soft">
          {message}. An administrator makes one with <code>headwater keys create NAME</code>. It is kept in this browser
          tab only.
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
    </div>
  );
}
