#!/usr/bin/env bash
#
# proof.sh FOLDER: proves the packages in FOLDER in bare Debian 12 roots, as root: each is brought into
# a root in which nothing else is installed, tried by an ordinary user (trial.sh), and taken away
# again, after which the names of all files are compared with those before.
#
# The root is made by debootstrap once, and kept in the cache folder
# (${XDG_CACHE_HOME:-~/.cache}/lectern), as are the packages that apt downloads; so a second run needs
# half of the time. Mounts are in a namespace of their own: the machine sees none of them, and all are gone at the end.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(cd "${1:?usage: proof.sh FOLDER}" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/lectern
bare=$cache/debian-12-$(dpkg --print-architecture).tar.zst

if [ "$(id -u)" != 0 ]; then
    echo "A root of Debian can be made and entered by root only: sudo make proof" >&2
    exit 1
fi
if [ -z "${LECTERN_PROOF:-}" ]; then
    LECTERN_PROOF=1 exec unshare --mount --propagation private "$0" "$folder"
fi
export LC_ALL=C
work=$(mktemp -d /var/tmp/lectern-proof-XXXXXX)
trap 'leave' EXIT

# leave takes all mounts away, and then the files.
leave() {
    local at
    awk -v work="$work/" 'index($2, work) == 1 { print $2 }' /proc/self/mounts | sort -r | while read -r at; do
        umount --lazy "$at"
    done
    rm -rf --one-file-system -- "$work"
}

say() {
    printf '\n== %s\n' "$*"
}

# mirror prints where the machine has Debian 12 from.
mirror() {
    # shellcheck disable=SC2016  # the variables are apt's
    apt-get indextargets --no-release-info --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' |
        awk '$2 == "bookworm" { print $1; exit }'
}

# make_bare makes the root that all others are copies of, with a person who has a home in it.
make_bare() {
    local from
    from=$(mirror)
    echo "Making a bare Debian 12 of $from, once for this user" >&2
    debootstrap --variant=minbase bookworm "$work/bare" "$from" >"$work/debootstrap.log" || {
        tail -n 5 "$work/debootstrap.log" >&2
        return 1
    }
    chroot "$work/bare" useradd --create-home --shell /bin/bash reader
    rm -f "$work"/bare/var/cache/apt/archives/*.deb
    mkdir -p "$cache"
    tar --directory "$work/bare" --create . | zstd --quiet -3 -T2 --force -o "$bare.new"
    mv "$bare.new" "$bare"
    rm -rf "$work/bare"
}

# enter NAME makes a root, sets root to its folder, and mounts what a running system has.
enter() {
    root=$work/$1
    mkdir -p "$root" "$cache/bookworm-archives/partial"
    tar --directory "$root" --extract --file "$bare"
    mount --bind "$root" "$root" # a root is a mount
    mount -t proc proc "$root/proc"
    mount -t tmpfs -o mode=755 dev "$root/dev"
    local device
    for device in null zero full random urandom tty; do
        touch "$root/dev/$device"
        mount --bind "/dev/$device" "$root/dev/$device"
    done
    mkdir "$root/dev/shm"
    mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
    mount -t tmpfs -o mode=1777 tmp "$root/tmp"
    mount --bind "$cache/bookworm-archives" "$root/var/cache/apt/archives"
}

# online COMMAND… runs a command in the root with the machine's way to the mirror.
online() {
    mount -t tmpfs etc "$root/mnt"
    apt-config dump Acquire >"$root/mnt/apt.conf"
    cp -L /etc/resolv.conf "$root/mnt/resolv.conf"
    touch "$root/etc/resolv.conf"
    mount --bind "$root/mnt/resolv.conf" "$root/etc/resolv.conf"
    chroot "$root" env DEBIAN_FRONTEND=noninteractive APT_CONFIG=/mnt/apt.conf PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        "$@" >>"$root.log" 2>&1 </dev/null || {
        tail -n 20 "$root.log" >&2
        return 1
    }
    umount "$root/etc/resolv.conf" "$root/mnt"
}

# files prints the names of all files of the root, but for the person's and for what apt and dpkg write down about
# every package that ever was: caches, logs, lists.
files() {
    (cd "$root" && find . -xdev \( -path ./home/reader -o -path ./var/cache -o -path ./var/log -o -path './var/lib/dpkg/*-old' \
        -o -path ./var/lib/apt -o -path ./etc/resolv.conf -o -path ./mnt \) -prune -o -print | sort)
}

# try WINDOW PROGRAMS: trial.sh in namespaces of its own; all processes in them end with it.
try() {
    unshare --mount-proc --net --pid --fork --kill-child "$here/trial.sh" "$root" "$@"
}

# no_trace BEFORE fails where a file is there that was not before, or bears the program's name.
no_trace() {
    files >"$root.after"
    if comm -13 "$1" "$root.after" | grep .; then
        echo "These files were not there without Lectern." >&2
        return 1
    fi
    if (cd "$root" && find . -xdev -path ./home/reader -prune -o -path ./var/log -prune -o -iname '*lectern*' -print | grep .); then
        echo "These files of the program are left." >&2
        return 1
    fi
    echo "No file of the program is left. The home keeps the library, and what the window's WebKit has kept:" \
        "$(cd "$root/home/reader" && find . -mindepth 1 -iname '*lectern*' -prune -printf '%P ')"
    test -s "$root/home/reader/.local/share/lectern/lectern.db"
}

# packages prints the names of those that are installed in the root.
packages() {
    # shellcheck disable=SC2016  # the variable is dpkg's
    chroot "$root" dpkg-query --show --showformat '${Package}\n' | sort
}

# without PACKAGE makes a root in which what the package depends on was installed and removed, and puts the
# names of the files into without_files: removed packages of Debian leave some, systemd's folders among them.
without() {
    local brought
    enter without
    packages >"$root.packages"
    online apt-get update
    online apt-get satisfy --yes --no-install-recommends "$(dpkg-deb --field "$1" Depends)"
    mapfile -t brought < <(packages | comm -13 "$root.packages" -)
    online apt-get purge --yes "${brought[@]}"
    without_files=$root.files
    files >"$without_files"
}

prove_deb() {
    local package
    package=$(find "$folder" -name 'lectern_*.deb')
    say "$(basename "$package"), $(stat -c %s "$package" | awk '{ printf "%.0f MB", $1 / 1e6 }'), in a bare Debian 12"
    diff -u "$here/files.txt" <(dpkg-deb --fsys-tarfile "$package" | tar --list | sed -e '\|/libreoffice/.|d' -e 's|^\.||' -e 's|/$||' | sort)
    without "$package"
    enter deb
    cp "$package" "$root/tmp/lectern.deb"
    online apt-get update
    online apt-get install --yes --no-install-recommends /tmp/lectern.deb
    # shellcheck disable=SC2016  # the variable is dpkg's
    chroot "$root" dpkg-query --show --showformat '${Installed-Size}\n' lectern | awk '{ printf "installed: %.0f MB", $1 * 1024 / 1e6 }'
    packages | comm -13 "$work/without.packages" - | grep -cvx lectern | awk '{ printf ", and %s packages that WebKitGTK brings\n", $1 }'
    try window /usr/bin
    online apt-get purge --yes lectern
    online apt-get autoremove --purge --yes
    rm "$root/tmp/lectern.deb"
    no_trace "$without_files"
}

prove_portable() {
    local archive programs="/home/reader/any folder, even with ümlauts"
    archive=$(find "$folder" -name 'lectern-*.tar.zst')
    say "$(basename "$archive"), $(stat -c %s "$archive" | awk '{ printf "%.0f MB", $1 / 1e6 }'), in a bare Debian 12 without WebKitGTK"
    enter portable
    files >"$root.before"
    mkdir "$root$programs"
    tar --directory "$root$programs" --strip-components 1 --extract --file "$archive"
    try none "$programs"
    rm -r "${root:?}$programs"
    no_trace "$root.before"
}

# prove_unit has systemd run the server of the package.
prove_unit() {
    say "The unit for systemd, in a container that systemd has started"
    enter unit
    cp "$(find "$folder" -name 'lectern_*.deb')" "$root/tmp/lectern.deb"
    online apt-get update
    online apt-get install --yes --no-install-recommends systemd /tmp/lectern.deb
    unshare --mount-proc --net --pid --fork --kill-child "$here/unit.sh" "$root"
}

if [ ! -e "$bare" ]; then
    make_bare
fi
prove_deb
prove_portable
prove_unit
say "Both packages work where nothing else is installed, and leave nothing; systemd runs the server."
