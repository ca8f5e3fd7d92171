/** What of the reached is shown, and in which order. */
import { impactUrl } from "../address/links";
import { type QueryChange, go } from "../address/location";
import { Segments } from "../design/Segments";
import { GROUPINGS, KINDS, type Grouping, type Narrowed, NO_OWNER, type Reached, everyOwner } from "./reach";
import type { Direction, Start } from "./useImpact";
import { KIND_WORDS } from "./words";

export interface ImpactFiltersProps {
  start: Start;
  reached: readonly Reached[];
  narrowed: Narrowed;
  /** How the list is grouped; null where there is none. */
  by: Grouping | null;
  direction: Direction;
  onChange: (change: QueryChange, how?: "push" | "replace") => void;
}

const CERTAINTIES = [
  { value: "all", label: "Both", title: "What is certain, and what is possible" },
  { value: "certain", label: "Certain", title: "Column lineage shows it" },
  { value: "possible", label: "Possible", title: "No column lineage says which columns go there" },
] as const;

export function ImpactFilters({ start, reached, narrowed, by, direction, onChange }: ImpactFiltersProps) {
  const kinds = KINDS.filter((kind) => reached.some((one) => one.type === kind));
  return (
    <div className="row wrap impact-filters" role="group" aria-label="Filters">
      {start.type !== "CONTRACT" && (
        <Segments
          label="Direction"
          choices={[
            { value: "downstream", label: "Depends on it" },
            { value: "upstream", label: "Goes into it" },
          ]}
          value={direction}
          onChange={(value) => onChange({ direction: value === "upstream" ? value : null, kind: null, owner: null })}
        />
      )}
      {start.columns.length > 0 && <ColumnChoice start={start} />}
      <Segments
        label="Kind"
        choices={[
          { value: "all", label: `All ${reached.length}` },
          ...kinds.map((kind) => ({
            value: kind,
            label: `${KIND_WORDS[kind]?.many ?? kind} ${reached.filter((one) => one.type === kind).length}`,
          })),
        ]}
        value={narrowed.kind ?? "all"}
        onChange={(value) => onChange({ kind: value === "all" ? null : value })}
      />
      {reached.some((one) => one.certainty === "possible") && (
        <Segments
          label="Certainty"
          choices={CERTAINTIES}
          value={CERTAINTIES.find((one) => one.value === narrowed.certainty)?.value ?? "all"}
          onChange={(value) => onChange({ certainty: value === "all" ? null : value })}
        />
      )}
      <OwnerChoice reached={reached} owner={narrowed.owner} onChange={(owner) => onChange({ owner })} />
      <input
        className="field"
        type="search"
        aria-label="Part of a name"
        placeholder="Part of a name"
        value={narrowed.text}
        onChange={(event) => onChange({ text: event.target.value || null }, "replace")}
      />
      {by && <GroupingChoice by={by} onChange={(group) => onChange({ group })} />}
    </div>
  );
}

/** From a dataset to one of its columns, and from a column to its dataset. */
function ColumnChoice({ start }: { start: Start }) {
  const column = (name: string) => `${start.whole.replace(/^dataset:/, "datasetField:")}:${name}`;
  return (
    <select
      className="field"
      aria-label="Column"
      value={start.field ?? ""}
      onChange={(event) => go(impactUrl(event.target.value ? column(event.target.value) : start.whole))}
    >
      <option value="">Whole table</option>
      {start.columns.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}

function OwnerChoice({
  reached,
  owner,
  onChange,
}: {
  reached: readonly Reached[];
  owner: string | null;
  onChange: (owner: string | null) => void;
}) {
  return (
    <select
      className="field"
      aria-label="Owner"
      value={owner ?? ""}
      onChange={(event) => onChange(event.target.value || null)}
    >
      <option value="">Any owner</option>
      {everyOwner(reached).map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
      {reached.some((one) => one.owners.length === 0) && <option value={NO_OWNER}>No owner stated</option>}
    </select>
  );
}

function GroupingChoice({ by, onChange }: { by: Grouping; onChange: (group: string | null) => void }) {
  return (
    <select
      className="field"
      aria-label="Grouped by"
      value={by}
      onChange={(event) => onChange(event.target.value === "owner" ? null : event.target.value)}
    >
      {GROUPINGS.map((one) => (
        <option key={one} value={one}>
          Grouped by {one}
        </option>
      ))}
    </select>
  );
}
