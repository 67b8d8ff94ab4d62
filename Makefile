# Everything a person or a machine does with this project. `make help` lists it.
# On a fresh machine with Python (3.11 or later) and make, each target works alone.

DEMO       ?= examples/02_manipulators/01_stanford_arm.py
GROUP      ?=
JOBS       ?= 2

VENV       := .venv
RIVALS     := .venv-rivals
PY         := $(VENV)/bin/python
READY      := $(VENV)/.ready
READY_RIVALS := $(RIVALS)/.ready
CANDIDATES := python3 python3.13 python3.12 python3.11 python3.14 python

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-all check format bench bench-rivals docs clean

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: $(READY)  ## create .venv from requirements.lock, with the package in it

demo: $(READY)  ## run the first example; what it writes goes to build/demo
	@mkdir -p build/demo
	cd build/demo && $(abspath $(PY)) $(abspath $(DEMO))
	@echo; echo "This was $(DEMO). What it wrote is in build/demo/:"; ls build/demo
	@echo "Change it and run it again; README.md says where to look next."

test: $(READY)  ## the quick tests, under two minutes on two cores
	$(PY) -m pytest -m "not slow" -n $(JOBS) -q

test-all: $(READY)  ## every test
	$(PY) -m pytest -n $(JOBS)

check: $(READY)  ## lint, format and types
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

format: $(READY)  ## rewrite the files as `make check` wants them
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

bench: $(READY)  ## measure every claim; GROUP="spine" for some
	$(VENV)/bin/kane bench $(GROUP)

bench-rivals: $(READY_RIVALS)  ## install the rivals into their own environment

docs: $(READY)  ## run the pages' code, check their links, write build/docs
	$(PY) -m docs.build

clean:  ## remove what was made, the environments too
	rm -rf $(VENV) $(RIVALS) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find kane tests examples benchmarks docs -name __pycache__ -prune -exec rm -rf {} +

$(READY): requirements.lock pyproject.toml
	@$(call make-venv,$(VENV))
	@echo "installing what requirements.lock names: a minute or two, once"
	$(PY) -m pip install --quiet --requirement requirements.lock
	$(PY) -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(READY_RIVALS): benchmarks/requirements-rivals.txt
	@$(call make-venv,$(RIVALS))
	$(RIVALS)/bin/python -m pip install --quiet --requirement $<
	@touch $@

# Creates environment $(1) with the first Python on PATH that is recent enough.
define make-venv
test -x $(1)/bin/python && exit 0; \
for python in $(CANDIDATES); do \
  if $$python -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
    echo "creating $(1) with $$($$python --version)"; \
    $$python -m venv $(1) && exit 0; \
    echo "$$python cannot make an environment: is its venv part (python3-venv) installed?" >&2; \
    rm -rf $(1); \
  fi; \
done; \
echo "No Python 3.11 or later that can make an environment is on PATH (tried: $(CANDIDATES))." >&2; \
echo "Install one, or put the one you have first on PATH, and run make again." >&2; \
exit 1
endef
