# Lectern. 'make' alone lists what there is.
#
# Whatever is missing is installed or downloaded first, once: Debian packages through apt-get (as
# root, or with sudo), the bundled LibreOffice, Go modules and npm packages into the caches of the
# user. What is there already is left alone, so every target can be called again at no cost.

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
# What the template engine is compared with.
DOCXTEMPLATER := converters/template/differential/node_modules/.package-lock.json
# The S3 server of tests and measurements.
VERSITYGW := $(BIN)/versitygw
# What the viewer is measured against.
PDFJS := $(BIN)/pdfjs/node_modules/pdfjs-dist/package.json

# Debian packages: what building and running needs, and what tests, lint and bench add to it.
PACKAGES := build-essential ca-certificates curl git libgtk-3-dev libreofficekit-dev libwebkit2gtk-4.1-dev pkg-config
CHAOS_PACKAGES := postgresql
TEST_PACKAGES := chromium chromium-headless-shell fish groff imagemagick openbox postgresql systemd xdotool xvfb zsh
LINT_PACKAGES := clang-format shellcheck
BENCH_PACKAGES := chromium mupdf-tools openbox postgresql xvfb
DIST_PACKAGES := dpkg-dev zstd
CROSS_PACKAGES := gcc-mingw-w64-x86-64 nsis
PROOF_PACKAGES := curl debootstrap iproute2 procps systemd-container util-linux xdotool xvfb zstd

# Wails wants the tags: the one names the WebKitGTK to link with, without the other its programs
# exit at start. Every call of go has them, so that all share one build cache.
export GOFLAGS := -trimpath -buildvcs=false -tags=webkit2_41,production,sqlite_fts5
export LECTERN_BIN := $(CURDIR)/$(BIN)
export LECTERN_LIBREOFFICE := $(CURDIR)/$(BUNDLE)
VERSION = $(shell sed -n 's/^const Version = "\(.*\)"$$/\1/p' backend/version.go)+$(shell git describe --always --exclude '*' --dirty=.dirty 2>/dev/null || echo unknown)
GO_BUILD = go build -ldflags '-s -w -buildid= -X main.version=$(VERSION)' -o $@

CONVERTER_SOURCES := $(shell find converters go.mod go.sum -type f ! -path 'converters/libreoffice/*' ! -path '*/node_modules/*' ! -name '*_test.go')
SERVER_SOURCES := $(CONVERTER_SOURCES) $(shell find backend -type f ! -path '*/testdata/*' ! -path 'backend/cmd/lectern/test/*' ! -name '*_test.go') frontend/frontend.go
DESKTOP_SOURCES := $(SERVER_SOURCES) $(wildcard main.go) $(shell find app -type f ! -name '*_test.go' 2>/dev/null)
# The pages below /docs (frontend/scripts/docs.mjs).
DOCS := CHANGELOG.md SECURITY.md build/README.md converters/template/README.md $(wildcard backend/*.md backend/web/api/*.md)
FRONTEND_SOURCES := $(shell find frontend -type f ! -path '*/node_modules/*' ! -path 'frontend/dist/*' ! -path 'frontend/e2e/*' ! -name '*.test.ts') $(DOCS) backend/theme/contrast.json $(wildcard converters/template/pictures/*)

.PHONY: help run build libreoffice package proof wails windows darwin cross test test-fast bench corpus stress chaos lint fmt clean packages tools frontend window-parts

help: ## List the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 20

run: build ## Build and start Lectern: the window if there is a display, otherwise the server
	@exec build/run.sh

build: packages libreoffice $(PROGRAMS) ## Build the three programs to build/bin

libreoffice: packages ## Install the bundled LibreOffice in build/libreoffice
	@converters/libreoffice/bundle.sh $(CURDIR)/$(BUNDLE)

package: ## Build the .deb and the portable archive in build/dist
	@[ "$$($(BIN)/lectern version 2>/dev/null)" = "lectern $(VERSION)" ] || rm -f $(PROGRAMS) # they say which commit they are of
	@$(MAKE) --no-print-directory build
	@build/packages.sh $(DIST_PACKAGES)
	@rm -rf build/dist
	@build/package.sh $(CURDIR)/build/dist

proof: ## Test the packages in bare Debian 12 roots: install, convert, view, remove (as root; after make package)
	@build/packages.sh $(PROOF_PACKAGES)
	@build/package/proof.sh $(CURDIR)/build/dist

windows: $(VIEWER) $(MUPDF) ## Build the programs for Windows and their installer in build/dist
	@build/packages.sh $(CROSS_PACKAGES)
	@VERSION=$(VERSION) build/windows/package.sh $(CURDIR)/build/dist

wails: ## Build the window with the wails command and wails.json
	@GOBIN=$(CURDIR)/$(BIN) go install github.com/wailsapp/wails/v2/cmd/wails@$$(go list -m -f '{{.Version}}' github.com/wailsapp/wails/v2)
	@$(BIN)/wails build -ldflags '-X main.version=$(VERSION)'

darwin: $(VIEWER) $(MUPDF) ## Build the application for macOS in build/dist (on a Mac)
	@VERSION=$(VERSION) build/darwin/package.sh $(CURDIR)/build/dist

cross: windows ## Compile for Windows and macOS as far as possible on Linux
	@build/cross.sh

test: build $(NODE_MODULES) $(DOCXTEMPLATER) $(VERSITYGW) ## Run every test: Go, TypeScript, real browser, real window
	@build/packages.sh $(TEST_PACKAGES)
	@build/test.sh

test-fast: build $(NODE_MODULES) $(DOCXTEMPLATER) ## Run all tests except those that start PostgreSQL or an S3 store
	@build/packages.sh $(TEST_PACKAGES)
	@build/test.sh fast

bench: build $(PDFJS) $(DOCXTEMPLATER) $(VERSITYGW) ## Measure against soffice, mutool and others, and print a table
	@build/packages.sh $(BENCH_PACKAGES)
	@go run ./backend/lab/bench

# FOLDER names another folder, ARGS further flags: make corpus FOLDER=~/letters ARGS='-json all.json'.
FOLDER := $(LECTERN_CORPUS)
corpus: build ## Process a folder of documents with a real server, and report the results
	@go run ./backend/lab/corpus $(ARGS) $(FOLDER)

stress: build ## Run the long tests: damaged documents, killed converters, bombs
	@LECTERN_STRESS=1 go test -count=1 -timeout 1h -v -p 1 -run 'TestStress' ./backend/cmd/lectern/test/...

# ARGS has flags: make chaos ARGS='-documents 200'.
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
	@echo "Building the S3 server of the tests"
	@GOBIN=$(CURDIR)/$(BIN) go install -ldflags '-s -w' github.com/versity/versitygw/cmd/versitygw@v1.8.0
	@touch $@

# go-fitz brings MuPDF's headers and libraries; our own cgo file is compiled against them through
# this link. The stamp is as old as go.mod at least, and void when the module cache was emptied.
$(MUPDF): go.mod $(if $(wildcard converters/pdf/mupdf/include),,relink) | tools
	@mkdir -p $(@D)
	@go mod download github.com/gen2brain/go-fitz
	@ln -sfn "$$(go list -m -f '{{.Dir}}' github.com/gen2brain/go-fitz)" converters/pdf/mupdf
	@touch $@

.PHONY: relink
relink:

frontend: $(VIEWER)

# What the window's program embeds and what lies beside it: the wails command calls this, by wails.json.
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
	@echo "Installing what the template engine is compared with"
	@cd converters/template/differential && npm ci --prefer-offline --no-audit --no-fund --loglevel=error
	@touch $@
