# The commands of the house. Each is a few lines of shell under scripts/; CI calls exactly these.
# No absolute path is used anywhere here: the checkout may lie in a folder with a space in its name.
.PHONY: help install install-dev run test long fast coverage mutation soak nightly check format bench schemas page clean

help:           ## this list
	@grep -hE '^[a-z-]+: .*##' Makefile | sed -e 's/:.*##/ \t/'

install:        ## .venv with the locked versions and the `suffice` command, and the page
	@sh scripts/install
	@sh scripts/page build || true

install-dev:    ## the same with what tests and checks need
	@sh scripts/install --dev
	@sh scripts/page build || true

run: install    ## start the service in the foreground (Ctrl-C or SIGTERM stops it and all it started)
	@exec .venv/bin/suffice serve

test: install-dev ## the tests of every day: each real part once, in a quarter of an hour on two cores
	@sh scripts/test

long: install-dev ## the tests that take long; CI runs them after `make test`
	@sh scripts/test -m "long and not nightly"

fast: install-dev ## the tests that take seconds
	@sh scripts/test -m "not slow and not long and not nightly"

coverage: install-dev ## every test, the long and nightly ones too, and which branches none of them takes
	@sh scripts/coverage

mutation: install-dev ## small faults put into the judges, routing and prompts: do the tests notice? (ONLY=gates for one module)
	@.venv/bin/python -m benchmarks.mutation $(ONLY)

soak: install-dev ## break the service on purpose, for an hour and a half at most: is anything lost? (docs/soak.md)
	@.venv/bin/python -m benchmarks.soak

nightly: install-dev ## every test under coverage, mutation and soak, and how each ended (hours)
	@sh scripts/nightly

check: install-dev ## ruff, pyright strict, import-linter, drift of generated files
	@sh scripts/check

format: install-dev ## let ruff put the code in order
	@.venv/bin/ruff format . && .venv/bin/ruff check --fix .

bench: install-dev ## the measurements of docs/benchmarks.md
	@.venv/bin/suffice bench all

schemas: install-dev ## write the generated files again (schemas, error table, command help)
	@.venv/bin/python -m service_agent.composition.schemas
	@sh scripts/page types

page:           ## build the page (a running service shows it at the next reload)
	@sh scripts/page build

clean:          ## remove the environment and caches (not your data)
	@rm -rf .venv web/node_modules web/dist .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage*
