#!/usr/bin/env bash
#
# package.sh FOLDER: builds the programs for Windows with mingw-w64's compiler, and makes in FOLDER of them
#
#   lectern-VERSION-windows-amd64.exe    an installer
#   windows/                             the programs by themselves
#
# It runs on Linux, and in a shell of MSYS2 on Windows itself, which has the same tools. VERSION is in the environment.

set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
output=${1:?usage: package.sh FOLDER}
: "${VERSION:?}"
prefix=x86_64-w64-mingw32-
work=$(mktemp -d)
trap 'rm -rf -- "$work" lectern_windows_amd64.syso' EXIT

# numbers prints the four numbers that Windows has for a version: 0,0,0,0 where it begins with none.
numbers() {
    local found=(0 0 0)
    if [[ $VERSION =~ ^v?([0-9]+)\.([0-9]+)(\.([0-9]+))? ]]; then
        found=("${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[4]:-0}")
    fi
    printf '%s,%s,%s,0\n' "${found[@]}"
}

# resources makes the object that the linker takes into the window's program, which lies in this folder.
resources() {
    cp build/windows/lectern.rc build/windows/lectern.exe.manifest "$work"
    go run ./build/icons ico "$work/lectern.ico"
    "${prefix}windres" --include-dir "$work" --define "FILE_VERSION=$(numbers)" --define "VERSION=\\\"$VERSION\\\"" \
        --output-format coff "$work/lectern.rc" lectern_windows_amd64.syso
}

# program NAME PACKAGE FLAG… builds one.
program() {
    local name=$1 package=$2
    shift 2
    # MuPDF's library is of a compiler that links with the Universal CRT, and checks what it copies.
    GOOS=windows GOARCH=amd64 CGO_ENABLED=1 CC=${prefix}gcc go build -o "$output/windows/$name.exe" \
        -ldflags "-s -w -buildid= -X main.version=$VERSION $* -extldflags '-static -lucrt -lssp -lwinpthread'" "$package"
}

mkdir -p "$output/windows"
program lectern ./backend/cmd/lectern
program lectern-converter ./converters/cmd/lectern-converter
resources
program lectern-desktop . -H windowsgui
cp "$work/lectern.ico" build/windows/
trap 'rm -rf -- "$work" lectern_windows_amd64.syso build/windows/lectern.ico' EXIT
(cd build/windows && makensis -V2 -DVERSION="$VERSION" -DPROGRAMS="$output/windows" -DOUTPUT="$output/lectern-$VERSION-windows-amd64.exe" installer.nsi)
