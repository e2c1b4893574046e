# Every target sets up what it needs in .venv and nowhere else; a second call finds the set-up done.
# Needed on the machine: make and Python >= 3.11. Another interpreter: make PYTHON=/path/to/python3 ...

PYTHON ?= python3
# Processes that `make test` and `make kernel` run at once.
JOBS ?= 2
# More arguments for the command of a target: make verify ARGS="--json", make test ARGS="-k delta".
ARGS ?=
# Files or folders of tests: make test TESTS=tests/numbers.
TESTS ?= tests sdp_proofs

# Where it is forbidden to write bytecode, as in many containers, each of many processes would compile everything again.
export PYTHONDONTWRITEBYTECODE :=

VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/.installed-core

.DEFAULT_GOAL := help
.PHONY: help verify generate results kernel sentences test deep mutants compare house bench lint types docs browser clean

help:  ## show this list
	@sed -n 's/^\([a-z]*\):.*  ## /  make \1	/p' $(firstword $(MAKEFILE_LIST))

verify: $(VENV)/.installed-ledger  ## check every claim and compare with the recorded verdicts
	@$(BIN)/sdp-proofs verify $(ARGS)

kernel: $(VENV)/.installed-ledger  ## let the kernel of Coq check the theorems of the ledger (needs coqc; what it accepted is skipped)
	@$(BIN)/sdp-proofs export --coq .kernel --check --recheck --near-misses --record sdp_proofs/kernel/record.json -j $(JOBS) $(ARGS)
	@$(BIN)/sdp-proofs export --coq-sentences .sentences --check --recheck -j $(JOBS) $(ARGS)

sentences: $(VENV)/.installed-ledger  ## let the kernel of Coq check the proofs of all sentences, and list their axioms
	@$(BIN)/sdp-proofs export --coq-sentences .sentences --check -j $(JOBS) $(ARGS)

generate: $(VENV)/.installed-test  ## write anew all that is generated: shipped results, changelog, README and pages, golden texts
	@$(BIN)/python -m sdp_proofs.logic
	@$(BIN)/python -m sdp_proofs.papers
	@$(BIN)/python docs/changelog.py
	@$(BIN)/python -m notebooks.classroom index
	@$(BIN)/python docs/regenerate.py
	@$(BIN)/python -m pytest tests/render/test_golden.py -p no:benchmark -q --renew

results: $(VENV)/.installed-ledger  ## run the ledger and write the results that the package ships
	@$(BIN)/python -m sdp_proofs.papers

test: $(VENV)/.installed-test  ## run the short form of the tests and the examples in the docstrings
	@$(BIN)/python -m pytest $(TESTS) --doctest-modules \
		-p no:benchmark -n $(JOBS) --dist worksteal $(ARGS)

mutants: $(VENV)/.installed-test  ## make small mistakes in the engines and see which ones the tests notice
	@$(BIN)/python -m tests.mutants $(ARGS)

deep: $(VENV)/.installed-test  ## run all tests, all cases of each, and attacks with thousands of random instances (hours)
	@$(BIN)/python -m pytest $(TESTS) --doctest-modules -p no:benchmark -n $(JOBS) --dist worksteal --full $(ARGS)

compare: $(VENV)/.installed-test  ## print how all that people read differs from another commit: make compare BASE=main
	@$(BIN)/python -m tests.house.compare $(BASE) $(ARGS)

house: $(VENV)/.installed-test  ## print the figures of the structure: rooms, circles, what is named where, modules loaded (with ARGS=--fresh, of a new run, too)
	@$(BIN)/python -m tests.house $(ARGS)

bench: $(VENV)/.installed-test $(VENV)/.installed-peers  ## time the computations and write docs/benchmarks.md
	@$(BIN)/python -m docs.benchmarks

lint: $(VENV)/.installed-dev  ## style (ruff) and who may import whom (import-linter)
	@$(BIN)/ruff check .
	@$(BIN)/lint-imports

types: $(VENV)/.installed-dev  ## static types (mypy, strict)
	@$(BIN)/python -m mypy $(ARGS)

docs: $(VENV)/.installed-docs  ## build the documentation into docs/_build/html
	@$(BIN)/python -m sphinx -E -W --keep-going --quiet -j $(JOBS) -b html docs docs/_build/html $(ARGS)
	@$(BIN)/python -m notebooks.classroom slides docs/_build/html/slides
	@echo "open docs/_build/html/index.html"

browser: $(VENV)/.installed-ledger  ## build the page that computes in a browser and serve it: make browser ARGS="--port 8080"
	@$(BIN)/python -m docs.browser $(ARGS)

clean:  ## remove .venv, caches and everything that was built
	rm -rf $(VENV) $(VENV).lock .kernel .kernel-ci .sentences build dist docs/_build docs/generated .benchmarks .hypothesis .import_linter_cache \
		.mutants .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

SET_UP = @command -v $(PYTHON) >/dev/null || { \
	echo "$(PYTHON) not found: sdp-proofs needs Python >= 3.11; run: make PYTHON=/path/to/python3 ..." >&2; \
	exit 1; }; $(PYTHON) .ci/environment.py $(VENV) $@

$(CORE): pyproject.toml
	$(SET_UP)

# The extras come after the package and never reinstall it; the package being newer is no reason to run pip.
$(VENV)/.installed-%: pyproject.toml | $(CORE)
	$(SET_UP) $*
