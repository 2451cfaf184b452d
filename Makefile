# `make help` lists the targets.

HOST ?= 127.0.0.1
PORT ?= 8000
export HOST PORT
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# If it is set, each of some hundred processes compiles the sources again, and each test process its tests.
unexport PYTHONDONTWRITEBYTECODE

PY ?= $(shell scripts/find_python.sh)

BIN := .venv/bin

DATA := $(or $(SQUADRA_DATA),var)

.PHONY: help run serve lint lint-types lint-rest lint-style lint-format lint-prose lint-templates lint-layers lint-migrations check run-core-tests touched test run-tests run-browser-tests run-postgres-tests test-postgres coverage setup setup-tests admin bench performance lighthouse load growth faults outages machines soak fuzz shots messages rules schemas lock audit licences sbom
.DEFAULT_GOAL := run

help: ## list the targets
	@awk -F ' *:.*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: setup $(DATA)/static/staticfiles.json ## start the site
	@SQUADRA_LOCAL=1 $(BIN)/python scripts/prepare.py
	@SQUADRA_LOCAL=1 exec $(BIN)/gunicorn

serve: setup $(DATA)/static/staticfiles.json ## serve it over https, behind nginx: https://localhost:8443/
	@scripts/system_packages.sh serve
	@$(BIN)/python scripts/prepare.py
	@exec $(BIN)/python scripts/serve.py

admin: setup ## create a staff account
	@SQUADRA_LOCAL=1 $(BIN)/python scripts/prepare.py
	@SQUADRA_LOCAL=1 $(BIN)/python manage.py createsuperuser

lint: setup-tests ## check style, types, English, layers and migrations: all of it, even if one part fails
	@$(MAKE) --no-print-directory --jobs 2 --keep-going lint-types lint-rest

# Programs that read the settings see those of production: only a secret key is set. `check --deploy`: tests/test_settings.py.
lint-types lint-migrations: export SECRET_KEY = only-for-the-checks-and-therefore-of-no-use-to-anybody-else
lint-types lint-migrations: export SQUADRA_DATA = $(CURDIR)/.venv/test-data

# In CI a cache is of no use, and writing it takes a seventh of the time.
lint-types:
	$(BIN)/mypy $(if $(CI),--cache-dir=/dev/null)

# A target for each, so that `make --keep-going` runs the others when one fails.
lint-rest: lint-style lint-format lint-prose lint-templates lint-layers lint-migrations

lint-style:
	$(BIN)/ruff check

lint-format:
	$(BIN)/ruff format --check

lint-prose:
	$(BIN)/python scripts/prose.py

TEMPLATES := templates armybuilder/printing/formats
lint-templates:
	$(BIN)/djangofmt --quiet --check $(TEMPLATES)
	$(BIN)/djangofmt check $(TEMPLATES)

lint-layers:
	$(BIN)/lint-imports --no-logo

lint-migrations:
	$(BIN)/python manage.py makemigrations --check --dry-run

# Without Playwright, which each process would load: only the browser tests need it.
# In the order of tests/conftest.py: xdist alone starts with the files with most tests and ends with the longest ones.
PYTEST := $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder -p no:playwright

# Two parts at a time: the tests on SQLite, and the others one after another beside them. They share what
# tests/prepared.py makes in seconds.
test: setup-tests ## run every check that a change must pass
	@export PREPARED=$$(mktemp -d); trap 'rm -rf "$$PREPARED"' EXIT; \
	$(MAKE) --no-print-directory --jobs 2 --keep-going --output-sync=line run-tests lint-types lint-rest run-browser-tests run-postgres-tests

check: setup-tests ## check style, types, layers and the tests of the core, in a minute
	@$(MAKE) --no-print-directory --jobs 2 --keep-going lint-types run-core-tests

run-core-tests: lint-rest
	$(BIN)/python -m pytest tests/core -n 2 --dist loadfile -p no:playwright -q

SINCE := origin/main
touched: setup-tests ## run the tests near your changes since origin/main (SINCE=HEAD: since the last commit)
	$(PYTEST) -q $$($(BIN)/python scripts/touched.py $(SINCE))

run-tests:
	$(PYTEST) --ignore tests/browser

# A run that ends with 5 had no Chromium.
run-browser-tests:
	$(BIN)/python -m pytest tests/browser -n 3 --dist loadgroup || [ $$? = 5 ]

run-postgres-tests:
	$(BIN)/python scripts/with_postgres.py $(PYTEST) -m postgres $$(grep -rl pytest.mark.postgres tests --include 'test_*.py')

test-postgres: setup-tests ## run all tests with a database, on PostgreSQL
	$(BIN)/python scripts/with_postgres.py $(PYTEST) -m database --ignore tests/browser --ignore tests/core

coverage: setup-tests ## find lines and branches that no test reaches; fails below 99%
	$(BIN)/python -m slipcover --fail-under 99 -m pytest -n auto --dist loadfile --ignore tests/browser

bench: setup-tests ## measure the speed
	@$(BIN)/python -m bench

performance: setup-tests ## measure the speed, and write docs/performance.md
	@$(BIN)/python -m bench --write

lighthouse: setup-tests .venv/lighthouse/installed ## run Lighthouse on the public pages (needs Node 18 and npm), and write docs/performance.md
	@$(BIN)/python -m bench.lighthouse --write

load: setup-tests .venv/load/installed ## simulate 50 and then 200 users at once, on both databases, and write docs/performance.md
	@$(BIN)/python -m bench.load --write
	@$(BIN)/python scripts/with_postgres.py $(BIN)/python -m bench.load --write

growth: setup-tests ## measure beside 100,000 other lists on both databases, and write docs/performance.md
	@$(BIN)/python -m bench.growth --write
	@$(BIN)/python -m bench.commands --write
	@$(BIN)/python scripts/with_postgres.py $(BIN)/python -m bench.growth --write
	@$(BIN)/python scripts/with_postgres.py $(BIN)/python -m bench.commands --write

machines: setup-tests ## test two machines behind nginx: unplug and kill one during edits; nothing is lost
	@$(BIN)/python -m bench.machines

faults: setup-tests ## kill site, worker and PostgreSQL 100 times (ROUNDS=10) during edits: none is lost or doubled
	@$(BIN)/python -m bench.faults
	@$(BIN)/python -m bench.faults postgres

outages: setup-tests ## break disk, database and clock during edits (PARTS=disk-full: one part), and check recovery; needs root
	@$(BIN)/python -m bench.outages $(PARTS)

soak: setup-tests ## play a million games and 200 games nights, edit own rules in two browsers, then print lists without end (LISTS=200: 200 lists)
	@SQUADRA_LOCAL=1 $(BIN)/python -m tests.core.odds.soak
	@$(BIN)/python -m tests.evenings.simulating
	@EDITS=200 $(BIN)/python -m pytest tests/browser/test_own_rules.py -q -k two_browsers
	@SQUADRA_LOCAL=1 $(BIN)/python -m tests.printing.soak

# Each round has other texts; failures are stored in .hypothesis/, and come first in the next round.
FUZZED := tests/fuzz tests/rules/test_any_ruleset.py tests/own_rules/test_any_draft.py tests/access/test_hostile*.py tests/core tests/lists/exchange
fuzz: setup-tests ## send hostile input to every reader and field, without end, until one fails
	@while $(BIN)/python -m pytest $(FUZZED) --hypothesis-profile fuzz -o faulthandler_timeout=0 -n auto -q -p no:playwright; do :; done

shots: setup-tests ## take pictures of all pages into var/shots, and update those in the documents
	@$(BIN)/python -m scripts.shots

rules: setup ## load changed rulesets, restore their layout, and write rules/catalogues.json
	@SQUADRA_LOCAL=1 $(BIN)/python scripts/prepare.py
	@SQUADRA_LOCAL=1 $(BIN)/python manage.py dump_rules --folder fixtures/rules $(basename $(notdir $(wildcard fixtures/rules/*.yaml)))
	@SQUADRA_LOCAL=1 $(BIN)/python manage.py write_catalogues

schemas: .venv/installed ## write the JSON Schemas in docs/ from the types of the documents
	@SQUADRA_LOCAL=1 DJANGO_SETTINGS_MODULE=armybuilder.settings $(BIN)/python scripts/schemas.py

messages: .venv/installed-dev ## collect the texts of the interface into locale/, list those without Italian, and compile the rest
	@SQUADRA_LOCAL=1 DJANGO_SETTINGS_MODULE=armybuilder.settings $(BIN)/python scripts/messages.py

# UPGRADE=--upgrade locks the newest releases that pyproject.toml allows; without it only its changes.
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
lock: .venv/installed-dev ## renew the locked requirements from pyproject.toml
	$(LOCK) $(UPGRADE) pyproject.toml --output-file requirements/site.txt
	$(LOCK) $(UPGRADE) pyproject.toml --extra dev --constraints requirements/site.txt --output-file requirements/dev.txt
	$(LOCK) $(UPGRADE) --group load --output-file requirements/load.txt
	$(LOCK) $(UPGRADE) --group audit --output-file requirements/audit.txt

audit: .venv/installed-dev .venv/audit/installed ## look up the locked packages in the list of known vulnerabilities
	@$(BIN)/python scripts/audit.py

licences: .venv/installed .venv/audit/installed ## write docs/licences.md
	@$(BIN)/python scripts/licences.py

sbom: .venv/audit/installed ## write the bill of materials of the site (CycloneDX): var/sbom.cdx.json
	@mkdir -p $(DATA)
	@.venv/audit/bin/cyclonedx-py requirements requirements/site.txt --pyproject pyproject.toml --output-reproducible --output-file $(DATA)/sbom.cdx.json

# Collecting compresses every file, which takes seconds: only after changes.
$(DATA)/static/staticfiles.json: .venv/installed $(shell find static -type f)
	@echo "Collecting static files"
	@SQUADRA_LOCAL=1 $(BIN)/python manage.py collectstatic --verbosity 0 --no-input

setup: .venv/installed ## install what `run` needs
	@scripts/system_packages.sh run

setup-tests: .venv/installed-dev ## install what `test` needs
	@scripts/system_packages.sh test

# Stamp files are the targets: an interrupted venv leaves a .venv/bin/python that does not work.
.venv/made:
	@scripts/make_venv.sh "$(PY)" .venv
	@touch $@

.venv/installed: .venv/made requirements/site.txt
	@echo "Installing requirements/site.txt"
	@scripts/install.sh requirements/site.txt .venv
	@touch $@

# Locust, in a separate environment: it changes Python's sockets, and pytest with a plugin.
.venv/load/installed: .venv/made requirements/load.txt
	@scripts/make_venv.sh "$(PY)" .venv/load
	@echo "Installing requirements/load.txt"
	@scripts/install.sh requirements/load.txt .venv/load
	@touch $@

.venv/audit/installed: .venv/made requirements/audit.txt
	@scripts/make_venv.sh "$(PY)" .venv/audit
	@echo "Installing requirements/audit.txt"
	@scripts/install.sh requirements/audit.txt .venv/audit
	@touch $@

# The last version for Node 18 and 20. It needs no install scripts.
LIGHTHOUSE := 12.8.2
.venv/lighthouse/installed: .venv/made Makefile
	@echo "Installing Lighthouse $(LIGHTHOUSE)"
	@npm install --prefix .venv/lighthouse --no-save --no-audit --no-fund --ignore-scripts --loglevel error lighthouse@$(LIGHTHOUSE)
	@touch $@

.venv/installed-dev: .venv/installed requirements/dev.txt
	@echo "Installing requirements/dev.txt"
	@scripts/install.sh requirements/dev.txt .venv
	@touch $@
