#!/usr/bin/env bash
#
# package.sh FOLDER: builds the programs for Windows with the mingw-w64 compiler, and creates in FOLDER
#
#   lectern-VERSION-windows-amd64.exe    the installer
#   windows/                             the programs without an installer
#
# It runs on Linux, and in an MSYS2 shell on Windows. The environment variable VERSION must be set.

set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
output=${1:?usage: package.sh FOLDER}
: "${VERSION:?}"
prefix=x86_64-w64-mingw32-
work=$(mktemp -d)
trap 'rm -rf -- "$work" lectern_windows_amd64.syso' EXIT

# version_numbers prints the version as the four numbers that Windows requires, or 0,0,0,0 if VERSION does not start
# with a number.
version_numbers() {
    local found=(0 0 0)
    if [[ $VERSION =~ ^v?([0-9]+)\.([0-9]+)(\.([0-9]+))? ]]; then
        found=("${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[4]:-0}")
    fi
    printf '%s,%s,%s,0\n' "${found[@]}"
}

# build_resources compiles the resources of the desktop program to an object file in this folder. Go's linker adds it to
# the program that is built from this folder.
build_resources() {
    cp build/windows/lectern.rc build/windows/lectern.exe.manifest "$work"
    go run ./build/icons ico "$work/lectern.ico"
    "${prefix}windres" --include-dir "$work" --define "FILE_VERSION=$(version_numbers)" \
        --define "VERSION=\\\"$VERSION\\\"" --output-format coff "$work/lectern.rc" lectern_windows_amd64.syso
}

# build_program NAME PACKAGE FLAG… builds a program from a Go package, with flags for the linker.
build_program() {
    local name=$1 package=$2
    shift 2
    # The MuPDF library was compiled for the Universal CRT (-lucrt) and with checks of buffer sizes (-lssp).
    GOOS=windows GOARCH=amd64 CGO_ENABLED=1 CC=${prefix}gcc go build -o "$output/windows/$name.exe" \
        -ldflags "-s -w -buildid= -X main.version=$VERSION $* -extldflags '-static -lucrt -lssp -lwinpthread'" "$package"
}

mkdir -p "$output/windows"
build_program lectern ./backend/cmd/lectern
build_program lectern-converter ./converters/cmd/lectern-converter
build_resources
build_program lectern-desktop . -H windowsgui
cp "$work/lectern.ico" build/windows/
trap 'rm -rf -- "$work" lectern_windows_amd64.syso build/windows/lectern.ico' EXIT
(cd build/windows && makensis -V2 -DVERSION="$VERSION" -DPROGRAMS="$output/windows" -DOUTPUT="$output/lectern-$VERSION-windows-amd64.exe" installer.nsi)
