SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
export PYTHON
# Tests start many processes, each of which would compile everything anew without what Python keeps.
unexport PYTHONDONTWRITEBYTECODE

bin := .venv/bin
# Node.js may be in .venv, where the system has none, or an old one.
npm := PATH="$(CURDIR)/$(bin):$$PATH" npm --prefix ui run --silent
installed := .venv/.installed
archive := .venv/share/headwater/spark-classes.jsa
checked := src tests scripts/openapi.py scripts/sbom.py scripts/dependencies.py bench
page := src/headwater/page/index.html
page_sources := $(shell find ui -path ui/node_modules -prune -o -path ui/dist -prune -o -path ui/e2e -prune -o -path ui/test-results -prune -o -path ui/src/api/schema.d.ts -prune -o -type f -print) docs/openapi.json

.PHONY: help install openapi ui run test test-ui test-clients test-kafka test-cluster test-wheel test-image test-deploy wheel image soak torture lint format bench pictures constraints requirements clean

help: ## Show this list
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

install: $(installed) ## Make .venv with everything in it, and make sure of Java 17+
	@scripts/java.sh

# The variables reach the builds (ours and PySpark's), which -c does not.
$(installed): pyproject.toml constraints.txt
	@scripts/venv.sh
	@echo 'Installing Python packages into .venv; this takes a minute or more'
	PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt \
		$(bin)/pip install --quiet --disable-pip-version-check --use-pep517 -e '.[dev]' -c constraints.txt
	@touch $@

ui: $(page) ## Build the web page, if there is Node.js 20.19 or newer

$(page): $(page_sources)
	@scripts/page.sh

wheel: $(installed) ui ## Build the wheel, with the web page in it, into dist/
	rm -f dist/headwater-*.whl
	PIP_BUILD_CONSTRAINT=constraints.txt $(bin)/pip wheel --quiet --no-deps --wheel-dir dist .

image: wheel ## Build the image with docker, podman or buildah; BASE_IMAGE='debian:trixie-slim' for another base
	@scripts/image.sh

run: install ui ## Serve the demo story from var/demo, until Ctrl-C
	$(bin)/headwater serve --data var/demo --demo

# What Java maps instead of loading classes one by one. It fits one Java and one Spark.
$(archive): $(installed) | install
	@echo 'Archiving the classes of Spark, once for all starts to come; this takes a minute or two'
	$(bin)/python -m headwater.pipeline.archive_classes || true

test: install test-ui $(archive) ## Run every test but the slow ones
	@scripts/postgres.sh
	$(bin)/pytest -m 'not slow and not torture and not clients and not kafka and not cluster and not install' --numprocesses 3 --dist loadfile --no-loadscope-reorder

test-ui: install ## Run the tests of the web page: its logic, and in a browser
	@scripts/page.sh --need
	@scripts/browser.sh
	$(npm) test
	$(npm) browse

test-clients: install ## Run real OpenLineage and Marquez clients against a server
	@scripts/kafka.sh
	$(bin)/pytest -m clients tests/clients

test-kafka: install $(archive) ## Run the tests with a real Kafka broker
	@scripts/kafka.sh
	$(bin)/pytest -m 'kafka and not slow and not torture' tests

test-cluster: install $(archive) ## Run the tests with a Spark of several processes
	@scripts/postgres.sh
	$(bin)/pytest -m 'cluster and not slow' tests/pipeline

test-wheel: install ## Build the wheel, install it without Java, and open its page
	@scripts/page.sh --need
	@scripts/browser.sh
	$(bin)/pytest -m install tests/install/test_wheel.py

test-image: wheel ## Build the image on Debian's packages, run it, and open its page
	@scripts/browser.sh
	$(bin)/pytest -m install tests/install/test_image.py

test-deploy: install ui ## Run nginx and Caddy with TLS in front of a server, and check the unit for systemd
	@scripts/deploy.sh
	$(bin)/pytest -m install tests/install/test_proxies.py tests/install/test_unit.py

soak: install $(archive) ## Run the slow tests
	@scripts/postgres.sh
	@scripts/kafka.sh
	$(bin)/pytest -m slow

torture: install $(archive) ## Break everything at random; TORTURE_MINUTES=10, TORTURE_SEED=…
	@scripts/postgres.sh
	@scripts/kafka.sh
	TORTURE_SEED="$${TORTURE_SEED:-$$RANDOM}" $(bin)/pytest -m torture tests/torture

lint: $(installed) ## Check style, types, import directions and dependencies
	$(bin)/ruff check .
	$(bin)/ruff format --check .
	$(bin)/mypy $(checked)
	$(bin)/lint-imports --no-logo
	$(bin)/python -m scripts.dependencies
	@scripts/node.sh
	@scripts/npm_ci.sh
	$(npm) lint

format: $(installed) ## Format the code and mend what can be mended
	$(bin)/ruff check --fix .
	$(bin)/ruff format .
	@scripts/node.sh
	@scripts/npm_ci.sh
	$(npm) format

bench: install ## Measure, and write bench/results/; BENCH_ARGS='--quick walks' for less
	$(bin)/python -m bench $(BENCH_ARGS)

openapi: $(installed) ## Write docs/openapi.json, from which the web page has its types
	$(bin)/python -m scripts.openapi

pictures: install ## Take the pictures of the README anew, from the demo
	@scripts/page.sh --need
	@scripts/browser.sh
	$(npm) pictures

constraints: ## Pin everything to the newest versions that fit pyproject.toml
	scripts/constraints.sh
	scripts/requirements.sh

requirements: ## Write requirements.txt anew: the packages of a release with their hashes, as constraints.txt pins them
	scripts/requirements.sh

clean: ## Remove caches, build results and the demo data; .venv and other data stay
	rm -rf var/demo dist build src/headwater/page ui/dist ui/test-results spark-warehouse metastore_db derby.log
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
