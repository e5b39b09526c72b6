#!/usr/bin/env bash
#
# assemble.sh PACKAGES BUNDLE HASH: makes the relocatable bundle of the .deb files in the folder
# PACKAGES. HASH is the recipe's, for the version file.

set -euo pipefail

recipe=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
packages=${1:?usage: assemble.sh PACKAGES BUNDLE HASH}
bundle=${2:?usage: assemble.sh PACKAGES BUNDLE HASH}
hash=${3:?usage: assemble.sh PACKAGES BUNDLE HASH}
tree=$bundle.tree   # everything unpacked
files=$bundle.files # for each package, the names of its files

# Opened by name at run time: NSS's modules with their checksums, without which PDF export fails.
readonly opened_at_run_time=(
    'libsoftokn3.*' 'libfreebl3.*' 'libfreeblpriv3.*' 'libnssckbi.so' 'libsqlite3.so.0'
)

# Parts of the engine that a converter never uses: galleries, document templates, dialogs and wizards
# of the user interface, pictures for the dark style, programs beside soffice, the solver of Calc with
# its libraries for linear algebra, conversions between XML formats, films (without the plug-ins of
# GStreamer none is played), access to directories and document servers.
readonly unused=(
    program/wizards program/classes program/gdbtrace program/opencltest program/senddoc
    program/mailmerge.py program/msgbox.py program/intro-highres.png
    share/gallery share/template share/wizards share/tipoftheday share/Scripts
    share/config/images_colibre_dark.zip share/config/images_colibre_dark_svg.zip
    share/registry/oo-ad-ldap.xcd.sample share/registry/oo-ldap.xcd.sample
    share/prereg share/uno_packages
    share/config/soffice.cfg/cui share/xslt
    program/unopkg program/unopkg.bin program/xpdfimport
    program/lib{acc,bib,cmdmail,cui,ldapbe2,pcr,scui,solver,swui,ucpcmis1,vclplug_gen,PresentationMinimizer}lo.so
    program/libavmediagst.so program/libdeploymentgui.so program/liblpsolve55.so program/libunopkgapp.so
)

# unpack extracts every package but the C library, which must be the machine's own.
unpack() {
    local deb name
    mkdir -p "$tree" "$files"
    for deb in "$packages"/*.deb; do
        name=$(basename "$deb")
        name=${name%%_*}
        if [ "$name" != libc6 ]; then
            dpkg-deb --vextract "$deb" "$tree" >"$files/$name"
        fi
    done
}

# engine copies program/, share/ and presets/ without the unused parts. The few links lead out of
# these, some by absolute paths: the bundle has the files themselves.
engine() {
    local from=$tree/usr/lib/libreoffice link
    rm -rf -- "${unused[@]/#/$from/}"
    # Dialogs of the applications; the bar is a part of every presentation.
    find "$from/share/config/soffice.cfg/modules" -path '*/ui/*' -type f ! -name tabviewbar.ui -delete
    # A configuration file in Debian, hence a link to /etc; the package keeps the original here.
    mv -f -- "$from/share/.registry/main.xcd" "$from/share/registry/main.xcd"
    find "$from" -type l -lname '/*' | while read -r link; do
        ln -sfn -- "$tree$(readlink "$link")" "$link"
    done
    mkdir -p "$bundle"
    cp -aL -- "$from/program" "$from/share" "$from/presets" "$bundle"
}

# Settings of the user interface: a converter has none.
readonly interface='oor:package="org\.openoffice\.Office\.UI"|oor:name="(?:Accelerators|Drivers|Jobs|PresenterScreen|TableWizard|UISort)"'

# lean makes the settings and the languages for the converters, beside those of soffice: without
# the user interface, and with the thousand languages that the registry of them began with, of
# nearly nine. What the engine reads at its start was two thirds of its memory, which each of its
# processes has to take over.
lean() {
    local file languages=$tree/usr/share/liblangtag
    mkdir -p "$bundle/lean/registry/res" "$bundle/lean/languages"
    (cd "$bundle/share/registry" && find . -name '*.xcd') | while read -r file; do
        perl -0777 -pe \
            's{<oor:component-data\b(?=[^>]*(?:'"$interface"'))[^>]*(?<!/)>.*?</oor:component-data>}{}gs' \
            "$bundle/share/registry/$file" >"$bundle/lean/registry/$file"
    done
    cp -aL -- "$languages/common" "$bundle/lean/languages"
    perl -0777 -pe 's{  <language>(?:(?!</language>|<added>2005-10-16<).)*</language>\n}{}gs' \
        "$languages/language-subtag-registry.xml" >"$bundle/lean/languages/language-subtag-registry.xml"
}

# relocate replaces the absolute paths of the engine's settings.
relocate() {
    local program=$bundle/program
    # shellcheck disable=SC2016  # the variable is LibreOffice's
    sed -i 's|^BRAND_BASE_DIR=.*|BRAND_BASE_DIR=${ORIGIN}/..|' "$program/fundamentalrc"
    # Debian's sofficerc refers to one in /etc. No logo, no crash dumps.
    {
        sed -E 's/^(CrashDumpEnable)=.*/\1=false/; s/^(Logo)=.*/\1=0/' "$tree/etc/libreoffice/sofficerc"
        # shellcheck disable=SC2016  # the variable is LibreOffice's
        echo 'URE_BOOTSTRAP=${ORIGIN}/fundamentalrc'
    } >"$program/sofficerc"
    # The soffice script reads this file when it is there.
    cat >"$program/ooenv" <<'EOF'
LD_LIBRARY_PATH="$sd_prog:$(dirname "$sd_prog")/lib"
FONTCONFIG_FILE="${FONTCONFIG_FILE:-$(dirname "$sd_prog")/fonts/fonts.conf}"
SAL_USE_VCLPLUGIN=svp
SAL_DISABLE_CUPS=1
export LD_LIBRARY_PATH FONTCONFIG_FILE SAL_USE_VCLPLUGIN SAL_DISABLE_CUPS
EOF
}

# extension compiles the extension of the engine that folder extension has the source of, against
# headers that the SDK's own tool makes of the engine's types.
extension() {
    local sdk=$tree/usr/lib/libreoffice/sdk program=$bundle/program headers=$tree/headers
    LD_LIBRARY_PATH=$(library_path) "$sdk/bin/cppumaker.bin" -Gc "-O$headers" \
        "$program/types.rdb" "$program/types/offapi.rdb"
    # Deprecated is what has been part of another interface since; this way works with all.
    g++ -std=c++17 -O2 -Wall -Wextra -Werror -Wno-deprecated-declarations -fPIC -fvisibility=hidden -shared -s \
        -DUNX -DGCC -DLINUX -DCPPU_ENV=gcc3 -DNDEBUG \
        -I"$recipe/../office" -isystem "$headers" -isystem "$tree/usr/include/libreoffice" -o "$program/liblectern.so" "$recipe"/extension/*.cxx \
        -L"$program" -lmergedlo -l:libuno_cppu.so.3 -l:libuno_cppuhelpergcc3.so.3 -l:libuno_sal.so.3 \
        -Wl,--allow-shlib-undefined
}

# library_path prints where the dynamic linker finds libraries in the unpacked tree. The blas and
# lapack folders are what Debian's alternatives system would link to.
library_path() {
    local folder path=$bundle/program
    for folder in "$tree"/usr/lib/*-linux-gnu* "$tree"/lib/*-linux-gnu* "$tree"/usr/lib/*-linux-gnu*/{blas,lapack}; do
        if [ -d "$folder" ]; then
            path+=:$folder
        fi
    done
    echo "$path"
}

# libraries copies what the engine and the libraries opened at run time are linked against.
libraries() {
    local path pattern needed
    path=$(library_path)
    mkdir -p "$bundle/lib"
    for pattern in "${opened_at_run_time[@]}"; do
        find "$tree/usr/lib" "$tree/lib" -name "$pattern" -exec cp -L -t "$bundle/lib" {} +
    done
    needed=$(find "$bundle/program" "$bundle/lib" -maxdepth 1 -type f \
        \( -name '*.so*' -o -name '*.bin' -o -name oosplash \) \
        -exec env LD_LIBRARY_PATH="$path" ldd {} + 2>/dev/null)
    if grep 'not found' <<<"$needed"; then
        echo "These libraries are in no package of packages.txt." >&2
        return 1
    fi
    sed -nE 's/^[[:space:]]+([^ ]+) => (.+) \(0x[0-9a-f]+\)$/\1 \2/p' <<<"$needed" | sort -u |
        while read -r name file; do
            if [[ $file == "$tree"/* && ! -e $bundle/lib/$name ]]; then
                cp -L -- "$file" "$bundle/lib/$name"
            fi
        done
}

# fonts copies the faces of fonts.txt and the recipe's own, makes a bold one for Chinese and Japanese, and the
# fontconfig configuration.
fonts() {
    local pattern
    mkdir -p "$bundle/fonts"
    sed -E 's/#.*//; s/[[:space:]]+//g; /^$/d' "$recipe/fonts.txt" | while read -r pattern; do
        # shellcheck disable=SC2086  # a pattern
        cp -L -- "$tree"/usr/share/fonts/truetype/$pattern "$bundle/fonts"
    done
    cp -- "$recipe/LecternUnseen.ttf" "$bundle/fonts"
    g++ -std=c++17 -O2 -Wall -Wextra -Werror -o "$tree/embolden" "$recipe/embolden.cxx"
    "$tree/embolden" "$bundle/fonts/DroidSansFallbackFull.ttf" "$bundle/fonts/DroidSansFallbackBold.ttf"
    sed "/<!-- rules -->/r /dev/stdin" "$recipe/fonts.conf" < <(rules) >"$bundle/fonts/fonts.conf"
}

# rules prints Debian's rules for substitution among faces, in order. They become part of one
# file, since fontconfig looks for an included folder in /etc/fonts or by its absolute path only.
# Rules that read folders of the user or the machine stay out.
rules() {
    local rule
    for rule in "$tree"/etc/fonts/conf.d/*.conf; do
        rule=$(basename "$rule")
        case $rule in
        50-user.conf | 51-local.conf | *-lgc-*) ;;
        *) find "$tree/usr/share/fontconfig/conf.avail" "$tree/etc/fonts/conf.avail" -name "$rule" \
            -exec sed -E '/<\?xml|<!DOCTYPE|<\/?fontconfig>|<description/d' {} + ;;
        esac
    done
}

# origins prints the names of the packages that the bundle has a file of. Names of files are
# enough to tell: no two packages of the closure have a library or a font of one name.
origins() {
    find "$bundle/program" "$bundle/share" "$bundle/lib" "$bundle/fonts" "$bundle/lean" -type f -printf '/%f\n' |
        sort -u >"$files.bundled"
    find "$files" -type f | sort | while read -r list; do
        if grep -E '\.so|/libreoffice/|\.ttf$|/fontconfig/|/liblangtag/' "$list" | sed 's|.*/|/|' |
            grep -qxFf "$files.bundled"; then
            basename "$list"
        fi
    done
}

# describe writes the copyright files and, last of all, the version file.
describe() {
    local name versions
    # shellcheck disable=SC2016  # the variables are dpkg's
    versions=$(for deb in "$packages"/*.deb; do
        dpkg-deb --show --showformat '${Package} ${Version}\n' "$deb"
    done)
    origins >"$files.origins"
    while read -r name; do
        mkdir -p "$bundle/doc/$name"
        gzip -9nc -- "$tree/usr/share/doc/$name/copyright" >"$bundle/doc/$name/copyright.gz"
    done <"$files.origins"
    {
        echo "LibreOffice $(awk '$1 == "libreoffice-core" { print $2 }' <<<"$versions")"
        echo "recipe $hash"
        echo "architecture $(dpkg --print-architecture)"
        awk 'NR == FNR { bundled[$1]; next } $1 in bundled { print "package", $1, $2 }' \
            "$files.origins" <(echo "$versions")
    } >"$bundle/version"
}

unpack
engine
relocate
lean
extension
libraries
fonts
describe
