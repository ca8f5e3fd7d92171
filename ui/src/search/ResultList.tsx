/** What a search has found, below its field. */
import { searchUrl } from "../address/links";
import { KindIcon } from "../design/icons";
import { Link } from "../design/Link";
import type { Suggested, Suggestion } from "./suggestions";

export interface ResultListProps {
  id: string;
  suggested: Suggested;
  /** The place of the result that Enter takes. */
  chosen: number;
  onChoose: (index: number) => void;
  onTake: (index: number) => void;
  /** Called when someone leaves for the view with all results; without it there is no way there. */
  onLeave?: () => void;
}

export function resultId(list: string, index: number): string {
  return `${list}-${index}`;
}

export function ResultList({ id, suggested, chosen, onChoose, onTake, onLeave }: ResultListProps) {
  const { wanted, suggestions, status } = suggested;
  return (
    <div className="search-list">
      <ul id={id} role="listbox" aria-label="Results">
        {suggestions.map((one, index) => (
          <li
            key={one.id}
            id={resultId(id, index)}
            role="option"
            aria-selected={index === chosen}
            onPointerMove={() => onChoose(index)}
            onPointerDown={(event) => {
              // The field keeps the focus: losing it would close the list before it is used.
              event.preventDefault();
              onTake(index);
            }}
          >
            <SuggestionWords suggestion={one} />
          </li>
        ))}
      </ul>
      <div className="spread search-end">
        <span className="faint" role="status">
          {status}
        </span>
        {onLeave && (
          <Link className="whole" href={searchUrl(wanted)} onClick={onLeave}>
            All results
          </Link>
        )}
      </div>
    </div>
  );
}

function SuggestionWords({ suggestion }: { suggestion: Suggestion }) {
  const { type, title, place, platform, foundIn } = suggestion;
  return (
    <>
      <KindIcon type={type} platform={platform} />
      <span className="grow cut">
        <b>{title}</b>{" "}
        <span className="faint">
          {platform}
          {place && ` · ${place}`}
        </span>
      </span>
      {foundIn && <span className="chip">{foundIn}</span>}
    </>
  );
}
