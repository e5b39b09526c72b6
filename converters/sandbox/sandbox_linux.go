package sandbox

// #cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra
// #include <stdlib.h>
// #include "sandbox.h"
import "C"

import (
	"errors"
	"unsafe"
)

// LimitMemory limits the memory that the process may allocate for a document, in bytes; 0 or less is no limit. Memory
// that is already mapped does not count, because Go's runtime reserves more than a gigabyte that it never uses.
// LimitMemory must be called once, before the first byte of a document is read. It fails in a process that is not
// confined.
func LimitMemory(bytes int64) error {
	if !bool(C.sandbox_in_force().entered) {
		return ErrNotConfined
	}
	if bytes <= 0 {
		return nil
	}
	mapped := int64(C.sandbox_mapped_bytes())
	if mapped < 0 || !bool(C.sandbox_limit_memory(C.rlim_t(mapped+bytes))) {
		return errors.New("sandbox: the memory cannot be limited")
	}
	return nil
}

// Probe tries forbidden operations on the canaries whose names and values are in canaries. It prints the layers that
// are in force and the result of each attempt, in the format of lectern/converters/wire, and returns the exit status.
func Probe(canaries []string) int {
	list := make([]*C.char, len(canaries)+1)
	for i, word := range canaries {
		list[i] = C.CString(word)
		defer C.free(unsafe.Pointer(list[i]))
	}
	return int(C.sandbox_probe(C.int(len(canaries)), &list[0]))
}
