import type { AnchorHTMLAttributes } from "react";
import { go } from "../address/location";

/** A link inside the page. It loads nothing anew, and can still be opened in another tab, as any link. */
export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return (
    <a
      href={href}
      onClick={(event) => {
        onClick?.(event);
        const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
        if (event.defaultPrevented || modified || event.button !== 0) return;
        event.preventDefault();
        go(href);
      }}
      {...rest}
    />
  );
}
