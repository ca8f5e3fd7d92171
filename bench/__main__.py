"""`python -m bench [--quick] [NAME...]`: measures, prints tables, and keeps the results as JSON."""

import argparse
import json
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from bench import answers, beyond, collector, contracts, live, rebuild, store_size, visible, walks
from bench.machine import commit, load_average, machine, versions
from bench.progress import report

RESULTS = Path(__file__).parent / "results"
NAMES = (
    *("rebuild", "store_size", "walks", "live", "collector", "visible", "answers", "contracts"),
    "beyond",
)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m bench", description="Measure Headwater.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}; all")
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that it works")
    parser.add_argument("--large", action="store_true", help="rebuild 10,000,000 events too")
    parser.add_argument(
        "--part",
        action="append",
        choices=live.PARTS,
        default=[],
        help="of live; can be given several times; all",
    )
    parser.add_argument("--postgres", action="store_true", help="live on PostgreSQL too")
    parser.add_argument(
        "--batches", type=int, help=f"of live's memory ({live.FULL.memory_batches})"
    )
    parser.add_argument("--seconds", type=float, help="of visible (180) and beyond (60)")
    parser.add_argument("--data", type=Path, help="of answers: build here, or use what is here")
    chosen = parser.parse_args(arguments)
    if unknown := sorted(set(chosen.names) - set(NAMES)):
        parser.error(f"no benchmark is called {', '.join(unknown)}; there are {', '.join(NAMES)}")
    benchmarks: dict[str, Callable[[bool], dict[str, Any]]] = {
        "rebuild": partial(rebuild.run, large=chosen.large),
        "store_size": store_size.run,
        "walks": walks.run,
        "answers": partial(answers.run, data=chosen.data),
        "contracts": contracts.run,
        "collector": collector.run,
        "visible": partial(visible.run, seconds=chosen.seconds),
        "beyond": partial(beyond.run, seconds=chosen.seconds),
        "live": partial(
            live.run,
            parts=tuple(chosen.part),
            on_postgres=chosen.postgres,
            memory_batches=chosen.batches,
        ),
    }
    started = datetime.now(UTC)
    about = {
        "at": started.isoformat(timespec="seconds"),
        "quick": chosen.quick,
        "commit": commit(),
        "machine": machine(),
        "versions": versions(),
    }
    print_result(about)
    results = {}
    for name in chosen.names or NAMES:
        report(name)
        before = load_average()
        result = benchmarks[name](chosen.quick)
        results[name] = result | {"load_average": {"before": before, "after": load_average()}}
        print_result(results[name])
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / f"{started:%Y%m%dT%H%M%SZ}.json"
    file.write_text(json.dumps(about | {"results": results}, indent=2) + "\n")
    print(f"\nwritten to {file}")


def print_result(result: dict[str, Any]) -> None:
    """Prints one line for each value, then a table for each list of rows."""
    print()
    tables = {name: value for name, value in result.items() if isinstance(value, list)}
    for name, value in result.items():
        if name not in tables:
            print(f"{words(name)}: {text(value)}")
    for name, rows in tables.items():
        print()
        if len(tables) > 1:
            print(f"{words(name)}:")
        print_table(rows)


def print_table(rows: list[dict[str, Any]]) -> None:
    columns = list({column: None for row in rows for column in row})
    cells = [[text(row.get(column, "")) for column in columns] for row in rows]
    names = [
        words(column).split() for column in columns
    ]  # one word per line, because names are long
    height = max(map(len, names))
    heads = zip(*([""] * (height - len(name)) + name for name in names), strict=True)
    lines = [*map(list, heads), *cells]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    numeric = [all(isinstance(row.get(c, 0), int | float) for row in rows) for c in columns]
    for line in lines:
        parts = zip(line, widths, numeric, strict=True)
        print("  ".join(c.rjust(w) if right else c.ljust(w) for c, w, right in parts).rstrip())


def words(name: str) -> str:
    return name.replace("_", " ")


def text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{words(name)} {text(part)}" for name, part in value.items())
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "-"}[value]
    return f"{value:,}" if isinstance(value, int) else str(value)


if __name__ == "__main__":
    main()
