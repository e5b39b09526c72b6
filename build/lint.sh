#!/usr/bin/env bash
#
# lint.sh: checks the code of every language. All checks run, then it fails if one of them did.

set -uo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
failed=()

# check NAME COMMAND…: runs a check.
check() {
    local name=$1
    shift
    echo "== $name"
    if ! "$@"; then
        failed+=("$name")
    fi
}

# formatted prints the Go files that gofmt would change, and fails if there is one.
formatted() {
    local names
    names=$(gofmt -l app backend build converters frontend/*.go ./*.go)
    if [ -n "$names" ]; then
        printf 'not formatted (make fmt): %s\n' "$names"
        return 1
    fi
}

# c_files runs a command with the names of the C files behind it. The header that is part of LibreOffice's recipe
# is not among them: a change to it builds the bundle anew.
c_files() {
    git ls-files -z '*.c' '*.h' ':!converters/office/lectern.h' | xargs -0 "$@"
}

# long_lines prints the Go lines of more than 140 characters, and fails if there is one. Struct tags are exempt, because gofmt
# cannot break them.
long_lines() {
    local lines
    lines=$(git ls-files -z '*.go' | LC_ALL=C.UTF-8 xargs -0 grep -naE '^.{141}' | grep -vE ':[0-9]+:[[:space:]]*\w.*`[a-z]+:"')
    if [ -n "$lines" ]; then
        printf 'longer than 140 characters: %s\n' "$lines"
        return 1
    fi
}

# golangci runs the linters of .golangci.yml. Each clone has its own cache, because the cached findings have absolute paths.
golangci() {
    GOLANGCI_LINT_CACHE=$PWD/build/bin/.golangci-lint \
        go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0 run ./...
}

npm_run() {
    (cd frontend && npm run --silent "$1")
}

check gofmt formatted
check "line lengths" long_lines
check clang-format c_files clang-format --dry-run -Werror
check "go vet" go vet ./...
check staticcheck go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...
check golangci-lint golangci
check ESLint npm_run lint
check svelte-check npm_run check
check "links of Markdown" node build/links.mjs
check "comments" node build/prose.mjs
check "other systems" build/cross.sh
check shellcheck shellcheck build/*.sh build/package/*.sh build/windows/*.sh build/darwin/*.sh build/package/p{rerm,ostinst,ostrm} converters/libreoffice/*.sh .ci/run

if [ ${#failed[@]} != 0 ]; then
    printf 'failed: %s\n' "${failed[@]}" >&2
    exit 1
fi
