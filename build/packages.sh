#!/usr/bin/env bash
#
# packages.sh NAME…: installs those of the Debian packages that are missing, and says so before.
# As root it calls apt-get, as an ordinary user through sudo; where neither is possible it says
# what to install.

set -euo pipefail

# missing NAME… prints those that are not installed.
missing() {
    local name installed
    # shellcheck disable=SC2016  # the variables are dpkg's
    installed=$(dpkg-query --show --showformat='${db:Status-Abbrev} ${Package}\n' "$@" 2>/dev/null |
        sed -n 's/^ii  //p') || true
    for name in "$@"; do
        if ! grep -qx "$name" <<<"$installed"; then
            echo "$name"
        fi
    done
}

# apt ARGUMENT… runs apt-get as root, without questions.
apt() {
    local command=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600 "$@")
    if [ "$(id -u)" != 0 ]; then
        command=(sudo "${command[@]}")
    fi
    "${command[@]}" </dev/null >&2
}

mapfile -t wanted < <(missing "$@")
if [ ${#wanted[@]} = 0 ]; then
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    echo "This is not a Debian machine. Please install what corresponds to: ${wanted[*]}" >&2
    exit 1
fi
if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
    echo "These packages are missing, and only root can install them: apt-get install ${wanted[*]}" >&2
    exit 1
fi
echo "Installing with apt-get: ${wanted[*]}" >&2
# The lists may be missing, or so old that what they name is gone.
if ! apt install --yes --no-install-recommends "${wanted[@]}" 2>/dev/null; then
    apt update
    apt install --yes --no-install-recommends "${wanted[@]}"
fi
