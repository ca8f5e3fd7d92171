#!/usr/bin/env bash
# Makes sure that the tests of deploy/ find nginx, Caddy and systemd's own check of units.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/apt.sh

command -v caddy >/dev/null && command -v systemd-analyze >/dev/null && [ -x /usr/sbin/nginx ] && exit 0

# Debian's packages would start the servers, on ports that are not theirs to take here.
policy=/usr/sbin/policy-rc.d
if [ -z "$(apt_obstacle)" ] && [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
fi
apt_install "nginx, Caddy or systemd-analyze (for the tests of deploy/)" caddy nginx-light openssl systemd
