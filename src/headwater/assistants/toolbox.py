"""All tools, in the order in which an assistant is told of them."""

from headwater.assistants.tool import Tool
from headwater.assistants.tools.columns import columns
from headwater.assistants.tools.contracts import contracts
from headwater.assistants.tools.diff import diff
from headwater.assistants.tools.drift import drift
from headwater.assistants.tools.history import history
from headwater.assistants.tools.impact import impact
from headwater.assistants.tools.lineage import lineage
from headwater.assistants.tools.runs import run, runs
from headwater.assistants.tools.search import search
from headwater.assistants.tools.why import why

TOOLS: tuple[Tool, ...] = (
    search,
    lineage,
    columns,
    impact,
    runs,
    run,
    why,
    diff,
    history,
    contracts,
    drift,
)
