/** How the graph is looked at. */
import { Menu } from "../design/Menu";
import { Segments } from "../design/Segments";
import { Sign } from "../design/icons";
import type { Drawing } from "../graph/drawing";
import { HopsField } from "../graph/HopsField";
import type { ExportForm } from "./exports";
import "./toolbar.css";
import { MOST_HOPS, type View } from "./view";

const DIRECTIONS = [
  { value: "upstream", label: "Upstream", title: "What it is made from, along the flows of data" },
  { value: "flows", label: "Both", title: "What it is made from, and what is made from it" },
  { value: "downstream", label: "Downstream", title: "What is made from it, along the flows of data" },
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
  drawing: Drawing;
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
      <ReachChoices view={view} onChange={onChange} />
      <button
        type="button"
        className="button"
        aria-pressed={view.columns}
        onClick={() => onChange({ columns: !view.columns, field: null })}
      >
        <Sign name="columns" /> Columns
      </button>
      <LayersMenu view={view} onChange={onChange} />
      <span className="grow" />
      <span className="faint" role="status">
        {countOf(drawing, hidden)}
      </span>
      <label className="row find">
        <span className="unseen">Find in this graph</span>
        <input
          className="field"
          type="search"
          placeholder="Find in this graph"
          value={find}
          onChange={(event) => onFind(event.target.value)}
        />
        {find && <span className="faint">{foundCount} found</span>}
      </label>
      <ExportMenu forms={view.from ? PICTURES : FORMS} onExport={onExport} />
    </>
  );
}

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
      <HopsField value={view.hops} most={MOST_HOPS} disabled={view.component} onChange={(hops) => onChange({ hops })} />
      <button
        type="button"
        className="button"
        aria-pressed={view.component}
        onClick={() => onChange({ component: !view.component })}
        title="Everything that is connected, the same from each of its nodes"
      >
        Whole component
      </button>
    </>
  );
}

function LayersMenu({ view, onChange }: ChangeProps) {
  const label = (
    <>
      <Sign name="layers" /> Layers
    </>
  );
  return (
    <Menu label={label} without={view.from ? "Moments are compared job by job, with every dataset" : null}>
      {() => (
        <>
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
        </>
      )}
    </Menu>
  );
}

function ExportMenu({ forms, onExport }: { forms: readonly ExportForm[]; onExport: (form: ExportForm) => void }) {
  const label = (
    <>
      <Sign name="download" /> Export
    </>
  );
  return (
    <Menu label={label}>
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
