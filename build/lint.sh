#!/usr/bin/env bash
#
# lint.sh: checks the code of every language. It runs all checks, and fails at the end if one of them has failed.

set -uo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
failed=()

# run_check NAME COMMAND… runs a check, and adds its name to the list of failed checks if it fails.
run_check() {
    local name=$1
    shift
    echo "== $name"
    if ! "$@"; then
        failed+=("$name")
    fi
}

# check_gofmt prints the Go files that gofmt would change, and fails if there are any.
check_gofmt() {
    local names
    names=$(gofmt -l app backend build converters frontend/*.go ./*.go)
    if [ -n "$names" ]; then
        printf 'not formatted (make fmt): %s\n' "$names"
        return 1
    fi
}

# on_c_files COMMAND… runs a command with the names of all C files as further arguments.
on_c_files() {
    git ls-files -z '*.c' '*.h' | xargs -0 "$@"
}

# check_line_lengths prints the Go lines that are longer than 140 characters, and fails if there are any. Struct tags
# are exempt, because they cannot be broken.
check_line_lengths() {
    local lines
    lines=$(git ls-files -z '*.go' | LC_ALL=C.UTF-8 xargs -0 grep -naE '^.{141}' | grep -vE ':[0-9]+:[[:space:]]*\w.*`[a-z]+:"')
    if [ -n "$lines" ]; then
        printf 'longer than 140 characters: %s\n' "$lines"
        return 1
    fi
}

# check_file_lengths prints the Go, C and C++ files that have more than 400 lines, comments included, and fails if there
# are any. ESLint checks the front end.
check_file_lengths() {
    local files
    files=$(git ls-files -z '*.go' '*.c' '*.h' '*.cxx' '*.hxx' | xargs -0 awk 'FNR == 401 { print FILENAME }')
    if [ -n "$files" ]; then
        printf 'longer than 400 lines: %s\n' "$files"
        return 1
    fi
}

# run_golangci runs the linters of .golangci.yml. Each clone has its own cache, because cached findings contain absolute
# paths.
run_golangci() {
    GOLANGCI_LINT_CACHE=$PWD/build/bin/.golangci-lint \
        go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0 run ./...
}

npm_run() {
    (cd frontend && npm run --silent "$1")
}

run_check gofmt check_gofmt
run_check "line lengths" check_line_lengths
run_check "file lengths" check_file_lengths
run_check clang-format on_c_files clang-format --dry-run -Werror
# With -trimpath, go vet can find results in the build cache that name files of another clone, which may be deleted.
run_check "go vet" go vet -trimpath=false ./...
run_check staticcheck go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...
run_check golangci-lint run_golangci
run_check ESLint npm_run lint
run_check svelte-check npm_run check
run_check "links of Markdown" node build/links.mjs
run_check "comments" node build/prose.mjs
run_check "promises" node build/promises.mjs
run_check "other systems" build/cross.sh
run_check shellcheck shellcheck build/*.sh build/package/*.sh build/windows/*.sh build/darwin/*.sh \
    build/package/p{rerm,ostinst,ostrm} converters/libreoffice/*.sh .ci/run

if [ ${#failed[@]} != 0 ]; then
    printf 'failed: %s\n' "${failed[@]}" >&2
    exit 1
fi
