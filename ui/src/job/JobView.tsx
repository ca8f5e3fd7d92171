/** A job, or a DAG with the jobs below it: how it went, what it starts, and how its code changed. */
import type { Schemas } from "../api/client";
import { useAnswer } from "../api/useAnswer";
import { impactUrl, jobUrl, lineageUrl, watchUrl } from "../address/links";
import { useQuery } from "../address/location";
import { spoken } from "../address/nodes";
import { useTitle } from "../address/title";
import { Fact, Facts } from "../design/Facts";
import { KindIcon } from "../design/icons";
import { Link } from "../design/Link";
import { Marks, Tags } from "../design/Marks";
import { Empty, Failed, Waiting } from "../design/Notice";
import { NodeLink } from "../design/NodeName";
import { When } from "../design/When";
import { marksOf } from "../drawings/marks";
import { owners } from "../panel/facets";
import { JobChildren } from "./JobChildren";
import { JobCode } from "./JobCode";
import { JobRuns } from "./JobRuns";
import { LastIncident } from "./LastIncident";
import "./job.css";

type Job = Schemas["MarquezJob"];

export function JobView() {
  const [query] = useQuery();
  const node = query.get("node") ?? "";
  const found = useAnswer("/api/v1/nodes", node === "" ? null : { query: { nodeId: node } });
  const named = found.answer;
  const isJob = named?.kind === "job";
  const job = useAnswer(
    "/api/v1/namespaces/{namespace}/jobs/{job}",
    isJob ? { path: { namespace: named.namespace, job: named.name } } : null,
  );
  useTitle(named ? spoken(named.name).title : "Job");
  const problem = found.problem ?? job.problem;
  if (problem) return <Failed problem={problem} retry={job.reload} isPage />;
  if (node === "" || (named && !isJob)) {
    return (
      <Empty title="Choose a job" sign="search" isPage>
        <p>Search for a job above (press /), and choose “Runs and code” beside its lineage.</p>
      </Empty>
    );
  }
  if (!job.answer) return <Waiting lines={9} />;
  return <JobPage key={job.answer.nodeId} job={job.answer} />;
}

function JobPage({ job }: { job: Job }) {
  const children = useAnswer("/api/v1/catalog", {
    query: { kind: "job", parent: job.nodeId, sort: "name", order: "asc", limit: 200 },
  });
  const isParent = (children.answer?.totalCount ?? 0) > 0;
  return (
    <div className="content job-page">
      <JobHead job={job} />
      <LastIncident job={job.nodeId} />
      <JobRuns job={job.nodeId} />
      <div className="job-columns">
        {isParent && children.answer && <JobChildren children={children.answer} />}
        {(job.inputs.length > 0 || job.outputs.length > 0) && <Ends job={job} />}
        <About job={job} />
      </div>
      <JobCode job={job} />
    </div>
  );
}

function JobHead({ job }: { job: Job }) {
  const { title, place } = spoken(job.name);
  return (
    <header className="spread wrap job-head">
      <div>
        <h1 className="row wrap">
          <KindIcon type="JOB" />
          <span title={`${job.namespace}: ${job.name}`}>{title}</span>
          <Marks marks={marksOf(job.marks)} />
          <Tags tags={job.allTags} />
        </h1>
        <p className="faint">{[job.namespace, place].filter(Boolean).join(" · ")}</p>
        {job.description && <p className="job-about">{job.description}</p>}
      </div>
      <div className="row wrap">
        <Link className="button" href={lineageUrl(job.nodeId)}>
          Lineage
        </Link>
        <Link className="button" href={impactUrl(job.nodeId)}>
          Impact
        </Link>
        <Link className="button" href={watchUrl(job.nodeId)} title="Be told when something happens to it">
          Watch
        </Link>
      </div>
    </header>
  );
}

function datasetNode(id: { namespace: string; name: string }): string {
  return `dataset:${id.namespace}:${id.name}`;
}

function Ends({ job }: { job: Job }) {
  return (
    <section className="card" aria-labelledby="ends">
      <h2 id="ends">Reads and writes</h2>
      {(
        [
          ["Reads", job.inputs],
          ["Writes", job.outputs],
        ] as const
      ).map(
        ([word, ids]) =>
          ids.length > 0 && (
            <div key={word} className="list job-ends">
              <h3>{word}</h3>
              {ids.map((id) => (
                <NodeLink key={datasetNode(id)} id={datasetNode(id)} />
              ))}
            </div>
          ),
      )}
    </section>
  );
}

function About({ job }: { job: Job }) {
  const ownedBy = owners(job.facets);
  const [parent, root] = [job.parent?.nodeId, job.root?.nodeId];
  return (
    <section className="card" aria-labelledby="about">
      <h2 id="about">About</h2>
      <Facts>
        <Fact name="Kind">{job.processing.toLowerCase()}</Fact>
        <Fact name="Started by">{parent && <NodeLink id={parent} href={jobUrl(parent)} />}</Fact>
        <Fact name="Root">{root && root !== parent && <NodeLink id={root} href={jobUrl(root)} />}</Fact>
        <Fact name="Owners">{ownedBy.length > 0 && ownedBy.join(", ")}</Fact>
        <Fact name="First seen">{job.createdAt && <When at={job.createdAt} />}</Fact>
        <Fact name="Last seen">{job.updatedAt && <When at={job.updatedAt} />}</Fact>
      </Facts>
    </section>
  );
}
