#!/usr/bin/env bash
#
# assemble.sh PACKAGES BUNDLE HASH: creates the relocatable bundle in the folder BUNDLE from the .deb
# files in the folder PACKAGES. HASH is the recipe's hash, for the version file.

set -euo pipefail

recipe=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
packages=${1:?usage: assemble.sh PACKAGES BUNDLE HASH}
bundle=${2:?usage: assemble.sh PACKAGES BUNDLE HASH}
hash=${3:?usage: assemble.sh PACKAGES BUNDLE HASH}
tree=$bundle.tree   # everything unpacked
files=$bundle.files # for each package, the names of its files

# Libraries that are opened by name at run time: the modules of NSS, without which PDF export fails.
readonly opened_at_run_time=(
    'libsoftokn3.*' 'libfreebl3.*' 'libfreeblpriv3.*' 'libnssckbi.so' 'libsqlite3.so.0'
)

# Parts of LibreOffice that a converter does not need: galleries, document templates, dialogs and
# wizards, icons of the dark theme, other programs than soffice, the solver of Calc with its
# libraries for linear algebra, conversions between XML formats, video playback (which needs
# plug-ins of GStreamer), access to directories and document servers.
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

# unpack extracts every package except the C library, which must be that of the machine.
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

# engine copies program/, share/ and presets/ without the unused parts. It replaces symbolic links, which
# lead out of these folders, by their targets.
engine() {
    local from=$tree/usr/lib/libreoffice link
    rm -rf -- "${unused[@]/#/$from/}"
    # Remove the dialogs of the applications. Every presentation needs tabviewbar.ui.
    find "$from/share/config/soffice.cfg/modules" -path '*/ui/*' -type f ! -name tabviewbar.ui -delete
    # In Debian this file is a link to /etc, because it is configuration. The package contains the original here.
    mv -f -- "$from/share/.registry/main.xcd" "$from/share/registry/main.xcd"
    find "$from" -type l -lname '/*' | while read -r link; do
        ln -sfn -- "$tree$(readlink "$link")" "$link"
    done
    mkdir -p "$bundle"
    cp -aL -- "$from/program" "$from/share" "$from/presets" "$bundle"
}

# Settings of the user interface, which a converter does not need.
readonly interface='oor:package="org\.openoffice\.Office\.UI"|oor:name="(?:Accelerators|Drivers|Jobs|PresenterScreen|TableWizard|UISort)"'

# lean creates reduced settings and languages for the converters, in addition to those of soffice: settings without the
# user interface, and only the 1,000 languages of the first version of the language registry instead of 9,000. The full
# settings and languages would be two thirds of the memory of each process of LibreOffice.
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

# relocate replaces the absolute paths of LibreOffice's settings.
relocate() {
    local program=$bundle/program
    # shellcheck disable=SC2016  # the variable is LibreOffice's
    sed -i 's|^BRAND_BASE_DIR=.*|BRAND_BASE_DIR=${ORIGIN}/..|' "$program/fundamentalrc"
    # Debian's sofficerc refers to a file in /etc. The logo and crash dumps are turned off.
    {
        sed -E 's/^(CrashDumpEnable)=.*/\1=false/; s/^(Logo)=.*/\1=0/' "$tree/etc/libreoffice/sofficerc"
        # shellcheck disable=SC2016  # the variable is LibreOffice's
        echo 'URE_BOOTSTRAP=${ORIGIN}/fundamentalrc'
    } >"$program/sofficerc"
    # The soffice script reads this file if it exists.
    cat >"$program/ooenv" <<'EOF'
LD_LIBRARY_PATH="$sd_prog:$(dirname "$sd_prog")/lib"
FONTCONFIG_FILE="${FONTCONFIG_FILE:-$(dirname "$sd_prog")/fonts/fonts.conf}"
SAL_USE_VCLPLUGIN=svp
SAL_DISABLE_CUPS=1
export LD_LIBRARY_PATH FONTCONFIG_FILE SAL_USE_VCLPLUGIN SAL_DISABLE_CUPS
EOF
}

# extension compiles the sources in the folder extension to liblectern.so, against headers that a
# tool of the SDK generates from LibreOffice's types.
extension() {
    local sdk=$tree/usr/lib/libreoffice/sdk program=$bundle/program headers=$tree/headers
    LD_LIBRARY_PATH=$(library_path) "$sdk/bin/cppumaker.bin" -Gc "-O$headers" \
        "$program/types.rdb" "$program/types/offapi.rdb"
    # Deprecated interfaces are used, because they exist in all versions of LibreOffice.
    g++ -std=c++17 -O2 -Wall -Wextra -Werror -Wno-deprecated-declarations -fPIC -fvisibility=hidden -shared -s \
        -DUNX -DGCC -DLINUX -DCPPU_ENV=gcc3 -DNDEBUG \
        -I"$recipe/extension" -I"$recipe/../office" -isystem "$headers" -isystem "$tree/usr/include/libreoffice" \
        -o "$program/liblectern.so" "$recipe"/extension/*.cxx "$recipe"/extension/*/*.cxx \
        -L"$program" -lmergedlo -l:libuno_cppu.so.3 -l:libuno_cppuhelpergcc3.so.3 -l:libuno_sal.so.3 \
        -Wl,--allow-shlib-undefined
}

# library_path prints the search path of the dynamic linker for the unpacked tree. It includes the folders
# of blas and lapack, to which Debian's alternatives system would link.
library_path() {
    local folder path=$bundle/program
    for folder in "$tree"/usr/lib/*-linux-gnu* "$tree"/lib/*-linux-gnu* "$tree"/usr/lib/*-linux-gnu*/{blas,lapack}; do
        if [ -d "$folder" ]; then
            path+=:$folder
        fi
    done
    echo "$path"
}

# libraries copies the libraries that are opened at run time, and all that they and LibreOffice are
# linked against.
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

# fonts copies the fonts of fonts.txt and LecternUnseen.ttf, and creates a bold font for Chinese and Japanese and
# the fontconfig configuration.
fonts() {
    local pattern
    mkdir -p "$bundle/fonts"
    sed -E 's/#.*//; s/[[:space:]]+//g; /^$/d' "$recipe/fonts.txt" | while read -r pattern; do
        # shellcheck disable=SC2086  # the pattern must be expanded
        cp -L -- "$tree"/usr/share/fonts/truetype/$pattern "$bundle/fonts"
    done
    cp -- "$recipe/LecternUnseen.ttf" "$bundle/fonts"
    g++ -std=c++17 -O2 -Wall -Wextra -Werror -o "$tree/embolden" "$recipe/embolden.cxx"
    "$tree/embolden" "$bundle/fonts/DroidSansFallbackFull.ttf" "$bundle/fonts/DroidSansFallbackBold.ttf"
    sed "/<!-- rules -->/r /dev/stdin" "$recipe/fonts.conf" < <(rules) >"$bundle/fonts/fonts.conf"
}

# rules prints Debian's rules for the substitution of fonts, in order. They are included in one file, because
# fontconfig finds an included folder only in /etc/fonts or by its absolute path. Rules that read folders of
# the user or the machine are omitted.
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

# origins prints the names of the packages with files in the bundle. It compares only the names of the files,
# because no two packages contain a library or a font with the same name.
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

# describe writes the copyright files and, as the last file of the bundle, the version file.
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
