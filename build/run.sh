#!/usr/bin/env bash
#
# run.sh: starts the programs in build/bin: the desktop window if there is a display, otherwise the server. When it is
# run with a new library, it uploads the sample documents, and prints an API key and the address of a document. The
# server itself adds the sample templates.
#
# LECTERN_DATA, LECTERN_ADDR and the other environment variables in 'lectern serve --help' apply. Press Ctrl-C to stop.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
lectern=$root/build/bin/lectern
export LECTERN_DATA=${LECTERN_DATA:-${XDG_DATA_HOME:-$HOME/.local/share}/lectern}
export LECTERN_SAMPLES=${LECTERN_SAMPLES:-true}
posted=$LECTERN_DATA/samples-posted
instance=$LECTERN_DATA/instance.json # address and process id, written by the running Lectern

# json_field NAME prints the value of a field of the JSON object on standard input.
json_field() {
    sed -nE 's/.*"'"$1"'":"?([^",}]+).*/\1/p'
}

# instance_field NAME prints a field of the instance file, or nothing if the file does not exist.
instance_field() {
    if [ -e "$instance" ]; then
        json_field "$1" <"$instance"
    fi
}

# api_post KEY PATH ARGUMENT… sends a POST request to the running server. The arguments are passed to curl.
api_post() {
    local key=$1 path=$2
    shift 2
    # Pass the key through a file descriptor, because every user of the machine can read arguments.
    curl --silent --show-error --fail --config <(printf 'header = "Authorization: %s"\n' "$key") \
        --request POST "$@" "$(instance_field apiBase)$path"
}

# upload_samples uploads the sample documents to the new library, and prints how to use it.
upload_samples() {
    local key name id letter
    key=$("$lectern" key create "first key")
    for name in guide.pdf budget.xlsx letter.docx; do
        id=$(api_post "$key" /document/upload --form "file=@$root/backend/samples/$name" | json_field id)
        letter=$id
    done
    touch "$posted"
    cat <<EOF

  Three sample documents and three templates are in your library.
  API base    $(instance_field apiBase)
  Key         $key   (not shown again)
  Read one    $(api_post "$key" "/session?documentId=$letter" | json_field viewerURL)

EOF
}

# print_welcome waits until the server accepts requests, and prints its address. At the first start it also uploads the
# samples. The server has the process id of this script ($$), because exec replaces the script with the server.
print_welcome() {
    until [ "$(instance_field pid)" = $$ ]; do
        if ! kill -0 $$ 2>/dev/null; then
            return
        fi
        sleep 0.1
    done
    if [ -e "$posted" ]; then
        printf '\n  API base    %s\n  New key     %s key create NAME\n\n' "$(instance_field apiBase)" "$lectern"
    else
        upload_samples
    fi
}

url=$(instance_field url)
if [ -n "$url" ] && curl --silent --fail --max-time 5 --output /dev/null "$url/healthz"; then
    echo "Lectern is already running with this library ($LECTERN_DATA): $url"
    exit 0
fi
(print_welcome &) # in a subshell, so that it does not become a child process of the server
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$root/build/bin/lectern-desktop"
fi
exec "$lectern" serve
