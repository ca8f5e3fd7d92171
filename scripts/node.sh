#!/usr/bin/env bash
# Makes sure of Node.js 20.19 or newer, with npm: the page is built and tested with it.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/apt.sh

new_enough() {
    command -v npm >/dev/null && command -v node >/dev/null &&
        node -e 'const [a, b] = process.versions.node.split("."); process.exit(+a > 20 || (+a === 20 && +b >= 19) ? 0 : 1)'
}

new_enough && exit 0
# Asked only whether it is there: building the page can be done without.
[ "${1:-}" = --check ] && exit 1

apt_install "Node.js 20.19 or newer" nodejs npm
if ! new_enough; then
    say "Debian's Node.js is $(node --version), expected 20.19 or newer; see https://nodejs.org/en/download"
    exit 1
fi
