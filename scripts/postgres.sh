#!/usr/bin/env bash
# Makes sure that the tests find PostgreSQL's server binaries. The tests start their own server.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/apt.sh

have_initdb() { command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; }

have_initdb && exit 0

# Debian's package would also create a cluster and start it at every boot, which is not needed here.
no_cluster=/etc/postgresql-common/createcluster.d/headwater.conf
if [ -z "$(apt_obstacle)" ]; then
    trap 'rm -f "$no_cluster"' EXIT
    mkdir -p "${no_cluster%/*}"
    echo 'create_main_cluster = false' >"$no_cluster"
fi
apt_install "PostgreSQL (server binaries, for the tests)" postgresql
have_initdb || { say "the postgresql package brought no initdb; install PostgreSQL 15 or newer"; exit 1; }
