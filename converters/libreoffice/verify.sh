#!/usr/bin/env bash
#
# verify.sh BUNDLE: checks that the bundle converts a text, a spreadsheet and a presentation to PDF
# after it was moved to another folder, with an empty environment, and with its own fonts.

set -euo pipefail

bundle=${1:?usage: verify.sh BUNDLE}
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# documents writes one small document for each of the three applications.
documents() {
    printf '%s' '{\rtf1\ansi{\fonttbl{\f0 Calibri;}{\f1 Arial;}}\f0 Lectern \f1 reads \u20013?\u25991? \u-10916?\u-21139? \u888? {\b all \u-10916?\u-21139?} of {\b \u20013?\u25991?}.}' \
        >"$work/text.rtf"
    printf 'Quarter,Sales\nFirst,10\nSecond,20\n' >"$work/sheet.csv"
    cat >"$work/slides.fodp" <<'EOF'
<?xml version="1.0"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.presentation">
<office:body><office:presentation><draw:page draw:name="One">
<draw:frame svg:x="2cm" svg:y="2cm" svg:width="10cm" svg:height="3cm"><draw:text-box>
<text:p>Lectern</text:p></draw:text-box></draw:frame>
</draw:page></office:presentation></office:body></office:document>
EOF
}

# moved copies the bundle and prints the path of the copy, which contains a space and a non-ASCII letter.
moved() {
    local copy="$work/a moved cöpy"
    cp -al -- "$bundle" "$copy" 2>/dev/null || {
        rm -rf -- "$copy"
        cp -a -- "$bundle" "$copy"
    }
    echo "$copy"
}

# check NAME FONT…: checks that the PDF exists and contains the fonts.
check() {
    local pdf=$work/$1.pdf face
    if [ "$(head -c 5 "$pdf" 2>/dev/null)" != %PDF- ]; then
        echo "The bundled LibreOffice made no PDF of $1." >&2
        return 1
    fi
    for face in "${@:2}"; do
        if ! grep -aq "/BaseFont/[A-Z]*+$face" "$pdf"; then
            echo "The bundled LibreOffice did not use the face $face for $1." >&2
            return 1
        fi
    done
}

# extended checks that the extension exists and that the libraries that it is linked with are found.
extended() {
    if LD_LIBRARY_PATH="$bundle/program:$bundle/lib" ldd "$bundle/program/liblectern.so" | grep 'not found'; then
        echo "The extension of the bundled LibreOffice cannot be loaded." >&2
        return 1
    fi
}

extended
documents
copy=$(moved)
env -i HOME="$work/home" "$copy/program/soffice" --headless "-env:UserInstallation=file://$work/profile" \
    --convert-to pdf --outdir "$work" "$work/text.rtf" "$work/sheet.csv" "$work/slides.fodp" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    exit 1
}
check text Carlito LiberationSans-Bold DroidSansFallback DroidSansFallback-Bold NanumGothic NanumGothicBold LecternUnseen
check sheet
check slides
