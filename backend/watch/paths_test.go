package watch_test

import (
	"testing"

	"lectern/backend/watch"
)

func TestFoldersOfTheSystem(t *testing.T) {
	for path, want := range map[string]bool{
		"/dev": true, "/dev/disk": true, "/proc/1": true, "/run": true, "/run/systemd": true, "/sys/class": true,
		"/etc": true, "/etc/cron.d": true, "/boot": true, "/usr": true, "/usr/bin": true, "/lib64": true, "/sbin": true,
		"/usr/local/share/inbox": false, "/var/spool/in": false,
		"/": false, "/home/zoe": false, "/devices": false, "/runs": false, "/srv/proc": false,
		"/dev/shm": false, "/run/media/zoe/STICK": false, "/run/user/1000/gvfs/smb-share": false,
	} {
		if got := watch.IsSystem(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}
