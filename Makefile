# Vaultloom. Every target sets up what it needs; `make demo` and `make test` are the two to know.
.POSIX:
.PHONY: demo run test test-full bench lint format setup screenshots lock clean

BIN = .venv/bin
VAULT =

demo: setup
	$(BIN)/vaultloom demo

run: setup
	$(BIN)/vaultloom $(VAULT)

# All that must hold before a change lands: style, types, the rooms' order, the tests.
test: setup
	$(BIN)/python -m tests

# The same, and the benchmarks, which fail when a ratio is not as promised.
test-full: test bench
	$(BIN)/python -m pytest -q -n 2 -m long
	VAULTLOOM_TEST_EXAMPLES=100 $(BIN)/python -m pytest -q tests/promises/test_many_hands.py tests/promises/test_two_devices.py \
		tests/promises/test_words_of_a_person.py tests/app/lint

# What compiling and checking cost, as ratios, which names share a page, and which statements disagree.
bench: setup
	$(BIN)/python -m tests.benchmarks.model_cost
	$(BIN)/python -m tests.benchmarks.recompile
	$(BIN)/python -m tests.benchmarks.growth
	$(BIN)/python -m tests.benchmarks.names
	$(BIN)/python -m tests.benchmarks.lint
	$(BIN)/python -m tests.benchmarks.pairs

lint: setup
	$(BIN)/python -m tests lint

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

screenshots: setup
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.ui.screenshots build/screenshots
	for theme in light dark; do QT_QPA_PLATFORM=offscreen VAULTLOOM_THEME=$$theme \
		VAULTLOOM_STORIES=build/screenshots/stories $(BIN)/python -m pytest -q tests/ui/stories || exit 1; done

# Only for changes of the dependencies; takes the newest versions that pyproject.toml allows.
lock: setup
	@command -v uv >/dev/null || test -x $(BIN)/uv || $(BIN)/python -m pip install -q uv
	PATH="$(BIN):$$PATH" uv pip compile -q pyproject.toml --group dev --universal \
		--python-version 3.11 --generate-hashes --no-header --upgrade \
		--no-emit-index-url --no-emit-find-links --output-file requirements.lock

setup:
	@PYTHON="$(PYTHON)" sh .ci/setup.sh

clean:
	rm -rf .venv dist build demo-vault .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
