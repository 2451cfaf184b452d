# `make help` says what there is.

HOST ?= 127.0.0.1
PORT ?= 8000
export HOST PORT
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Where it is set each of some hundred processes compiles the sources anew, and each test process its tests.
unexport PYTHONDONTWRITEBYTECODE

PY ?= $(shell scripts/find_python.sh)

BIN := .venv/bin

DATA := $(or $(SQUADRA_DATA),var)

.PHONY: help run serve lint lint-types lint-rest lint-style lint-format lint-prose lint-templates lint-layers lint-migrations check run-core-tests touched test run-tests test-postgres coverage setup setup-tests admin bench performance lighthouse load growth crowd faults outages machines soak fuzz shots messages rules schemas lock audit licences sbom
.DEFAULT_GOAL := run

help: ## this list
	@awk -F ' *:.*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: setup $(DATA)/static/staticfiles.json ## start the site
	@SQUADRA_LOCAL=1 $(BIN)/python scripts/prepare.py
	@SQUADRA_LOCAL=1 exec $(BIN)/gunicorn

serve: setup $(DATA)/static/staticfiles.json ## serve it by https, behind nginx: https://localhost:8443/
	@scripts/system_packages.sh serve
	@$(BIN)/python scripts/prepare.py
	@exec $(BIN)/python scripts/serve.py

admin: setup ## make a staff account
	@SQUADRA_LOCAL=1 $(BIN)/python scripts/prepare.py
	@SQUADRA_LOCAL=1 $(BIN)/python manage.py createsuperuser

lint: setup-tests ## what needs no test: style, types, who imports whom, migrations; all of it, then fails if anything is wrong
	@$(MAKE) --no-print-directory --jobs 2 --keep-going lint-types lint-rest

# What reads the settings sees them as in production: nothing but a secret key is set. `check --deploy`: tests/test_settings.py.
lint-types lint-migrations: export SECRET_KEY = only-for-the-checks-and-therefore-of-no-use-to-anybody-else
lint-types lint-migrations: export SQUADRA_DATA = $(CURDIR)/.venv/test-data

# A fresh checkout's cache would help nobody, and writing it takes a seventh of the time.
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

lint-templates:
	$(BIN)/djangofmt --quiet --check templates
	$(BIN)/djangofmt check templates

lint-layers:
	$(BIN)/lint-imports --no-logo

lint-migrations:
	$(BIN)/python manage.py makemigrations --check --dry-run

# Without Playwright, which each process would load: it is for the tests of the browser.
# In the order of tests/conftest.py: by itself xdist begins with the files of most tests and ends with the longest ones.
PYTEST := $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder -p no:playwright

# Types are checked beside the rest, which leaves a core idle now and then; what is wrong with either is said.
test: setup-tests ## every check that a change must pass
	@$(MAKE) --no-print-directory --jobs 2 --keep-going lint-types run-tests

check: setup-tests ## in a minute, while you work: style, types, layers and the tests of the core
	@$(MAKE) --no-print-directory --jobs 2 --keep-going lint-types run-core-tests

run-core-tests: lint-rest
	$(BIN)/python -m pytest tests/core -n 2 --dist loadfile -p no:playwright -q

SINCE := origin/main
touched: setup-tests ## the tests near what you have changed since origin/main (SINCE=HEAD: since the last commit)
	$(PYTEST) -q $$($(BIN)/python scripts/touched.py $(SINCE))

# What tests/prepared.py makes in seconds they share. A run that ends with 5 had no Chromium.
run-tests: lint-rest
	set -e; export PREPARED=$$(mktemp -d); trap 'rm -rf "$$PREPARED"' EXIT; \
	$(PYTEST) --ignore tests/browser; \
	$(BIN)/python -m pytest tests/browser -n 3 --dist loadgroup || [ $$? = 5 ]
	$(BIN)/python scripts/with_postgres.py $(PYTEST) -m postgres $$(grep -rl pytest.mark.postgres tests --include 'test_*.py')

test-postgres: setup-tests ## all tests that touch the database, on PostgreSQL
	$(BIN)/python scripts/with_postgres.py $(PYTEST) -m database --ignore tests/browser --ignore tests/core

coverage: setup-tests ## which lines and branches no test reaches; fails below 99 %
	$(BIN)/python -m slipcover --fail-under 99 -m pytest -n auto --dist loadfile --ignore tests/browser

bench: setup-tests ## measure the speed
	@$(BIN)/python -m bench

performance: setup-tests ## measure the speed, and write docs/performance.md
	@$(BIN)/python -m bench --write

lighthouse: setup-tests .venv/lighthouse/installed ## let Lighthouse look at the public pages (takes Node 18 and npm), and write docs/performance.md
	@$(BIN)/python -m bench.lighthouse --write

load: setup-tests .venv/load/installed ## let 50 and then 200 people browse, build and print at once, on either database, and write docs/performance.md
	@$(BIN)/python -m bench.load --write
	@$(BIN)/python scripts/with_postgres.py $(BIN)/python -m bench.load --write

growth: setup-tests ## measure beside 100,000 lists of others on both databases, and write docs/performance.md
	@$(BIN)/python -m bench.growth --write
	@$(BIN)/python -m bench.commands --write
	@$(BIN)/python scripts/with_postgres.py $(BIN)/python -m bench.growth --write
	@$(BIN)/python scripts/with_postgres.py $(BIN)/python -m bench.commands --write

crowd: setup-tests ## let more visitors in than PostgreSQL has connections, and see that no answer is 500
	@$(BIN)/python scripts/with_postgres.py --max-connections 40 $(BIN)/python -m bench.crowd

machines: setup-tests ## let people edit on two machines behind nginx, unplug and kill one, and see that nothing is lost; a bundle is on both
	@$(BIN)/python -m bench.machines

faults: setup-tests ## kill site, worker and PostgreSQL 100 times (ROUNDS=10: ten) while people edit and print, and see that no edit is lost or doubled
	@$(BIN)/python -m bench.faults
	@$(BIN)/python -m bench.faults postgres

outages: setup-tests ## make disk, database and clock fail during edits (PARTS=disk-full: one part), and check recovery; needs root
	@$(BIN)/python -m bench.outages $(PARTS)

soak: setup-tests ## play a million games against the odds and two hundred evenings, then print our lists and others without end (LISTS=200 ends it), and see that nothing leaves its page
	@SQUADRA_LOCAL=1 $(BIN)/python -m tests.core.odds.soak
	@$(BIN)/python -m tests.evenings.simulating
	@SQUADRA_LOCAL=1 $(BIN)/python -m tests.printing.soak

# Each round has other texts; what failed is kept in .hypothesis/, and comes first in the next round.
FUZZED := tests/fuzz tests/access/test_hostile*.py tests/core tests/lists/exchange
fuzz: setup-tests ## give every reader and every field hostile texts, and the core lists and questions, without end, until one fails
	@while $(BIN)/python -m pytest $(FUZZED) --hypothesis-profile fuzz --timeout 0 -n auto -q -p no:playwright; do :; done

shots: setup-tests ## take pictures of all pages into var/shots, and renew those that the documents show
	@$(BIN)/python -m scripts.shots

rules: setup ## take what you changed in fixtures/rules through the database, bring the files into their layout, and write rules/catalogues.json
	@SQUADRA_LOCAL=1 $(BIN)/python scripts/prepare.py
	@SQUADRA_LOCAL=1 $(BIN)/python manage.py dump_rules --folder fixtures/rules $(basename $(notdir $(wildcard fixtures/rules/*.yaml)))
	@SQUADRA_LOCAL=1 $(BIN)/python manage.py write_catalogues

schemas: .venv/installed ## write the JSON Schemas in docs/ from the types of the documents
	@SQUADRA_LOCAL=1 DJANGO_SETTINGS_MODULE=armybuilder.settings $(BIN)/python scripts/schemas.py

messages: .venv/installed-dev ## take the texts of the interface into locale/, say which need Italian, and compile those that have it
	@SQUADRA_LOCAL=1 DJANGO_SETTINGS_MODULE=armybuilder.settings $(BIN)/python scripts/messages.py

# UPGRADE=--upgrade takes the newest releases that pyproject.toml allows; without it only what changed there.
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
lock: .venv/installed-dev ## renew the locked requirements from pyproject.toml
	$(LOCK) $(UPGRADE) pyproject.toml --output-file requirements/site.txt
	$(LOCK) $(UPGRADE) pyproject.toml --extra dev --constraints requirements/site.txt --output-file requirements/dev.txt
	$(LOCK) $(UPGRADE) --group load --output-file requirements/load.txt
	$(LOCK) $(UPGRADE) --group audit --output-file requirements/audit.txt

audit: .venv/installed-dev .venv/audit/installed ## look the locked packages up in the list of known faults
	@$(BIN)/python scripts/audit.py

licences: .venv/installed .venv/audit/installed ## write docs/licences.md
	@$(BIN)/python scripts/licences.py

sbom: .venv/audit/installed ## write the bill of materials of what the site runs with, as CycloneDX: sbom.cdx.json in var/
	@mkdir -p $(DATA)
	@.venv/audit/bin/cyclonedx-py requirements requirements/site.txt --pyproject pyproject.toml --output-reproducible --output-file $(DATA)/sbom.cdx.json

# Collecting compresses every file, which takes seconds: only when one has changed.
$(DATA)/static/staticfiles.json: .venv/installed $(shell find static -type f)
	@echo "Collecting static files"
	@SQUADRA_LOCAL=1 $(BIN)/python manage.py collectstatic --verbosity 0 --no-input

setup: .venv/installed ## what `run` needs
	@scripts/system_packages.sh run

setup-tests: .venv/installed-dev ## what `test` needs
	@scripts/system_packages.sh test

# Stamp files are the targets: a venv that failed half-way leaves a .venv/bin/python that does not work.
.venv/made:
	@scripts/make_venv.sh "$(PY)" .venv
	@touch $@

.venv/installed: .venv/made requirements/site.txt
	@echo "Installing requirements/site.txt"
	@scripts/install.sh requirements/site.txt .venv
	@touch $@

# Locust, in an environment of its own: it changes Python's sockets, and pytest by a plugin.
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

# The last that runs on Node 18 and 20. It needs no script of what it installs.
LIGHTHOUSE := 12.8.2
.venv/lighthouse/installed: .venv/made Makefile
	@echo "Installing Lighthouse $(LIGHTHOUSE)"
	@npm install --prefix .venv/lighthouse --no-save --no-audit --no-fund --ignore-scripts --loglevel error lighthouse@$(LIGHTHOUSE)
	@touch $@

.venv/installed-dev: .venv/installed requirements/dev.txt
	@echo "Installing requirements/dev.txt"
	@scripts/install.sh requirements/dev.txt .venv
	@touch $@
