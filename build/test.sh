#!/usr/bin/env bash
#
# test.sh [fast]: runs every test of the project, also when an earlier one fails, and ends with one line
# that has the sums: 'N passed, N failed, N skipped'. Fails when a test failed or could not run.
# With 'fast' it leaves out those that start a PostgreSQL or a store of S3.
#
# The tests find the built programs by LECTERN_BIN and the bundled LibreOffice by
# LECTERN_LIBREOFFICE. The window's tests start a display of their own; the person's is hidden, so
# that nothing appears on it.

set -uo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
unset DISPLAY WAYLAND_DISPLAY
reports=$(mktemp -d)
memory=
trap 'rm -rf -- "$reports" ${memory:+"$memory"}' EXIT

# in_memory makes a folder in memory for what tests write and throw away, which is a sixth of their time on
# a disk: where there are 6 GB of it, and programs can be run from there.
in_memory() {
    local room
    room=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1)
    ((${room:-0} > 6000000)) || return
    memory=$(mktemp -d -p /dev/shm) || return
    chmod 1777 "$memory" # PostgreSQL runs as another user than root
    if cp /bin/true "$memory/true" && "$memory/true"; then
        export TMPDIR=$memory
    fi
}
[[ -n ${TMPDIR:-} ]] || in_memory

# heading TEXT announces a part, with the seconds since the start.
heading() {
    printf '\n== %s (after %d s)\n' "$1" "$SECONDS"
}

short=()
[[ ${1:-} != fast ]] || short=(-short)

# go_tests NAME FLAG… PACKAGE…: runs tests of Go and keeps their results under a name. make lint has the whole of go vet.
go_tests() {
    go run gotest.tools/gotestsum@v1.13.0 --format pkgname --jsonfile "$reports/$1.json" -- -vet=off -count=1 -timeout 30m "${short[@]}" "${@:2}"
}

heading "Go"
go_tests go ./...

# The tests of TypeScript fill the time that those on PostgreSQL leave to the processors.
(cd frontend && npm run --silent test -- --reporter=default --reporter=json --outputFile.json="$reports/unit.json") >"$reports/unit.txt" 2>&1 &
unit=$!

# The store, and those tests of the program that depend on how records are kept, once more on the other database.
postgres=()
if [[ ${1:-} != fast ]]; then
    heading "PostgreSQL"
    LECTERN_TEST_ENGINE=postgres go_tests postgres -parallel 4 ./backend/store ./backend/cmd/lectern/test/...
    postgres=("$reports/postgres.json")
fi

heading "TypeScript"
wait "$unit"
cat "$reports/unit.txt"

# Alone: the tests of chaos change the networks of this machine, upon which Chromium cancels its requests.
heading "Real browser"
(cd frontend && npm run --silent e2e -- --reporter=default --reporter=json --outputFile.json="$reports/browser.json")

echo
node build/summary.mjs "$reports/go.json" "${postgres[@]}" -- "$reports/unit.json" "$reports/browser.json"
