//go:build !linux

package library

// mount is empty on this operating system, which does not report mounts. A move to another mount is therefore not
// detected in advance; it fails when it is tried.
type mount struct{}

func mountOf(string, bool) (mount, error) { return mount{}, nil }
