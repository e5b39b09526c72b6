package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

func (m *Machine) checkData(context.Context) Finding {
	f := Finding{Check: "data folder", State: Good, Detail: m.Folder}
	if there := existing(m.Folder); there != m.Folder {
		return m.checkNewData(there)
	}
	probe, err := os.CreateTemp(m.Folder, ".doctor-")
	if err != nil {
		return f.failed(err, "make it writable, or name another folder with --data")
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return f.failed(err, "name another folder with --data")
	}
	return f
}

// checkNewData looks whether the data folder could be made in the nearest folder above it
// that is there. It makes nothing: a folder in which somebody looks by mistake stays away.
func (m *Machine) checkNewData(there string) Finding {
	f := Finding{Check: "data folder", State: Good, Detail: m.Folder + " is made at the first start"}
	if err := unix.Access(there, unix.W_OK|unix.X_OK); err != nil {
		return f.failed(fmt.Errorf("%s cannot be made: %s: %w", m.Folder, there, err), "make it, or name another folder with --data")
	}
	return f
}

// existing gives the path, or else the nearest above it that is there.
func existing(path string) string {
	for {
		if _, err := os.Stat(path); err == nil || !errors.Is(err, fs.ErrNotExist) {
			return path
		}
		above := filepath.Dir(path)
		if above == path {
			return path
		}
		path = above
	}
}

// scarce is how little free disk space is worth a warning.
const scarce = 1 << 30

func (m *Machine) checkDisk(context.Context) Finding {
	f := Finding{Check: "disk", State: Good}
	var stat unix.Statfs_t
	if err := unix.Statfs(existing(m.Folder), &stat); err != nil {
		return f.failed(err, "name another folder with --data")
	}
	free := stat.Bavail * uint64(stat.Bsize)
	f.Detail = fmt.Sprintf("%.1f GiB free", float64(free)/(1<<30))
	if free < scarce {
		f.State, f.Mend = Warning, "make room, or name another folder with --data"
	}
	return f
}
