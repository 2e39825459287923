# Two targets matter to a newcomer: `make run` and `make test`. Both make their own environment in .venv.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test soak bench lint format lock clean

run: .venv/ready-to-run
	$(BIN)/judge serve

test: .venv/ready-to-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n 2 -m "not soak" --ignore=tests/benchmarks

soak: .venv/ready-to-test
	$(BIN)/python -m pytest -q -n 2 -m soak --timeout 3000

bench: .venv/ready-to-test
	$(BIN)/python -m pytest -q tests/benchmarks --benchmark-only

format: .venv/ready-to-test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Pins every dependency; run it after changing pyproject.toml. Needs uv. Names no package index.
lock:
	uv pip compile -q --universal --no-header --python-version 3.11 --extra seismic pyproject.toml \
		-o deploy/requirements.lock
	uv pip compile -q --universal --no-header --python-version 3.11 --extra test \
		-c deploy/requirements.lock pyproject.toml -o deploy/requirements-test.lock

clean:
	rm -rf .venv dist build

.venv/ready-to-run: pyproject.toml deploy/requirements.lock
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check -r deploy/requirements.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps -e .
	touch $@

.venv/ready-to-test: pyproject.toml deploy/requirements-test.lock
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check -r deploy/requirements-test.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps -e .
	touch $@
