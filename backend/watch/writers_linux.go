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

// lease asks for a read lease and gives it back at once. See fcntl(2), F_SETLEASE. One who opens
// the file for writing meanwhile waits for these microseconds.
func lease(f *os.File) (leaseState, error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	var said error
	err = raw.Control(func(fd uintptr) {
		if _, said = unix.FcntlInt(fd, unix.F_SETLEASE, unix.F_RDLCK); said == nil {
			_, _ = unix.FcntlInt(fd, unix.F_SETLEASE, unix.F_UNLCK) // closing the file does so, too
		}
	})
	switch {
	case err != nil:
		return 0, err
	case said == nil:
		return leaseGranted, nil
	case errors.Is(said, unix.EAGAIN):
		return leaseRefused, nil
	}
	return leaseUnknown, nil
}

// findWriters goes through what proc(5) tells of all processes.
func findWriters() map[identity]bool {
	found := map[identity]bool{}
	links, _ := filepath.Glob("/proc/[0-9]*/fd/[0-9]*") // of a sound pattern
	for _, link := range links {
		if !opensForWriting(strings.Replace(link, "/fd/", "/fdinfo/", 1)) {
			continue
		}
		var stat unix.Statx_t // with what is known of the file already: its disk may not answer
		err := unix.Statx(unix.AT_FDCWD, link, unix.AT_STATX_DONT_SYNC, unix.STATX_TYPE|unix.STATX_INO, &stat)
		if err == nil && stat.Mode&unix.S_IFMT == unix.S_IFREG {
			found[identity{unix.Mkdev(stat.Dev_major, stat.Dev_minor), stat.Ino}] = true
		}
	}
	return found
}

// opensForWriting reads the flags of an open file.
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
