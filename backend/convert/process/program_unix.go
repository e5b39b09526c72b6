//go:build !windows

package process

// programSuffix is the ending of the names of programs.
const programSuffix = ""
