package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"

	"golang.org/x/sys/unix"

	"lectern/backend"
)

// folder gives the data folder.
func (c *doctorCommand) folder() string { return dataFlag{c.Data}.folder() }

func (c *doctorCommand) checkData(context.Context) finding {
	f := finding{Check: "data folder", State: good, Detail: c.folder()}
	if _, err := backend.DatabasePath(c.folder()); err != nil {
		return f.failed(err, "name another folder with --data")
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

// scarce is how little free disk space is worth a warning.
const scarce = 1 << 30

func (c *doctorCommand) checkDisk(context.Context) finding {
	f := finding{Check: "disk", State: good}
	var stat unix.Statfs_t
	if err := unix.Statfs(c.folder(), &stat); err != nil {
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
	if server, err := findClient(ctx, c.folder()); err == nil {
		f.Detail = "a server is running at " + server.instance.URL
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
