#!/usr/bin/env bash
#
# tools.sh: checks the tools that the Makefile does not install: Go, Node and npm. If one is missing or too old, it
# prints what to do, and fails.

set -euo pipefail

# require_version NAME MINIMUM FOUND URL fails if FOUND, the installed version, is empty or older than MINIMUM. URL is
# the address of the downloads.
require_version() {
    if [ -z "$3" ]; then
        echo "$1 is missing. Install $1 $2 or newer from $4" >&2
        exit 1
    fi
    if [ "$(printf '%s\n' "$2" "$3" | sort -V | head -n 1)" != "$2" ]; then
        echo "$1 $3 is too old. Install $1 $2 or newer from $4" >&2
        exit 1
    fi
}

# Go 1.21 or newer downloads the toolchain that go.mod names.
require_version Go 1.21 "$(go env GOVERSION 2>/dev/null | sed -E 's/^go([0-9.]+).*/\1/')" https://go.dev/dl/
require_version Node 20.19 "$(node --version 2>/dev/null | sed 's/^v//')" https://nodejs.org/
require_version npm 10 "$(npm --version 2>/dev/null)" https://nodejs.org/
