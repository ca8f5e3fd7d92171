import { useEffect } from "react";
import { tryAgain, useAway } from "../api/reach";
import { Sign } from "../design/icons";

const RETRY_MS = 5000;

/** The one notice that the server is away; what was shown before stays, and is asked anew once the server is back. */
export function Away() {
  const away = useAway();
  useEffect(() => {
    if (!away) return;
    const again = setInterval(() => void tryAgain(), RETRY_MS);
    return () => clearInterval(again);
  }, [away]);
  if (!away) return null;
  return (
    <div className="away" role="alert">
      <Sign name="warning" />
      <span>The server cannot be reached. What is shown may be out of date.</span>
      <button type="button" className="button small" onClick={() => void tryAgain()}>
        Try again
      </button>
    </div>
  );
}
