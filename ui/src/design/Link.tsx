import type { AnchorHTMLAttributes } from "react";
import { go } from "../address/location";

/** A link inside the page: no reload, and all that a browser does with links still works. */
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
