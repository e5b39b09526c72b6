// Package sandbox confines converter processes. A process that parses a document can read its input, LibreOffice and
// fonts, and write to its working folder. It has no access to other files, processes or the network. The package is
// written in C, because the sandbox must be in force before Go's runtime has threads, and also in the children that the
// C code of package office forks.
//
// A program that imports this package and is started as one of the kinds in kinds.c enters the sandbox before it
// reaches Go. Its command line names the files that it may read, as --read=PATH. README.md in the parent folder
// describes the layers. Read the files in this order: sandbox.h, kinds.c, descriptors.c, entry.c, sandbox.c,
// landlock.c, filter.c, syscalls.c, probe.c.
//
// All of this is for Linux. On other systems there is no sandbox, and a probe reports that.
package sandbox

import "errors"

// ErrNotConfined is the error of a process that should be in a sandbox but is not, because it was not started as one of
// the kinds or could not read its command line.
var ErrNotConfined = errors.New("sandbox: this process is not confined")
