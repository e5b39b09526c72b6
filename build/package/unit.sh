#!/usr/bin/env bash
#
# unit.sh ROOT: boots the root file system ROOT as a container with systemd, and tests the system service in it: it
# enables the service, converts documents, kills the server, and removes the package while the service runs. proof.sh
# starts this script in new namespaces for mounts, processes and the network.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
samples=$here/../../backend/samples
# shellcheck source=build/package/asking.sh
source "$here/asking.sh"
root=$1
api=http://127.0.0.1:7420/api/v0
ip link set lo up

# run_in_container COMMAND… runs a command in the container as root.
run_in_container() {
    nsenter --target "$leader" --mount --uts --ipc --pid --root --wd=/ env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "$@"
}

# service_property NAME prints the value of a systemd property of the service.
service_property() {
    run_in_container systemctl show --property "$1" --value lectern
}

# wait_until_ready waits until the server is ready for requests. It fails if the service has failed.
wait_until_ready() {
    until curl -sf --output /dev/null http://127.0.0.1:7420/readyz; do
        [ "$(service_property ActiveState)" != failed ]
        sleep 0.2
    done
}

# boot_container boots the container, and waits until commands can be run in it.
boot_container() {
    umount --recursive "$root/dev" "$root/proc" "$root/tmp" # systemd-nspawn mounts its own
    systemd-nspawn --quiet --register=no --keep-unit --directory "$root" --boot >"$root.console" 2>&1 </dev/null &
    container=$!
    until leader=$(pgrep --parent "$container") && run_in_container test -S /run/systemd/private 2>/dev/null; do
        kill -0 "$container"
        sleep 0.2
    done
}

trap '[ $? = 0 ] || tail -n 20 "$root.console" >&2' EXIT
boot_container
run_in_container systemctl --quiet enable --now lectern
wait_until_ready
key=$(run_in_container env LECTERN_DATA=/var/lib/lectern lectern key create proof)
for file in letter.docx testdata/sample.pdf; do
    id=$(upload_document "$samples/$file")
    wait_until_viewable "$id"
done
process=$(service_property MainPID)
user=$(run_in_container stat --format %u "/proc/$process")
library=$(run_in_container stat --format '%u %a' /var/lib/private/lectern)
if [ "$user" -lt 61184 ] || [ "$library" != "$user 700" ]; then # the lowest id of systemd's dynamic users
    echo "Wrong owner or mode: the server runs as user $user, and its library has the owner and mode $library." >&2
    exit 1
fi
echo "enabled: a letter and a PDF document were converted; the server and its library belong to a dynamic user"

run_in_container kill -9 "$process"
until [ "$(service_property MainPID)" != "$process" ] && [ "$(service_property MainPID)" != 0 ]; do
    sleep 0.2
done
wait_until_ready
wait_until_viewable "$id"
echo "killed: systemd restarted the server, and the documents can still be viewed"

run_in_container systemd-analyze security --offline=true --threshold=25 /usr/lib/systemd/system/lectern.service |
    tail -n 1 | sed 's/.*Overall/Overall/'

run_in_container dpkg --purge lectern 2>/dev/null >"$root.log"
if curl -s --output /dev/null http://127.0.0.1:7420/healthz || [ "$(service_property ActiveState)" != inactive ]; then
    echo "The server still runs after its package was removed." >&2
    exit 1
fi
run_in_container test -s /var/lib/private/lectern/lectern.db
echo "removed: the running server was stopped, and its library was kept"
run_in_container systemctl poweroff
wait "$container"
