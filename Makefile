# Two commands are enough: `make play` starts Parlor, `make check` runs every test. Both first install what
# they need (scripts/setup); everything else here is for those who change the program.

CARGO ?= cargo
# Where `make install` puts bin/parlor and its other names: where cargo installs programs.
INSTALL_ROOT ?= $(or $(CARGO_INSTALL_ROOT),$(CARGO_HOME),$(HOME)/.cargo)

.PHONY: help play check check-slow check-python fuzz audit bench fmt setup install site dist test-dist docs

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Playing needs no tournaments in PostgreSQL, which take a tenth of the time of the build.
PLAY = --no-default-features

play: setup ## start Parlor
	@echo "Building Parlor. The first time this takes about four minutes on two cores."
	$(CARGO) build --release -p parlor $(PLAY)
	@$(CARGO) run --release --quiet -p parlor $(PLAY)

check: ## wording, format, lints and every test
	@scripts/setup tests
	@scripts/check

check-slow: ## the tests too slow for every change: deep perft counts, outside oracles, long solves, the manual's long examples
	@scripts/setup tests
	$(CARGO) test --workspace --release -- --ignored
	scripts/check-oracles

check-python: ## build the Python wheel and test it in a fresh environment
	scripts/check-python

# How long each fuzz target runs: SECONDS, 60 unless RUNS, a number of executions, is given. With both, the first that is reached.
fuzz: setup ## run every fuzz target, SECONDS=60 or RUNS=10000000 each
	RUNS=$(RUNS) scripts/fuzz $(SECONDS)

audit: ## licences, sources and known weaknesses of all dependencies
	scripts/audit

bench: ## speed of the rules and of the search, beside the figures of the best other programs
	$(CARGO) bench -p parlor-othello -p parlor-ataxx -p parlor-loa --bench rules
	$(CARGO) run --release --quiet -p parlor -- bench

fmt: ## format the sources
	$(CARGO) fmt --all
	@scripts/page-checks format

site: setup ## write the page that needs no server to target/site, for any static host
	@scripts/wasm-toolchain fetch >/dev/null
	scripts/site

install: setup ## install parlor, othello, ataxx and loa for this user
	$(CARGO) install --locked --path apps/parlor --root "$(INSTALL_ROOT)"
	@for name in othello ataxx loa; do ln -sf parlor "$(INSTALL_ROOT)/bin/$$name"; done

# What is built: x86_64, aarch64, windows, or several of them.
TARGETS ?= x86_64

dist: setup ## make what people download, in dist/: static program, Debian package, tarball, checksums
	scripts/dist $(TARGETS)

test-dist: ## install the Debian package in an empty Debian and use it (needs root and debootstrap)
	scripts/test-dist

docs: ## build the documentation as a site, target/docs/html
	scripts/docs

setup:
	@scripts/setup
