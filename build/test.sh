#!/usr/bin/env bash
#
# test.sh: runs every test of the project, also when an earlier one fails, and ends with one line
# that has the sums: 'N passed, N failed, N skipped'. Fails when a test failed or could not run.
#
# The tests find the built programs by LECTERN_BIN and the bundled LibreOffice by
# LECTERN_LIBREOFFICE. Windows open on a display of their own, never on the person's.

set -uo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
reports=$(mktemp -d)
xvfb=
trap 'if [ -n "$xvfb" ]; then kill "$xvfb"; fi; rm -rf -- "$reports"' EXIT

# open_display starts an X server on a free display and sets DISPLAY.
open_display() {
    local number=$reports/display
    Xvfb -displayfd 3 -screen 0 1280x900x24 -nolisten tcp 3>"$number" 2>"$reports/xvfb" &
    xvfb=$!
    until [ -s "$number" ]; do
        if ! kill -0 "$xvfb" 2>/dev/null; then
            cat "$reports/xvfb" >&2
            return 1
        fi
        sleep 0.05
    done
    DISPLAY=:$(cat "$number")
    export DISPLAY
    unset WAYLAND_DISPLAY
}

# heading TEXT announces a part.
heading() {
    printf '\n== %s\n' "$1"
}

open_display || exit 1

heading "Go"
go run gotest.tools/gotestsum@v1.13.0 --format pkgname --jsonfile "$reports/go.json" -- -count=1 ./...

heading "TypeScript"
(cd frontend && npm run --silent test -- --reporter=default --reporter=json --outputFile.json="$reports/unit.json")

heading "Real browser"
(cd frontend && npm run --silent e2e -- --reporter=default --reporter=json --outputFile.json="$reports/browser.json")

echo
node build/summary.mjs "$reports/go.json" "$reports/unit.json" "$reports/browser.json"
