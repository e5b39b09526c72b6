package convert

import (
	"errors"
	"os"
	"strings"
	"syscall"
)

// AddressSpaceRoom is the address space in bytes that a converter needs in addition to Config.Memory: Go's runtime reserves
// more than a gigabyte that it never uses.
const AddressSpaceRoom = 2 << 30

// MachineError returns an [*Error] with [ReasonMachine] if err was caused by a limit of the machine rather than by the
// document. Otherwise it returns err.
func MachineError(cfg Config, err error) error {
	if err == nil {
		return nil
	}
	if short := exhaustedResource(err); short != "" {
		return &Error{Reason: ReasonMachine, Resource: short, Detail: err.Error()}
	}
	failed, ok := errors.AsType[*Error](err)
	if ok && NarrowAddressSpace(cfg) && (failed.Reason == ReasonMemory || failed.Reason == ReasonCrashed && !failed.Killed) {
		return &Error{Reason: ReasonMachine, Resource: ResourceMemory, Standing: true, Page: failed.Page, Detail: failed.Detail}
	}
	return err
}

// NarrowAddressSpace reports whether the limit of the address space is lower than converters need.
func NarrowAddressSpace(cfg Config) bool {
	space, limited := AddressSpace()
	return limited && space < cfg.Memory+AddressSpaceRoom
}

// exhaustedResource returns the resource whose shortage made a system call fail with err; empty for other errors.
func exhaustedResource(err error) Resource {
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

// isStart reports whether err means that a process could not be started.
func isStart(err error) bool {
	failed, ok := errors.AsType[*os.PathError](err)
	return ok && strings.HasPrefix(failed.Op, "fork")
}
