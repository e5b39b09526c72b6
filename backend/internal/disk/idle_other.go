//go:build !linux

package disk

// LowerPriority sets the priority of the calling thread to the lowest, for CPU and disk. The goroutine must stay locked
// to its thread. LowerPriority does nothing on systems other than Linux, or if the system refuses.
func LowerPriority() {}
