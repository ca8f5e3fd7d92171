#!/usr/bin/env bash
# Makes sure that Spark finds Java 17 or newer where it looks: in JAVA_HOME, else in PATH.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/apt.sh

wanted=17

# Prints the major version of a java command: 8 for "1.8.0_392", 17 for "17.0.12", 22 for "22-ea",
# and 0 if there is none. Its output may have other lines ("Picked up JAVA_TOOL_OPTIONS…").
major() {
    local version
    version=$("$1" -version 2>&1 | sed -nE 's/^.* version "(1\.)?([0-9]+).*$/\2/p' | head -n 1) || true
    printf '%s' "${version:-0}"
}

if [ -n "${JAVA_HOME:-}" ]; then
    found=$(major "$JAVA_HOME/bin/java")
    if [ "$found" -lt "$wanted" ]; then
        say "JAVA_HOME is $JAVA_HOME, with Java $found (0: none); Spark needs $wanted or newer."
        say "Point JAVA_HOME at one, or unset it to use the java in PATH."
        exit 1
    fi
    exit 0
fi

[ "$(major java)" -ge "$wanted" ] && exit 0

apt_install "Java $wanted or newer" default-jre-headless

if [ "$(major java)" -lt "$wanted" ]; then
    say "java in PATH is still version $(major java) (0: none); Spark needs $wanted or newer."
    say "Install one, for example openjdk-17-jre-headless, and set JAVA_HOME to its folder."
    exit 1
fi
