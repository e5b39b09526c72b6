//go:build !windows

package process

// programSuffix is the extension of program files.
const programSuffix = ""
