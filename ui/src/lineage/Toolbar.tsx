/** How the graph is looked at. */
import { Menu } from "../design/Menu";
import { Segments } from "../design/Segments";
import { Sign } from "../design/icons";
import type { ExportForm } from "./exports";
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
/** The server writes texts, of one moment. */
const FORMS: readonly ExportForm[] = [...PICTURES, "CSV", "Mermaid", "DOT"];

export interface ToolbarProps {
  view: View;
  count: string;
  onChange: (change: Partial<View>) => void;
  find: string;
  onFind: (text: string) => void;
  findResult: string;
  onExport: (form: ExportForm) => void;
}

export function Toolbar({ view, count, onChange, find, onFind, findResult, onExport }: ToolbarProps) {
  return (
    <div className="toolbar" role="toolbar" aria-label="Graph">
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
      <label className="row soft">
        Hops
        <input
          className="field hops"
          type="number"
          min={1}
          max={MOST_HOPS}
          value={view.hops}
          disabled={view.component}
          onChange={(event) => onChange({ hops: Math.min(MOST_HOPS, Math.max(1, Number(event.target.value) || 1)) })}
        />
      </label>
      <button
        type="button"
        className="button"
        aria-pressed={view.component}
        onClick={() => onChange({ component: !view.component })}
        title="Everything that is connected, the same from each of its nodes"
      >
        Whole component
      </button>
      <button
        type="button"
        className="button"
        aria-pressed={view.columns}
        onClick={() => onChange({ columns: !view.columns, field: null })}
      >
        <Sign name="columns" /> Columns
      </button>
      <Menu
        label={
          <>
            <Sign name="layers" /> Layers
          </>
        }
        without={view.from ? "Moments are compared job by job, with every dataset" : null}
      >
        {() => (
          <>
            {GROUPINGS.map(({ value, label }) => (
              <label key={value}>
                <input
                  type="radio"
                  name="group"
                  checked={view.groupBy === value}
                  onChange={() => onChange({ groupBy: value, up: [], down: [] })}
                />
                {label}
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
      <span className="grow" />
      <span className="faint" role="status">
        {count}
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
        {find && <span className="faint">{findResult}</span>}
      </label>
      <Menu
        label={
          <>
            <Sign name="download" /> Export
          </>
        }
      >
        {(close) =>
          (view.from ? PICTURES : FORMS).map((form) => (
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
    </div>
  );
}
