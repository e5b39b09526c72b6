//go:build !linux

package disk

// LowerPriority gives the calling thread the lowest priority for the CPU and the disk. The goroutine must stay locked
// to its thread. LowerPriority does nothing on systems other than Linux, or if the system refuses.
func LowerPriority() {}
