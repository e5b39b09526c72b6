// Package disk tells of the disks that folders lie on.
package disk

// Room is what a disk holds, in bytes.
type Room struct {
	Size uint64 // 0 where it does not tell
	Free uint64 // for this process's user
}
