//go:build !linux

package disk

// LowerPriority sets the priority of the calling thread to the lowest, for the processor and the disk. The goroutine must
// stay locked to its thread. It does nothing on systems other than Linux, or if the system refuses.
func LowerPriority() {}
