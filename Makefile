# Every target sets up what it needs in .venv and nowhere else; a second call finds the set-up done.
# Needed on the machine: make and Python >= 3.11. Another interpreter: make PYTHON=/path/to/python3 ...

PYTHON ?= python3
# Processes that `make test` runs at once.
JOBS ?= 2
# More arguments for the command of a target: make verify ARGS="--json", make test ARGS="-k delta".
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/.installed-core

.DEFAULT_GOAL := help
.PHONY: help verify test bench lint types docs clean

help:  ## show this list
	@sed -n 's/^\([a-z]*\):.*  ## /  make \1	/p' $(firstword $(MAKEFILE_LIST))

verify: $(CORE)  ## check every claim and compare with the recorded verdicts
	@$(BIN)/sdp-proofs verify $(ARGS)

test: $(VENV)/.installed-test  ## run the tests and the examples in the docstrings
	@$(BIN)/python -m pytest tests sdp_proofs --doctest-modules --ignore=tests/benchmarks \
		-p no:benchmark -n $(JOBS) --dist loadfile $(ARGS)

bench: $(VENV)/.installed-bench  ## time the computations and write docs/benchmarks.md
	@$(BIN)/python -m tests.benchmarks

lint: $(VENV)/.installed-dev  ## style (ruff) and who may import whom (import-linter)
	@$(BIN)/ruff check .
	@$(BIN)/lint-imports

types: $(VENV)/.installed-dev  ## static types (mypy, strict)
	@$(BIN)/python -m mypy $(ARGS)

docs: $(VENV)/.installed-docs  ## build the documentation into docs/_build/html
	@$(BIN)/python -m sphinx -E -W --keep-going --quiet -b html docs docs/_build/html $(ARGS)
	@echo "open docs/_build/html/index.html"

clean:  ## remove .venv, caches and everything that was built
	rm -rf $(VENV) $(VENV).lock build dist docs/_build docs/generated .benchmarks .hypothesis .import_linter_cache \
		.mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

SET_UP = @command -v $(PYTHON) >/dev/null || { \
	echo "$(PYTHON) not found: sdp-proofs needs Python >= 3.11; run: make PYTHON=/path/to/python3 ..." >&2; \
	exit 1; }; $(PYTHON) .ci/environment.py $(VENV) $@

$(CORE): pyproject.toml
	$(SET_UP)

# The extras come after the package and never reinstall it; the package being newer is no reason to run pip.
$(VENV)/.installed-%: pyproject.toml | $(CORE)
	$(SET_UP) $*
