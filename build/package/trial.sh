#!/usr/bin/env bash
#
# trial.sh ROOT window|none PROGRAMS: tests Lectern in the root file system ROOT as the user 'reader', with the programs
# in its folder PROGRAMS: 'lectern doctor', a conversion of each file type, a server with a session and its pages, and
# with 'window' the desktop window on a display of this machine. Tools such as curl are run from this machine, because
# ROOT does not contain them. proof.sh starts this script in new namespaces for mounts, processes and the network.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
samples=$here/../../backend/samples
# shellcheck source=build/package/asking.sh
source "$here/asking.sh"
root=$1
window=$2
programs=$3
mount -t proc proc "$root/proc"
ip link set lo up

# run_as_reader PROGRAM ARGUMENT… runs a program of Lectern as the user 'reader', without environment variables of this
# machine. It uses pivot_root, because the converters need user namespaces, and the kernel does not create any in a
# chroot.
run_as_reader() {
    local program=$1
    shift
    # shellcheck disable=SC2016  # the inner shell expands the variables
    unshare --mount --propagation private bash -c 'cd "$0" && pivot_root . . && umount --lazy . && exec "$@"' "$root" \
        setpriv --reuid reader --regid reader --init-groups --reset-env \
        env --chdir=/home/reader LANG=C.UTF-8 ${DISPLAY:+DISPLAY="$DISPLAY"} "$programs/$program" "$@"
}

# check_doctor runs 'lectern doctor', and fails if it reports a problem.
check_doctor() {
    local found
    found=$(run_as_reader lectern doctor)
    echo "$found"
    if grep -qv '^ok' <<<"$found"; then
        echo "'lectern doctor' reports problems." >&2
        return 1
    fi
}

# test_conversion converts a document of each file type to PDF, and the PDF document to text.
test_conversion() {
    local file extension to
    install -d -o reader -g reader "$root/tmp/samples" 2>/dev/null || install -d -m 777 "$root/tmp/samples"
    install -m 644 -t "$root/tmp/samples" "$samples"/testdata/sample.*
    rm "$root/tmp/samples/sample.odt" # Lectern does not support this file type
    for file in "$root"/tmp/samples/sample.*; do
        extension=${file##*.}
        to=pdf
        if [ "$extension" = pdf ]; then
            to=text
        fi
        run_as_reader lectern convert --to "$to" --output "/tmp/results/$extension" \
            "/tmp/samples/sample.$extension" >/dev/null
        test -s "$root/tmp/results/$extension/sample.${to/text/txt}"
        printf '.%s ' "$extension"
    done
    echo "converted"
    rm -r "$root/tmp/samples" "$root/tmp/results"
}

# test_server starts a server, uploads a document, creates a session for it, and requests the viewer and the first page
# with the session.
test_server() {
    local server id viewer session
    run_as_reader lectern serve --addr 127.0.0.1:0 >"$root/tmp/listening" 2>"$root/tmp/log" &
    server=$!
    until [ -s "$root/tmp/listening" ]; do
        kill -0 "$server"
        sleep 0.1
    done
    api=$(json_field apiBase <"$root/tmp/listening")
    key=$(run_as_reader lectern key create proof)
    id=$(upload_document "$samples/letter.docx")
    wait_until_viewable "$id"
    viewer=$(curl -sSf -H "Authorization: $key" -X POST "$api/session?documentId=$id&duration=5" | json_field viewerURL)
    session=${viewer##*sessionId=}
    curl -sSf --output "$root/tmp/page" "$viewer"
    grep -q '<svg' "$root/tmp/page"
    curl -sSf --output "$root/tmp/page" "${viewer%/view*}/session/$session/page/1.svg"
    grep -q '</svg>' "$root/tmp/page"
    echo "server: uploaded a letter, received its viewer and its first page as SVG"
    kill "$(pgrep --parent "$server")"
    wait "$server"
    rm "$root/tmp/listening" "$root/tmp/log" "$root/tmp/page"
}

# test_window opens the desktop window on a display of an Xvfb of this machine.
test_window() {
    local display shown
    if ! command -v Xvfb xdotool >/dev/null; then
        echo "window: not tested, because Xvfb or xdotool is not installed on this machine"
        return
    fi
    mkdir -p "$root/tmp/.X11-unix"
    mount -t tmpfs x11 /tmp/.X11-unix 2>/dev/null || mkdir -p /tmp/.X11-unix
    Xvfb -displayfd 3 -screen 0 1280x900x24 -nolisten tcp -noreset 3>"$root/tmp/display" 2>/dev/null &
    until [ -s "$root/tmp/display" ]; do
        sleep 0.1
    done
    display=:$(cat "$root/tmp/display")
    mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
    DISPLAY=$display run_as_reader lectern-desktop >"$root/tmp/log" 2>&1 &
    shown=$!
    until DISPLAY=$display xdotool search --onlyvisible --name '^Lectern$' >/dev/null; do
        kill -0 "$shown"
        sleep 0.2
    done
    echo "window: opened"
    kill "$(pgrep --parent "$shown")"
    wait "$shown"
    umount "$root/tmp/.X11-unix"
    rm -r "$root/tmp/.X11-unix" "$root/tmp/display" "$root/tmp/log"
}

check_doctor
test_conversion
test_server
if [ "$window" = window ]; then
    test_window
fi
