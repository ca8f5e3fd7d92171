"""What benchmarks report while they run, on standard error. Some take half an hour."""

import sys


def report(text: str) -> None:
    print(f"… {text}", file=sys.stderr, flush=True)
