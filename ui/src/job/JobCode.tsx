/** The code of a job: as it is, or how it changed between two of its versions. */
import { useMemo } from "react";
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { lineageUrl } from "../address/links";
import { useQuery } from "../address/location";
import { CodeText } from "../code/CodeText";
import { TextDiff } from "../code/TextDiff";
import { languageOf } from "../code/tokens";
import { Link } from "../design/Link";
import { Failed, Waiting } from "../design/Notice";
import { Moment } from "../design/When";
import { sourceOf, sqlOf, webLink } from "../panel/facets";
import { JobChangeLines } from "../panel/JobPages";
import { type TextKind, codeTexts } from "./codeTexts";
import "./job.css";

type Job = Schemas["MarquezJob"];
type Version = Schemas["MarquezJobVersion"];

export function JobCode({ job }: { job: Job }) {
  const asked = useAnswer("/api/v1/namespaces/{namespace}/jobs/{job}/versions", {
    path: { namespace: job.namespace, job: job.name },
    query: { limit: 100 },
  });
  const { answer, problem } = asked;
  return (
    <section className="card" aria-labelledby="code">
      <div className="spread wrap">
        <h2 id="code">Versions and code</h2>
        <Location location={job.location} />
      </div>
      {problem ? (
        <Failed problem={problem} retry={asked.reload} />
      ) : !answer ? (
        <Waiting lines={4} />
      ) : (
        <Versions job={job} versions={answer.versions} />
      )}
    </section>
  );
}

function Location({ location }: { location: string | null }) {
  const link = webLink(location);
  if (!location) return null;
  return link ? (
    <a href={link} target="_blank" rel="noreferrer" className="cut">
      {link.replace(/^https?:\/\//, "")}
    </a>
  ) : (
    <code className="cut">{location}</code>
  );
}

function Versions({ job, versions }: { job: Job; versions: readonly Version[] }) {
  const [query, change] = useQuery();
  const source = sourceOf(job.facets);
  const present = { sql: sqlOf(job.facets)?.query ?? null, source: source?.code ?? null };
  const texts = useMemo(
    () => codeTexts(versions, { sql: present.sql, source: present.source }),
    [versions, present.sql, present.source],
  );
  const find = (name: string) => versions.find((one) => one.version === query.get(name));
  const after = find("after") ?? versions[0];
  const before = find("before") ?? (after ? versions[versions.indexOf(after) + 1] : undefined);
  const side = (version: Version | undefined, kind: TextKind) =>
    (version ? texts.get(version.version)?.[kind] : null) ?? present[kind];
  return (
    <div className="job-code">
      <VersionList
        job={job}
        versions={versions}
        chosen={after}
        onChoose={(one) => change({ after: one, before: null })}
      />
      <div className="stack job-texts">
        {versions.length > 1 && after && (
          <VersionChoice versions={versions} before={before} after={after} onChange={change} />
        )}
        {(["sql", "source"] as const).map((kind) => (
          <Text
            key={kind}
            kind={kind}
            named={kind === "sql" ? null : (source?.language ?? null)}
            before={before ? side(before, kind) : null}
            after={side(after, kind)}
          />
        ))}
        {!present.sql && !present.source && <p className="faint">No producer has sent its SQL or source code.</p>}
      </div>
    </div>
  );
}

interface ListProps {
  job: Job;
  versions: readonly Version[];
  chosen: Version | undefined;
  onChoose: (version: string) => void;
}

function VersionList({ job, versions, chosen, onChoose }: ListProps) {
  return (
    <ol className="job-versions" aria-label="Versions, the newest first">
      {versions.map((version) => (
        <li key={version.version} aria-current={version === chosen ? "true" : undefined}>
          <span className="spread">
            <button type="button" className="link-button" onClick={() => onChoose(version.version)}>
              {version.createdAt ? <Moment at={version.createdAt} /> : "from the beginning"}
            </button>
            {version.createdAt && (
              <Link className="whole" href={lineageUrl(job.nodeId, { at: version.createdAt })}>
                graph then
              </Link>
            )}
          </span>
          <JobChangeLines change={version.change} />
          {version.change?.texts.map((text) => (
            <span key={text.kind} className="soft">
              {text.kind === "sql" ? "SQL" : "source code"} changed
            </span>
          ))}
        </li>
      ))}
      {versions.length === 0 && <li className="faint">No version is known.</li>}
    </ol>
  );
}

interface ChoiceProps {
  versions: readonly Version[];
  before: Version | undefined;
  after: Version;
  onChange: (change: Record<string, string>) => void;
}

function VersionChoice({ versions, before, after, onChange }: ChoiceProps) {
  const options = versions.map((version) => (
    <option key={version.version} value={version.version}>
      {version.createdAt ? <Moment at={version.createdAt} /> : "the beginning"}
    </option>
  ));
  return (
    <div className="row wrap">
      <span className="soft">From</span>
      <select
        className="field"
        aria-label="Earlier version"
        value={(before ?? after).version}
        onChange={(event) => onChange({ before: event.target.value, after: after.version })}
      >
        {options}
      </select>
      <span className="soft">to</span>
      <select
        className="field"
        aria-label="Later version"
        value={after.version}
        onChange={(event) => onChange({ after: event.target.value, before: (before ?? after).version })}
      >
        {options}
      </select>
    </div>
  );
}

interface TextProps {
  kind: TextKind;
  /** The language that its producer names. */
  named: string | null;
  before: string | null;
  after: string | null;
}

/** One text: what changed in it, or, where nothing did, all of it. */
function Text({ kind, named, before, after }: TextProps) {
  if (!after) return null;
  const language = languageOf(kind, named);
  const title = kind === "sql" ? "SQL" : "Source code";
  const isChanged = before !== null && before !== after;
  return (
    <div>
      <h3 className="job-text-title">
        {title}
        {before !== null && !isChanged && <span className="faint">, the same in both versions</span>}
      </h3>
      {isChanged ? (
        <TextDiff before={before} after={after} language={language} label={`${title} of the two versions`} />
      ) : (
        <CodeText text={after} language={language} />
      )}
    </div>
  );
}
