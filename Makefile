# CacheLab. `make` alone lists the targets.

# What `make run` replays; each takes several words: make run STRATEGY="none preheat2x" TRACE="fastscroll zoom"
STRATEGY = preheat2x
TRACE = fastscroll
# More for lab-run (`make run`), lab-bench, lab-fuzz or lab-photos: make run ARGS="--device decode-4ms"
ARGS =
# Which tests: make test FILTER=Geometry
FILTER =
# For every build, for example: make build SWIFTFLAGS="--jobs 1"
SWIFTFLAGS =

# Part of every record: what the numbers were made from.
export CACHELAB_REVISION := $(shell git describe --always --dirty 2>/dev/null)

PREFIX = /usr/local
DESTDIR =

# With it Package.swift lets tests see internal declarations, leaves the tests' own code unoptimised, and links the Swift
# library into programs.
export CACHELAB_MAKE := 1
# For lab-photos. Apple systems have the Swift library and refuse the flag.
STATIC := $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)
RELEASE := .build/release
SOURCES := Package.swift Sources Tests Packages

# Continuous integration and `make check` take a warning of ours for an error; a compiler that is newer than ours may warn
# of more. The flag belongs here and not in Package.swift, where it would break apps that depend on the package. The native
# build system does not pass the flag on to dependencies; the other one does, and they do not build.
STRICT := --build-system native -Xswiftc -warnings-as-errors
USUAL := $(if $(CI),$(STRICT),--build-system native)

# With -no-emit-module-separately-wmo a module's interface comes with its code, and not from a process of its own that
# type-checks all of it once more: that saves a twentieth of the CPU, and takes no more time on two cores. Debug information
# would take a fifth of it; for lines in a profile or a debugger: make build SWIFTFLAGS="-debug-info-format dwarf"
LEAN := -c release -debug-info-format none -Xswiftc -no-emit-module-separately-wmo $(USUAL)

# Tests replay much, so they are built optimised; `make check` runs them in debug, where assertions are on. Programs and
# tests are made of the same objects (CONTRIBUTING.md). TESTABLE tells the gate that this program was built so.
OPTIMISED := $(LEAN) -Xswiftc -DTESTABLE
CHECKED := --scratch-path .build/strict $(STRICT)

# The Photos model is a package of its own, so that a build of lab-run does not fetch its database.
PHOTOS := --package-path Packages/Photos --scratch-path .build/photos

# The unit tests of the other packages are built unoptimised, with assertions. SwiftPM's debug configuration does that too,
# but in several processes for a module, each of which reads all of it: it took 295 s of CPU for Photos, this 225 s.
PLAIN := $(LEAN) -Xswiftc -enable-testing -Xswiftc -Onone
PHOTOS_TESTS := --package-path Packages/Photos --scratch-path .build/photos-tests $(PLAIN)

# The modules that apps take, built against hand-written declarations of UIKit, SwiftUI and Photos.
APP_TESTS := --package-path Packages/DeclaredSDK --scratch-path .build/declared $(PLAIN)

BIN_DIR = $(DESTDIR)$(PREFIX)/bin
# lab-run looks for traces in CACHELAB_HOME, then the current folder, then beside itself: for an installed
# <prefix>/bin/lab-run that is ../share/cachelab. Without any of these it has those that it was built with.
SHARE_DIR = $(DESTDIR)$(PREFIX)/share/cachelab
DOC_DIR = $(DESTDIR)$(PREFIX)/share/doc/cachelab
MAN_DIR = $(DESTDIR)$(PREFIX)/share/man/man1
BASH_DIR = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_DIR = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISH_DIR = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

WEB = .build/web/lab.wasm .build/web/library.csv
SYMBOLS = .build/docs/symbols

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: run test test-long phone mac dist web-engine web web-test web-picture build bench gate fuzz photos report documents check-documents check docs lint format install uninstall clean help

# $(call release,PRODUCT) builds a program. Progress is shown on a terminal while there is none yet; after that, and
# in a log, only warnings and errors are.
define release
if [ -x $(RELEASE)/$(1) ]; then quiet=--quiet; \
else echo "building $(1) for release; the first time takes minutes"; \
  if [ -t 1 ]; then quiet=; else quiet=--quiet; fi; \
fi; \
swift build $(OPTIMISED) $(SWIFTFLAGS) $$quiet --product $(1)
endef

# $(call tests,FLAGS OF THE LAB,OPTIONS) builds and runs the tests of all packages.
tests = scripts/tests.py $(2) $(if $(FILTER),--filter '$(FILTER)') \
  lab '$(1) $(SWIFTFLAGS)' photos '$(PHOTOS_TESTS) $(SWIFTFLAGS)' apps '$(APP_TESTS) $(SWIFTFLAGS)'

run: ## install what is missing, build, and replay a trace: STRATEGY= TRACE= ARGS=
	@scripts/setup.sh run
	@$(call release,lab-run)
	$(RELEASE)/lab-run $(foreach s,$(STRATEGY),--strategy $(s)) $(foreach t,$(TRACE),--trace $(t)) $(ARGS)

test: ## install what is missing, build, and run the tests but the long ones, optimised: FILTER=
	@scripts/setup.sh test
	@$(call tests,$(OPTIMISED))

test-long: ## run the long tests: other packages, browsers, kills, thousands of replays
	@scripts/setup.sh test
	@$(call tests,$(OPTIMISED),--long)

phone: ## compile what an app takes for the oldest iOS
	@scripts/setup.sh run
	scripts/embedded.sh floor

mac: ## compile and link for macOS what the lab calls of the system, and run its test here
	scripts/embedded.sh mac

web: ## put replay, traces and the index of the photos into one page, .build/web/lab.html
	@scripts/setup.sh run
	@$(call release,lab-run)
	scripts/embedded.sh wasm
	scripts/web.py

web-test: web ## use that page in a headless Chromium, and compare its numbers with lab-run
	@Tests/Web/page_test.py $(RELEASE)/lab-run .build/web/lab.html || test $$? = 77

web-picture: web ## draw the picture of that page in README anew
	Tests/Web/page_test.py $(RELEASE)/lab-run .build/web/lab.html --shown plots/page.webp

web-engine: ## compile the replay for a web page, and compare what it counts with ordinary Swift
	@scripts/setup.sh run
	@$(call release,lab-run)
	scripts/embedded.sh phone
	scripts/embedded.sh wasm
	scripts/web.py library
	@if ! command -v node >/dev/null; then echo "not compared: there is no node here (Debian: nodejs)"; else \
	Tests/Web/engine_test.py $(RELEASE)/lab-run WebAssembly node Tests/Web/engine.mjs $(WEB); fi
	@if ! command -v qemu-aarch64 >/dev/null || ! command -v aarch64-linux-gnu-gcc >/dev/null; then \
	echo "not compared on ARM: there is no qemu-aarch64 here (Debian: qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross)"; else \
	scripts/embedded.sh aarch64 && \
	Tests/Web/engine_test.py $(RELEASE)/lab-run aarch64 qemu-aarch64 .build/web/engine-aarch64 .build/web/library.csv; fi

build: ## build lab-run for release
	@scripts/setup.sh run
	@$(call release,lab-run)

bench: ## build lab-bench and print its figures beside their limits: ARGS=
	@scripts/setup.sh run
	@$(call release,lab-run)
	@$(call release,lab-bench)
	$(RELEASE)/lab-bench $(ARGS)

gate: ## judge this checkout by the committed baselines: ARGS=
	@scripts/setup.sh run
	@$(call release,lab-run)
	$(RELEASE)/lab-run gate $(ARGS)

report: ## make README's two comparisons, its tables and the output that it shows anew
	@scripts/setup.sh test
	@$(call release,lab-run)
	scripts/tables.py plots README.md

documents: ## make every generated part of the documents anew
	@scripts/setup.sh test
	@$(call release,lab-run)
	scripts/tables.py

check-documents: ## fail where a generated part of a document is not what the program says
	@scripts/setup.sh test
	@$(call release,lab-run)
	scripts/tables.py --check

docs: ## build the documentation of the modules for apps, with its tutorials
	@scripts/setup.sh test
	swift build $(APP_TESTS) $(SWIFTFLAGS) --quiet
	rm -rf $(SYMBOLS) && mkdir -p $(SYMBOLS)
	target=$$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\([^"]*\)".*/\1/p' | head -n 1) && \
	for module in GridDriver GridPhotos GridViews; do swift symbolgraph-extract -module-name $$module -target "$$target" \
	-I .build/declared/release/Modules -I Sources/CSlotMemory -output-dir $(SYMBOLS) -minimum-access-level public \
	-skip-synthesized-members || exit 1; done
	docc convert Sources/GridViews/GridViews.docc --additional-symbol-graph-dir $(SYMBOLS) --warnings-as-errors \
	--output-path .build/docs/CacheLab.doccarchive
	@echo "the documentation is in .build/docs/CacheLab.doccarchive"

fuzz: ## damage traces, JPEGs, records, events, sweeps and packs, and look for a crash: ARGS=
	@scripts/setup.sh run
	@$(call release,lab-fuzz)
	$(RELEASE)/lab-fuzz $(ARGS)

photos: ## build lab-photos, the Photos model's driver, and run it: ARGS=--help
	@scripts/setup.sh photos
	env -u CACHELAB_MAKE swift build -c release $(STATIC) $(PHOTOS) $(SWIFTFLAGS) --product lab-photos
	.build/photos/release/lab-photos $(ARGS)

check: ## lint the format, then build and test in debug with warnings as errors
	@scripts/setup.sh test
	@$(MAKE) --no-print-directory lint
	@$(call tests,$(CHECKED))

lint: ## check formats, the picture of the modules, workflows, shell and Python
	swift format lint --strict --recursive --parallel $(SOURCES)
	scripts/tables.py --check 'listings.py modules'
	scripts/lint.sh

format: ## format all Swift sources in place
	swift format --in-place --recursive --parallel $(SOURCES)

dist: ## make a tarball and a Debian package of lab-run, in .build/dist
	scripts/dist.sh

# Under sudo a program that is there is installed as it is: root often has no Swift, and would leave files of its own in
# .build.
install: ## install lab-run, the traces, the plots and a sweep: PREFIX= DESTDIR=
	@if [ -z "$$SUDO_USER" ] || [ ! -x $(RELEASE)/lab-run ]; then $(MAKE) --no-print-directory build; fi
	install -d '$(BIN_DIR)' '$(SHARE_DIR)/traces/recorder' '$(SHARE_DIR)/plots' '$(SHARE_DIR)/sweeps' '$(DOC_DIR)/LICENSES'
	install -m 755 $(RELEASE)/lab-run '$(BIN_DIR)/lab-run'
	if command -v python3 >/dev/null; then install -d '$(MAN_DIR)' && LAB_RUN='$(abspath $(RELEASE)/lab-run)' scripts/listings.py manual >'$(MAN_DIR)/lab-run.1'; fi
	install -d '$(BASH_DIR)' '$(ZSH_DIR)' '$(FISH_DIR)'
	$(RELEASE)/lab-run --generate-completion-script bash >'$(BASH_DIR)/lab-run'
	$(RELEASE)/lab-run --generate-completion-script zsh >'$(ZSH_DIR)/_lab-run'
	$(RELEASE)/lab-run --generate-completion-script fish >'$(FISH_DIR)/lab-run.fish'
	install -m 644 traces/README.md traces/*.scrolltrace '$(SHARE_DIR)/traces'
	install -m 644 traces/recorder/index.html '$(SHARE_DIR)/traces/recorder'
	install -m 644 plots/README.md $(wildcard plots/*.gp plots/*.tsv) '$(SHARE_DIR)/plots'
	install -m 644 sweeps/example.sweep '$(SHARE_DIR)/sweeps'
	install -m 644 LICENSE NOTICE '$(DOC_DIR)'
	install -m 644 LICENSES/*.txt '$(DOC_DIR)/LICENSES'

uninstall: ## remove what install put there: PREFIX= DESTDIR=
	rm -f '$(BIN_DIR)/lab-run' '$(MAN_DIR)/lab-run.1' '$(BASH_DIR)/lab-run' '$(ZSH_DIR)/_lab-run' '$(FISH_DIR)/lab-run.fish'
	rm -rf '$(SHARE_DIR)' '$(DOC_DIR)'

clean: ## remove everything that was built
	rm -rf .build

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile
