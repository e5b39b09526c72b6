#!/usr/bin/env bash
#
# cross.sh: compiles all packages that do not need C for Windows and macOS, on Linux. It does not run them. To build the
# complete programs for Windows with a cross compiler, run 'make windows'.

set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# build_without_c SYSTEM ARCHITECTURE compiles the packages that neither use C nor depend on a package that does. Tools
# for testing Lectern are left out.
build_without_c() {
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
    echo "$1/$2: ${#packages[@]} packages without C compiled"
}

build_without_c darwin arm64
build_without_c darwin amd64
build_without_c windows amd64
