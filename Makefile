# `make play` and `make test` are all that is needed after cloning.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SET_UP := sh requirements/set_up.sh "$(VENV)" "$(PYTHON)"
CODE := src tests bench tools docs/pictures docs/bots docs/training
PAGE := src/quincunx/web/page tests/page eslint.config.js
LINTER := node_modules/.bin/eslint

.PHONY: play test test-all coverage check check-page bench golden pictures docs site mutants millions gpu ideas book format requirements release clean

play: $(VENV)/play
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/quincunx screen; else $(BIN)/quincunx; fi

test: $(VENV)/dev
	$(BIN)/python -m $(MEASURED) pytest -q -n 2 --dist worksteal $(ONLY)

# The slow tests too.
test-all:
	@$(MAKE) --no-print-directory test ONLY="--slow $(ONLY)"

# The tests with their coverage, in every process that they start; fails below the floor in
# pyproject.toml. With ONLY=--slow the slow tests run too, unmeasured.
coverage:
	@rm -rf .coverage
	@$(MAKE) --no-print-directory test MEASURED="coverage run -m"
	@$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report

check: $(VENV)/dev
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/mypy $(CODE)
	$(BIN)/lint-imports
	$(BIN)/python tools/check_patterns.py src/quincunx
	$(BIN)/python tools/check_games.py src/quincunx
	$(BIN)/codespell src tests bench docs *.md
	$(BIN)/python -m pytest -q tests/test_docs.py -k links
	@$(MAKE) --no-print-directory check-page

# The page's modules, where there is Node.
check-page:
	@old='process.versions.node.localeCompare("20.19", "en", {numeric: true}) < 0'; \
	if node -e "process.exit($$old ? 1 : 0)" 2>/dev/null && command -v npm >/dev/null; then \
	    $(MAKE) --silent $(LINTER) && $(LINTER) $(PAGE); \
	else \
	    echo "The page's modules were not checked: install Node 20.19 or later with its npm."; \
	    test -z "$$CI"; \
	fi

bench: $(VENV)/dev
	$(BIN)/python -m bench

golden: $(VENV)/dev
	$(BIN)/python tests/golden/playthroughs.py
	$(BIN)/python tests/golden/dialogues.py
	$(BIN)/python tests/golden/reasons.py
	$(BIN)/python tests/golden/screens.py
	$(BIN)/python tests/golden/sentences.py
	$(BIN)/python tests/test_docs.py

# The README's screenshots; needs Chromium.
pictures: $(VENV)/dev
	$(BIN)/python docs/pictures/make.py

# The documentation as a site, with its links checked; any static host can serve the folder.
docs: $(VENV)/docs
	@rm -rf build/docs
	$(BIN)/zensical build --clean --strict
	@echo "To read it: $(BIN)/python -m http.server --directory build/docs"

# The page with Python for the browser, as a folder for any static host; needs Node's npm.
site: $(VENV)/dev $(LINTER)
	$(BIN)/python tools/site.py site

# Change each rule of each game once and expect the tests to notice.
mutants: $(VENV)/dev
	$(BIN)/python tests/mutants.py

# Compare batch play with the plain rules over a million moves of each game, and explanations with
# the solutions over a thousand positions of each; takes minutes.
millions: $(VENV)/dev
	$(BIN)/python tests/kernels/millions.py
	SAMPLE=1000 $(BIN)/python -m pytest -q --slow tests/analysis/test_reasons.py
	EVERY_NUMBERING=1 $(BIN)/python -m pytest -q -n 2 tests/analysis/test_ideas.py -k numbering

# The same on a GPU, and its speed there.
gpu: $(VENV)/dev
	$(BIN)/python tests/kernels/millions.py cuda
	$(BIN)/python -m bench.gpu

# Compute the figures of all strategies; takes minutes.
ideas: $(VENV)/dev
	$(BIN)/python tools/ideas.py

# Compute the opening book of Numeral Nexus; takes minutes.
book: $(VENV)/dev
	$(BIN)/python -m quincunx.games.numeral_nexus.generate

format: $(VENV)/dev
	$(BIN)/ruff format $(CODE)
	$(BIN)/ruff check --fix $(CODE)

requirements: $(VENV)/dev
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	    --no-header --no-annotate --no-emit-index-url --extra dev --upgrade \
	    --output-file requirements/dev.txt pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	    --no-header --no-annotate --no-emit-index-url --extra docs --upgrade \
	    --constraint requirements/dev.txt --output-file requirements/docs.txt pyproject.toml

# Build wheel and source archive into dist/, twice, and check them; see CONTRIBUTING.
release: $(VENV)/dev
	@$(BIN)/python tests/release.py

clean:
	rm -rf $(VENV) node_modules .coverage .cache build dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/made:
	@echo "Setting up $(VENV)."
	@$(SET_UP)

$(VENV)/play: $(VENV)/made pyproject.toml
	@echo "Installing Quincunx: takes up to half a minute."
	@$(SET_UP) "make play" --editable ".[screen]"
	@echo "Done. From now on type $(BIN)/quincunx here: quincunx alone is not on your PATH."
	@touch $@

$(VENV)/dev: $(VENV)/made pyproject.toml requirements/dev.txt
	@echo "Installing what the tests need: over a gigabyte, takes minutes."
	@$(SET_UP) "make $(or $(MAKECMDGOALS),play)" --require-hashes --requirement requirements/dev.txt
	@$(SET_UP) "make $(or $(MAKECMDGOALS),play)" --no-deps --no-build-isolation --editable .
	@touch $@ $(VENV)/play

$(VENV)/docs: $(VENV)/made requirements/docs.txt
	@echo "Installing there what builds the documentation: about 100 MB."
	@$(SET_UP) "make docs" --require-hashes --requirement requirements/docs.txt
	@touch $@

$(LINTER): package.json package-lock.json .npmrc
	@npm ci --loglevel=error
	@touch $@
