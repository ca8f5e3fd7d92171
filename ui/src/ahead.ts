/**
 * What is begun while the code of the page is still on its way: loading the code of the view that the URL names, and asking
 * for the graph. This script is loaded beside the page's own, so it has to be small.
 */
import { address, askAhead } from "./api/client";
import { graphQuestion, readView } from "./lineage/view";
import { parts } from "./shell/parts";

const [section, id] = window.location.pathname.split("/").filter(Boolean);

function begin(part: keyof typeof parts): void {
  // The view asks for it again, and tells what went wrong.
  parts[part]().catch(() => undefined);
}

if (section === "lineage") {
  const view = readView(new URLSearchParams(window.location.search));
  if (view.node) {
    if (!view.from) askAhead(address("/api/v1/lineage", graphQuestion(view)));
  }
  begin("lineage");
} else if (section === "runlineage" || (section === "runs" && id)) {
  begin("run");
} else if (section === "contracts") {
  begin(id ? "contract" : "contracts");
}
