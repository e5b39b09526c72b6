#!/usr/bin/env bash
#
# cross.sh: compiles for Windows and macOS on Linux. For Windows, whose C compiler there is here, these are the
# programs as they are used; for macOS all packages that need no C. Nothing is run.

set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# plain SYSTEM ARCHITECTURE: all packages that need no C, nor a package that does, and are no tools to test Lectern with.
plain() {
    local packages
    mapfile -t packages < <(GOOS=$1 GOARCH=$2 CGO_ENABLED=1 go list -e -f '{{if .GoFiles}}{{.ImportPath}} {{if .CgoFiles}}C{{end}} {{join .Deps " "}}{{end}}' ./... |
        awk '
            { name[NR] = $1; deps[NR] = $0; if ($2 == "C") c["x" $1] = 1 }
            END {
                for (i = 1; i <= NR; i++) {
                    n = split(deps[i], d, " "); plain = !c["x" name[i]]
                    for (j = 2; j <= n; j++) if (c["x" d[j]] || d[j] == "github.com/mattn/go-sqlite3") plain = 0
                    if (plain) print name[i]
                }
            }' | grep -Ev '^lectern(|/app|/app/emptywindow|/backend/lab/.*)$')
    GOOS=$1 GOARCH=$2 CGO_ENABLED=0 go build "${packages[@]}"
    echo "$1/$2: ${#packages[@]} packages compile that need no C"
}

plain darwin arm64
plain darwin amd64
plain windows amd64
