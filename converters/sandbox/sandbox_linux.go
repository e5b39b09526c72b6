package sandbox

// #cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra
// #include <stdlib.h>
// #include "sandbox.h"
import "C"

import (
	"errors"
	"unsafe"
)

// LimitMemory bounds what a document may take, in bytes; 0 or less is no limit.
// What the process has mapped at its start does not count: Go's runtime reserves
// more than a gigabyte that it never touches. It is to be called once, before the
// first byte of a document is read, and fails in a process that is not confined.
func LimitMemory(bytes int64) error {
	if !bool(C.sandbox_in_force().entered) {
		return ErrOutside
	}
	if bytes <= 0 {
		return nil
	}
	mapped := int64(C.sandbox_mapped())
	if mapped < 0 || !bool(C.sandbox_limit_memory(C.rlim_t(mapped+bytes))) {
		return errors.New("sandbox: the memory cannot be limited")
	}
	return nil
}

// Probe tries to do what the sandbox forbids, on the canaries that words name, and
// prints what holds this process and what became of each attempt, as
// lectern/converters/wire describes. It gives the status to leave with.
func Probe(words []string) int {
	list := make([]*C.char, len(words)+1)
	for i, word := range words {
		list[i] = C.CString(word)
		defer C.free(unsafe.Pointer(list[i]))
	}
	return int(C.sandbox_probe(C.int(len(words)), &list[0]))
}
