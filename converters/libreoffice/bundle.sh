#!/usr/bin/env bash
#
# bundle.sh DIRECTORY: installs the bundled LibreOffice in DIRECTORY. It needs no root
# privileges and does not change the LibreOffice of the system.
#
# There are two reasons for the bundle. LibreOffice 7.4 of Debian 12 crashes in LibreOfficeKit on
# every spreadsheet, so the converters need version 25.2 from bookworm-backports. The bundle also
# contains the same fonts on every machine, so that documents have the same line and page breaks.
#
# Contents of DIRECTORY (everything is relocatable, as verify.sh checks):
#
#   program/   LibreOffice: soffice, libraries, resources, and its extension liblectern.so
#              (sources: extension/)
#   share/     its configuration, filters and palettes; presets/ has the files of a new user profile
#   lean/      reduced settings and languages for the converters, so that LibreOffice starts
#              faster and its processes are smaller
#   lib/       every shared library that it needs except the C library, including those that it
#              opens by name at run time (NSS, for PDF export)
#   fonts/     the fonts of fonts.txt, and fonts.conf, the fontconfig configuration for only these
#   doc/       the copyright files of the Debian packages
#   version    the release, the recipe's hash and the versions of the packages
#
# A process that uses it needs these environment variables (program/ooenv sets them for
# program/soffice, which therefore needs no environment):
#
#   LD_LIBRARY_PATH=DIRECTORY/program:DIRECTORY/lib
#   FONTCONFIG_FILE=DIRECTORY/fonts/fonts.conf
#   SAL_USE_VCLPLUGIN=svp     draws without a display
#   SAL_DISABLE_CUPS=1        prevents a search for printers on port 631
#
# The steps: download.sh downloads the packages of packages.txt and their dependencies from the
# machine's Debian mirror; assemble.sh creates the bundle; verify.sh converts three documents with a
# moved copy of it. The files of this folder are the recipe. Their hash is the name of the bundle in
# the cache folder (${XDG_CACHE_HOME:-~/.cache}/lectern): other clones of the project link to the
# cached bundle, and a change of the recipe creates another one. To update the packages without
# changing the recipe, delete the libreoffice-* folders there.

set -euo pipefail

recipe=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
target=${1:?usage: bundle.sh DIRECTORY}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/lectern

# recipe_hash prints the hash of this recipe, which is part of the name of the cached bundle.
recipe_hash() {
    (cd "$recipe" && cat -- *.sh *.txt *.conf *.ttf *.cxx extension/*.?xx extension/*/*.?xx ../office/lectern.h &&
        dpkg --print-architecture) | sha256sum | cut -c 1-16
}

# has_bundle DIRECTORY succeeds if DIRECTORY contains the complete bundle of this recipe. The version
# file is written last.
has_bundle() {
    grep -qsx "recipe $hash" "$1/version"
}

# build creates the bundle in the cache. An incomplete bundle has another name, so that it is not used
# after an interruption.
build() {
    local work
    work=$(mktemp -d "$cache/work-XXXXXX")
    # shellcheck disable=SC2064  # the folder's name is known now
    trap "rm -rf -- '$work'" EXIT
    bash "$recipe/download.sh" "$cache/apt" "$work/packages"
    bash "$recipe/assemble.sh" "$work/packages" "$work/bundle" "$hash"
    bash "$recipe/verify.sh" "$work/bundle"
    rm -rf -- "$kept"
    mv -- "$work/bundle" "$kept"
}

# install_bundle installs the cached bundle: as hard links, which need no space, or as a copy if the
# cache is on another file system.
install_bundle() {
    local staged=$target.new
    rm -rf -- "$staged"
    mkdir -p -- "$(dirname "$target")"
    cp -al -- "$kept" "$staged" 2>/dev/null || {
        rm -rf -- "$staged"
        cp -a -- "$kept" "$staged"
    }
    rm -rf -- "$target"
    mv -- "$staged" "$target"
}

hash=$(recipe_hash)
kept=$cache/libreoffice-$hash
if has_bundle "$target"; then
    exit 0
fi
mkdir -p -- "$cache"
exec 9>"$cache/libreoffice.lock"
flock 9 # of two clones that are built at once, the second waits for the download of the first
if ! has_bundle "$kept"; then
    echo "Bringing LibreOffice to $target (about 200 MB to download, once for this user)" >&2
    build
fi
install_bundle
echo "LibreOffice is in $target: $(head -n 1 "$target/version")" >&2
