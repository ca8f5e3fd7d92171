#!/usr/bin/env bash
# Writes requirements.txt anew: every package of a release in the version of constraints.txt, with the hashes of its files.
set -euo pipefail
cd "$(dirname "$0")/.."

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
"${PYTHON:-python3}" -m venv "$fresh"
"$fresh/bin/pip" install --quiet --disable-pip-version-check uv
read -ra extras < <("$fresh/bin/python" - <<'END'
import tomllib

with open("pyproject.toml", "rb") as file:
    extras = tomllib.load(file)["project"]["optional-dependencies"]
print(*(f"--extra={extra}" for extra in extras if extra != "dev"))
END
)
{
    echo "# Every package of a release, for each platform, with the hashes of its files. Written by: make requirements"
    echo "# pip install --require-hashes -r requirements.txt && pip install --no-deps headwater-*.whl"
    "$fresh/bin/uv" pip compile pyproject.toml "${extras[@]}" --constraints constraints.txt --native-tls \
        --generate-hashes --universal --python-version 3.11 --no-header --no-annotate --quiet
} >"$fresh/requirements.txt"
cp "$fresh/requirements.txt" requirements.txt
