//go:build unix

package convert

import "golang.org/x/sys/unix"

// AddressSpace returns the limit of this process's address space in bytes, which converters inherit, and whether there
// is one.
func AddressSpace() (bytes int64, limited bool) { return limit(unix.RLIMIT_AS) }

// OpenFiles returns the limit of open descriptors of this process, and whether there is one.
func OpenFiles() (count int64, limited bool) { return limit(unix.RLIMIT_NOFILE) }

func limit(resource int) (value int64, limited bool) {
	var limit unix.Rlimit
	const most = 1 << 62
	if err := unix.Getrlimit(resource, &limit); err != nil || uint64(limit.Max) >= most {
		return 0, false
	}
	return int64(limit.Max), true
}
