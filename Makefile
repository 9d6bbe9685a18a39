# Two commands on a fresh machine with Python 3.11 and make: `make test`, and later `make demo`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: help setup test test-slow lint types docs bench ladder trained clean

help:
	@echo "make setup      the virtual environment .venv with everything the tests need"
	@echo "make test       set up and run the tests"
	@echo "make test-slow  the full proofs the quick tests sample (several minutes)"
	@echo "make lint       ruff"
	@echo "make types      mypy, strict"
	@echo "make docs       write the generated tables in README.md and docs/"
	@echo "make bench      speed against RLCard (installs it)"
	@echo "make ladder     how strong the agents are (half an hour on two cores; goes on where it was broken off)"
	@echo "make trained    how strong the shipped networks are (an hour on two cores; goes on where it was broken off)"
	@echo "make clean      remove .venv and build leftovers"

setup: $(READY)

# The stamp is written last: a half-made .venv is thrown away and made again.
$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "uno_env needs Python 3.11 or newer; this is $$($(PYTHON) --version 2>&1)."; \
	    echo "Install one and say: make $(MAKECMDGOALS) PYTHON=/path/to/python3.11"; exit 1; }
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]' || \
	  { echo "The packages could not be installed: is the package index within reach?"; \
	    echo "Behind a proxy or mirror, set PIP_INDEX_URL or HTTPS_PROXY and say make again."; exit 1; }
	@touch $(READY)

test: setup
	$(BIN)/python -m pytest -n auto -m "not slow"

test-slow: setup
	$(BIN)/python -m pytest -n auto -m slow

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

docs: setup
	$(BIN)/python -m training.documentation

bench: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[peers]'
	$(BIN)/python -m benchmarks.throughput --json benchmarks/results/throughput.json

ladder: setup
	$(BIN)/python -m benchmarks.ladder

trained: setup
	$(BIN)/python -m benchmarks.trained

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
