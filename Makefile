# The build of Lectern. Run 'make' without arguments to list the targets.
#
# Each target first installs its missing dependencies: Debian packages through apt-get (as root or with sudo), the
# bundled LibreOffice, and Go modules and npm packages in the caches of the user. Dependencies that are installed
# already are not changed, so it is cheap to run a target again.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:
.DEFAULT_GOAL := help

BIN := build/bin
BUNDLE := build/libreoffice
PROGRAMS := $(BIN)/lectern $(BIN)/lectern-converter $(BIN)/lectern-desktop
VIEWER := frontend/dist/viewer/.vite/manifest.json
NODE_MODULES := frontend/node_modules/.package-lock.json
MUPDF := $(BIN)/.mupdf
# docxtemplater. Tests and benchmarks compare the template engine with it.
DOCXTEMPLATER := converters/template/differential/node_modules/.package-lock.json
# The S3 server that tests and benchmarks start.
VERSITYGW := $(BIN)/versitygw
# PDF.js. Benchmarks compare the viewer with it.
PDFJS := $(BIN)/pdfjs/node_modules/pdfjs-dist/package.json

# Debian packages: PACKAGES are needed to build and run Lectern, the other lists by single targets in addition.
PACKAGES := build-essential ca-certificates curl git libgtk-3-dev libreofficekit-dev libwebkit2gtk-4.1-dev pkg-config
CHAOS_PACKAGES := postgresql
TEST_PACKAGES := chromium chromium-headless-shell fish groff imagemagick openbox postgresql systemd xdotool xvfb zsh
LINT_PACKAGES := clang-format shellcheck
BENCH_PACKAGES := chromium mupdf-tools openbox postgresql xvfb
DIST_PACKAGES := dpkg-dev zstd
CROSS_PACKAGES := gcc-mingw-w64-x86-64 nsis
PROOF_PACKAGES := curl debootstrap iproute2 procps systemd-container util-linux xdotool xvfb zstd

# Wails requires two build tags: webkit2_41 selects the version of WebKitGTK to link with, and without production its
# programs exit at start. All go commands use the same tags, so that they share one build cache.
export GOFLAGS := -trimpath -buildvcs=false -tags=webkit2_41,production,sqlite_fts5
export LECTERN_BIN := $(CURDIR)/$(BIN)
export LECTERN_LIBREOFFICE := $(CURDIR)/$(BUNDLE)
VERSION = $(shell sed -n 's/^const Version = "\(.*\)"$$/\1/p' backend/version.go)+$(shell git describe --always --exclude '*' --dirty=.dirty 2>/dev/null || echo unknown)
GO_BUILD = go build -ldflags '-s -w -buildid= -X main.version=$(VERSION)' -o $@

MARK := build/mark.go build/lectern.svg
CONVERTER_SOURCES := $(shell find converters go.mod go.sum -type f ! -path 'converters/libreoffice/*' ! -path '*/node_modules/*' ! -name '*_test.go')
SERVER_SOURCES := $(CONVERTER_SOURCES) $(shell find backend -type f ! -path '*/testdata/*' ! -path 'backend/cmd/lectern/test/*' ! -name '*_test.go') frontend/frontend.go $(MARK)
DESKTOP_SOURCES := $(SERVER_SOURCES) $(wildcard main.go) $(shell find app -type f ! -name '*_test.go' 2>/dev/null)
# The sources of the pages below /docs (frontend/scripts/pages.mjs).
DOCS := CHANGELOG.md SECURITY.md build/README.md converters/template/README.md $(wildcard backend/*.md backend/web/api/*.md)
FRONTEND_SOURCES := $(shell find frontend -type f ! -path '*/node_modules/*' ! -path 'frontend/dist/*' ! -path 'frontend/e2e/*' ! -name '*.test.ts') $(DOCS) backend/theme/contrast.json $(wildcard converters/template/pictures/*) build/lectern.svg

.PHONY: help run build libreoffice package proof wails windows darwin cross test test-fast bench corpus stress chaos lint fmt clean packages tools frontend window-parts

help: ## List the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 20

run: build ## Build and start Lectern: the window if there is a display, otherwise the server
	@exec build/run.sh

build: packages libreoffice $(PROGRAMS) ## Build the three programs to build/bin

libreoffice: packages ## Install the bundled LibreOffice in build/libreoffice
	@converters/libreoffice/bundle.sh $(CURDIR)/$(BUNDLE)

package: ## Build the .deb and the portable archive in build/dist
# Rebuild the programs if they are of another commit.
	@[ "$$($(BIN)/lectern version 2>/dev/null)" = "lectern $(VERSION)" ] || rm -f $(PROGRAMS)
	@$(MAKE) --no-print-directory build
	@build/packages.sh $(DIST_PACKAGES)
	@rm -rf build/dist
	@build/package.sh $(CURDIR)/build/dist

proof: ## Test the packages in minimal Debian 12 systems: install, convert, view, remove (as root; after make package)
	@build/packages.sh $(PROOF_PACKAGES)
	@build/package/proof.sh $(CURDIR)/build/dist

windows: $(VIEWER) $(MUPDF) ## Build the programs for Windows and their installer in build/dist
	@build/packages.sh $(CROSS_PACKAGES)
	@VERSION=$(VERSION) build/windows/package.sh $(CURDIR)/build/dist

wails: ## Build the desktop program with the wails command and wails.json
	@GOBIN=$(CURDIR)/$(BIN) go install github.com/wailsapp/wails/v2/cmd/wails@$$(go list -m -f '{{.Version}}' github.com/wailsapp/wails/v2)
	@$(BIN)/wails build -ldflags '-X main.version=$(VERSION)'

darwin: $(VIEWER) $(MUPDF) ## Build the application for macOS in build/dist (on a Mac)
	@VERSION=$(VERSION) build/darwin/package.sh $(CURDIR)/build/dist

cross: windows ## Compile for Windows and macOS as far as possible on Linux
	@build/cross.sh

test: build $(NODE_MODULES) $(DOCXTEMPLATER) $(VERSITYGW) ## Run all tests: Go, TypeScript, browser, desktop window
	@build/packages.sh $(TEST_PACKAGES)
	@build/test.sh

test-fast: build $(NODE_MODULES) $(DOCXTEMPLATER) ## Run all tests except those that start PostgreSQL or an S3 store
	@build/packages.sh $(TEST_PACKAGES)
	@build/test.sh fast

bench: build $(PDFJS) $(DOCXTEMPLATER) $(VERSITYGW) ## Compare Lectern with soffice, mutool and others in benchmarks, and print a table
	@build/packages.sh $(BENCH_PACKAGES)
	@go run ./backend/lab/bench

# FOLDER sets another folder, and ARGS sets further flags: make corpus FOLDER=~/letters ARGS='-json all.json'.
FOLDER := $(LECTERN_CORPUS)
corpus: build ## Process a folder of documents with a real server, and report the results
	@go run ./backend/lab/corpus $(ARGS) $(FOLDER)

stress: build $(NODE_MODULES) ## Run the long tests: damaged documents, killed converters, axe in all appearances
	@LECTERN_STRESS=1 go test -count=1 -timeout 1h -v -p 1 -run 'TestStress' ./backend/cmd/lectern/test/...
	@cd frontend && LECTERN_STRESS=1 npx vitest run --config vitest.e2e.config.ts axe.e2e

# ARGS sets flags: make chaos ARGS='-documents 200'.
chaos: build $(VERSITYGW) ## Kill nodes, PostgreSQL and S3 while 2,000 documents are processed, and check the results
	@build/packages.sh $(CHAOS_PACKAGES)
	@go run ./backend/lab/chaos $(ARGS)

lint: packages $(MUPDF) $(VIEWER) ## Check the code: clang-format, go vet, staticcheck, golangci-lint, ESLint, svelte-check, shellcheck
	@build/packages.sh $(LINT_PACKAGES)
	@build/lint.sh

fmt: tools $(NODE_MODULES) ## Format the code
	@build/packages.sh clang-format
	@gofmt -w app backend build converters frontend/*.go ./*.go
	@git ls-files -z '*.c' '*.h' ':!converters/office/lectern.h' | xargs -0 clang-format -i
	@cd frontend && npm run --silent fmt

clean: ## Remove built files, but not downloaded ones
	rm -rf $(BIN) $(BUNDLE) build/bench converters/pdf/mupdf frontend/node_modules converters/template/differential/node_modules
	find frontend/dist -mindepth 1 ! -name .gitkeep -delete

packages: tools
	@build/packages.sh $(PACKAGES)

tools:
	@build/tools.sh

$(BIN)/lectern: $(SERVER_SOURCES) $(VIEWER) $(MUPDF) | packages
	@echo "Building $@"
	@$(GO_BUILD) ./backend/cmd/lectern

$(BIN)/lectern-converter: $(CONVERTER_SOURCES) $(MUPDF) | packages
	@echo "Building $@"
	@$(GO_BUILD) ./converters/cmd/lectern-converter

$(BIN)/lectern-desktop: $(DESKTOP_SOURCES) $(VIEWER) $(MUPDF) | packages
	@echo "Building $@"
	@$(GO_BUILD) .

$(PDFJS): Makefile | tools
	@mkdir -p $(BIN)/pdfjs
	@npm install --prefix $(BIN)/pdfjs --no-save --omit=optional --no-audit --no-fund --loglevel=error pdfjs-dist@6.5.438
	@touch $@

$(VERSITYGW): Makefile | tools
	@echo "Building the S3 server that tests start"
	@GOBIN=$(CURDIR)/$(BIN) go install -ldflags '-s -w' github.com/versity/versitygw/cmd/versitygw@v1.8.0
	@touch $@

# The module go-fitz contains MuPDF's headers and libraries. The cgo files of Lectern are compiled against them through
# a symbolic link. The link is set again when go.mod has changed or the target of the link no longer exists, for example
# because the module cache was cleared.
$(MUPDF): go.mod $(if $(wildcard converters/pdf/mupdf/include),,relink) | tools
	@mkdir -p $(@D)
	@go mod download github.com/gen2brain/go-fitz
	@ln -sfn "$$(go list -m -f '{{.Dir}}' github.com/gen2brain/go-fitz)" converters/pdf/mupdf
	@touch $@

.PHONY: relink
relink:

frontend: $(VIEWER)

# The files that the desktop program embeds, and the programs that it starts. The wails command runs this target, as
# wails.json specifies.
window-parts: $(VIEWER) $(MUPDF) $(BIN)/lectern $(BIN)/lectern-converter libreoffice

$(VIEWER): $(FRONTEND_SOURCES) $(NODE_MODULES)
	@echo "Building the front end"
	@cd frontend && npm run --silent build
	@touch $@

$(NODE_MODULES): frontend/package-lock.json frontend/package.json | tools
	@echo "Installing the front end's npm packages"
	@cd frontend && npm ci --prefer-offline --no-audit --no-fund --loglevel=error
	@touch $@

$(DOCXTEMPLATER): converters/template/differential/package-lock.json | tools
	@echo "Installing docxtemplater, which tests compare the template engine with"
	@cd converters/template/differential && npm ci --prefer-offline --no-audit --no-fund --loglevel=error
	@touch $@
