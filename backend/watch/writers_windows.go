package watch

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// tryLease finds out whether a process has the file open for writing. On Linux it takes a read lease and releases it at
// once (fcntl(2), F_SETLEASE); a process that opens the file meanwhile waits for some microseconds. On Windows it opens
// the file without sharing writes. Other systems have no leases.
func tryLease(f *os.File) (leaseState, error) {
	name, err := windows.UTF16PtrFromString(f.Name())
	if err != nil {
		return 0, err
	}
	const none = 0
	handle, err := windows.CreateFile(name, windows.GENERIC_READ, windows.FILE_SHARE_READ|windows.FILE_SHARE_DELETE, nil,
		windows.OPEN_EXISTING, none, none)
	switch {
	case errors.Is(err, windows.ERROR_SHARING_VIOLATION):
		return leaseRefused, nil
	case err != nil:
		return leaseUnknown, nil
	}
	return leaseGranted, windows.CloseHandle(handle)
}

// findWriters returns the files that processes have open for writing, from proc(5). It returns none on other systems.
func findWriters() map[identity]bool { return map[identity]bool{} }
