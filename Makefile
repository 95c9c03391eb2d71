# `make demo` and `make test` do all their own set-up: Python 3.11 or newer is all they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml constraints.txt $(wildcard proto/*.py proto/paiju/v1/*.proto)

.PHONY: demo test interop check format bench clean

demo: $(VENV)/.base ## Play the sample tournament.
	$(BIN)/tourney run brackets.toml --out out/demo-$$(date +%Y%m%d-%H%M%S)
	@echo "The commands referee and tourney are in $(BIN); to have them at hand: . $(BIN)/activate"

test: $(VENV)/.dev ## Run the tests.
	$(BIN)/pytest --numprocesses auto

check: $(VENV)/.dev ## Format, lint, types, imports: the fast half of .ci/run.
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/buf lint proto
	$(BIN)/buf format proto --diff --exit-code
	$(BIN)/buf breaking proto --against proto/released.binpb

interop: $(VENV)/.dev ## Build every client under clients/, judge it, and have all play each other.
	$(BIN)/python -m tests.interop
	$(BIN)/pytest tests/interop

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.dev ## Every benchmark; the figures in docs/performance.md come from it.
	$(BIN)/python -m benchmarks rules
	$(BIN)/python -m benchmarks wire
	$(BIN)/python -m benchmarks deals
	$(BIN)/python -m benchmarks batch
	$(BIN)/python -m benchmarks clients
	$(BIN)/python -m benchmarks rate

clean:
	rm -rf $(VENV) out build dist clients/python/paiju/v1

$(VENV)/.base: $(SOURCES)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --constraint constraints.txt --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.base
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev]'
	touch $@
