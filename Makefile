# fedauth: build, test, install. `make help` lists the targets.
PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
BIN = .build/release/fedauth
# The names by which git and Docker find a credential helper.
HELPERS = git-credential-fedauth docker-credential-fedauth

# Statically linked Swift, one small file, hardened; see "Speed" in DESIGN.md for what each flag is worth.
RELEASE = -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker -L$(CURDIR)/.build/static \
	-Xlinker -s -Xlinker --gc-sections -Xlinker -z -Xlinker pack-relative-relocs \
	-Xlinker -z -Xlinker relro -Xlinker --no-export-dynamic

.PHONY: all help deps build-deps test check lint docs demo lab lab-down torture bench git-suite install uninstall clean

all: build-deps  ## Build the release binary (the default)
	@# Only the archive is there to be found: the library's 4300 symbols would be looked up at every start.
	@mkdir -p .build/static && ln -sf "$$(gcc -print-file-name=libstdc++.a)" .build/static/
	$(SWIFT) build $(RELEASE) --product fedauth

help:  ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST)

build-deps:  ## Install what building needs (Debian packages; asks sudo when not root)
	@scripts/install-packages packages-build.txt

deps:  ## Install what building and testing need
	@scripts/install-packages packages-build.txt Tests/packages.txt Tests/Lab/packages.txt
	@Tests/Lab/prepare
	@Tests/Git/prepare >/dev/null
	@Tests/Readers/prepare >/dev/null

test: deps check  ## Everything: lint, stale files, unit, end-to-end and lab tests
	@SWIFT="$(SWIFT)" scripts/test

check: build-deps lint  ## Format, warnings as errors, generated files up to date
	$(SWIFT) build --build-tests
	scripts/generate-docs --check
	Tests/Docs/check .build/debug/fedauth

lint:
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests

docs: build-deps  ## Make completions/ and man/ anew
	$(SWIFT) build --product fedauth
	scripts/generate-docs

demo: deps all  ## A real sign-in against real servers on this machine, in one go
	scripts/demo $(BIN)

lab: deps  ## Start the lab (an identity provider and a service) to play with
	Tests/Lab/lab up

lab-down:  ## Stop it
	Tests/Lab/lab down

# Another seed makes other choices; a failure names the one it was found with.
ROUNDS ?= 1000
SEED ?= $(shell date +%s)

torture: deps all  ## Attack the store of the release binary: kill, full disk, faults, tampering, leaks (minutes)
	Tests/Torture/torture $(BIN) $(ROUNDS) $(SEED)
	Tests/Torture/hygiene $(BIN)

bench: deps all  ## Measure against peers in the same run
	@scripts/install-packages Tests/Bench/packages.txt
	scripts/bench $(BIN)

git-suite: deps all  ## Run git's own suite for credential helpers
	Tests/Git/suite $(BIN)

install: ## Install below PREFIX (default /usr/local), within DESTDIR
	@test -x $(BIN) || { echo "run 'make' first" >&2; exit 1; }
	install -D -m 755 $(BIN) "$(DESTDIR)$(PREFIX)/bin/fedauth"
	for name in $(HELPERS); do ln -sf fedauth "$(DESTDIR)$(PREFIX)/bin/$$name"; done
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1" "$(DESTDIR)$(PREFIX)/share/man/man5" "$(DESTDIR)$(PREFIX)/share/man/man7"
	for page in man/*.[157]; do install -m 644 "$$page" "$(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/"; done
	install -D -m 644 completions/fedauth.bash "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/fedauth"
	install -D -m 644 completions/_fedauth "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_fedauth"
	install -D -m 644 completions/fedauth.fish "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/fedauth.fish"

uninstall: ## Remove what install put there
	rm -f "$(DESTDIR)$(PREFIX)/bin/fedauth"
	for name in $(HELPERS); do rm -f "$(DESTDIR)$(PREFIX)/bin/$$name"; done
	for page in man/*.[157]; do rm -f "$(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$${page#man/}"; done
	rm -f "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/fedauth" \
		"$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_fedauth" \
		"$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/fedauth.fish"

clean: ## Remove what was built
	rm -rf .build .build-*
