package convert

import (
	"errors"
	"os"
	"strings"
	"syscall"
)

// AddressSpaceRoom is how much address space a converter needs besides Config.Memory, in bytes: Go's runtime reserves
// more than a gigabyte that it never touches.
const AddressSpaceRoom = 2 << 30

// blameMachine returns err, or an [*Error] with [ReasonMachine] where a limit of the machine has led to it and the
// document is not at fault.
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

// isNarrow reports whether the address space of converters is limited to less than they need.
func NarrowAddressSpace(cfg Config) bool {
	space, limited := AddressSpace()
	return limited && space < cfg.Memory+AddressSpaceRoom
}

// exhausted returns what the system had no more of, by an error of a system call; nothing for other errors.
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

// isStart reports whether an error is that of a process that could not be started.
func isStart(err error) bool {
	failed, ok := errors.AsType[*os.PathError](err)
	return ok && strings.HasPrefix(failed.Op, "fork")
}
