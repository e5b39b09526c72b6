//go:build linux && nosandbox

package sandbox

// A program that is built with this tag only has resource limits, and no other layer of the sandbox. The tag is for
// measuring the cost of the sandbox and must not be used for anything else.

// #cgo CFLAGS: -DLECTERN_NO_SANDBOX
import "C"
