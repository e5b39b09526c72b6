package watch

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// tryLease finds out whether a process has the file open for writing. On Linux it takes a read lease and releases it at
// once (fcntl(2), F_SETLEASE); a process that opens the file meanwhile waits for some microseconds. On Windows it opens
// the file without sharing writes. Other systems have no leases.
func tryLease(f *os.File) (leaseState, error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	var leaseErr error
	err = raw.Control(func(fd uintptr) {
		if _, leaseErr = unix.FcntlInt(fd, unix.F_SETLEASE, unix.F_RDLCK); leaseErr == nil {
			_, _ = unix.FcntlInt(fd, unix.F_SETLEASE, unix.F_UNLCK) // closing the file also releases the lease
		}
	})
	switch {
	case err != nil:
		return 0, err
	case leaseErr == nil:
		return leaseGranted, nil
	case errors.Is(leaseErr, unix.EAGAIN):
		return leaseRefused, nil
	}
	return leaseUnknown, nil
}

// findWriters returns the files that processes have open for writing, from proc(5). It returns none on other systems.
func findWriters() map[identity]bool {
	found := map[identity]bool{}
	links, _ := filepath.Glob("/proc/[0-9]*/fd/[0-9]*") // the pattern is valid
	for _, link := range links {
		if !opensForWriting(strings.Replace(link, "/fd/", "/fdinfo/", 1)) {
			continue
		}
		var stat unix.Statx_t // cached attributes only, because the disk may not respond
		err := unix.Statx(unix.AT_FDCWD, link, unix.AT_STATX_DONT_SYNC, unix.STATX_TYPE|unix.STATX_INO, &stat)
		if err == nil && stat.Mode&unix.S_IFMT == unix.S_IFREG {
			found[identity{unix.Mkdev(stat.Dev_major, stat.Dev_minor), stat.Ino}] = true
		}
	}
	return found
}

// opensForWriting reports whether the flags of an open file include writing.
func opensForWriting(fdinfo string) bool {
	text, err := os.ReadFile(fdinfo)
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(text), "flags:")
	line, _, _ := strings.Cut(rest, "\n")
	flags, err := strconv.ParseUint(strings.TrimSpace(line), 8, 64)
	return err == nil && flags&syscall.O_ACCMODE != syscall.O_RDONLY
}
