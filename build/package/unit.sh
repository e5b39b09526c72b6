#!/usr/bin/env bash
#
# unit.sh ROOT: has systemd start ROOT as a container, and tries the system's own server in it as its administrator
# would: enables the unit, has documents converted, kills the server, and removes the package while it runs.
# It is started in namespaces of its own: of mounts, processes and the network.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
samples=$here/../../backend/samples
# shellcheck source=build/package/asking.sh
source "$here/asking.sh"
root=$1
api=http://127.0.0.1:7420/api/v0
ip link set lo up

# inside COMMAND… runs a command of the container as its root.
inside() {
    nsenter --target "$leader" --mount --uts --ipc --pid --root --wd=/ env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "$@"
}

# property NAME prints what systemd says of the unit.
property() {
    inside systemctl show --property "$1" --value lectern
}

# ready waits until the server can do its work; fails where systemd has given it up.
ready() {
    until curl -sf --output /dev/null http://127.0.0.1:7420/readyz; do
        [ "$(property ActiveState)" != failed ]
        sleep 0.2
    done
}

boot() {
    umount --recursive "$root/dev" "$root/proc" "$root/tmp" # a container has its own
    systemd-nspawn --quiet --register=no --keep-unit --directory "$root" --boot >"$root.console" 2>&1 </dev/null &
    container=$!
    until leader=$(pgrep --parent "$container") && inside test -S /run/systemd/private 2>/dev/null; do
        kill -0 "$container"
        sleep 0.2
    done
}

trap '[ $? = 0 ] || tail -n 20 "$root.console" >&2' EXIT
boot
inside systemctl --quiet enable --now lectern
ready
key=$(inside env LECTERN_DATA=/var/lib/lectern lectern key create proof)
for file in letter.docx testdata/sample.pdf; do
    id=$(post "$samples/$file")
    viewable "$id"
done
process=$(property MainPID)
user=$(inside stat --format %u "/proc/$process")
library=$(inside stat --format '%u %a' /var/lib/private/lectern)
if [ "$user" -lt 61184 ] || [ "$library" != "$user 700" ]; then # where systemd has users that come and go
    echo "The server runs as user $user, and its library has the user and the mode $library." >&2
    exit 1
fi
echo "enabled: a letter and a PDF converted; the server and its library belong to a user of its own"

inside kill -9 "$process"
until [ "$(property MainPID)" != "$process" ] && [ "$(property MainPID)" != 0 ]; do
    sleep 0.2
done
ready
viewable "$id"
echo "killed: started again, the documents are there"

inside systemd-analyze security --offline=true --threshold=25 /usr/lib/systemd/system/lectern.service | tail -n 1 | sed 's/.*Overall/Overall/'

inside dpkg --purge lectern 2>/dev/null >"$root.log"
if curl -s --output /dev/null http://127.0.0.1:7420/healthz || [ "$(property ActiveState)" != inactive ]; then
    echo "The server runs on without its package." >&2
    exit 1
fi
inside test -s /var/lib/private/lectern/lectern.db
echo "removed while it ran: stopped, the library is kept"
inside systemctl poweroff
wait "$container"
