#!/usr/bin/env bash
#
# proof.sh FOLDER: tests the packages in FOLDER. Run it as root. It installs each package in its own minimal Debian 12
# system, uses Lectern there as an ordinary user (trial.sh), removes the package, and compares the names of all files
# with those before the installation. It also tests the systemd service (unit.sh).
#
# Such a system is a folder for chroot, called a root file system below. debootstrap creates it once. It is kept in the
# cache folder, ${XDG_CACHE_HOME:-~/.cache}/lectern, together with the packages that apt downloads, so that the next run
# needs half the time. All mounts are in a separate mount namespace: they are invisible to the rest of the machine, and
# end with the script.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(cd "${1:?usage: proof.sh FOLDER}" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/lectern
bare=$cache/debian-12-$(dpkg --print-architecture).tar.zst

if [ "$(id -u)" != 0 ]; then
    echo "The test of the packages must run as root: sudo make proof" >&2
    exit 1
fi
if [ -z "${LECTERN_PROOF:-}" ]; then
    LECTERN_PROOF=1 exec unshare --mount --propagation private "$0" "$folder"
fi
export LC_ALL=C
work=$(mktemp -d /var/tmp/lectern-proof-XXXXXX)
trap 'cleanup' EXIT

# cleanup unmounts everything in the working folder, and then deletes the folder.
cleanup() {
    local at
    awk -v work="$work/" 'index($2, work) == 1 { print $2 }' /proc/self/mounts | sort -r | while read -r at; do
        umount --lazy "$at"
    done
    rm -rf --one-file-system -- "$work"
}

print_heading() {
    printf '\n== %s\n' "$*"
}

# debian_mirror prints the address from which this machine installs packages of Debian 12.
debian_mirror() {
    # shellcheck disable=SC2016  # apt-get expands the variables
    apt-get indextargets --no-release-info --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' |
        awk '$2 == "bookworm" { print $1; exit }'
}

# create_base creates the archive of the minimal Debian 12 that every test starts from. It has a user 'reader' with a
# home folder.
create_base() {
    local from
    from=$(debian_mirror)
    echo "Creating a minimal Debian 12 from $from (only once for this user)" >&2
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

# create_root NAME creates a root file system from the archive, sets the variable root to its folder, and mounts /proc,
# /dev, /tmp and the cache of apt in it.
create_root() {
    root=$work/$1
    mkdir -p "$root" "$cache/bookworm-archives/partial"
    tar --directory "$root" --extract --file "$bare"
    mount --bind "$root" "$root" # pivot_root requires a mount point
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

# run_online COMMAND… runs a command in the root file system with access to the Debian mirror: it has the DNS and proxy
# settings of this machine during the command.
run_online() {
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

# list_files prints the names of all files in the root file system. It leaves out the home folder of the user, and the
# caches, logs and lists that apt and dpkg keep after a package is removed.
list_files() {
    (cd "$root" && find . -xdev \( -path ./home/reader -o -path ./var/cache -o -path ./var/log -o -path './var/lib/dpkg/*-old' \
        -o -path ./var/lib/apt -o -path ./etc/resolv.conf -o -path ./mnt \) -prune -o -print | sort)
}

# run_trial WINDOW PROGRAMS runs trial.sh in new namespaces. All processes in them are killed when it ends.
run_trial() {
    unshare --mount-proc --net --pid --fork --kill-child "$here/trial.sh" "$root" "$@"
}

# check_leftovers BEFORE fails if there is a file that is not in the list BEFORE, or whose name contains 'lectern'.
check_leftovers() {
    list_files >"$root.after"
    if comm -13 "$1" "$root.after" | grep .; then
        echo "The files above were left behind by Lectern or its dependencies." >&2
        return 1
    fi
    if (cd "$root" && find . -xdev -path ./home/reader -prune -o -path ./var/log -prune -o -iname '*lectern*' -print | grep .); then
        echo "The files above belong to Lectern, and were left behind." >&2
        return 1
    fi
    echo "No program files are left. The home folder still contains the library and the data of WebKit:" \
        "$(cd "$root/home/reader" && find . -mindepth 1 -iname '*lectern*' -prune -printf '%P ')"
    test -s "$root/home/reader/.local/share/lectern/lectern.db"
}

# list_packages prints the names of the packages that are installed in the root file system.
list_packages() {
    # shellcheck disable=SC2016  # dpkg-query expands the variable
    chroot "$root" dpkg-query --show --showformat '${Package}\n' | sort
}

# record_dependency_leftovers PACKAGE creates a root file system, installs and removes the dependencies of a package in
# it, and writes the names of all files to the file $without_files. Some Debian packages leave files behind when they
# are removed, such as folders of systemd.
record_dependency_leftovers() {
    local brought
    create_root without
    list_packages >"$root.packages"
    run_online apt-get update
    run_online apt-get satisfy --yes --no-install-recommends "$(dpkg-deb --field "$1" Depends)"
    mapfile -t brought < <(list_packages | comm -13 "$root.packages" -)
    run_online apt-get purge --yes "${brought[@]}"
    without_files=$root.files
    list_files >"$without_files"
}

# test_deb tests the Debian package.
test_deb() {
    local package
    package=$(find "$folder" -name 'lectern_*.deb')
    print_heading "$(basename "$package"), $(stat -c %s "$package" | awk '{ printf "%.0f MB", $1 / 1e6 }')," \
        "in a minimal Debian 12"
    diff -u "$here/files.txt" <(dpkg-deb --fsys-tarfile "$package" | tar --list | sed -e '\|/libreoffice/.|d' -e 's|^\.||' -e 's|/$||' | sort)
    record_dependency_leftovers "$package"
    create_root deb
    cp "$package" "$root/tmp/lectern.deb"
    run_online apt-get update
    run_online apt-get install --yes --no-install-recommends /tmp/lectern.deb
    # shellcheck disable=SC2016  # dpkg-query expands the variable
    chroot "$root" dpkg-query --show --showformat '${Installed-Size}\n' lectern | awk '{ printf "installed: %.0f MB", $1 * 1024 / 1e6 }'
    list_packages | comm -13 "$work/without.packages" - | grep -cvx lectern |
        awk '{ printf ", and %s other packages for WebKitGTK\n", $1 }'
    run_trial window /usr/bin
    run_online apt-get purge --yes lectern
    run_online apt-get autoremove --purge --yes
    rm "$root/tmp/lectern.deb"
    check_leftovers "$without_files"
}

# test_portable tests the portable archive.
test_portable() {
    local archive programs="/home/reader/any folder, even with ümlauts"
    archive=$(find "$folder" -name 'lectern-*.tar.zst')
    print_heading "$(basename "$archive"), $(stat -c %s "$archive" | awk '{ printf "%.0f MB", $1 / 1e6 }')," \
        "in a minimal Debian 12 without WebKitGTK"
    create_root portable
    list_files >"$root.before"
    mkdir "$root$programs"
    tar --directory "$root$programs" --strip-components 1 --extract --file "$archive"
    run_trial none "$programs"
    rm -r "${root:?}$programs"
    check_leftovers "$root.before"
}

# test_unit tests the systemd service of the Debian package in a container that systemd boots.
test_unit() {
    print_heading "The systemd service, in a container booted by systemd"
    create_root unit
    cp "$(find "$folder" -name 'lectern_*.deb')" "$root/tmp/lectern.deb"
    run_online apt-get update
    run_online apt-get install --yes --no-install-recommends systemd /tmp/lectern.deb
    unshare --mount-proc --net --pid --fork --kill-child "$here/unit.sh" "$root"
}

if [ ! -e "$bare" ]; then
    create_base
fi
test_deb
test_portable
test_unit
print_heading "Both packages work in a minimal system, and leave no files behind. The systemd service works."
