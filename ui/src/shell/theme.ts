/** Light or dark colours: those that the system prefers, until someone chooses in the page. */
import { useCallback, useEffect, useState } from "react";

export type Theme = "light" | "dark";
const KEPT = "headwater.theme";

function preferred(): Theme {
  const kept = localStorage.getItem(KEPT);
  if (kept === "light" || kept === "dark") return kept;
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(preferred);
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  const turn = useCallback(() => {
    setTheme((before) => {
      const next = before === "light" ? "dark" : "light";
      localStorage.setItem(KEPT, next);
      return next;
    });
  }, []);
  return [theme, turn];
}
