package convert

import (
	"errors"
	"os"
	"strings"
	"syscall"
)

// AddressSpaceOverhead is the address space in bytes that a converter needs in addition to Config.Memory: Go's runtime
// reserves more than a gigabyte that it never uses.
const AddressSpaceOverhead = 2 << 30

// MachineError returns an [*Error] with [ReasonMachineLimit] if err was caused by a limit of the machine rather than by
// the document. Otherwise it returns err.
func MachineError(cfg Config, err error) error {
	if err == nil {
		return nil
	}
	if short := exhaustedResource(err); short != "" {
		return &Error{Reason: ReasonMachineLimit, Resource: short, Detail: err.Error()}
	}
	failed, ok := errors.AsType[*Error](err)
	if ok && IsAddressSpaceTooSmall(cfg) && (failed.Reason == ReasonMemory || failed.Reason == ReasonCrashed && !failed.Killed) {
		return &Error{Reason: ReasonMachineLimit, Resource: ResourceMemory, Permanent: true, Page: failed.Page, Detail: failed.Detail}
	}
	return err
}

// IsAddressSpaceTooSmall reports whether the limit of the address space is lower than converters need.
func IsAddressSpaceTooSmall(cfg Config) bool {
	space, limited := AddressSpace()
	return limited && space < cfg.Memory+AddressSpaceOverhead
}

// exhaustedResource returns the resource whose shortage made a system call fail with err; empty for other errors.
func exhaustedResource(err error) Resource {
	switch {
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return ResourceDescriptors
	case errors.Is(err, syscall.ENOMEM):
		return ResourceMemory
	case errors.Is(err, syscall.EAGAIN) && isStartError(err):
		return ResourceProcesses
	}
	return ""
}

// isStartError reports whether err means that a process could not be started.
func isStartError(err error) bool {
	failed, ok := errors.AsType[*os.PathError](err)
	return ok && strings.HasPrefix(failed.Op, "fork")
}
