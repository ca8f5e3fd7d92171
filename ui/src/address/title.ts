/** The title of the browser's tab, which names what is shown. */
import { useEffect } from "react";

/** Names what a view shows; null as long as that is not known. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = title ? `${title} · Headwater` : "Headwater";
  }, [title]);
}
