/** The frame around every view, and which view a path shows. */
import { type ReactNode, Suspense, lazy, useEffect } from "react";
import { usePlace } from "../address/location";
import { Link } from "../design/Link";
import { Logo, Sign } from "../design/icons";
import { Empty, Waiting } from "../design/Notice";
import { Home } from "../home/Home";
import { CatalogTable } from "../tables/CatalogTable";
import { EventsTable } from "../tables/EventsTable";
import { RunsTable } from "../tables/RunsTable";
import { KeyPrompt } from "./KeyPrompt";
import { SearchBox } from "../search/SearchBox";
import "./shell.css";
import { useTheme } from "./theme";

// These views are loaded when they are first shown: drawing graphs takes more code than all the rest together.
const LineageView = lazy(() => import("../lineage/LineageView").then((module) => ({ default: module.LineageView })));
const RunView = lazy(() => import("../run/RunView").then((module) => ({ default: module.RunView })));
const ContractsView = lazy(() =>
  import("../contracts/ContractsView").then((module) => ({ default: module.ContractsView })),
);
const ContractView = lazy(() =>
  import("../contracts/ContractView").then((module) => ({ default: module.ContractView })),
);

const SECTIONS = [
  ["/lineage", "Lineage"],
  ["/datasets", "Datasets"],
  ["/jobs", "Jobs"],
  ["/runs", "Runs"],
  ["/events", "Events"],
  ["/contracts", "Contracts"],
] as const;

export function Page() {
  const { path, query } = usePlace();
  const [theme, turn] = useTheme();
  const { title, full, view } = viewOf(path, query);
  useEffect(() => {
    document.title = title ? `${title} · Headwater` : "Headwater";
  }, [title]);
  return (
    <div className="shell">
      <header className="top">
        <a className="skip" href="#main">
          Skip to the content
        </a>
        <Link className="brand" href="/">
          <Logo />
          Headwater
        </Link>
        <nav className="nav" aria-label="Views">
          {SECTIONS.map(([href, label]) => (
            <Link
              key={href}
              href={href}
              aria-current={path === href || path.startsWith(`${href}/`) ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        <span className="grow" />
        {path !== "/" && <SearchBox id="search" placeholder="Search (press /)" slash />}
        <a className="button plain" href="/docs">
          API
        </a>
        <button
          type="button"
          className="button plain"
          aria-label={theme === "light" ? "Dark colours" : "Light colours"}
          onClick={turn}
        >
          <Sign name={theme === "light" ? "moon" : "sun"} />
        </button>
      </header>
      <main id="main" className={full ? "main full" : "main"} tabIndex={-1}>
        <Suspense fallback={<Waiting />}>{view}</Suspense>
      </main>
      <KeyPrompt />
    </div>
  );
}

interface Shown {
  title: string;
  /** Whether the view takes the whole window, and scrolls inside. */
  full: boolean;
  view: ReactNode;
}

function viewOf(path: string, query: URLSearchParams): Shown {
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  const [section, id, page] = parts;
  switch (section) {
    case undefined:
      return { title: "", full: false, view: <Home /> };
    case "lineage":
      return { title: "Lineage", full: true, view: <LineageView /> };
    case "runlineage":
      return { title: "Runs of a version", full: true, view: <RunView node={query.get("node") ?? ""} why={false} /> };
    case "datasets":
      return { title: "Datasets", full: false, view: <CatalogTable key="dataset" kind="dataset" /> };
    case "jobs":
      return { title: "Jobs", full: false, view: <CatalogTable key="job" kind="job" /> };
    case "runs":
      if (id) return { title: "Run", full: true, view: <RunView key={id} node={`run:${id}`} why={page === "why"} /> };
      return { title: "Runs", full: false, view: <RunsTable /> };
    case "contracts":
      if (id) return { title: "Contract", full: true, view: <ContractView key={id} id={id} /> };
      return { title: "Contracts", full: true, view: <ContractsView /> };
    case "events":
      return { title: "Events", full: false, view: <EventsTable /> };
    default:
      return {
        title: "Not found",
        full: false,
        view: (
          <Empty title="There is no such page">
            <p>
              Search above for what you look for, or <Link href="/">begin at home</Link>.
            </p>
          </Empty>
        ),
      };
  }
}
