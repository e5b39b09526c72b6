#!/usr/bin/env bash
#
# package.sh FOLDER: makes the packages in FOLDER, of what is in build/bin and build/libreoffice:
#
#   lectern_VERSION_ARCHITECTURE.deb
#   lectern-VERSION-linux-ARCHITECTURE.tar.zst   runs from any folder
#
# The same commit gives the same bytes: files are in the order of their names, belong to root, and
# have the time of the commit.

set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
output=${1:?usage: package.sh FOLDER}
architecture=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
umask 022
export LC_ALL=C SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)

# version prints that of the program with the date of the commit, so that a later build is a newer version for Debian:
# 0.9.0+git20260301.1a2b3c4d.
version() {
    local described
    described=$(build/bin/lectern version | sed 's/^lectern //')
    echo "${described%%+*}+git$(TZ=UTC git log -1 --format=%cd --date=format-local:%Y%m%d).${described#*+}"
}

# programs FOLDER: the programs and their LibreOffice, which they find beside them.
programs() {
    mkdir -p "$1"
    install -m 755 -t "$1" build/bin/lectern build/bin/lectern-converter build/bin/lectern-desktop
    cp -a -- build/libreoffice "$1/libreoffice"
}

# shared FOLDER ZSH FISH: what a desktop and shells look for in FOLDER; the two shells have their
# completions in folders of other names on different systems.
shared() {
    local to=$1
    install -D -m 644 -t "$to/applications" build/lectern.desktop
    install -D -m 644 -t "$to/icons/hicolor/scalable/apps" build/lectern.svg
    go run ./build/icons hicolor "$to/icons/hicolor"
    install -D -m 644 -t "$to/mime/packages" build/package/lectern.xml
    mkdir -p "$to/man/man1" "$to/bash-completion/completions" "$to/$2" "$to/$3"
    build/bin/lectern manual >"$to/man/man1/lectern.1"
    build/bin/lectern completion bash >"$to/bash-completion/completions/lectern"
    build/bin/lectern completion zsh >"$to/$2/_lectern"
    build/bin/lectern completion fish >"$to/$3/lectern.fish"
    ln -s lectern.1 "$to/man/man1/lectern-desktop.1"
    ln -s lectern "$to/bash-completion/completions/lectern-desktop"
    ln -s lectern.fish "$to/$3/lectern-desktop.fish"
}

# licences FOLDER
licences() {
    install -D -m 644 -t "$1" LICENSE NOTICE.md
}

# dated FOLDER gives all in it the time of the commit, and modes that owe nothing to who builds.
dated() {
    chmod -R u=rwX,go=rX -- "$1"
    find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

# depends prints the packages that the programs need of Debian, found by what they are linked with;
# lectern-desktop needs WebKitGTK, the others the C library.
depends() {
    mkdir -p "$work/shlibs/debian"
    echo 'Source: lectern' >"$work/shlibs/debian/control"
    (cd "$work/shlibs" && dpkg-shlibdeps -O --warnings=0 "$work/deb/usr/lib/lectern/lectern" \
        "$work/deb/usr/lib/lectern/lectern-converter" "$work/deb/usr/lib/lectern/lectern-desktop") |
        sed 's/^shlibs:Depends=//'
}

deb() {
    local root=$work/deb name
    programs "$root/usr/lib/lectern"
    mkdir -p "$root/usr/bin" "$root/DEBIAN"
    ln -s ../lib/lectern/lectern ../lib/lectern/lectern-desktop "$root/usr/bin"
    shared "$root/usr/share" zsh/vendor-completions fish/vendor_completions.d
    rm "$root/usr/share/man/man1/lectern-desktop.1"
    gzip -9n "$root/usr/share/man/man1/lectern.1"
    ln -s lectern.1.gz "$root/usr/share/man/man1/lectern-desktop.1.gz"
    licences "$root/usr/share/doc/lectern"
    mv "$root/usr/share/doc/lectern/NOTICE.md" "$root/usr/share/doc/lectern/copyright"
    install -D -m 644 -t "$root/usr/lib/systemd/system" build/package/lectern.service
    install -D -m 644 build/package/lectern-user.service "$root/usr/lib/systemd/user/lectern.service"
    install -D -m 644 -t "$root/etc/lectern" build/package/serve.json
    echo /etc/lectern/serve.json >"$root/DEBIAN/conffiles"
    for name in postinst prerm postrm; do
        install -m 755 "build/package/$name" "$root/DEBIAN/$name"
    done
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
    sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@DEPENDS@/$(depends)/" \
        -e "s/@SIZE@/$(du -s --apparent-size -k "$root" | cut -f 1)/" build/package/control >"$root/DEBIAN/control"
    dated "$root"
    dpkg-deb --root-owner-group --threads-max=2 -Zzstd -z16 --build "$root" "$output/lectern_${version}_$architecture.deb" >/dev/null
}

portable() {
    local name=lectern-$version-linux-$architecture
    local root=$work/portable/$name
    programs "$root"
    shared "$root/share" zsh/site-functions fish/vendor_completions.d
    licences "$root"
    install -m 644 build/package/PORTABLE.md "$root/README.md"
    dated "$work/portable"
    tar --directory "$work/portable" --sort=name --owner=0 --group=0 --numeric-owner --format=gnu --create "$name" |
        zstd --quiet -12 --long=27 -T2 --force -o "$output/$name.tar.zst"
}

version=$(version)
mkdir -p "$output"
output=$(cd "$output" && pwd)
echo "Making the packages of Lectern $version in $output" >&2
deb
portable
