#!/usr/bin/env bash
# Makes the virtual environment .venv with PYTHON (default python3), which must be 3.11 or newer.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/apt.sh

python=${PYTHON:-python3}

if ! command -v "$python" >/dev/null; then
    say "$python was not found; install Python 3.11 or newer, or name it: make PYTHON=/path/to/python"
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    say "$python is $("$python" --version), expected 3.11 or newer; name one: make PYTHON=python3.12"
    exit 1
fi
# Debian's python3 has no ensurepip, without which `venv` fails halfway.
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    apt_install "Python's venv module" python3-venv
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        say "$python still has no venv module; name another Python: make PYTHON=/usr/bin/python3"
        exit 1
    fi
fi

[ -x .venv/bin/pip ] || "$python" -m venv --clear .venv
