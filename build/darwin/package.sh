#!/usr/bin/env bash
#
# package.sh FOLDER: builds the programs on a Mac, with Xcode's command line tools, and creates in FOLDER
#
#   Lectern.app
#
# The application is not signed. The environment variable VERSION must be set.

set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
output=${1:?usage: package.sh FOLDER}
: "${VERSION:?}"
if [ "$(uname)" != Darwin ]; then
    echo "The macOS application can only be built on a Mac, because its window needs Apple's frameworks." >&2
    exit 1
fi
contents=$output/Lectern.app/Contents

# build_program NAME PACKAGE builds a program from a Go package.
build_program() {
    go build -o "$contents/MacOS/$1" -ldflags "-s -w -buildid= -X main.version=$VERSION" "$2"
}

rm -rf -- "$output/Lectern.app"
mkdir -p "$contents/MacOS" "$contents/Resources"
export CGO_LDFLAGS="-framework UniformTypeIdentifiers"
build_program lectern ./backend/cmd/lectern
build_program lectern-converter ./converters/cmd/lectern-converter
build_program lectern-desktop .
go run ./build/icons icns "$contents/Resources/lectern.icns"
cp LICENSE NOTICE.md "$contents/Resources"
# Apple accepts only versions of up to three numbers.
number=$(sed -nE 's/^v?([0-9]+\.[0-9]+(\.[0-9]+)?).*/\1/p' <<<"$VERSION")
sed "s/>0\.0\.0</>${number:-0.0.0}</" build/darwin/Info.plist >"$contents/Info.plist"
plutil -lint "$contents/Info.plist"
