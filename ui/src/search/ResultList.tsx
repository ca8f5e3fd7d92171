/** What a search has found, below its field. */
import type { Schemas } from "../api/client";
import type { Asked } from "../api/useAnswer";
import { useBehind } from "../api/useBehind";
import { searchUrl } from "../address/links";
import { platform, spoken } from "../address/nodes";
import { KindIcon } from "../design/icons";
import { Link } from "../design/Link";

type SearchAnswer = Schemas["SearchAnswer"];
export type SearchResult = Schemas["SearchResult"];

export interface ResultListProps {
  id: string;
  /** What was searched for. */
  wanted: string;
  asked: Asked<SearchAnswer>;
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

export function ResultList({ id, wanted, asked, chosen, onChoose, onTake, onLeave }: ResultListProps) {
  const isBehind = useBehind(asked.answer?.results.length === 0);
  return (
    <div className="search-list">
      <ul id={id} role="listbox" aria-label="Results">
        {asked.answer?.results.map((result, index) => (
          <li
            key={result.nodeId}
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
            <ResultWords result={result} />
          </li>
        ))}
      </ul>
      <div className="spread search-end">
        <span className="faint" role="status">
          {statusOf(wanted, asked, isBehind)}
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

function ResultWords({ result }: { result: SearchResult }) {
  const { title, place } = spoken(result.name);
  return (
    <>
      <KindIcon type={result.type} platform={platform(result.namespace)} />
      <span className="grow cut">
        <b>{title}</b>{" "}
        <span className="faint">
          {platform(result.namespace)}
          {place && ` · ${place}`}
        </span>
      </span>
      {result.match.kind !== "name" && (
        <span className="chip">
          {result.match.kind} {result.match.texts[0]}
        </span>
      )}
    </>
  );
}

function statusOf(wanted: string, { answer, problem, loading }: Asked<SearchAnswer>, isBehind: boolean): string {
  if (problem) return problem.message;
  if (loading) return "Searching…";
  if (!answer || answer.results.length === 0)
    return isBehind ? `Nothing fits “${wanted}” yet: events are still being read.` : `Nothing fits “${wanted}”.`;
  const count = answer.results.length;
  if (answer.totalCount > count) return `${count} of ${answer.totalCount}; write more to narrow it down`;
  return "↑ ↓ and Enter";
}
