// Package disk measures disks, writes files durably, and keeps some disk space in reserve.
package disk

// Space is the size of a disk and its free space, in bytes.
type Space struct {
	Size uint64 // 0 if unknown
	Free uint64 // available to the user of this process
}
