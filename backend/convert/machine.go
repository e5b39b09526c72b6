package convert

import (
	"errors"
	"os"
	"strings"
	"syscall"

	"lectern/converters/wire"
)

// Resource is what a machine gives too little of.
type Resource string

// The resources of an [Error] with [ReasonMachine].
const (
	ResourceDescriptors Resource = "descriptors"
	ResourceMemory      Resource = "memory"
	ResourceProcesses   Resource = "processes"
)

// AddressSpaceRoom is how much address space a converter needs besides Config.Memory, in bytes: Go's runtime reserves
// more than a gigabyte that it never touches.
const AddressSpaceRoom = 2 << 30

// blameMachine returns err, or an [*Error] with [ReasonMachine] where a limit of the machine has led to it and the
// document is not at fault.
func (c Config) blameMachine(err error) error {
	if err == nil {
		return nil
	}
	if short := exhausted(err); short != "" {
		return &Error{Reason: ReasonMachine, Resource: short, Detail: err.Error()}
	}
	failed, ok := errors.AsType[*Error](err)
	if ok && c.isNarrow() && (failed.Reason == ReasonMemory || failed.Reason == ReasonCrashed && !failed.Killed) {
		return &Error{Reason: ReasonMachine, Resource: ResourceMemory, Standing: true, Page: failed.Page, Detail: failed.Detail}
	}
	return err
}

// isNarrow reports whether the address space of converters is limited to less than they need.
func (c Config) isNarrow() bool {
	space, limited := AddressSpace()
	return limited && space < c.Memory+AddressSpaceRoom
}

// exhausted returns what the system had no more of, by an error of a system call; nothing for other errors.
func exhausted(err error) Resource {
	switch {
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return ResourceDescriptors
	case errors.Is(err, syscall.ENOMEM):
		return ResourceMemory
	case errors.Is(err, syscall.EAGAIN) && isStart(err):
		return ResourceProcesses
	}
	return ""
}

// isStart reports whether an error is that of a process that could not be started.
func isStart(err error) bool {
	failed, ok := errors.AsType[*os.PathError](err)
	return ok && strings.HasPrefix(failed.Op, "fork")
}

// fatalError is the error of an engine that said why it cannot be loaded, with what else its process has said.
func (c Config) fatalError(fatal, said string) *Error {
	detail := fatal + ": " + said
	switch {
	case fatal == wire.FatalDescriptors:
		return &Error{Reason: ReasonMachine, Resource: ResourceDescriptors, Standing: true, Detail: detail}
	case c.isNarrow():
		return &Error{Reason: ReasonMachine, Resource: ResourceMemory, Standing: true, Detail: detail}
	}
	return &Error{Reason: ReasonNoEngine, Detail: detail}
}

// threadsOf is the resource of a process that died for a reason: of those with [ReasonMachine], threads, which count as
// processes.
func threadsOf(reason Reason) Resource {
	if reason == ReasonMachine {
		return ResourceProcesses
	}
	return ""
}
