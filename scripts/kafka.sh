#!/usr/bin/env bash
# Makes sure that the tests find the jars of a Kafka broker. The tests start their own broker.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/apt.sh

pom=tests/running/kafka_pom.xml
jars=.venv/kafka

[ -e "$jars/pom.xml" ] && cmp -s "$pom" "$jars/pom.xml" && exit 0

command -v mvn >/dev/null || apt_install "Maven (fetches Kafka's jars, for the tests)" maven
rm -rf "$jars"
say "fetching the jars of a Kafka broker into $jars, once for all tests to come"
mvn -B -q -f "$pom" dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$PWD/$jars"
cp "$pom" "$jars/pom.xml"
