// Package sandbox confines converter processes: what parses a document can read
// its input, the engine and fonts, write to a folder of its own, and reach
// nothing and nobody else. It is written in C, because it must be in force before
// Go's runtime has threads, and in the children that the C of package office forks.
//
// A program that imports this package and is started as a kind of process that
// kinds.c lists goes inside by itself before it reaches Go; its command line names
// the files that it may read, as --read=PATH. README.md in the folder above tells
// of the layers. The files in the order in which to read them: sandbox.h, kinds.c,
// entry.c, sandbox.c, landlock.c, filter.c, syscalls.c, probe.c.
package sandbox

// #cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra
// #include <stdlib.h>
// #include "sandbox.h"
import "C"

import (
	"errors"
	"unsafe"
)

// ErrOutside is the error of a process that is not in a sandbox, though it should:
// it was not started as one of a kind, or could not see how it was started.
var ErrOutside = errors.New("sandbox: this process is not confined")

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
