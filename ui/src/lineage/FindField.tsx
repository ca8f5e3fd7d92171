/** Finds in the graph, by a text, an expression, or a choice; what is found can be all that is shown. */
import { useState } from "react";
import { inPlainWords } from "../address/nodes";
import { Sign } from "../design/icons";
import type { Drawing } from "../graph/drawing";
import { toggled } from "../graph/select";
import { type Word, choicesIn, termOf } from "../graph/traits";
import { isLeft } from "../search/SearchBox";
import "./find.css";
import type { View } from "./view";

interface FindProps {
  view: View;
  onChange: (change: Partial<View>) => void;
  drawing: Drawing;
  find: string;
  foundCount: number;
  onFind: (text: string) => void;
}

export function FindField({ view, onChange, drawing, find, foundCount, onFind }: FindProps) {
  const [open, setOpen] = useState(false);
  const showOnly = () => {
    onChange({ only: find.trim(), selected: null, edge: null });
    onFind("");
    setOpen(false);
  };
  return (
    <>
      {view.only && (
        <button
          type="button"
          className="button"
          aria-pressed
          title={`Only what ${view.only} chooses is shown; press to show all`}
          onClick={() => onChange({ only: null })}
        >
          <span className="cut only">Only {inPlainWords(view.only.replaceAll('"', ""))}</span> <Sign name="close" />
        </button>
      )}
      <div
        className="row find"
        onFocus={() => setOpen(true)}
        onBlur={(event) => isLeft(event) && setOpen(false)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !open) return;
          event.stopPropagation();
          setOpen(false);
        }}
      >
        <input
          className="field"
          type="search"
          aria-label="Find in this graph"
          placeholder="Find or filter"
          value={find}
          onChange={(event) => {
            onFind(event.target.value);
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onKeyDown={(event) => event.key === "Enter" && foundCount > 0 && showOnly()}
        />
        {find && <span className="faint found-count">{foundCount} found</span>}
        {open && <FindChoices drawing={drawing} find={find} onFind={onFind} />}
      </div>
      {find && (
        <button
          type="button"
          className="button"
          disabled={foundCount === 0}
          title="Hide all but these, and what lies between them"
          onClick={showOnly}
        >
          Only these
        </button>
      )}
    </>
  );
}

/** Of each kind of choice so many are offered. */
const MOST_VALUES = 6;

/** By what the graph can be narrowed down, and how an expression is written, for those who would rather write it. */
function FindChoices({ drawing, find, onFind }: Pick<FindProps, "drawing" | "find" | "onFind">) {
  return (
    <div className="find-choices" role="group" aria-label="Narrow down by">
      {choicesIn(drawing).map(({ word, values }) => (
        <section key={word} aria-label={headOf(word)}>
          <h2>{headOf(word)}</h2>
          {values.slice(0, MOST_VALUES).map(([value, count]) => {
            const term = termOf(word, value);
            return (
              <button
                key={value}
                type="button"
                className="button small"
                aria-pressed={find.includes(term)}
                onClick={() => onFind(toggled(find, term))}
              >
                <span className="cut">{value}</span> <span className="faint">{count}</span>
              </button>
            );
          })}
        </section>
      ))}
      <p className="faint">
        Or write: <code>+orders+</code> is with all upstream and downstream, <code>2+orders</code> two steps of it; a
        space joins, a comma intersects, a minus takes away.
      </p>
    </div>
  );
}

function headOf(word: Word): string {
  return word === "is" ? "mark" : word;
}
