#!/usr/bin/env bash
# Builds the image from Containerfile with docker, podman or buildah, the first of them that works here, or the one
# that IMAGE_TOOL names. BASE_IMAGE and IMAGE name what it is built from, and what it is called.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/apt.sh

works() {
    case $1 in
        docker) docker info >/dev/null 2>&1 ;;
        podman) podman info >/dev/null 2>&1 ;;
        buildah) command -v buildah >/dev/null ;;
        *) say "IMAGE_TOOL is $1; expected docker, podman or buildah"; exit 1 ;;
    esac
}

tool=${IMAGE_TOOL:-}
for candidate in docker podman buildah; do
    [ -n "$tool" ] || ! works "$candidate" || tool=$candidate
done
if [ -z "$tool" ] || ! works "$tool"; then
    say "no docker, podman or buildah works here; on Debian: sudo apt-get install buildah"
    exit 1
fi

options=(--file Containerfile --tag "${IMAGE:-headwater}")
[ -z "${BASE_IMAGE:-}" ] || options+=(--build-arg "BASE_IMAGE=$BASE_IMAGE")
# This machine's package index and certificates are used while the image is built, and do not stay in it.
[ ! -e /etc/pip.conf ] || options+=(--secret id=pip,src=/etc/pip.conf)
[ ! -e /etc/ssl/certs/ca-certificates.crt ] ||
    options+=(--secret id=certificates,src=/etc/ssl/certs/ca-certificates.crt)
# The format of OCI has no health checks; that of Docker, which everything reads, has them.
[ "$tool" = docker ] || options+=(--format docker)
# Without a daemon and without namespaces of its own, for example inside a container, this is what works.
[ "$tool" != buildah ] || [ "$(id -u)" -ne 0 ] || options+=(--isolation chroot)

say "building the image with $tool"
exec "$tool" build "${options[@]}" .
