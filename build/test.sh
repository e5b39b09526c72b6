#!/usr/bin/env bash
#
# test.sh [fast]: runs all tests of the project, even if some fail, and prints the totals in the last line: 'N passed,
# N failed, N skipped'. It fails if a test failed or could not run. With 'fast' it leaves out the tests that start
# PostgreSQL or an S3 server.
#
# LECTERN_BIN is the folder of the built programs, and LECTERN_LIBREOFFICE is the folder of the bundled LibreOffice. The
# tests of the desktop window start their own display. The user's display is removed from the environment, so that no
# window appears on it.

set -uo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
unset DISPLAY WAYLAND_DISPLAY
reports=$(mktemp -d)
memory=
trap 'rm -rf -- "$reports" ${memory:+"$memory"}' EXIT

# use_memory_for_temporary_files sets TMPDIR to a new folder in /dev/shm, because writing temporary files to a disk
# takes a sixth of the time of the tests. It does so only if 6 GB are free there and programs can be run from there.
use_memory_for_temporary_files() {
    local room
    room=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1)
    ((${room:-0} > 6000000)) || return
    memory=$(mktemp -d -p /dev/shm) || return
    chmod 1777 "$memory" # PostgreSQL does not run as root
    if cp /bin/true "$memory/true" && "$memory/true"; then
        export TMPDIR=$memory
    fi
}
[[ -n ${TMPDIR:-} ]] || use_memory_for_temporary_files

# print_heading TEXT prints the name of a part of the tests, with the seconds since the start.
print_heading() {
    printf '\n== %s (after %d s)\n' "$1" "$SECONDS"
}

short=()
[[ ${1:-} != fast ]] || short=(-short)

# run_go_tests NAME FLAG… PACKAGE… runs Go tests and writes their results to the report NAME. It does not run go vet,
# which 'make lint' runs.
run_go_tests() {
    go run gotest.tools/gotestsum@v1.13.0 --format pkgname --jsonfile "$reports/$1.json" -- -vet=off -count=1 -timeout 30m "${short[@]}" "${@:2}"
}

print_heading "Go"
run_go_tests go ./...

# The TypeScript tests run in the background during the PostgreSQL tests, which do not use all processors.
(cd frontend && npm run --silent test -- --reporter=default --reporter=json --outputFile.json="$reports/unit.json") >"$reports/unit.txt" 2>&1 &
unit=$!

# The Go tests above use SQLite. Run the tests of the store and of the server again with PostgreSQL.
postgres=()
if [[ ${1:-} != fast ]]; then
    print_heading "PostgreSQL"
    LECTERN_TEST_ENGINE=postgres run_go_tests postgres -parallel 4 ./backend/store ./backend/cmd/lectern/test/...
    postgres=("$reports/postgres.json")
fi

print_heading "TypeScript"
wait "$unit"
cat "$reports/unit.txt"

# The browser tests do not run in parallel with the Go tests: the chaos tests change the network interfaces of the
# machine, and Chromium then cancels its requests.
print_heading "Real browser"
(cd frontend && npm run --silent e2e -- --reporter=default --reporter=json --outputFile.json="$reports/browser.json")

echo
node build/summary.mjs "$reports/go.json" "${postgres[@]}" -- "$reports/unit.json" "$reports/browser.json"
