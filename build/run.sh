#!/usr/bin/env bash
#
# run.sh: starts what was built: the window where there is a display, else the server. The first
# time on a library it posts the sample documents and prints a key and an address to read one; the
# server adds the sample templates itself.
#
# LECTERN_DATA, LECTERN_ADDR and the other variables of 'lectern serve --help' are respected.
# Ctrl-C ends it.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
lectern=$root/build/bin/lectern
export LECTERN_DATA=${LECTERN_DATA:-${XDG_DATA_HOME:-$HOME/.local/share}/lectern}
export LECTERN_SAMPLES=${LECTERN_SAMPLES:-true}
posted=$LECTERN_DATA/samples-posted
instance=$LECTERN_DATA/instance.json # how a running Lectern is reached, written by itself

# field NAME prints the text that has this name in the JSON object on standard input.
field() {
    sed -nE 's/.*"'"$1"'":"?([^",}]+).*/\1/p'
}

# reached NAME prints a field of the instance file, or nothing while there is none.
reached() {
    if [ -e "$instance" ]; then
        field "$1" <"$instance"
    fi
}

# api KEY PATH ARGUMENT… posts to the running server.
api() {
    local key=$1 path=$2
    shift 2
    # The key goes through a file descriptor: arguments can be read by every user.
    curl --silent --show-error --fail --config <(printf 'header = "Authorization: %s"\n' "$key") \
        --request POST "$@" "$(reached apiBase)$path"
}

# post_samples fills the new library and prints what a newcomer needs.
post_samples() {
    local key name id letter
    key=$("$lectern" key create "first key")
    for name in guide.pdf budget.xlsx letter.docx; do
        id=$(api "$key" /document/upload --form "file=@$root/backend/samples/$name" | field id)
        letter=$id
    done
    touch "$posted"
    cat <<EOF

  Three sample documents and three templates are in your library.
  API base    $(reached apiBase)
  Key         $key   (shown this once)
  Read one    $(api "$key" "/session?documentId=$letter" | field viewerURL)

EOF
}

# welcome waits until the server, which this process becomes, can be reached. Then it prints the address and, at the
# first start, posts the samples.
welcome() {
    until [ "$(reached pid)" = $$ ]; do
        if ! kill -0 $$ 2>/dev/null; then
            return
        fi
        sleep 0.1
    done
    if [ -e "$posted" ]; then
        printf '\n  API base    %s\n  New key     %s key create NAME\n\n' "$(reached apiBase)" "$lectern"
    else
        post_samples
    fi
}

url=$(reached url)
if [ -n "$url" ] && curl --silent --fail --max-time 5 --output /dev/null "$url/healthz"; then
    echo "Lectern is running on this library already ($LECTERN_DATA): $url"
    exit 0
fi
(welcome &) # no child of the program that this process becomes
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$root/build/bin/lectern-desktop"
fi
exec "$lectern" serve
