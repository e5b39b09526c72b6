#!/usr/bin/env bash
#
# trial.sh ROOT window|none PROGRAMS: tries Lectern in ROOT as the person 'reader' there would, with the programs
# that lie in the folder PROGRAMS of it: doctor, a conversion of each type, a server with a session and its
# pages, and the window on a display of this machine. Tools such as curl are this machine's, as the root has none.
# It is started in namespaces of its own: of mounts, processes and the network.

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

# as_reader PROGRAM ARGUMENT… runs a program as the person, with an environment that has nothing of this machine.
# In a chroot the kernel makes no namespaces of users, which the converters want: the root is changed for good.
as_reader() {
    local program=$1
    shift
    # shellcheck disable=SC2016  # the variables are those of the inner shell
    unshare --mount --propagation private bash -c 'cd "$0" && pivot_root . . && umount --lazy . && exec "$@"' "$root" \
        setpriv --reuid reader --regid reader --init-groups --reset-env \
        env --chdir=/home/reader LANG=C.UTF-8 ${DISPLAY:+DISPLAY="$DISPLAY"} "$programs/$program" "$@"
}

doctor() {
    local found
    found=$(as_reader lectern doctor)
    echo "$found"
    if grep -qv '^ok' <<<"$found"; then
        echo "The doctor is not content." >&2
        return 1
    fi
}

# convert takes one document of each type to PDF, and of the PDF the text.
convert() {
    local file extension to
    install -d -o reader -g reader "$root/tmp/samples" 2>/dev/null || install -d -m 777 "$root/tmp/samples"
    install -m 644 -t "$root/tmp/samples" "$samples"/testdata/sample.*
    rm "$root/tmp/samples/sample.odt" # which Lectern refuses
    for file in "$root"/tmp/samples/sample.*; do
        extension=${file##*.}
        to=pdf
        if [ "$extension" = pdf ]; then
            to=text
        fi
        as_reader lectern convert --to "$to" --output "/tmp/results/$extension" "/tmp/samples/sample.$extension" >/dev/null
        test -s "$root/tmp/results/$extension/sample.${to/text/txt}"
        printf '.%s ' "$extension"
    done
    echo "converted"
    rm -r "$root/tmp/samples" "$root/tmp/results"
}

# serve has a server take a letter, and looks at it as who was given its session.
serve() {
    local server id viewer session
    as_reader lectern serve --addr 127.0.0.1:0 >"$root/tmp/listening" 2>"$root/tmp/log" &
    server=$!
    until [ -s "$root/tmp/listening" ]; do
        kill -0 "$server"
        sleep 0.1
    done
    api=$(field apiBase <"$root/tmp/listening")
    key=$(as_reader lectern key create proof)
    id=$(post "$samples/letter.docx")
    viewable "$id"
    viewer=$(curl -sSf -H "Authorization: $key" -X POST "$api/session?documentId=$id&duration=5" | field viewerURL)
    session=${viewer##*sessionId=}
    curl -sSf --output "$root/tmp/page" "$viewer"
    grep -q '<svg' "$root/tmp/page"
    curl -sSf --output "$root/tmp/page" "${viewer%/view*}/session/$session/page/1.svg"
    grep -q '</svg>' "$root/tmp/page"
    echo "served: a letter posted, its viewer and the drawing of its first page fetched"
    kill "$(pgrep --parent "$server")"
    wait "$server"
    rm "$root/tmp/listening" "$root/tmp/log" "$root/tmp/page"
}

# show opens the window on a display of this machine's Xvfb.
show() {
    local display shown
    if ! command -v Xvfb xdotool >/dev/null; then
        echo "window: not tried, as Xvfb and xdotool are not on this machine"
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
    DISPLAY=$display as_reader lectern-desktop >"$root/tmp/log" 2>&1 &
    shown=$!
    until DISPLAY=$display xdotool search --onlyvisible --name '^Lectern$' >/dev/null; do
        kill -0 "$shown"
        sleep 0.2
    done
    echo "window: on the screen"
    kill "$(pgrep --parent "$shown")"
    wait "$shown"
    umount "$root/tmp/.X11-unix"
    rm -r "$root/tmp/.X11-unix" "$root/tmp/display" "$root/tmp/log"
}

doctor
convert
serve
if [ "$window" = window ]; then
    show
fi
