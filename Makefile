# make run    start the site          make test   run every check
# make setup  what both need          make admin  make a staff account
# make shots  take the pictures of docs/shots anew
# make bench  measure the speed       make lock   renew requirements*.txt from pyproject.toml
# make soak   print generated lists without end (LISTS=200 ends it), and see that nothing leaves its page or card
# make catalogues  write rules/catalogues.json, which `checklist` reads, from fixtures/rules
# make messages  take the texts of the interface into locale/, and compile what is translated there

HOST ?= 127.0.0.1
PORT ?= 8000
export HOST PORT
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# The first Python >= 3.11 that really runs: a version manager's shim may be there and fail.
PY ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11,$(shell $(p) -c 'import sys; print("$(p)") if sys.version_info >= (3, 11) else None' 2>/dev/null | grep -v '^None$$')))

BIN := .venv/bin

DATA := $(or $(SQUADRA_DATA),var)

.PHONY: run test setup setup-tests admin bench soak shots messages catalogues lock
.DEFAULT_GOAL := run

run: setup $(DATA)/static/staticfiles.json
	@SQUADRA_LOCAL=1 $(BIN)/python scripts/prepare.py
	@SQUADRA_LOCAL=1 exec $(BIN)/gunicorn

admin: setup
	@SQUADRA_LOCAL=1 $(BIN)/python scripts/prepare.py
	@SQUADRA_LOCAL=1 $(BIN)/python manage.py createsuperuser

# The checks that look at the settings see them as in production: nothing but a secret key is set.
test: export SECRET_KEY = only-for-the-checks-and-therefore-of-no-use-to-anybody-else
test: export SQUADRA_DATA = $(CURDIR)/.venv/test-data
test: setup-tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/djade --check $$(find templates -name '*.html')
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py check --deploy --fail-level WARNING
	$(BIN)/python -m slipcover -m pytest -n auto --dist loadfile --ignore tests/browser
	$(BIN)/python -m pytest tests/browser -n 2 --dist loadfile --reruns 2 -rR --timeout 240 --timeout-method thread || [ $$? = 5 ] # 5: no Chromium here
	$(BIN)/python scripts/with_postgres.py $(BIN)/python -m pytest -n auto -m database --ignore tests/browser --ignore tests/core

bench: setup-tests
	@$(BIN)/python -m bench

soak: setup-tests
	@SQUADRA_LOCAL=1 $(BIN)/python -m tests.printing.soak

shots: setup-tests
	@$(BIN)/python -m scripts.shots

catalogues: .venv/installed
	@SQUADRA_LOCAL=1 $(BIN)/python manage.py write_catalogues

# What it could only guess it marks as fuzzy: translate, take the mark away, run it again.
messages: .venv/installed
	@scripts/system_packages.sh messages
	@SQUADRA_LOCAL=1 $(BIN)/python manage.py makemessages --locale it --no-location --no-obsolete --ignore "tests/*"
	@SQUADRA_LOCAL=1 $(BIN)/python manage.py compilemessages --locale it --ignore .venv

# UPGRADE=--upgrade takes the newest releases that pyproject.toml allows; without it only what changed there.
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
lock: .venv/installed-dev
	$(LOCK) $(UPGRADE) pyproject.toml --output-file requirements.txt
	$(LOCK) $(UPGRADE) pyproject.toml --extra dev --constraints requirements.txt --output-file requirements-dev.txt

# Collecting compresses every file, which takes seconds: only when one has changed.
$(DATA)/static/staticfiles.json: .venv/installed $(shell find static -type f)
	@echo "Collecting static files"
	@SQUADRA_LOCAL=1 $(BIN)/python manage.py collectstatic --verbosity 0 --no-input

setup: .venv/installed
	@scripts/system_packages.sh run

setup-tests: .venv/installed-dev
	@scripts/system_packages.sh test

# Stamp files are the targets: a venv that failed half-way leaves a .venv/bin/python that does not work.
.venv/made:
	@scripts/make_venv.sh "$(PY)" .venv
	@touch $@

.venv/installed: .venv/made requirements.txt
	@echo "Installing requirements.txt"
	@scripts/install.sh requirements.txt .venv
	@touch $@

.venv/installed-dev: .venv/installed requirements-dev.txt
	@echo "Installing requirements-dev.txt"
	@scripts/install.sh requirements-dev.txt .venv
	@touch $@
