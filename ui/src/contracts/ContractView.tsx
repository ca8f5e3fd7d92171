/** One contract: what it declares, what runs behind it, whom it concerns. */
import { useMemo } from "react";
import type { Schemas } from "../api/client";
import { type Asked, useAnswer } from "../api/useAnswer";
import { lineageUrl, watchUrl } from "../address/links";
import { go, useQuery } from "../address/location";
import { useTitle } from "../address/title";
import { Link } from "../design/Link";
import { Empty, Failed, Waiting } from "../design/Notice";
import { type Tab, Tabs } from "../design/Tabs";
import { drawLineage } from "../drawings/lineage";
import { Canvas } from "../graph/Canvas";
import { GraphFrame } from "../graph/GraphFrame";
import { Note, Notes } from "../graph/notes";
import { useLayout } from "../graph/useLayout";
import { Panel } from "../panel/Panel";
import { Drift, Impact, Overview, Source, Versions } from "./ContractPages";

type Details = Schemas["ContractDetails"];

export function ContractView({ id }: { id: string }) {
  const [query, change] = useQuery();
  const details = useAnswer("/api/v1/contracts/{contract}", { path: { contract: id } });
  const behind = useAnswer("/api/v1/contracts/{contract}/operational", { path: { contract: id } });
  useTitle(details.answer?.summary.name ?? id);
  if (details.problem) return <Failed problem={details.problem} retry={details.reload} isPage />;
  const { answer } = details;
  const tabs: Tab[] = [
    { id: "drift", label: "Drift", content: () => <Drift id={id} /> },
    { id: "overview", label: "Overview", content: () => (answer ? <Overview details={answer} /> : <Waiting />) },
    { id: "impact", label: "Impact", content: () => <Impact id={id} /> },
    { id: "versions", label: "Versions", content: () => <Versions id={id} /> },
    { id: "source", label: "Source", content: () => <Source id={id} /> },
  ];
  const panel = (
    <Panel wide>
      <Tabs label="Pages" tabs={tabs} value={query.get("tab") ?? "drift"} onChange={(tab) => change({ tab })} />
    </Panel>
  );
  return (
    <GraphFrame label="Contract" toolbar={<ContractHead id={id} details={answer} />} panel={panel}>
      <GraphBehind id={id} behind={behind} />
    </GraphFrame>
  );
}

function ContractHead({ id, details }: { id: string; details: Details | null }) {
  const summary = details?.summary;
  return (
    <>
      <Link href="/contracts">Contracts</Link>
      <span aria-hidden>/</span>
      <h1>{summary?.name ?? id}</h1>
      {summary && (
        <span className="faint">
          {[summary.product, `v${summary.version}`, summary.status].filter(Boolean).join(" · ")}
        </span>
      )}
      <span className="grow" />
      <Link className="button small" href={watchUrl(`contract:${id}`)} title="Be told when something happens to it">
        Watch
      </Link>
    </>
  );
}

/** The jobs and datasets that make what the contract promises. */
function GraphBehind({ id, behind }: { id: string; behind: Asked<Schemas["LineageAnswer"]> }) {
  const drawing = useMemo(
    () => (behind.answer ? drawLineage(behind.answer, { scene: id, columns: false, start: "" }) : null),
    [behind.answer, id],
  );
  const { drawing: drawn, layout } = useLayout(drawing);
  if (behind.problem) return <Failed problem={behind.problem} retry={behind.reload} />;
  if (behind.answer?.graph.length === 0) {
    return (
      <Empty title="Nothing is known to run behind it">
        <p>Its outputs are bound to no dataset that events have told of.</p>
      </Empty>
    );
  }
  return (
    <Canvas drawing={drawn} layout={layout} start={null} selected={null} onSelect={openIfAny} onOpen={openLineage}>
      <Notes>
        <Note>
          What runs behind it{behind.answer?.truncated && `; ${behind.answer.truncated.hidden} more are not shown`}
        </Note>
      </Notes>
    </Canvas>
  );
}

function openLineage(node: string): void {
  go(lineageUrl(node));
}

function openIfAny(node: string | null): void {
  if (node) openLineage(node);
}
