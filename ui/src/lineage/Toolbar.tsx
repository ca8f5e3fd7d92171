/** How the graph is looked at. */
import { shortNode, spoken } from "../address/nodes";
import { Menu } from "../design/Menu";
import { Segments } from "../design/Segments";
import { Sign } from "../design/icons";
import { type Drawing, NOTHING } from "../graph/drawing";
import { HopsField } from "../graph/HopsField";
import type { ExportForm } from "./exports";
import { FindField } from "./FindField";
import "./toolbar.css";
import { MOST_HOPS, type View } from "./view";

const DIRECTIONS = [
  { value: "upstream", label: "Upstream", short: "Up", title: "What it is made from, along the flows of data" },
  { value: "flows", label: "Both", title: "What it is made from, and what is made from it" },
  { value: "downstream", label: "Downstream", short: "Down", title: "What is made from it, along the flows of data" },
  { value: "both", label: "Around", title: "Everything its jobs touch, whatever flows where" },
] as const;

const GROUPINGS = [
  { value: "none", label: "Every job" },
  { value: "parent", label: "By parent job" },
  { value: "root", label: "By root job" },
] as const;

const PICTURES: readonly ExportForm[] = ["PNG", "SVG"];
/** Texts are written by the server, which does so for one moment only. */
const FORMS: readonly ExportForm[] = [...PICTURES, "CSV", "Mermaid", "DOT"];

interface ChangeProps {
  view: View;
  onChange: (change: Partial<View>) => void;
}

export interface ToolbarProps extends ChangeProps {
  /** What is drawn; null where it cannot be. */
  drawing: Drawing | null;
  /** How many nodes are not shown, in words. */
  hidden: string | null;
  find: string;
  foundCount: number;
  onFind: (text: string) => void;
  onExport: (form: ExportForm) => void;
}

export function Toolbar({ view, drawing, hidden, onChange, find, foundCount, onFind, onExport }: ToolbarProps) {
  return (
    <>
      <h1 className="cut" title={view.node}>
        {spoken(shortNode(view.node)).title}
      </h1>
      <ReachChoices view={view} onChange={onChange} />
      <button
        type="button"
        className="button"
        aria-label="Columns"
        title="The columns of each dataset"
        aria-pressed={view.columns}
        onClick={() => onChange({ columns: !view.columns, field: null })}
      >
        <Sign name="columns" /> <span className="tool-word">Columns</span>
      </button>
      <ShowMenu view={view} onChange={onChange} />
      {view.up.length + view.down.length > 0 && (
        <button
          type="button"
          className="button"
          aria-label="Collapse"
          title="Hide again what was shown beyond the hops"
          onClick={() => onChange({ up: [], down: [] })}
        >
          <Sign name="minus" />
        </button>
      )}
      <span className="grow tool-break" />
      <span className="faint tool-count" role="status" title={hidden ? COUNTED : undefined}>
        {drawing === NOTHING ? "Loading…" : drawing && countOf(drawing, hidden)}
      </span>
      <FindField
        drawing={drawing ?? NOTHING}
        find={find}
        foundCount={foundCount}
        onFind={onFind}
        view={view}
        onChange={onChange}
      />
      <ExportMenu forms={view.from ? PICTURES : FORMS} onExport={onExport} />
    </>
  );
}

const COUNTED = "What comes next is counted, not what lies behind it.";

/** How far the graph reaches from its start, and in which direction. */
function ReachChoices({ view, onChange }: ChangeProps) {
  return (
    <>
      <Segments
        label="Direction"
        choices={DIRECTIONS}
        value={view.component ? null : view.from ? "both" : view.direction}
        without={
          view.from
            ? "Moments are compared with all that is around, so that nothing seems gone that is only hidden"
            : null
        }
        onChange={(direction) => onChange({ direction, component: false, up: [], down: [] })}
      />
      <HopsField
        value={view.hops}
        most={MOST_HOPS}
        meaning={hopsInWords(view.hops)}
        disabled={view.component}
        onChange={(hops) => onChange({ hops })}
      />
    </>
  );
}

/** Where hops begin, as the API and the command line count them from the first jobs on. */
function hopsInWords(hops: number): string {
  return (
    "How far the graph reaches. The first hop leads to the jobs of the node and their datasets, each further one to the next " +
    `jobs and theirs. The API and the command line call this depth ${hops - 1}, as they count from the first jobs on.`
  );
}

/** What else is shown, and how far it reaches. */
function ShowMenu({ view, onChange }: ChangeProps) {
  return (
    <Menu
      name="Show"
      label={
        <>
          <Sign name="layers" /> <span className="tool-word">Show</span>
        </>
      }
    >
      {() => (
        <>
          <label title="Everything that is connected, the same from each of its nodes">
            <input
              type="checkbox"
              checked={view.component}
              onChange={(event) => onChange({ component: event.target.checked })}
            />
            Whole component
          </label>
          <hr />
          <Layers view={view} onChange={onChange} />
        </>
      )}
    </Menu>
  );
}

function Layers({ view, onChange }: ChangeProps) {
  return (
    <fieldset
      className="tool-layers"
      disabled={view.from !== null}
      title={view.from ? "Moments are compared job by job, with every dataset" : undefined}
    >
      {GROUPINGS.map((grouping) => (
        <label key={grouping.value}>
          <input
            type="radio"
            name="group"
            checked={view.groupBy === grouping.value}
            onChange={() => onChange({ groupBy: grouping.value, up: [], down: [] })}
          />
          {grouping.label}
        </label>
      ))}
      <hr />
      <label>
        <input
          type="checkbox"
          checked={view.foldPrivate}
          onChange={(event) => onChange({ foldPrivate: event.target.checked })}
        />
        Fold private datasets
      </label>
      <label>
        <input
          type="checkbox"
          checked={view.control}
          onChange={(event) => onChange({ control: event.target.checked })}
        />
        Control dependencies
      </label>
    </fieldset>
  );
}

function ExportMenu({ forms, onExport }: { forms: readonly ExportForm[]; onExport: (form: ExportForm) => void }) {
  return (
    <Menu name="Export" label={<Sign name="download" />}>
      {(close) =>
        forms.map((form) => (
          <button
            key={form}
            type="button"
            onClick={() => {
              onExport(form);
              close();
            }}
          >
            {form}
          </button>
        ))
      }
    </Menu>
  );
}

function countOf(drawing: Drawing, hidden: string | null): string {
  const jobs = drawing.nodes.filter((node) => node.type === "JOB").length;
  const datasets = drawing.nodes.length - jobs;
  return `${counted(datasets, "dataset")}, ${counted(jobs, "job")}${hidden ? `, ${hidden}` : ""}`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
