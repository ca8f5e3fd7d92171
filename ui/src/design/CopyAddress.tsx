/** Copies the URL of what is shown, to be sent to a colleague. */
import { useState } from "react";
import { Sign } from "./icons";

export function CopyAddress() {
  const [copied, setCopied] = useState(false);
  return (
    <button
      type="button"
      className="button"
      title="Copies the URL of what is shown here, with its filters"
      onClick={() => {
        void navigator.clipboard.writeText(window.location.href).then(() => {
          setCopied(true);
          setTimeout(() => setCopied(false), 2000);
        });
      }}
    >
      <Sign name="link" /> <span aria-live="polite">{copied ? "Copied" : "Copy address"}</span>
    </button>
  );
}
