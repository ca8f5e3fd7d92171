/** The frame around every view, and which view a path shows. */
import type { ReactNode } from "react";
import { usePlace } from "../address/location";
import { useTitle } from "../address/title";
import { Link } from "../design/Link";
import { Logo, Sign } from "../design/icons";
import { later } from "../design/later";
import { Empty } from "../design/Notice";
import { Home } from "../home/Home";
import { FindView } from "../find/FindView";
import { FindingsView } from "../findings/FindingsView";
import { CatalogTable } from "../tables/CatalogTable";
import { EventsTable } from "../tables/EventsTable";
import { RunsTable } from "../tables/RunsTable";
import { Away } from "./Away";
import { KeyPrompt } from "./KeyPrompt";
import { Keys } from "./Keys";
import { Mishap } from "./Mishap";
import { parts } from "./parts";
import { SearchBox } from "../search/SearchBox";
import "./shell.css";
import { useTheme } from "./theme";

const LineageView = later(() => parts.lineage().then((part) => part.LineageView));
const RunView = later(() => parts.run().then((part) => part.RunView));
const ContractsView = later(() => parts.contracts().then((part) => part.ContractsView));
const ContractView = later(() => parts.contract().then((part) => part.ContractView));
const AlertsView = later(() => parts.alerts().then((part) => part.AlertsView));
const ImpactView = later(() => parts.impact().then((part) => part.ImpactView));
const BatchView = later(() => parts.batch().then((part) => part.BatchView));
const CompareView = later(() => parts.compare().then((part) => part.CompareView));
const JobView = later(() => parts.job().then((part) => part.JobView));

const SECTIONS = [
  ["/lineage", "Lineage"],
  ["/datasets", "Datasets"],
  ["/jobs", "Jobs"],
  ["/runs", "Runs"],
  ["/events", "Events"],
  ["/contracts", "Contracts"],
  ["/alerts", "Alerts"],
] as const;

export function Page() {
  const { path, query } = usePlace();
  const [theme, turn] = useTheme();
  const { title, full, view } = viewOf(path, query);
  useTitle(title);
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
        {path !== "/" && <SearchBox id="search" placeholder="Search" />}
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
      <Away />
      <main id="main" className={full ? "main full" : "main"} tabIndex={-1}>
        <Mishap path={path}>{view}</Mishap>
      </main>
      <KeyPrompt />
      <Keys />
    </div>
  );
}

interface Shown {
  /** What the browser's tab is called; null where the view says it itself. */
  title: string | null;
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
      return { title: null, full: true, view: <LineageView /> };
    case "runlineage":
      return { title: null, full: true, view: <RunView node={query.get("node") ?? ""} why={false} /> };
    case "impact":
      return { title: null, full: false, view: <ImpactView /> };
    case "datasets":
      return { title: "Datasets", full: false, view: <CatalogTable key="dataset" kind="dataset" /> };
    case "jobs":
      return { title: "Jobs", full: false, view: <CatalogTable key="job" kind="job" /> };
    case "batch":
      return { title: null, full: true, view: <BatchView /> };
    case "compare":
      return { title: null, full: false, view: <CompareView /> };
    case "job":
      return { title: null, full: false, view: <JobView /> };
    case "runs":
      if (id) return { title: null, full: true, view: <RunView key={id} node={`run:${id}`} why={page === "why"} /> };
      return { title: "Runs", full: false, view: <RunsTable /> };
    case "contracts":
      if (id) return { title: null, full: true, view: <ContractView key={id} id={id} /> };
      return { title: "Contracts", full: true, view: <ContractsView /> };
    case "search":
      return { title: null, full: false, view: <FindView /> };
    case "alerts":
      return { title: "Alerts", full: false, view: <AlertsView /> };
    case "findings":
      return { title: "Findings", full: false, view: <FindingsView /> };
    case "events":
      return { title: "Events", full: false, view: <EventsTable /> };
    default:
      return {
        title: "Not found",
        full: false,
        view: (
          <Empty title="There is no such page" isPage>
            <p>
              Search above for what you look for, or <Link href="/">begin at home</Link>.
            </p>
          </Empty>
        ),
      };
  }
}
