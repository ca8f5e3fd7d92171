#!/usr/bin/env bash
# Makes sure that the tests of the web page find Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/apt.sh

command -v chromium >/dev/null && exit 0
apt_install "Chromium (for the tests of the page)" chromium fonts-dejavu-core
command -v chromium >/dev/null || { say "the chromium package brought no chromium"; exit 1; }
