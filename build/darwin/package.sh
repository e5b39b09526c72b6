#!/usr/bin/env bash
#
# package.sh FOLDER: builds the programs on a Mac, with Xcode's command line tools, and makes of them in FOLDER
#
#   Lectern.app
#
# which is not signed. VERSION is in the environment.

set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
output=${1:?usage: package.sh FOLDER}
: "${VERSION:?}"
if [ "$(uname)" != Darwin ]; then
    echo "An application for macOS can be built on a Mac only: its window needs Apple's frameworks." >&2
    exit 1
fi
contents=$output/Lectern.app/Contents

# program NAME PACKAGE builds one.
program() {
    go build -o "$contents/MacOS/$1" -ldflags "-s -w -buildid= -X main.version=$VERSION" "$2"
}

rm -rf -- "$output/Lectern.app"
mkdir -p "$contents/MacOS" "$contents/Resources"
export CGO_LDFLAGS="-framework UniformTypeIdentifiers"
program lectern ./backend/cmd/lectern
program lectern-converter ./converters/cmd/lectern-converter
program lectern-desktop .
go run ./build/icons icns "$contents/Resources/lectern.icns"
cp LICENSE NOTICE.md "$contents/Resources"
# Apple wants three numbers, and no more.
number=$(sed -nE 's/^v?([0-9]+\.[0-9]+(\.[0-9]+)?).*/\1/p' <<<"$VERSION")
sed "s/>0\.0\.0</>${number:-0.0.0}</" build/darwin/Info.plist >"$contents/Info.plist"
plutil -lint "$contents/Info.plist"
