/** The frame around every view, and which view a path shows. */
import type { ReactNode } from "react";
import { usePlace } from "../address/location";
import { Link } from "../design/Link";
import { Logo, Sign } from "../design/icons";
import { Empty } from "../design/Notice";
import { LineageView } from "../lineage/LineageView";
import { KeyPrompt } from "./KeyPrompt";
import { useTheme } from "./theme";

const SECTIONS = [["/lineage", "Lineage"]] as const;

export function Page() {
  const { path } = usePlace();
  const [theme, turn] = useTheme();
  const full = path === "/lineage";
  return (
    <div className="shell">
      <header className="top">
        <a className="skip" href="#main">Skip to the content</a>
        <Link className="brand" href="/"><Logo />Headwater</Link>
        <nav className="nav" aria-label="Views">
          {SECTIONS.map(([href, label]) => (
            <Link key={href} href={href} aria-current={path.startsWith(href) ? "page" : undefined}>{label}</Link>
          ))}
        </nav>
        <span className="grow" />
        <button type="button" className="button plain" aria-label={theme === "light" ? "Dark colours" : "Light colours"} onClick={turn}>
          <Sign name={theme === "light" ? "moon" : "sun"} />
        </button>
      </header>
      <main id="main" className={full ? "main full" : "main"} tabIndex={-1}>{viewOf(path)}</main>
      <KeyPrompt />
    </div>
  );
}

function viewOf(path: string): ReactNode {
  if (path === "/lineage") return <LineageView />;
  return <Empty title="There is no such page" />;
}
