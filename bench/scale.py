"""`python -m bench.scale RESULTS`: puts the figures of a run of `bench beyond` into docs/scale.md.

They are kept beside it, in docs/scale.json, from which a test makes the tables again.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
PAGE, FIGURES = DOCS / "scale.md", DOCS / "scale.json"
_TABLE = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_DISTURBED = 2.5
"""A load above this, on two cores, means that others worked as well."""


def tables(figures: dict[str, Any]) -> dict[str, str]:
    """The tables of the page, by name."""
    found = figures["results"]["beyond"]
    steady, full = found["rates"]
    return {
        "costs": _costs(found["costs"]),
        "rates": _rates(figures, steady, full),
        "machines": _machines(found["costs"]),
    }


def _costs(costs: list[dict[str, Any]]) -> str:
    head = "| part | µs of a core per event, 100 events/s | at full load | events/s of one core |"
    lines = [head, "|---|---:|---:|---:|"]
    for cost in [*costs, _all(costs)]:
        full = cost["full_us_per_event"]
        steady = cost["steady_us_per_event"]
        lines.append(f"| {cost['part']} | {steady:,} | {full:,} | {_rate(full, 1)} |")
    return "\n".join(lines)


def _all(costs: list[dict[str, Any]]) -> dict[str, Any]:
    names = ("steady_us_per_event", "full_us_per_event")
    return {"part": "all"} | {name: sum(cost[name] for cost in costs) for name in names}


def _rates(figures: dict[str, Any], steady: dict[str, Any], full: dict[str, Any]) -> str:
    found = figures["results"]["beyond"]
    at, cores = figures["at"][:10], figures["machine"]["cores"]
    load = max(load[0] for load in found["load_average"].values())
    beside = "; others worked beside it" if load > _DISTURBED else ""
    short = "; a short run (--quick), in which Java was not warm" if figures["quick"] else ""
    visible = f"{steady['visible_p50_s']} s in the median, {steady['visible_p95_s']} s"
    rows = {
        "from POST to visible, at 100 events/s": f"{visible} at the 95th percentile",
        "taken by one collector": f"{full['taken_per_second']:,} events/s",
        "through all parts, the last one visible": f"{full['events_per_second']:,} events/s",
        "kept in the topic": f"{found['topic_bytes_per_event']:,} bytes per event",
        "kept in the store": f"{found['store_bytes_per_event']:,} bytes per event",
        "measured": f"{at}, {cores} cores, load {load}{beside}{short}",
    }
    lines = [f"| {name} | {text} |" for name, text in rows.items()]
    return "\n".join(["| | |", "|---|---|", *lines])


def _machines(costs: list[dict[str, Any]]) -> str:
    """How many events/s each part takes on so many cores. A pipeline is one process, measured on
    two cores, and writes to the store by one connection, which PostgreSQL serves on one core."""
    full = {cost["part"]: cost["full_us_per_event"] for cost in costs}
    pipeline = sum(us for part, us in full.items() if part.startswith("pipeline"))
    lines = ["| | 2 cores | 8 cores | 80 cores |", "|---|---:|---:|---:|"]
    for part in ("collector", "broker"):
        cells = (_rate(full[part], cores) for cores in (2, 8, 80))
        lines.append(f"| {part}s | {' | '.join(cells)} |")
    lines.append(f"| the pipeline | {_rate(pipeline, 2)} | the same | the same |")
    lines.append(f"| the store | {_rate(full['store'], 1)} | the same | the same |")
    return "\n".join(lines)


def _rate(us: int, cores: int) -> str:
    return f"{cores * 1_000_000 // us:,}" if us else "-"


def with_tables(page: str, figures: dict[str, Any]) -> str:
    made = tables(figures)
    return _TABLE.sub(lambda found: f"{found[1]}{made[found[2]]}\n{found[3]}", page)


def main(results: str) -> None:
    figures = json.loads(Path(results).read_text())
    figures["results"] = {"beyond": figures["results"]["beyond"]}
    PAGE.write_text(with_tables(PAGE.read_text(), figures))
    FIGURES.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
