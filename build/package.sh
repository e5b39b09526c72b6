#!/usr/bin/env bash
#
# package.sh FOLDER: creates the packages in FOLDER from the contents of build/bin and build/libreoffice:
#
#   lectern_VERSION_ARCHITECTURE.deb
#   lectern-VERSION-linux-ARCHITECTURE.tar.zst   portable archive, runs from any folder
#
# The packages are reproducible: the same commit results in the same bytes. Files are sorted by name, belong to root,
# and have the time of the commit.

set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
output=${1:?usage: package.sh FOLDER}
architecture=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
umask 022
export LC_ALL=C SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)

# package_version prints the program's version with the date of the commit added, so that Debian regards a later build
# as newer. Example: 0.9.0+git20260301.1a2b3c4d.
package_version() {
    local described
    described=$(build/bin/lectern version | sed 's/^lectern //')
    echo "${described%%+*}+git$(TZ=UTC git log -1 --format=%cd --date=format-local:%Y%m%d).${described#*+}"
}

# copy_programs FOLDER copies the programs and the bundled LibreOffice. The programs expect LibreOffice in the folder
# that contains them.
copy_programs() {
    mkdir -p "$1"
    install -m 755 -t "$1" build/bin/lectern build/bin/lectern-converter build/bin/lectern-desktop
    cp -a -- build/libreoffice "$1/libreoffice"
}

# write_shared_files FOLDER ZSH FISH writes the files for desktops and shells to FOLDER, which corresponds to
# /usr/share: desktop entry, icons, MIME types, manual pages and completions. ZSH and FISH are the folders below it for
# the completions of these shells, whose names depend on the system.
write_shared_files() {
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

# copy_licences FOLDER copies the licence and the notices of third-party software.
copy_licences() {
    install -D -m 644 -t "$1" LICENSE NOTICE.md
}

# normalize_metadata FOLDER sets the times of all files to the time of the commit, and makes their modes independent of
# the user who builds.
normalize_metadata() {
    chmod -R u=rwX,go=rX -- "$1"
    find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

# debian_dependencies prints the Debian packages that contain the shared libraries of the programs. lectern-desktop
# needs WebKitGTK, and the other programs need only the C library.
debian_dependencies() {
    mkdir -p "$work/shlibs/debian"
    echo 'Source: lectern' >"$work/shlibs/debian/control"
    (cd "$work/shlibs" && dpkg-shlibdeps -O --warnings=0 "$work/deb/usr/lib/lectern/lectern" \
        "$work/deb/usr/lib/lectern/lectern-converter" "$work/deb/usr/lib/lectern/lectern-desktop") |
        sed 's/^shlibs:Depends=//'
}

# build_deb creates the Debian package.
build_deb() {
    local root=$work/deb name
    copy_programs "$root/usr/lib/lectern"
    mkdir -p "$root/usr/bin" "$root/DEBIAN"
    ln -s ../lib/lectern/lectern ../lib/lectern/lectern-desktop "$root/usr/bin"
    write_shared_files "$root/usr/share" zsh/vendor-completions fish/vendor_completions.d
    rm "$root/usr/share/man/man1/lectern-desktop.1"
    gzip -9n "$root/usr/share/man/man1/lectern.1"
    ln -s lectern.1.gz "$root/usr/share/man/man1/lectern-desktop.1.gz"
    copy_licences "$root/usr/share/doc/lectern"
    mv "$root/usr/share/doc/lectern/NOTICE.md" "$root/usr/share/doc/lectern/copyright"
    install -D -m 644 -t "$root/usr/lib/systemd/system" build/package/lectern.service
    install -D -m 644 build/package/lectern-user.service "$root/usr/lib/systemd/user/lectern.service"
    install -D -m 644 -t "$root/etc/lectern" build/package/serve.json
    echo /etc/lectern/serve.json >"$root/DEBIAN/conffiles"
    for name in postinst prerm postrm; do
        install -m 755 "build/package/$name" "$root/DEBIAN/$name"
    done
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
    sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@DEPENDS@/$(debian_dependencies)/" \
        -e "s/@SIZE@/$(du -s --apparent-size -k "$root" | cut -f 1)/" build/package/control >"$root/DEBIAN/control"
    normalize_metadata "$root"
    dpkg-deb --root-owner-group --threads-max=2 -Zzstd -z16 --build "$root" "$output/lectern_${version}_$architecture.deb" >/dev/null
}

# build_portable creates the portable archive.
build_portable() {
    local name=lectern-$version-linux-$architecture
    local root=$work/portable/$name
    copy_programs "$root"
    write_shared_files "$root/share" zsh/site-functions fish/vendor_completions.d
    copy_licences "$root"
    install -m 644 build/package/PORTABLE.md "$root/README.md"
    normalize_metadata "$work/portable"
    tar --directory "$work/portable" --sort=name --owner=0 --group=0 --numeric-owner --format=gnu --create "$name" |
        zstd --quiet -12 --long=27 -T2 --force -o "$output/$name.tar.zst"
}

version=$(package_version)
mkdir -p "$output"
output=$(cd "$output" && pwd)
echo "Creating the packages of Lectern $version in $output" >&2
build_deb
build_portable
