"""What benchmarks say of themselves while they run, on standard error: some take half an hour."""

import sys


def tell(text: str) -> None:
    print(f"… {text}", file=sys.stderr, flush=True)
