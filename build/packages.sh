#!/usr/bin/env bash
#
# packages.sh NAME…: prints the names of the Debian packages that are missing, and installs them. An ordinary user needs
# sudo for that. Without sudo or apt-get it only prints which packages to install, and fails.

set -euo pipefail

# missing_packages NAME… prints the names of the packages that are not installed.
missing_packages() {
    local name installed
    # shellcheck disable=SC2016  # dpkg-query expands the variables
    installed=$(dpkg-query --show --showformat='${db:Status-Abbrev} ${Package}\n' "$@" 2>/dev/null |
        sed -n 's/^ii  //p') || true
    for name in "$@"; do
        if ! grep -qx "$name" <<<"$installed"; then
            echo "$name"
        fi
    done
}

# run_apt ARGUMENT… runs apt-get as root without prompts.
run_apt() {
    local command=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600 "$@")
    if [ "$(id -u)" != 0 ]; then
        command=(sudo "${command[@]}")
    fi
    "${command[@]}" </dev/null >&2
}

mapfile -t wanted < <(missing_packages "$@")
if [ ${#wanted[@]} = 0 ]; then
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    echo "apt-get is missing. Install the packages that correspond to these Debian packages: ${wanted[*]}" >&2
    exit 1
fi
if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
    echo "Packages are missing. Run this command as root: apt-get install ${wanted[*]}" >&2
    exit 1
fi
echo "Installing with apt-get: ${wanted[*]}" >&2
# If the first attempt fails, the package lists may be missing or outdated: update them and try again.
if ! run_apt install --yes --no-install-recommends "${wanted[@]}" 2>/dev/null; then
    run_apt update
    run_apt install --yes --no-install-recommends "${wanted[@]}"
fi
