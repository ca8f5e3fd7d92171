#!/usr/bin/env bash
# Makes a base image from Debian's packages, for machines that reach no registry of images: base_image.sh NAME
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/apt.sh

command -v buildah >/dev/null && command -v mmdebstrap >/dev/null ||
    apt_install "buildah or mmdebstrap (for the test of the image)" buildah mmdebstrap

system=$(mktemp --suffix=.tar)
trap 'rm -f "$system"' EXIT
say "making a base image from Debian's packages"
mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$system"
container=$(buildah from scratch)
buildah add --quiet "$container" "$system" / >/dev/null
buildah commit --quiet --rm "$container" "$1" >/dev/null
