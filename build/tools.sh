#!/usr/bin/env bash
#
# tools.sh: fails, saying what to do, where one of the tools is missing that Lectern does not
# install itself: Go, Node and npm.

set -euo pipefail

# need NAME VERSION FOUND WHERE: FOUND, a version or nothing, must be VERSION or newer.
need() {
    if [ -z "$3" ]; then
        echo "$1 is missing: Lectern needs $1 $2 or newer, from $4" >&2
        exit 1
    fi
    if [ "$(printf '%s\n' "$2" "$3" | sort -V | head -n 1)" != "$2" ]; then
        echo "$1 $3 is too old: Lectern needs $1 $2 or newer, from $4" >&2
        exit 1
    fi
}

# Any Go since 1.21 downloads the toolchain that go.mod names.
need Go 1.21 "$(go env GOVERSION 2>/dev/null | sed -E 's/^go([0-9.]+).*/\1/')" https://go.dev/dl/
need Node 20.19 "$(node --version 2>/dev/null | sed 's/^v//')" https://nodejs.org/
need npm 10 "$(npm --version 2>/dev/null)" https://nodejs.org/
