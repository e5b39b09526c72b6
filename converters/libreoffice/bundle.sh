#!/usr/bin/env bash
#
# bundle.sh DIRECTORY: brings the bundled LibreOffice to DIRECTORY, without root
# and without touching any LibreOffice of the system's own.
#
# Why a bundle: Debian 12's LibreOffice 7.4 crashes in LibreOfficeKit on every
# spreadsheet, so the converters need 25.2, which bookworm-backports has. And a
# bundle has the same fonts on every machine, so a document has the same line
# and page breaks on every machine.
#
# What it makes (everything is relocatable; see verify.sh for the proof):
#
#   program/   the engine: soffice, libraries, resources, and liblectern.so, our extension of it
#              (folder extension)
#   share/     its configuration, filters, palettes; presets/ is what a new user profile begins with
#   lean/      settings and languages for the converters: a part of those in share/, so that the
#              engine starts sooner and its processes are smaller
#   lib/       every shared library that it needs beyond the C library, those
#              included that it opens by name at run time (NSS, for PDF export)
#   fonts/     the faces that fonts.txt lists, and fonts.conf, the fontconfig
#              configuration that knows these faces and no others
#   doc/       the copyright file of every Debian package something came from
#   version    what is inside: the release, the recipe's hash, package versions
#
# To use it, a process is started with these variables (program/ooenv sets them
# for program/soffice, which therefore needs no environment at all):
#
#   LD_LIBRARY_PATH=DIRECTORY/program:DIRECTORY/lib
#   FONTCONFIG_FILE=DIRECTORY/fonts/fonts.conf
#   SAL_USE_VCLPLUGIN=svp     draws without a display
#   SAL_DISABLE_CUPS=1        or it looks for printers on port 631
#
# The steps: download.sh asks the machine's own Debian mirror for packages.txt
# and all that they depend on; assemble.sh makes the bundle of them; verify.sh
# converts three documents with a moved copy of it. The files of this folder are
# the recipe: their hash names the bundle in the cache folder
# (${XDG_CACHE_HOME:-~/.cache}/lectern), so that another clone of the project
# only links to it, and a change of the recipe makes a new one. To have newer
# packages under the same recipe, delete the libreoffice-* folders there.

set -euo pipefail

recipe=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
target=${1:?usage: bundle.sh DIRECTORY}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/lectern

# recipe_hash prints the name under which this recipe's bundle is kept.
recipe_hash() {
    (cd "$recipe" && cat -- *.sh *.txt *.conf *.ttf *.cxx extension/* ../office/lectern.h && dpkg --print-architecture) | sha256sum | cut -c 1-16
}

# has_bundle DIRECTORY tells whether the bundle of this recipe is there, whole:
# the version file is the last that is written.
has_bundle() {
    grep -qsx "recipe $hash" "$1/version"
}

# build makes the bundle in the cache. What is half made has another name, so
# an interrupted run leaves nothing that could be taken for a bundle.
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

# install_bundle puts the cached bundle into place: as links where cache and
# target share a file system, which takes no space, as a copy elsewhere.
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
flock 9 # two clones at once: the second waits for the first one's download
if ! has_bundle "$kept"; then
    echo "Bringing LibreOffice to $target (about 200 MB to download, once for this user)" >&2
    build
fi
install_bundle
echo "LibreOffice is in $target: $(head -n 1 "$target/version")" >&2
