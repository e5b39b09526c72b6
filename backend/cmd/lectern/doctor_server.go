package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"lectern/backend/client"
)

// folder gives the data folder.
func (c *doctorCommand) folder() string { return dataFlag{c.Data}.folder() }

func (c *doctorCommand) checkData(context.Context) finding {
	f := finding{Check: "data folder", State: good, Detail: c.folder()}
	if there := existing(c.folder()); there != c.folder() {
		return c.checkNewData(there)
	}
	probe, err := os.CreateTemp(c.folder(), ".doctor-")
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
func (c *doctorCommand) checkNewData(there string) finding {
	f := finding{Check: "data folder", State: good, Detail: c.folder() + " is made at the first start"}
	if err := unix.Access(there, unix.W_OK|unix.X_OK); err != nil {
		return f.failed(fmt.Errorf("%s cannot be made: %s: %w", c.folder(), there, err), "make it, or name another folder with --data")
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

func (c *doctorCommand) checkDisk(context.Context) finding {
	f := finding{Check: "disk", State: good}
	var stat unix.Statfs_t
	if err := unix.Statfs(existing(c.folder()), &stat); err != nil {
		return f.failed(err, "name another folder with --data")
	}
	free := stat.Bavail * uint64(stat.Bsize)
	f.Detail = fmt.Sprintf("%.1f GiB free", float64(free)/(1<<30))
	if free < scarce {
		f.State, f.Mend = warning, "make room, or name another folder with --data"
	}
	return f
}

func (c *doctorCommand) checkPort(ctx context.Context) finding {
	f := finding{Check: "port", State: good}
	if server, err := client.Find(ctx, c.folder()); err == nil {
		f.Detail = "a server is running at " + server.Instance.URL
		return f
	}
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return f.failed(err, "stop the program that has it, or pick another with --addr")
	}
	f.Detail = c.Addr + " is free"
	if err := listener.Close(); err != nil {
		return f.failed(err, "")
	}
	return f
}

// failed turns a finding into one of an error.
func (f finding) failed(err error, mend string) finding {
	f.State, f.Detail, f.Mend = bad, err.Error(), mend
	return f
}
