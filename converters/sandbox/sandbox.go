// Package sandbox confines converter processes: what parses a document can read
// its input, the engine and fonts, write to a folder of its own, and reach
// nothing and nobody else. It is written in C, because it must be in force before
// Go's runtime has threads, and in the children that the C of package office forks.
//
// A program that imports this package and is started as a kind of process that
// kinds.c lists goes inside by itself before it reaches Go; its command line names
// the files that it may read, as --read=PATH. README.md in the folder above tells
// of the layers. The files in the order in which to read them: sandbox.h, kinds.c,
// descriptors.c, entry.c, sandbox.c, landlock.c, filter.c, syscalls.c, probe.c.
//
// All this is Linux's: on other systems nothing confines a converter, and a probe says so.
package sandbox

import "errors"

// ErrOutside is the error of a process that is not in a sandbox, though it should:
// it was not started as one of a kind, or could not see how it was started.
var ErrOutside = errors.New("sandbox: this process is not confined")
