/** The pages of the side panel about a job or a dataset, as of the moment that the graph shows. */
import type { ReactNode } from "react";
import { useAnswer } from "../api/useAnswer";
import { Failed, Waiting } from "../design/Notice";
import { type Tab, Tabs } from "../design/Tabs";
import type { GraphNode } from "../drawings/lineage";
import { ContractsOf } from "../panel/ContractsOf";
import { DatasetColumns, DatasetHistory, DatasetOverview } from "../panel/DatasetPages";
import { FacetList } from "../panel/FacetList";
import { JobCode, JobHistory, JobOverview } from "../panel/JobPages";
import { Runs } from "../panel/Runs";
import type { View } from "./view";

export interface PagesProps {
  node: GraphNode;
  view: View;
  onChange: (change: Partial<View>) => void;
}

const NOT_THERE = <p className="faint">Nothing was known of it at this moment.</p>;

export function JobPages({ node, view, onChange }: PagesProps) {
  const { namespace, name } = node.data;
  const { at } = view;
  const path = { namespace, job: name };
  const { answer, problem } = useAnswer("/api/v1/namespaces/{namespace}/jobs/{job}", { path });
  const then = useAnswer(
    "/api/v1/namespaces/{namespace}/jobs/{job}/versions",
    at ? { path, query: { at, limit: 1 } } : null,
  );
  const facets = useFacetsThen(node.id, at);
  if (problem) return <Failed problem={problem} />;
  if (!answer || (at && !then.answer)) return <Waiting />;
  const version = then.answer?.versions[0] ?? null;
  const moment = (moved: string) => onChange({ at: moved });
  const tabs: Tab[] = [
    {
      id: "overview",
      label: "Overview",
      content: () => (at && !version ? NOT_THERE : <JobOverview job={answer} version={version} />),
    },
    { id: "runs", label: "Runs", content: () => <Runs node={node.id} at={at} /> },
    { id: "code", label: "Code", content: () => <JobCode job={answer} then={facets} /> },
    { id: "history", label: "History", content: () => <JobHistory job={answer} at={at} onMoment={moment} /> },
    { id: "facets", label: "Facets", content: () => <FacetList facets={facets ?? answer.facets} /> },
  ];
  return <Tabs label="Pages" tabs={tabs} value={view.tab ?? "overview"} onChange={(tab) => onChange({ tab })} />;
}

/** What the last run of a job before a moment said of the job; null where the moment is now, or nothing ran by then. */
function useFacetsThen(job: string, at: string | null): Readonly<Record<string, unknown>> | null {
  const runs = useAnswer("/api/v1/runs", at ? { query: { nodeId: job, before: at, limit: 1 } } : null);
  const id = runs.answer?.runs[0]?.id;
  const run = useAnswer("/api/v1/jobs/runs/{id}", id ? { path: { id } } : null);
  return run.answer?.jobFacets ?? null;
}

/** Versions that readers have pinned hold for no time, so the one in force may come after so many of them. */
const PINS = 10;

export function DatasetPages({ node, view, onChange }: PagesProps) {
  const { namespace, name, contracts } = node.data;
  const { at } = view;
  const path = { namespace, dataset: name };
  const { answer, problem } = useAnswer("/api/v1/namespaces/{namespace}/datasets/{dataset}", { path });
  const then = useAnswer(
    "/api/v1/namespaces/{namespace}/datasets/{dataset}/versions",
    at ? { path, query: { at, limit: PINS } } : null,
  );
  if (problem) return <Failed problem={problem} />;
  if (!answer || (at && !then.answer)) return <Waiting />;
  const begun = then.answer?.versions ?? [];
  const version = begun.find((one) => one.kind !== "pinned") ?? begun[0] ?? null;
  const whereThere = (content: ReactNode) => (at && !version ? NOT_THERE : content);
  const light = (field: string) => onChange({ columns: true, field: { node: node.id, field } });
  const moment = (moved: string) => onChange({ at: moved });
  const tabs: Tab[] = [
    {
      id: "overview",
      label: "Overview",
      content: () =>
        whereThere(<DatasetOverview dataset={answer} version={version} tests={node.data.vitals ?? null} />),
    },
    {
      id: "columns",
      label: "Columns",
      content: () => whereThere(<DatasetColumns dataset={answer} version={version} onLight={light} />),
    },
    { id: "history", label: "History", content: () => <DatasetHistory dataset={answer} at={at} onMoment={moment} /> },
    { id: "runs", label: "Runs", content: () => <Runs node={node.id} at={at} withJobs /> },
    ...(contracts.length > 0
      ? [{ id: "contracts", label: "Contracts", content: () => <ContractsOf contracts={contracts} /> }]
      : []),
    { id: "facets", label: "Facets", content: () => <FacetList facets={version?.facets ?? answer.facets} /> },
  ];
  return <Tabs label="Pages" tabs={tabs} value={view.tab ?? "overview"} onChange={(tab) => onChange({ tab })} />;
}
