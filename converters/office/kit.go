//go:build linux

package office

import _ "lectern/converters/sandbox" // provides its C functions

// #cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra -I${SRCDIR}/../sandbox
// #cgo LDFLAGS: -ldl
import "C"
