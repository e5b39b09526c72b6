//go:build !linux

package disk

// LowerPriority does nothing: the priority of a thread is Linux's alone.
func LowerPriority() {}
