#!/usr/bin/env bash
# Writes constraints.txt anew: the versions that a fresh environment gets, with those that build Headwater and PySpark.
set -euo pipefail
cd "$(dirname "$0")/.."

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
"${PYTHON:-python3}" -m venv "$fresh"
"$fresh/bin/pip" install --quiet --disable-pip-version-check --upgrade --use-pep517 \
    -e '.[dev,java]' hatchling editables setuptools
{
    echo "# Every version the project is tested with. Written by: make constraints"
    "$fresh/bin/pip" freeze --all --exclude pip --exclude-editable
} >"$fresh/constraints.txt"
cp "$fresh/constraints.txt" constraints.txt
