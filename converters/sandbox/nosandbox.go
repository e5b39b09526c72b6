//go:build linux && nosandbox

package sandbox

// A program that is built with this tag has limits of resources only. It is there
// to measure what the sandbox costs, and is not part of any build that is used.

// #cgo CFLAGS: -DLECTERN_NO_SANDBOX
import "C"
