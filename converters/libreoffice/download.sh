#!/usr/bin/env bash
#
# download.sh APT-DIRECTORY OUTPUT: downloads the packages of packages.txt and their dependencies, and
# creates links to the .deb files in OUTPUT.
#
# It uses apt as an ordinary user, with separate lists, archives and sources in APT-DIRECTORY, and changes
# nothing of the system. The list of installed packages is empty, so that apt downloads all dependencies.
# apt checks each file against the signed lists, resumes and retries downloads, and does not repeat
# complete ones. From the machine's configuration it uses the mirror and the settings under Acquire, such
# as the proxy.

set -euo pipefail

recipe=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
state=${1:?usage: download.sh APT-DIRECTORY OUTPUT}
output=${2:?usage: download.sh APT-DIRECTORY OUTPUT}
release=bookworm
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# machine_sources prints 'URI SUITE' for each source of this release in the machine's configuration, whatever
# the format of the configuration.
machine_sources() {
    # shellcheck disable=SC2016  # the variables are apt's
    apt-get indextargets --no-release-info --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Created-By: Packages' |
        awk -v release="$release" '$3 == "main" && index($2, release) == 1 && !seen[$1, $2]++ { print $1, $2 }'
}

# sources prints the sources list: the sources of the machine, and backports from the same mirror.
sources() {
    local configured mirror signed=
    configured=$(machine_sources)
    mirror=$(awk -v release="$release" '$2 == release { print $1; exit }' <<<"$configured")
    if [ -z "$mirror" ]; then
        echo "No Debian 12 ($release) mirror is configured in /etc/apt: add one, or put LibreOffice 25.2 or newer somewhere and name that folder in LECTERN_LIBREOFFICE." >&2
        return 1
    fi
    if [ -r "$keyring" ]; then
        signed="[signed-by=$keyring] "
    fi
    { echo "$configured" && echo "$mirror $release-backports"; } | sort -u |
        while read -r uri suite; do
            echo "deb $signed$uri $suite main"
        done
}

# configuration prints the configuration of apt. apt reads no other configuration, so that the machine's hooks
# (such as removing archives or indexing applications) do not run.
configuration() {
    apt-config dump Acquire
    cat <<EOF
Dir::Etc::main "/dev/null";
Dir::Etc::parts "/dev/null";
Dir::Etc::sourcelist "$state/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::State "$state";
Dir::State::status "$state/status";
Dir::State::lists "$state/lists";
Dir::Cache "$state";
Dir::Cache::archives "$state/archives";
Dir::Log "$state";
APT::Sandbox::User "";
APT::Install-Recommends "false";
APT::Default-Release "$release-backports";
Acquire::Retries "5";
Acquire::Languages "none";
Acquire::http::Timeout "30";
Acquire::https::Timeout "30";
EOF
}

# archives prints the file names of the packages and their dependencies. It sets an empty folder of archives,
# because apt omits packages that were downloaded already.
archives() {
    apt-get install -qq --yes --print-uris -o Dir::Cache::archives="$state/none" "${packages[@]}" |
        awk '{ print $2 }'
}

mapfile -t packages < <(sed -E 's/#.*//; s/[[:space:]]+//g; /^$/d' "$recipe/packages.txt")
mkdir -p "$state/lists/partial" "$state/archives/partial" "$state/none/partial" "$output"
: >"$state/status"
sources >"$state/sources.list"
configuration >"$state/apt.conf"
export APT_CONFIG=$state/apt.conf

apt-get update -qq
archives >"$state/closure"
apt-get install -qq --yes --download-only "${packages[@]}"
while read -r archive; do
    ln -s "$state/archives/$archive" "$output/$archive"
done <"$state/closure"
