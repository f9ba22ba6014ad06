# fedauth: build, test, install. `make help` lists the targets.
PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# The directory for the release build, and the binary to install.
SCRATCH ?= .build
BIN = $(SCRATCH)/release/fedauth

# Disables SwiftPM's rpath to the directory of the binary, where another user may be able to put a library.
LINK = --disable-local-rpath

# Statically linked Swift, one small file, hardened; "Speed" in DESIGN.md says what each flag saves.
RELEASE = -c release -Xswiftc -Osize $(LINK) --static-swift-stdlib -Xswiftc -use-ld=lld -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xlinker -L$(abspath $(SCRATCH))/static \
	-Xlinker -s -Xlinker --gc-sections -Xlinker -z -Xlinker pack-relative-relocs \
	-Xlinker --no-export-dynamic

# The same sources give the same binary in every directory. Swift's hash of a module covers the path of its object file and the
# debug information, which differs with each build and is stripped anyway; only a later build would use the hash, to save time.
# The linker lists the archives that it takes parts of, for scripts/spdx.
RELEASE += -Xswiftc -gnone -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
	-Xlinker $(abspath $(SCRATCH))/static/build-info.o \
	-Xlinker --print-archive-stats=$(abspath $(SCRATCH))/static/archives

# Tests use an unoptimised release build: a debug build leaves out what only a release build has, such as _FORTIFY_SOURCE.
TESTS = -c release $(LINK) --scratch-path .build-test -Xswiftc -Onone -Xswiftc -no-whole-module-optimization \
	-Xswiftc -enable-batch-mode -Xswiftc -enable-testing
TESTED = .build-test/release/fedauth
TESTER = .build-test/release/fedauthPackageTests.xctest

.PHONY: all help deps build-deps test tests tested quick check checked soak lint docs demo lab lab-down torture fuzz bench git-suite install uninstall html bundle image dist deb deb-test reach release reproducible clean

all: build-deps  ## Build the release binary and its manual (the default)
	@# Links libstdc++ statically: the linker finds only the archive. The shared library needs 4300 symbol lookups at each start.
	@mkdir -p $(SCRATCH)/static && ln -sf "$$(gcc -print-file-name=libstdc++.a)" $(SCRATCH)/static/
	@SWIFT="$(SWIFT)" scripts/build-info $(SCRATCH)/static $(BIN)
	$(SWIFT) build --scratch-path $(SCRATCH) $(RELEASE) --product fedauth
	@# The manual lies beside the binary that it describes, where scripts/install looks for it.
	scripts/generate-docs --binary $(BIN) --pages $(dir $(BIN))man

help:  ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST)

build-deps:  ## Install the packages for building (Debian; asks sudo when not root)
	@scripts/install-packages packages-build.txt

deps:  ## Install the packages for building and testing
	@scripts/install-packages packages-build.txt packaging/packages.txt Tests/packages.txt Tests/Lab/packages.txt Tests/Lab/packages-more.txt
	@Tests/Lab/prepare
	@Tests/Readers/prepare >/dev/null
	@Tests/FederationClients/prepare >/dev/null

test: build-deps lint  ## Lint, stale files, unit, end-to-end and lab tests: all but the long ones
	@# The other packages are installed while the tests are compiled, for which they are not needed.
	@$(MAKE) -j2 deps tests
	@$(MAKE) -j2 checked tested

soak: tests  ## The tests that take long, which 'make test' leaves out
	@$(MAKE) deps
	@Tests/Git/prepare >/dev/null
	@scripts/test $(TESTER) --tier soak

quick: tests  ## Unit tests only, without servers, browsers and commands
	@scripts/install-packages Tests/packages.txt
	@scripts/test $(TESTER) --tier quick

check: lint tests  ## Format, warnings as errors, generated files up to date
	@scripts/install-packages Tests/packages.txt packaging/packages.txt
	@$(MAKE) checked

tests: build-deps
	$(SWIFT) build --build-tests $(TESTS)

# 'swift test' would compile most tests again.
tested:
	@scripts/test $(TESTER) --tier test

checked:
	scripts/generate-docs --check --binary $(TESTED)
	Tests/Docs/check $(TESTED)
	Tests/Tiers/check $(TESTER)
	Tests/Packaging/check $(TESTED)
	Tests/Packaging/release $(TESTED)

lint:
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests

docs: deps  ## Generate completions/, golden help and the README's picture
	$(SWIFT) build $(LINK) --product fedauth
	scripts/generate-docs
	scripts/demo .build/debug/fedauth 2>&1 | scripts/terminal-picture docs/sign-in.svg

demo: all  ## Show a real sign-in against real servers on this machine
	@Tests/Lab/prepare --saml
	scripts/demo $(BIN)

lab: ## Start the lab (an identity provider and a service) for your own tests
	Tests/Lab/lab up

lab-down:  ## Stop it
	Tests/Lab/lab down

# The seed of the random choices; a failure prints it.
ROUNDS ?= 1000
SEED ?= $(shell date +%s)

torture: deps all  ## Attack the store of the release binary: kill, full disk, faults, tampering, leaks (minutes)
	Tests/Torture/torture $(BIN) $(ROUNDS) $(SEED)
	Tests/Torture/hygiene $(BIN)

# Minutes for each target, and the number of parallel targets.
MINUTES ?= 1
JOBS ?= 2

fuzz: build-deps  ## Run libFuzzer on every parser of foreign bytes (MINUTES for each)
	@scripts/install-packages Tests/Fuzz/packages.txt
	SWIFT="$(SWIFT)" Tests/Fuzz/fuzz --minutes $(MINUTES) --jobs $(JOBS)

bench: deps all  ## Compare the speed with that of other programs, write docs/performance.md
	@scripts/install-packages Tests/Bench/packages.txt
	scripts/bench $(BIN)

git-suite: deps all  ## Run git's own suite for credential helpers
	Tests/Git/suite $(BIN)

install: ## Install below PREFIX (default /usr/local), within DESTDIR
	@test -x "$(BIN)" || { echo "run 'make' first" >&2; exit 1; }
	scripts/install "$(BIN)" "$(PREFIX)" "$(DESTDIR)"

uninstall: ## Remove the installed files
	scripts/install --remove "$(PREFIX)" "$(DESTDIR)"

html: all ## Make the manual as HTML, in .build/release/html
	@scripts/install-packages packaging/packages.txt
	scripts/html-manual $(dir $(BIN))man $(dir $(BIN))html

bundle: all ## Make a tarball of the binary with its manual, completions and an installer
	@scripts/install-packages packaging/packages.txt
	@scripts/bundle "$(BIN)" $(SCRATCH)/dist

image: all ## Make the container image (an OCI layout), and try it in bubblewrap
	@scripts/install-packages Tests/Packaging/packages.txt
	@image=$$(scripts/image "$(BIN)" $(SCRATCH)/dist) && Tests/Packaging/image "$$image" && echo "$$image"

dist: ## Make the source tarball of the last commit, reproducibly
	@scripts/dist $(SCRATCH)

deb: all ## Make the Debian package
	@scripts/install-packages packaging/packages.txt
	scripts/deb "$(BIN)" $(SCRATCH)/deb

deb-test: deb ## Install the package on a bare Debian 12, use it, remove it (root; minutes)
	@scripts/install-packages Tests/Packaging/packages.txt Tests/Lab/packages.txt
	@Tests/Lab/prepare
	Tests/Packaging/reach $(SCRATCH)/deb bookworm

# The releases for reach, by their names for debootstrap; none: all.
RELEASES ?=

reach: deb ## Do that on releases of Debian and Ubuntu, write docs/distributions.md (RELEASES: some of them)
	@scripts/install-packages Tests/Packaging/packages.txt Tests/Lab/packages.txt
	@Tests/Lab/prepare
	Tests/Packaging/reach --write docs/distributions.md $(SCRATCH)/deb $(RELEASES)

# The file of an SSH key that signs the release.
KEY ?=

release: build-deps ## Make tarball, package, image, list of contents (SPDX) and checksums of the last commit, signed by KEY
	@scripts/install-packages packaging/packages.txt
	@SWIFT="$(SWIFT)" scripts/release $(SCRATCH)/dist "$(KEY)"

reproducible: build-deps ## Make the release twice in different directories, and compare (two release builds)
	@scripts/install-packages packaging/packages.txt
	@SWIFT="$(SWIFT)" Tests/Packaging/reproducible $(SCRATCH)/reproducible

clean: ## Remove all build directories
	rm -rf .build .build-*
