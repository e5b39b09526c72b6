package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// confine narrows what this process may do, for good. It is called before the
// first byte of a document is read: whatever else shall bind the process, such as
// a system call filter, belongs here.
func confine(memory int64) error {
	limits := []struct {
		resource int
		bytes    int64
	}{
		{syscall.RLIMIT_CORE, 0},
		{syscall.RLIMIT_FSIZE, 4 << 30}, // a copy without its encryption, into a descriptor that it is given
	}
	for _, limit := range limits {
		if err := lower(limit.resource, limit.bytes); err != nil {
			return err
		}
	}
	if memory <= 0 {
		return nil
	}
	mapped, err := addressSpace()
	if err != nil {
		return err
	}
	return lower(syscall.RLIMIT_AS, mapped+memory)
}

// lower sets a limit, or leaves it where it is lower already.
func lower(resource int, bytes int64) error {
	var now syscall.Rlimit
	if err := syscall.Getrlimit(resource, &now); err != nil {
		return fmt.Errorf("get limit %d: %w", resource, err)
	}
	most := min(uint64(bytes), now.Max)
	limit := syscall.Rlimit{Cur: most, Max: most}
	if err := syscall.Setrlimit(resource, &limit); err != nil {
		return fmt.Errorf("set limit %d to %d: %w", resource, bytes, err)
	}
	return nil
}

// addressSpace is what the process has mapped at its start, in bytes: Go's
// runtime reserves more than a gigabyte that it never touches, which must not
// count against the document.
func addressSpace() (int64, error) {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, fmt.Errorf("address space: %w", err)
	}
	pages, _, _ := strings.Cut(string(statm), " ")
	n, err := strconv.ParseInt(pages, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("address space: %w", err)
	}
	return n * int64(os.Getpagesize()), nil
}
