#!/usr/bin/env bash
# Installs the packages in ui/package-lock.json, unless they are installed already.
set -euo pipefail
cd "$(dirname "$0")/../ui"
PATH=$PWD/../.venv/bin:$PATH

stamp=node_modules/.installed
if [ ! -e "$stamp" ] || ! cmp -s package-lock.json "$stamp"; then
    echo 'Installing npm packages into ui/node_modules; this takes a minute or more' >&2
    npm ci --ignore-scripts --no-audit --no-fund --silent
    cp package-lock.json "$stamp"
fi
