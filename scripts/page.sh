#!/usr/bin/env bash
# Builds the web page from ui/ into src/headwater/page/. Without Node.js it prints a note, and the
# server runs without a page; `--need` makes that an error.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/apt.sh
PATH=$PWD/.venv/bin:$PATH

if [ "${1:-}" = --need ]; then
    scripts/node.sh
elif ! scripts/node.sh --check; then
    say "Node.js 20.19 or newer was not found: the server will run without its web page"
    exit 0
fi

scripts/npm_ci.sh
say "building the web page"
if ! output=$(npm --prefix ui run --silent build 2>&1); then
    printf '%s\n' "$output" >&2
    exit 1
fi
