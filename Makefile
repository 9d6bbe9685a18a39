# Two commands on a fresh machine with Python 3.11 and make: `make demo` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
#: Options of the demo: make demo DEMO="--short --fresh"
DEMO ?=
#: More words for pytest: make test-slow ONLY="-k sample"
ONLY ?=
#: Who is scored on the research suite.
BASELINES := random_legal random_play greedy rlcard_rule expert general classic_2p classic_4p search:rollouts=200

#: Where their results are.
SCORED := $(foreach agent,$(BASELINES),runs/suite/$(subst =,-,$(subst :,-,$(agent))))
# Nothing is left outside the repository but caches; tests/conftest.py sees to what the tests leave.
export MPLCONFIGDIR ?= $(CURDIR)/$(VENV)/matplotlib
export TORCHINDUCTOR_CACHE_DIR ?= $(CURDIR)/$(VENV)/torchinductor

.PHONY: help setup demo test test-slow lint types docs site bench peers ladder trained suite clean

help:
	@echo "make setup      the virtual environment .venv with everything the tests need"
	@echo "make demo       train a network, let it play, and leave tables and pictures in demo/ (under ten minutes)"
	@echo "make test       set up and run the tests (under ten minutes)"
	@echo "make test-slow  the full proofs the quick tests sample (several minutes)"
	@echo "make lint       ruff"
	@echo "make types      mypy, strict"
	@echo "make docs       write the generated tables in README.md and docs/"
	@echo "make site       build the documentation into site/"
	@echo "make bench      speed against RLCard, with all floors"
	@echo "make peers      RLCard and OpenSpiel side by side, and RLCard's rule defects shown on RLCard itself"
	@echo "make ladder     how strong the agents are (half an hour on two cores; goes on where it was broken off)"
	@echo "make trained    how strong the shipped networks are (an hour on two cores; goes on where it was broken off)"
	@echo "make suite      score the shipped agents on the research suite (goes on where it was broken off)"
	@echo "make clean      remove .venv and build leftovers"

setup: $(READY)

# The stamp is written last: a half-made .venv is thrown away and made again.
$(READY): pyproject.toml constraints.txt
	@command -v $(PYTHON) > /dev/null || \
	  { echo "uno_env needs Python 3.11 or newer, and there is no $(PYTHON)."; \
	    echo "Install one and say: make $(MAKECMDGOALS) PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "uno_env needs Python 3.11 or newer; this is $$($(PYTHON) --version 2>&1)."; \
	    echo "Install one and say: make $(MAKECMDGOALS) PYTHON=/path/to/python3.11"; exit 1; }
	@echo "Setting up $(VENV): some 130 packages, 2.5 GB with torch and Ray; a minute or two ..."
	@$(PYTHON) -m venv --clear $(VENV) || \
	  { echo "A virtual environment could not be made in $(VENV): on Debian, apt-get install python3-venv."; exit 1; }
	@$(BIN)/python -m pip install --disable-pip-version-check -c constraints.txt -e '.[dev]' || \
	  { echo "The packages could not be installed: is the package index within reach? (Above is what pip says.)"; \
	    echo "Behind a proxy or mirror, set PIP_INDEX_URL or HTTPS_PROXY and say make again."; exit 1; }
	@touch $(READY)

demo: setup
	$(BIN)/uno demo $(DEMO)

test: setup
	$(BIN)/python -m pytest -n auto -m "not slow" $(ONLY)

test-slow: setup
	$(BIN)/python -m pytest -n auto -m slow $(ONLY)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

docs: setup
	$(BIN)/python -m benchmarks.documentation

site: setup
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

bench: setup
	$(BIN)/python -m benchmarks.throughput --json benchmarks/results/throughput.json

peers: setup
	$(BIN)/python -m benchmarks.peers --rounds 15 --json benchmarks/results/peers.json --png docs/images/peers.png
	$(BIN)/python -m benchmarks.rlcard_defects --json benchmarks/results/rlcard_defects.json
	$(BIN)/python -m benchmarks.in_rlcard --json benchmarks/results/in_rlcard.json

ladder: setup
	$(BIN)/python -m benchmarks.ladder

trained: setup
	$(BIN)/python -m benchmarks.trained

suite: setup
	for agent in $(BASELINES); do $(BIN)/python -m benchmarks.suite score $$agent --workers 2 --move-seconds 0 || exit 1; done
	$(BIN)/python -m benchmarks.suite leaderboard --add $(SCORED) --picture docs/images/leaderboard.png

clean:
	rm -rf $(VENV) build site dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
